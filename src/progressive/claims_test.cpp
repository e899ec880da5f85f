#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::dollars;
using testing::Floor;
using testing::meter_dollars;

// The specification's own example: meter 10,000, seed 2,000; A is claimed; 50 are contributed; B is claimed at 2,050; A
// is rejected: B is 10,050 and the meter 2,000.
TEST(Claims, RejectedClaimLeavesLaterOnesAsIfItHadNeverBeenMade) {
  Floor floor;
  LinkRules rules = testing::simple_rules();
  rules.levels[0].contribution_ppm = 1'000'000;
  rules.wagers = {base::Cents(1), dollars(10)};
  floor.create_link("mega", rules, {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.place_table("T2", {{"mega"}});
  floor.place_table("T3", {{"mega"}});
  // The two rounds of the claims contribute 1 cent each, which a correction takes off again before the first claim.
  floor.start("T1", "mega", {3}, base::Cents(1));
  floor.start("T2", "mega", {5}, base::Cents(1));
  floor.must(AdjustFund{{"mega"}, 0, Fund::meter, base::Cents(-2), AdjustmentReason::display_malfunction, "doc 1"},
             "exe", "sup");
  ASSERT_EQ(floor.level("mega").funds.meter, meter_dollars(10'000));

  const ClaimNumber a = floor.mark("T1", "mega", 3, "royal_flush");
  EXPECT_EQ(floor.amount(a), dollars(10'000));
  EXPECT_EQ(floor.level("mega").funds.meter, meter_dollars(2'000));
  floor.start("T3", "mega", {1, 2, 3, 4, 5}, dollars(10));
  const ClaimNumber b = floor.mark("T2", "mega", 5, "royal_flush");
  EXPECT_EQ(floor.amount(b), dollars(2'050));
  EXPECT_EQ(floor.refusal(ConfirmClaim{b}, "sup"), "earlier_claim_open");
  floor.must(RejectClaim{a, "five cards were not a royal flush"}, "sup");
  EXPECT_EQ(floor.amount(b), dollars(10'050));
  EXPECT_EQ(floor.level("mega").funds.meter, meter_dollars(2'000));
  EXPECT_EQ(floor.level("mega").totals.seeds, meter_dollars(2'000));
  floor.must(ConfirmClaim{b}, "sup");
  EXPECT_EQ(floor.level("mega").totals.confirmed, meter_dollars(10'050));
  EXPECT_EQ(floor.level("mega").pending, meter_dollars(0));
}

TEST(Claims, ClaimAndRejectionWithNothingBetweenChangeNothing) {
  Floor floor;
  floor.create_link("mega", testing::simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3});
  const State before = floor.state;
  const ClaimNumber claim = floor.mark("T1", "mega", 2, "royal_flush");
  floor.must(RejectClaim{claim, "not a flush"}, "sup");
  State after = floor.state;
  after.last_claim = before.last_claim;  // the number is used up
  EXPECT_EQ(after, before);
}

}  // namespace
}  // namespace cardroom::progressive
