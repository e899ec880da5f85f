#include "server/sheet_fonts.h"

#include <fmt/format.h>
#include <sodium.h>

namespace cardroom::server {

namespace {

std::string base64(std::string_view bytes) {
  constexpr int variant = sodium_base64_VARIANT_ORIGINAL;
  std::string text(sodium_base64_encoded_len(bytes.size(), variant), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                    variant);
  text.pop_back();  // its terminator
  return text;
}

}  // namespace

std::string sheet_fonts(std::span<const SiteFile> files) {
  std::string rules;
  for (const int weight : {400, 600})
    for (const SiteFile& file : files)
      if (file.path.ends_with(".woff2") && file.path.starts_with(fmt::format("assets/inter-latin-{}-normal", weight)))
        rules += fmt::format(
            "@font-face {{ font-family: Inter; font-weight: {}; src: url(data:font/woff2;base64,{}) format('woff2'); "
            "}}\n",
            weight, base64(file.bytes));
  return rules;
}

}  // namespace cardroom::server
