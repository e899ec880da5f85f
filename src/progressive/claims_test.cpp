#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::dollars;
using testing::Floor;
using testing::meter_cents;
using testing::meter_dollars;
using testing::simple_rules;

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
  // Why it was rejected is told at the table while its round is open.
  OpenRound& round = *after.tables.at(TableId{"T1"}).round;
  ASSERT_EQ(round.rejected.size(), 1U);
  EXPECT_EQ(round.rejected[0].reason, "not a flush");
  round.rejected.clear();
  EXPECT_EQ(after, before);
}

// A floor whose meter no wager changes: every figure below is start and seed alone.
struct StillFloor : Floor {
  explicit StillFloor(base::Cents start, SameRound policy = SameRound::seat_order) {
    LinkRules rules = simple_rules();
    rules.levels[0].contribution_ppm = 0;
    rules.same_round = policy;
    create_link("mega", rules, {start});
    place_table("T1", {{"mega"}});
    place_table("T2", {{"mega"}});
  }
};

TEST(Claims, SameRoundIsPaidFromTheFarthestRightWhateverTheOrderOfMarking) {
  StillFloor floor(dollars(10'000));
  floor.start("T1", "mega", {2, 4, 5});
  const ClaimNumber at_2 = floor.mark("T1", "mega", 2, "royal_flush");
  EXPECT_EQ(floor.amount(at_2), dollars(10'000));
  const ClaimNumber at_5 = floor.mark("T1", "mega", 5, "royal_flush");
  EXPECT_EQ(floor.amount(at_5), dollars(10'000));
  EXPECT_EQ(floor.amount(at_2), dollars(2'000));
  // 4 takes a tenth between them: 10,000 | 200 of the reseeded 2,000 | the 1,800 left.
  const ClaimNumber at_4 = floor.mark("T1", "mega", 4, "straight_flush");
  EXPECT_EQ(floor.amount(at_5), dollars(10'000));
  EXPECT_EQ(floor.amount(at_4), dollars(200));
  EXPECT_EQ(floor.amount(at_2), dollars(1'800));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'000));
  EXPECT_EQ(floor.level("mega").pending, meter_dollars(12'000));
  EXPECT_EQ(floor.refusal(ConfirmClaim{at_2}, "sup"), "earlier_claim_open");
  EXPECT_EQ(floor.refusal(ConfirmClaim{at_4}, "sup"), "earlier_claim_open");
  for (const ClaimNumber claim : {at_5, at_4, at_2}) floor.must(ConfirmClaim{claim}, "sup");
  EXPECT_EQ(floor.level("mega").totals.confirmed, meter_dollars(12'000));
  EXPECT_EQ(floor.level("mega").totals.seeds, meter_dollars(4'000));
  EXPECT_EQ(floor.level("mega").hits, 3U);
}

TEST(Claims, EqualSplitLeavesTheRemainderOnTheMeter) {
  StillFloor floor(base::Cents(1'000'001), SameRound::equal_split);
  floor.start("T1", "mega", {1, 2, 3, 4});
  const ClaimNumber a = floor.mark("T1", "mega", 2, "royal_flush");
  const ClaimNumber b = floor.mark("T1", "mega", 4, "royal_flush");
  EXPECT_EQ(floor.amount(a), dollars(5'000));
  EXPECT_EQ(floor.amount(b), dollars(5'000));
  EXPECT_EQ(floor.meter("mega"), meter_cents(200'001));
  const ClaimNumber c = floor.mark("T1", "mega", 1, "royal_flush");
  for (const ClaimNumber claim : {a, b, c}) EXPECT_EQ(floor.amount(claim), base::Cents(333'333));
  EXPECT_EQ(floor.meter("mega"), meter_cents(200'002));
  // A tenth is taken first, rounded down: 1,000.00 of 10,000.01. A third of 9,000.01 is 3,000.00, one cent stays.
  const ClaimNumber tenth = floor.mark("T1", "mega", 3, "straight_flush");
  EXPECT_EQ(floor.amount(tenth), dollars(1'000));
  for (const ClaimNumber claim : {a, b, c}) EXPECT_EQ(floor.amount(claim), dollars(3'000));
  EXPECT_EQ(floor.meter("mega"), meter_cents(200'001));
  EXPECT_EQ(floor.level("mega").totals.seeds, meter_dollars(2'000));
  EXPECT_EQ(floor.refusal(ConfirmClaim{a}, "sup"), "earlier_claim_open");
  for (const ClaimNumber claim : {tenth, a, c, b}) floor.must(ConfirmClaim{claim}, "sup");
  EXPECT_EQ(floor.level("mega").totals.confirmed, meter_dollars(10'000));
}

TEST(Claims, SplitWinnerPaidBeforeAnotherIsRejectedKeepsHisPart) {
  StillFloor floor(base::Cents(1'000'001), SameRound::equal_split);
  floor.start("T1", "mega", {1, 2, 3});
  const ClaimNumber a = floor.mark("T1", "mega", 1, "royal_flush");
  const ClaimNumber b = floor.mark("T1", "mega", 2, "royal_flush");
  const ClaimNumber c = floor.mark("T1", "mega", 3, "royal_flush");
  floor.must(ConfirmClaim{b}, "sup");
  EXPECT_EQ(floor.amount(a), base::Cents(333'333));
  // Without c it would have been a half for each. b has a third; a gets his half, what b lacks stays on the meter:
  // 10,000.01 - 3,333.33 - 5,000.00 = 1,666.68, and the seed.
  floor.must(RejectClaim{c, "no flush"}, "sup");
  EXPECT_EQ(floor.amount(a), dollars(5'000));
  EXPECT_EQ(floor.meter("mega"), meter_cents(366'668));
  floor.must(RejectClaim{a, "no flush"}, "sup");
  EXPECT_EQ(floor.meter("mega"), meter_cents(1'000'001 - 333'333 + 200'000));
}

// a was paid a half before c and d were marked: 5,000.03 is left for three, 1,666.67 each and two cents. Paying b must
// not hand the two cents to c and d, whose price stands.
TEST(Claims, OddCentsOfALaterSplitStayOnTheMeterAsItsWinnersArePaid) {
  StillFloor floor(base::Cents(1'000'006), SameRound::equal_split);
  floor.start("T1", "mega", {1, 2, 3, 4});
  const ClaimNumber a = floor.mark("T1", "mega", 1, "royal_flush");
  const ClaimNumber b = floor.mark("T1", "mega", 2, "royal_flush");
  floor.must(ConfirmClaim{a}, "sup");
  const ClaimNumber c = floor.mark("T1", "mega", 3, "royal_flush");
  const ClaimNumber d = floor.mark("T1", "mega", 4, "royal_flush");
  for (const ClaimNumber claim : {b, c, d}) {
    for (const ClaimNumber each : {b, c, d}) EXPECT_EQ(floor.amount(each), base::Cents(166'667));
    EXPECT_EQ(floor.meter("mega"), meter_cents(200'002));
    floor.must(ConfirmClaim{claim}, "sup");
  }
  EXPECT_EQ(floor.meter("mega"), meter_cents(200'002));
}

// Two of the split are paid one after the other while two tenths wait behind them: nobody's price moves.
TEST(Claims, TenthsMarkedWhileASplitIsBeingPaidKeepTheirOrder) {
  StillFloor floor(dollars(10'000), SameRound::equal_split);
  floor.start("T1", "mega", {2, 4, 5, 6});
  const ClaimNumber a = floor.mark("T1", "mega", 4, "royal_flush");
  const ClaimNumber b = floor.mark("T1", "mega", 5, "royal_flush");
  floor.must(ConfirmClaim{b}, "sup");
  const ClaimNumber d = floor.mark("T1", "mega", 6, "straight_flush");
  const ClaimNumber e = floor.mark("T1", "mega", 2, "straight_flush");
  const auto expect = [&](int64_t first, int64_t second, int64_t meter) {
    EXPECT_EQ(floor.amount(d), dollars(first));
    EXPECT_EQ(floor.amount(e), dollars(second));
    EXPECT_EQ(floor.meter("mega"), meter_dollars(meter));
  };
  EXPECT_EQ(floor.amount(a), dollars(5'000));
  expect(200, 180, 1'620);
  floor.must(ConfirmClaim{a}, "sup");
  expect(200, 180, 1'620);
  floor.must(UnmarkHand{d}, "dlr");
  EXPECT_EQ(floor.amount(e), dollars(200));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(1'800));
}

TEST(Claims, TheLastTwentyFiveHitsAreKept) {
  StillFloor floor(dollars(10'000));
  for (int round = 1; round <= 26; ++round) {
    floor.start("T1", "mega", {1});
    floor.must(ConfirmClaim{floor.mark("T1", "mega", 1, "royal_flush")}, "sup");
    floor.must(EndRound{{"T1"}});
  }
  EXPECT_EQ(floor.level("mega").hits, 26U);
  ASSERT_EQ(floor.level("mega").last_hits.size(), 25U);
  EXPECT_EQ(floor.level("mega").last_hits.front().round, 2U);
  const Hit& last = floor.level("mega").last_hits.back();
  EXPECT_EQ(last.round, 26U);
  EXPECT_EQ(last.table, TableId{"T1"});
  EXPECT_EQ(last.position, 1);
  EXPECT_EQ(last.hand, "royal_flush");
  EXPECT_EQ(last.amount, dollars(2'000));
  EXPECT_EQ(last.confirmed_by, StaffId{"sup"});
  EXPECT_EQ(last.win_page, 26U);
}

// The contributions of 10 and 20 come between the three marks. Places: a's, c's, b's; the two of table 1 share the
// first and the last by their seats. With a taken back only c's and b's places are left.
TEST(Claims, RoundsInterleaveByTheOrderOfMarkingAndSeatsWithinARound) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.levels[0].contribution_ppm = 1'000'000;
  rules.wagers = {base::Cents(1), dollars(5)};
  floor.create_link("mega", rules, {base::Cents(999'997)});
  for (const char* table : {"T1", "T2", "T3", "T4"}) floor.place_table(table, {{"mega"}});
  floor.start("T1", "mega", {2, 5}, base::Cents(1));
  floor.start("T2", "mega", {1}, base::Cents(1));
  const ClaimNumber a = floor.mark("T1", "mega", 2, "royal_flush");
  floor.start("T3", "mega", {1, 2}, dollars(5));
  const ClaimNumber c = floor.mark("T2", "mega", 1, "royal_flush");
  floor.start("T4", "mega", {1, 2, 3, 4}, dollars(5));
  const ClaimNumber b = floor.mark("T1", "mega", 5, "royal_flush");
  EXPECT_EQ(floor.amount(b), dollars(10'000));
  EXPECT_EQ(floor.amount(c), dollars(2'010));
  EXPECT_EQ(floor.amount(a), dollars(2'020));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'000));

  floor.must(UnmarkHand{a}, "dlr");
  EXPECT_EQ(floor.amount(c), dollars(10'010));
  EXPECT_EQ(floor.amount(b), dollars(2'020));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'000));
  EXPECT_EQ(floor.refusal(ConfirmClaim{b}, "sup"), "earlier_claim_open");
  floor.must(ConfirmClaim{c}, "sup");
  floor.must(ConfirmClaim{b}, "sup");
}

// A wager of $1 at 33.3333 % brings 0.333333: of 10,000.333333 the winner gets 10,000.33.
TEST(Claims, FractionOfACentStaysOnTheMeter) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.levels[0].contribution_ppm = 333'333;
  floor.create_link("mega", rules, {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  EXPECT_EQ(floor.amount(claim), base::Cents(1'000'033));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'000) + base::MeterUnits(333'300));
}

TEST(Claims, TenthOfTheMeterIsRoundedDownAndBringsNoSeed) {
  StillFloor floor(base::Cents(12'349));
  floor.start("T1", "mega", {1});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "straight_flush");
  EXPECT_EQ(floor.amount(claim), base::Cents(1'234));
  EXPECT_EQ(floor.meter("mega"), meter_cents(12'349 - 1'234));
  EXPECT_EQ(floor.outside("mega", Account::house_seed), meter_cents(-12'349));
}

TEST(Claims, FoldedHandWinsOnlyWhereTheHouseSaysSo) {
  StillFloor floor(dollars(100));
  LinkRules loses = simple_rules();
  loses.folded_hand = FoldedHand::loses;
  floor.create_link("strict", loses, {dollars(100)});
  floor.place_table("T3", {{"strict"}});
  floor.start("T1", "mega", {1});
  floor.start("T3", "strict", {1});
  floor.must(MarkHand{{"T1"}, 1, {"mega"}, "full_house", true}, "dlr");
  EXPECT_EQ(floor.refusal(MarkHand{{"T3"}, 1, {"strict"}, "full_house", true}, "dlr"), "folded_hand_loses");
}

}  // namespace
}  // namespace cardroom::progressive
