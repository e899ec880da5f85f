// Awards of one round that are all backed out leave the funds as they were before the claims.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/prng.h"
#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using base::MeterUnits;
using testing::cents;
using testing::dollars;
using testing::Floor;
using testing::meter_cents;
using testing::simple_rules;

LinkRules limited_rules(SameRound policy) {
  LinkRules rules = simple_rules();
  rules.same_round = policy;
  rules.levels[0].contribution_ppm = 0;
  rules.levels[0].seed = dollars(500);
  rules.levels[0].limit = dollars(1000);
  rules.levels[0].overflow = OverflowUse::pooled;
  return rules;
}

AdjustFund add_to(Fund fund, base::Cents change) {
  return {{"mega"}, 0, fund, change, AdjustmentReason::house_addition, "doc"};
}

// 900.00 on the meter, 2.80 in reserve, 83.33 in overflow: two winners of 450.00 each, reseed 500 + 2.80 + 83.33 =
// 586.13. The first 450.00 that come back fill the meter to its limit and 36.13 go over; with the second the reseed is
// reversed, and those 36.13 belong on the meter.
TEST(BackOut, OfBothWinnersOfASplitUnderALimitLeavesTheMeterAsItWas) {
  for (const bool first_goes_first : {true, false}) {
    Floor floor;
    floor.create_link("mega", limited_rules(SameRound::equal_split), {dollars(900)});
    floor.must(add_to(Fund::reserve, cents(280)), "exe", "sup");
    floor.must(add_to(Fund::overflow, cents(8'333)), "exe", "sup");
    floor.place_table("T1", {{"mega"}});
    floor.start("T1", "mega", {1, 2});
    const Funds before = floor.level("mega").funds;
    const ClaimNumber a = floor.mark("T1", "mega", 1, "royal_flush");
    const ClaimNumber b = floor.mark("T1", "mega", 2, "royal_flush");
    floor.must(ConfirmClaim{a}, "sup");
    floor.must(ConfirmClaim{b}, "sup");
    EXPECT_EQ(floor.meter("mega"), meter_cents(58'613));
    floor.must(BackOutAward{first_goes_first ? a : b, "doc"}, "exe", "sup");
    EXPECT_EQ(floor.meter("mega"), meter_cents(100'000));
    EXPECT_EQ(floor.level("mega").funds.overflow, meter_cents(3'613));
    floor.must(BackOutAward{first_goes_first ? b : a, "doc"}, "exe", "sup");
    EXPECT_EQ(floor.level("mega").funds, before);
    EXPECT_EQ(floor.level("mega").spilled, MeterUnits());
  }
}

// What came over the limit stays there once somebody else was paid: the house may have counted on it.
TEST(BackOut, TakesNothingBackFromOverflowAfterAnotherClaimWasDecided) {
  Floor floor;
  LinkRules rules = limited_rules(SameRound::equal_split);
  rules.levels[0].overflow = OverflowUse::kept;
  rules.levels[0].seed = dollars(800);
  floor.create_link("mega", rules, {dollars(900)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3});
  const ClaimNumber a = floor.mark("T1", "mega", 1, "royal_flush");
  const ClaimNumber b = floor.mark("T1", "mega", 2, "royal_flush");
  floor.must(ConfirmClaim{a}, "sup");
  floor.must(ConfirmClaim{b}, "sup");
  floor.must(BackOutAward{a, "doc"}, "exe", "sup");  // 800 + 450: 1,000 and 250 over
  EXPECT_EQ(floor.level("mega").spilled, meter_cents(25'000));
  // A mark that is taken back has never been made.
  floor.must(UnmarkHand{floor.mark("T1", "mega", 3, "straight_flush")}, "dlr");
  EXPECT_EQ(floor.level("mega").spilled, meter_cents(25'000));
  const ClaimNumber tenth = floor.mark("T1", "mega", 3, "straight_flush");  // 100 of 1,000
  floor.must(ConfirmClaim{tenth}, "sup");
  floor.must(BackOutAward{b, "doc"}, "exe", "sup");  // 900 + 450 - 800
  EXPECT_EQ(floor.meter("mega"), meter_cents(55'000));
  EXPECT_EQ(floor.level("mega").funds.overflow, meter_cents(25'000));
}

// Any limits, funds, winners and order. An order may be refused midway, when the meter lacks what would be reversed;
// then another award is next, and some order always ends.
TEST(BackOut, OfAllAwardsOfARoundInAnyOrderLeavesTheFundsAsTheyWere) {
  int spills = 0;
  for (uint64_t prng_key = 1; prng_key <= 400; ++prng_key) {
    SCOPED_TRACE(prng_key);
    base::Prng prng(prng_key);
    const auto below = [&](uint32_t bound) { return static_cast<int64_t>(base::uniform_below(prng, bound)); };
    Floor floor;
    LinkRules rules = limited_rules(prng_key % 2 == 0 ? SameRound::equal_split : SameRound::seat_order);
    const int64_t limit = 50'000 + below(100'000);
    rules.levels[0].limit = cents(limit);
    rules.levels[0].seed = cents(below(static_cast<uint32_t>(limit)));
    if (below(3) == 0) rules.levels[0].overflow = OverflowUse::kept;
    if (below(4) == 0) rules.deduction = Deduction::all_pays;
    // Fractions of a cent come by the contributions.
    rules.levels[0].contribution_ppm = below(1000);
    rules.levels[0].reserve_ppm = below(1000);
    floor.create_link("mega", rules, {cents(std::max<int64_t>(limit - below(40'000), limit / 8))});
    if (const int64_t reserve = below(20'000)) floor.must(add_to(Fund::reserve, cents(reserve)), "exe", "sup");
    if (const int64_t overflow = below(60'000)) floor.must(add_to(Fund::overflow, cents(overflow)), "exe", "sup");
    floor.place_table("T1", {{"mega"}});
    floor.start("T1", "mega", {1, 2, 3, 4, 5, 6});
    const Funds before = floor.level("mega").funds;
    std::vector<ClaimNumber> claims;
    for (int position = 1; position <= 1 + static_cast<int>(below(6)); ++position) {
      const char* hands[] = {"royal_flush", "royal_flush", "straight_flush", "four_of_a_kind"};
      claims.push_back(floor.mark("T1", "mega", position, hands[below(4)]));
    }
    std::vector<ClaimNumber> paid;
    for (size_t last = claims.size() + 1; paid.size() < claims.size() && paid.size() != last;) {
      last = paid.size();
      for (const ClaimNumber claim : claims)
        if (std::ranges::find(paid, claim) == paid.end() && floor.ask(ConfirmClaim{claim}, "exe"))
          paid.push_back(claim);
    }
    ASSERT_EQ(paid.size(), claims.size());
    while (!paid.empty()) {
      const size_t first = static_cast<size_t>(below(static_cast<uint32_t>(paid.size())));
      std::ranges::rotate(paid, paid.begin() + static_cast<ptrdiff_t>(first));
      const auto done = std::ranges::find_if(
          paid, [&](ClaimNumber claim) { return floor.ask(BackOutAward{claim, "doc"}, "exe", "sup").has_value(); });
      ASSERT_NE(done, paid.end()) << "no award can be backed out";
      paid.erase(done);
      if (floor.level("mega").spilled > MeterUnits()) ++spills;
    }
    EXPECT_EQ(floor.level("mega").funds, before);
    EXPECT_EQ(floor.level("mega").spilled, MeterUnits());
  }
  EXPECT_GT(spills, 50);  // else the test would say nothing
}

// Whichever of the two is rejected in the end, the reseed goes with the last winner of the split.
TEST(BackOut, AfterTheOtherWinnerOfTheSplitWasRejectedInDisputeReversesTheReseed) {
  for (const ClaimNumber held : {ClaimNumber{1}, ClaimNumber{2}}) {
    SCOPED_TRACE(held);
    Floor floor;
    LinkRules rules = testing::simple_rules();
    rules.levels[0].seed = dollars(100);
    rules.levels[0].contribution_ppm = 0;
    rules.same_round = SameRound::equal_split;
    floor.create_link("mega", rules, {dollars(1000)});
    floor.place_table("T1", {{"mega"}});
    floor.start("T1", "mega", {1, 2});
    floor.mark("T1", "mega", 1, "royal_flush");
    floor.mark("T1", "mega", 2, "royal_flush");
    const ClaimNumber other = 3 - held;
    floor.must(HoldClaim{held, "the camera is looked at"}, "sup");
    EXPECT_EQ(floor.refusal(ReleaseClaim{held, Verdict::reject, "no"}, "sup"), "claim_undecided");
    floor.must(ConfirmClaim{other}, "sup");
    floor.must(ReleaseClaim{held, Verdict::reject, "no"}, "sup");
    EXPECT_EQ(floor.meter("mega"), testing::meter_dollars(600));  // 500 that were not won, and the seed
    floor.must(BackOutAward{other, "memo"}, "exe", "sup");
    EXPECT_EQ(floor.meter("mega"), testing::meter_dollars(1000));
  }
}

// Both winners are in dispute; the one whose price holds the reseed is rejected, so the other one's back-out returns
// it.
TEST(BackOut, AfterTheOtherWinnerOfTheSplitWasRejectedWhileBothWereHeldReversesTheReseed) {
  for (const ClaimNumber rejected : {ClaimNumber{1}, ClaimNumber{2}}) {
    SCOPED_TRACE(rejected);
    Floor floor;
    LinkRules rules = simple_rules();
    rules.levels[0].seed = dollars(100);
    rules.levels[0].contribution_ppm = 0;
    rules.same_round = SameRound::equal_split;
    floor.create_link("mega", rules, {dollars(1000)});
    floor.place_table("T1", {{"mega"}});
    floor.start("T1", "mega", {1, 2});
    floor.mark("T1", "mega", 1, "royal_flush");
    floor.mark("T1", "mega", 2, "royal_flush");
    floor.must(HoldClaim{2, "the camera is looked at"}, "sup");
    floor.must(HoldClaim{1, "the camera is looked at"}, "sup");
    const ClaimNumber paid = 3 - rejected;
    floor.must(ReleaseClaim{rejected, Verdict::reject, "no"}, "sup");
    floor.must(ReleaseClaim{paid, Verdict::pay, "yes"}, "sup");
    EXPECT_EQ(floor.meter("mega"), testing::meter_dollars(600));
    floor.must(BackOutAward{paid, "memo"}, "exe", "sup");
    EXPECT_EQ(floor.meter("mega"), testing::meter_dollars(1000));
    EXPECT_EQ(floor.outside("mega", Account::house_seed), testing::meter_dollars(-1000));
  }
}

// 250 were spilled; after an adjustment of the meter they stay in the overflow: 900 + 450 - 800.
TEST(BackOut, TakesNothingBackFromOverflowAfterAnAdjustment) {
  Floor floor;
  LinkRules rules = limited_rules(SameRound::equal_split);
  rules.levels[0].overflow = OverflowUse::kept;
  rules.levels[0].seed = dollars(800);
  floor.create_link("mega", rules, {dollars(900)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber a = floor.mark("T1", "mega", 1, "royal_flush");
  const ClaimNumber b = floor.mark("T1", "mega", 2, "royal_flush");
  floor.must(ConfirmClaim{a}, "sup");
  floor.must(ConfirmClaim{b}, "sup");
  floor.must(BackOutAward{a, "doc"}, "exe", "sup");
  EXPECT_EQ(floor.level("mega").spilled, meter_cents(25'000));
  floor.must(AdjustFund{{"mega"}, 0, Fund::meter, cents(-10'000), AdjustmentReason::display_malfunction, "doc"}, "exe",
             "sup");
  EXPECT_EQ(floor.level("mega").spilled, MeterUnits());
  floor.must(BackOutAward{b, "doc"}, "exe", "sup");
  EXPECT_EQ(floor.meter("mega"), meter_cents(55'000));
  EXPECT_EQ(floor.level("mega").funds.overflow, meter_cents(25'000));
}

}  // namespace
}  // namespace cardroom::progressive
