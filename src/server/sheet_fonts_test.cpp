#include "server/sheet_fonts.h"

#include <gtest/gtest.h>

namespace cardroom::server {
namespace {

TEST(SheetFonts, RegularAndSemiboldStandInTheStyleAndNothingElseDoes) {
  constexpr SiteFile files[] = {
      {"assets/inter-latin-600-normal-R6Y2SZCR.woff2", "bold", {}, "a"},
      {"assets/inter-latin-700-normal-SU5XVJMF.woff2", "fat", {}, "b"},
      {"assets/inter-latin-400-normal-55WT6UWF.woff2", "plain", {}, "c"},
      {"assets/inter-latin-400-normal.css", "p", {}, "d"},
  };
  // base64 by RFC 4648: "plain" is cGxhaW4=, "bold" is Ym9sZA==.
  EXPECT_EQ(sheet_fonts(files),
            "@font-face { font-family: Inter; font-weight: 400; src: url(data:font/woff2;base64,cGxhaW4=) "
            "format('woff2'); }\n"
            "@font-face { font-family: Inter; font-weight: 600; src: url(data:font/woff2;base64,Ym9sZA==) "
            "format('woff2'); }\n");
  EXPECT_EQ(sheet_fonts({}), "");
}

}  // namespace
}  // namespace cardroom::server
