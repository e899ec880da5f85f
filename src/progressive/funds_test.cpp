// Limit, overflow, reserve, reseed; pays that are deducted from the meter.
#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::cents;
using testing::dollars;
using testing::Floor;
using testing::meter_cents;
using testing::meter_dollars;
using testing::simple_rules;

// Half of a wager to the meter, a tenth to the reserve; one wager of $5 is locked in at T1: 2.50 and 0.50.
Floor floor_with_limit(base::Cents limit, base::Cents start, OverflowUse use) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.levels[0].contribution_ppm = 500'000;
  rules.levels[0].reserve_ppm = 100'000;
  rules.levels[0].limit = limit;
  rules.levels[0].overflow = use;
  floor.create_link("mega", rules, {start});
  floor.place_table("T1", {{"mega"}});
  floor.place_table("T2", {{"mega"}});
  floor.start("T1", "mega", {1}, dollars(5));
  return floor;
}

TEST(Funds, ContributionsAboveTheLimitGoToOverflow) {
  const Floor floor = floor_with_limit(dollars(10'000), cents(999'950), OverflowUse::kept);
  EXPECT_EQ(floor.meter("mega"), meter_dollars(10'000));
  EXPECT_EQ(floor.level("mega").funds.overflow, meter_dollars(2));
  EXPECT_EQ(floor.level("mega").funds.reserve, meter_cents(50));
}

TEST(Funds, ReseedIsSeedAndReserveAndOverflowOnlyWhereItIsPooled) {
  for (const OverflowUse use : {OverflowUse::kept, OverflowUse::pooled}) {
    Floor floor = floor_with_limit(dollars(10'000), cents(999'950), use);
    EXPECT_EQ(floor.amount(floor.mark("T1", "mega", 1, "royal_flush")), dollars(10'000));
    const bool pooled = use == OverflowUse::pooled;
    EXPECT_EQ(floor.meter("mega"), meter_cents(pooled ? 200'250 : 200'050));
    EXPECT_EQ(floor.level("mega").funds.overflow, meter_cents(pooled ? 0 : 200));
    EXPECT_EQ(floor.level("mega").funds.reserve, meter_cents(0));
    EXPECT_EQ(floor.level("mega").totals.reserve_released, meter_cents(50));
  }
}

// Limit 2,001, seed 2,000: the reserve of 0.50 fits, of the overflow of 1.50 only 0.50.
TEST(Funds, ReseedStopsAtTheLimitAndOverflowKeepsTheRest) {
  Floor floor = floor_with_limit(dollars(2'001), dollars(2'000), OverflowUse::pooled);
  EXPECT_EQ(floor.level("mega").funds.overflow, meter_cents(150));
  EXPECT_EQ(floor.amount(floor.mark("T1", "mega", 1, "royal_flush")), dollars(2'001));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'001));
  EXPECT_EQ(floor.level("mega").funds.overflow, meter_cents(100));
  EXPECT_EQ(floor.level("mega").funds.reserve, meter_cents(0));
}

TEST(Funds, WhatIsOverAtAReseedStaysInTheReserve) {
  Floor floor = floor_with_limit(dollars(2'001), dollars(2'000), OverflowUse::pooled);
  floor.must(AdjustFund{{"mega"}, 0, Fund::reserve, dollars(3), AdjustmentReason::house_addition, "doc"}, "exe", "sup");
  floor.mark("T1", "mega", 1, "royal_flush");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'001));
  EXPECT_EQ(floor.level("mega").funds.reserve, meter_cents(250));
  EXPECT_EQ(floor.level("mega").funds.overflow, meter_cents(150));
}

// 9,992.50 are claimed; 25 come in at another table; taken back: 10,017.50, of which the meter may show 10,000.
TEST(Funds, TakenBackClaimHasTheLimitApplied) {
  Floor floor = floor_with_limit(dollars(10'000), dollars(9'990), OverflowUse::kept);
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  EXPECT_EQ(floor.amount(claim), cents(999'250));
  floor.start("T2", "mega", {1, 2, 3, 4, 5, 6}, dollars(5));  // 15.00 and 3.00
  EXPECT_EQ(floor.meter("mega"), meter_cents(200'050 + 1'500));
  floor.must(RejectClaim{claim, "no"}, "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(10'000));
  EXPECT_EQ(floor.level("mega").funds.overflow, meter_cents(750));
  EXPECT_EQ(floor.level("mega").funds.reserve, meter_cents(350));
  EXPECT_EQ(floor.level("mega").totals.seeds, meter_dollars(0));
}

LinkRules deducted_rules() {
  LinkRules rules = simple_rules();
  rules.deduction = Deduction::all_pays;
  rules.levels[0].contribution_ppm = 0;
  rules.levels[0].seed = dollars(50);
  return rules;
}

TEST(Funds, DeductedPayTakesTheMeterAndTheHouseAdvancesWhatItLacks) {
  Floor floor;
  floor.create_link("mega", deducted_rules(), {dollars(100)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const State before = floor.state;
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "four_of_a_kind");
  EXPECT_EQ(floor.amount(claim), dollars(300));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(0));
  EXPECT_EQ(floor.level("mega").pending, meter_dollars(300));
  EXPECT_EQ(floor.outside("mega", Account::house_advances), meter_dollars(-200));
  floor.must(UnmarkHand{claim}, "dlr");
  State after = floor.state;
  after.last_claim = before.last_claim;
  after.links.at({"mega"}).outside.erase(Account::house_advances);  // a balance of zero
  EXPECT_EQ(after, before);
  const ClaimNumber again = floor.mark("T1", "mega", 2, "four_of_a_kind");
  floor.must(ConfirmClaim{again}, "sup");
  EXPECT_EQ(floor.outside("mega", Account::house_tray), meter_dollars(0));
  EXPECT_EQ(floor.outside("mega", Account::players), meter_dollars(-2 + 300));
  EXPECT_EQ(floor.level("mega").totals.advances, meter_dollars(200));
}

TEST(Funds, SmallDeductedPayIsTakenFromTheMeterAtTheEnd) {
  Floor floor;
  floor.create_link("mega", deducted_rules(), {dollars(100)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  floor.mark("T1", "mega", 1, "full_house");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(50));
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(floor.level("mega").totals.confirmed, meter_dollars(50));
  EXPECT_EQ(floor.level("mega").pending, meter_dollars(0));
  EXPECT_TRUE(floor.state.links.at({"mega"}).awards.empty());
}

// The pay of 300 is confirmed while a claim of the whole meter is open (its amount cannot change), so the house had to
// advance 250 beyond the seed. The claim is rejected: nothing was lacking after all.
TEST(Funds, AdvanceIsTakenBackWhenTheClaimBeforeItIs) {
  Floor floor;
  floor.create_link("mega", deducted_rules(), {dollars(1'000)});
  floor.place_table("T1", {{"mega"}});
  floor.place_table("T2", {{"mega"}});
  floor.start("T1", "mega", {1});
  floor.start("T2", "mega", {1});
  const ClaimNumber royal = floor.mark("T1", "mega", 1, "royal_flush");
  const ClaimNumber quads = floor.mark("T2", "mega", 1, "four_of_a_kind");
  floor.must(ConfirmClaim{quads}, "sup");
  floor.must(EndRound{{"T2"}});
  EXPECT_EQ(floor.outside("mega", Account::house_advances), meter_dollars(-250));
  floor.must(RejectClaim{royal, "no"}, "sup");
  EXPECT_EQ(floor.outside("mega", Account::house_advances), meter_dollars(0));
  EXPECT_EQ(floor.outside("mega", Account::house_seed), meter_dollars(-1'000));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(700));
  // What is backed out is what the award came to in the end.
  floor.must(BackOutAward{quads, "doc"}, "exe", "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(1'000));
  EXPECT_EQ(floor.outside("mega", Account::house_advances), meter_dollars(0));
}

}  // namespace
}  // namespace cardroom::progressive
