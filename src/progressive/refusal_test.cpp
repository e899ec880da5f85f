#include "progressive/refusal.h"

#include <gtest/gtest.h>

namespace cardroom::progressive {
namespace {

TEST(Refusals, AreFoundByTheirName) {
  EXPECT_EQ(code_name(RefusalCode::round_open), "round_open");
  EXPECT_EQ(code_named("earlier_claim_open"), RefusalCode::earlier_claim_open);
  EXPECT_FALSE(code_named("no_such_rule"));
}

}  // namespace
}  // namespace cardroom::progressive
