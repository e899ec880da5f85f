#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::cents;
using testing::dollars;
using testing::Floor;
using testing::meter_dollars;
using testing::simple_rules;

TEST(Envy, GoesToEveryOtherPositionOfTheLinkAtTheTableAndNotToTheWinner) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.create_link("side", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}, {"side"}});
  floor.place_table("T2", {{"mega"}});
  floor.start("T2", "mega", {1, 2});
  floor.must(StartRound{{"T1"},
                        {{1, {"mega"}, dollars(1)},
                         {2, {"side"}, dollars(1)},  // bets on another link only
                         {3, {"mega"}, dollars(5)},
                         {5, {"mega"}, dollars(1)}}});
  const ClaimNumber claim = floor.mark("T1", "mega", 3, "four_of_a_kind");
  EXPECT_EQ(floor.refusal(PayEnvy{{"T1"}}), "no_envy_due");  // 1,500 waits for a supervisor
  floor.must(ConfirmClaim{claim}, "sup");
  const Event event = floor.must(PayEnvy{{"T1"}});
  EXPECT_EQ(event.outcome.envy, (std::vector<Payment>{{claim, 1, dollars(10), false}, {claim, 5, dollars(10), false}}));
  EXPECT_EQ(floor.outside("mega", Account::house_envy), meter_dollars(-20));
  EXPECT_EQ(floor.refusal(PayEnvy{{"T1"}}), "no_envy_due");
  EXPECT_TRUE(floor.must(EndRound{{"T1"}}).outcome.envy.empty());
}

TEST(Envy, IsMultipliedByTheRecipientsWagerWhereTheLinkSaysSo) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.envy_scale = EnvyScale::times_wager;
  rules.wagers = {cents(50), dollars(1), dollars(5)};
  floor.create_link("mega", rules, {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.must(StartRound{
      {"T1"},
      {{1, {"mega"}, dollars(5)}, {2, {"mega"}, dollars(1)}, {3, {"mega"}, dollars(5)}, {4, {"mega"}, cents(50)}}});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "straight_flush");
  floor.must(ConfirmClaim{claim}, "sup");
  const Event end = floor.must(EndRound{{"T1"}});
  EXPECT_EQ(end.outcome.envy,
            (std::vector<Payment>{
                {claim, 2, dollars(300), false}, {claim, 3, dollars(1500), false}, {claim, 4, dollars(150), false}}));
}

TEST(Envy, EachOfSeveralHandsPaysEveryOtherPosition) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3});
  const ClaimNumber a = floor.mark("T1", "mega", 1, "four_of_a_kind");
  const ClaimNumber b = floor.mark("T1", "mega", 3, "four_of_a_kind");
  floor.must(ConfirmClaim{a}, "sup");
  floor.must(ConfirmClaim{b}, "sup");
  const Event end = floor.must(EndRound{{"T1"}});
  EXPECT_EQ(end.outcome.envy, (std::vector<Payment>{{a, 2, dollars(10), false},
                                                    {a, 3, dollars(10), false},
                                                    {b, 1, dollars(10), false},
                                                    {b, 2, dollars(10), false}}));
}

// The wager of a position that folded stays locked in, and no command tells the game manager of the fold: only a marked
// hand can be folded, and that is its own.
TEST(Envy, FoldedBettorsReceiveItAndAFoldedHandThatWinsTriggersIt) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber claim = floor.must(MarkHand{{"T1"}, 1, {"mega"}, "four_of_a_kind", true}, "dlr").outcome.claim;
  floor.must(ConfirmClaim{claim}, "sup");
  EXPECT_EQ(floor.must(EndRound{{"T1"}}).outcome.envy, (std::vector<Payment>{{claim, 2, dollars(10), false}}));
}

TEST(Envy, RejectedHandTriggersNone) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  floor.must(RejectClaim{floor.mark("T1", "mega", 1, "royal_flush"), "no"}, "sup");
  EXPECT_TRUE(floor.must(EndRound{{"T1"}}).outcome.envy.empty());
}

TEST(Envy, HandBelowConfirmationPaysItWithoutASupervisorAndCannotBeUnmarkedThen) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.prizes[3].envy = dollars(2);
  floor.create_link("mega", rules, {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "full_house");
  EXPECT_EQ(floor.must(PayEnvy{{"T1"}}).outcome.envy, (std::vector<Payment>{{claim, 2, dollars(2), false}}));
  EXPECT_EQ(floor.refusal(UnmarkHand{claim}, "dlr"), "claim_decided");
  EXPECT_EQ(floor.refusal(CancelRound{{"T1"}, "fire"}, "sup"), "award_in_round");
  const Event end = floor.must(EndRound{{"T1"}});
  EXPECT_EQ(end.outcome.paid.size(), 1U);
  EXPECT_TRUE(end.outcome.envy.empty());
}

// 1767225600000 ms is 2026-01-01 00:00 UTC.
TEST(TaxFlag, NeedsAmountAndMultipleByTheRuleOfTheDay) {
  constexpr int64_t new_year_ms = 1'767'225'600'000;
  LinkRules rules = simple_rules();
  rules.tax = {{.from = "2020-01-01", .amount = dollars(600), .wagers = 300, .basis = TaxBasis::gross},
               {.from = "2026-01-01", .amount = dollars(2000), .wagers = 300, .basis = TaxBasis::net_of_wager}};
  struct Row {
    int64_t time_ms, amount_cents, wager_cents;
    bool flagged;
  };
  const Row rows[] = {
      {new_year_ms - 1, 60'000, 100, true},        // 600 is 600 times 1
      {new_year_ms - 1, 59'999, 100, false},       // too little
      {new_year_ms - 1, 60'000, 200, true},        // exactly 300 times
      {new_year_ms - 1, 60'000, 500, false},       // 120 times
      {new_year_ms, 60'000, 100, false},           // another rule since today
      {new_year_ms, 200'000, 100, false},          // 1,999 net
      {new_year_ms, 200'100, 100, true},           // 2,000 net
      {new_year_ms, 200'000, 0, true},             // no wager: envy to one who bet nothing cannot be, yet it is defined
      {1'577'836'799'999, 10'000'000, 100, false}  // 2019: none yet
  };
  for (const Row& row : rows)
    EXPECT_EQ(is_taxable(rules, row.time_ms, cents(row.amount_cents), cents(row.wager_cents)), row.flagged)
        << row.time_ms << " " << row.amount_cents;
  rules.tax.clear();
  EXPECT_FALSE(is_taxable(rules, new_year_ms, dollars(1'000'000), dollars(1)));
}

TEST(TaxFlag, IsSetOnAwardsFixedPaysAndEnvy) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.tax = {{.from = "2020-01-01", .amount = dollars(600), .wagers = 300, .basis = TaxBasis::gross}};
  floor.create_link("mega", rules, {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.must(StartRound{{"T1"}, {{1, {"mega"}, dollars(1)}, {2, {"mega"}, dollars(5)}, {3, {"mega"}, dollars(1)}}});
  EXPECT_TRUE(floor.must(ConfirmClaim{floor.mark("T1", "mega", 3, "royal_flush")}, "sup").outcome.paid[0].tax);
  // 1,500 for a wager of 5: 300 times.
  EXPECT_TRUE(floor.must(ConfirmClaim{floor.mark("T1", "mega", 2, "four_of_a_kind")}, "sup").outcome.paid[0].tax);
  // Envy of 1,000 is 1,000 times the dollar of position 1 and 200 times the five of position 2.
  const Event end = floor.must(EndRound{{"T1"}});
  ASSERT_EQ(end.outcome.envy.size(), 4U);
  EXPECT_EQ(end.outcome.envy[0].position, 1);
  EXPECT_TRUE(end.outcome.envy[0].tax);
  EXPECT_EQ(end.outcome.envy[1].position, 2);
  EXPECT_FALSE(end.outcome.envy[1].tax);
}

TEST(Envy, IsNotOwedForAnAwardThatWasBackedOut) {
  Floor floor;
  floor.create_link("mega", testing::simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3});
  const ClaimNumber claim = floor.mark("T1", "mega", 2, "royal_flush");
  floor.must(ConfirmClaim{claim}, "sup");
  floor.must(BackOutAward{claim, "the hand was wrong"}, "exe", "sup");
  EXPECT_TRUE(floor.must(EndRound{{"T1"}}).outcome.envy.empty());
}

// Envy of a royal flush is 1,000, of a straight flush 300: whoever had 300 for the hand gets 700 more, and 1,000 for
// the hand are enough for whatever it is said to be next.
TEST(Envy, ThatWasPaidForAHandCountsWhenTheHandIsMarkedAgainAfterABackOut) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3});
  const auto pay = [&](const char* hand) {
    const ClaimNumber claim = floor.mark("T1", "mega", 1, hand);
    floor.must(ConfirmClaim{claim}, "sup");
    return claim;
  };
  const auto back_out = [&](ClaimNumber claim) { floor.must(BackOutAward{claim, "doc"}, "exe", "sup"); };
  const ClaimNumber straight = pay("straight_flush");
  EXPECT_EQ(floor.must(PayEnvy{{"T1"}}).outcome.envy,
            (std::vector<Payment>{{straight, 2, dollars(300), false}, {straight, 3, dollars(300), false}}));
  back_out(straight);
  const ClaimNumber same = pay("straight_flush");
  EXPECT_EQ(floor.refusal(PayEnvy{{"T1"}}), "no_envy_due");
  back_out(same);
  const ClaimNumber royal = pay("royal_flush");
  EXPECT_EQ(floor.must(PayEnvy{{"T1"}}).outcome.envy,
            (std::vector<Payment>{{royal, 2, dollars(700), false}, {royal, 3, dollars(700), false}}));
  back_out(royal);
  pay("straight_flush");
  EXPECT_TRUE(floor.must(EndRound{{"T1"}}).outcome.envy.empty());
  EXPECT_EQ(floor.outside("mega", Account::house_envy), meter_dollars(-2000));
}

TEST(Envy, ThatWasPaidForAHandDoesNotCountForAnotherPositionsHand) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber wrong = floor.mark("T1", "mega", 1, "four_of_a_kind");
  floor.must(ConfirmClaim{wrong}, "sup");
  floor.must(PayEnvy{{"T1"}});
  floor.must(BackOutAward{wrong, "doc"}, "exe", "sup");
  const ClaimNumber right = floor.mark("T1", "mega", 2, "four_of_a_kind");
  floor.must(ConfirmClaim{right}, "sup");
  EXPECT_EQ(floor.must(EndRound{{"T1"}}).outcome.envy, (std::vector<Payment>{{right, 1, dollars(10), false}}));
}

// The round is over and its claims forgotten when the dispute ends; the envy of before still counts.
TEST(Envy, ThatWasPaidForAHandCountsWhenTheNewClaimIsPaidAfterADispute) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3});
  const ClaimNumber first = floor.mark("T1", "mega", 1, "straight_flush");
  floor.must(ConfirmClaim{first}, "sup");
  floor.must(PayEnvy{{"T1"}});
  floor.must(BackOutAward{first, "doc"}, "exe", "sup");
  const ClaimNumber again = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(HoldClaim{again, "the camera is looked at"}, "sup");
  floor.must(EndRound{{"T1"}});
  floor.start("T1", "mega", {4});
  EXPECT_EQ(floor.must(ReleaseClaim{again, Verdict::pay, "yes"}, "sup").outcome.envy,
            (std::vector<Payment>{{again, 2, dollars(700), false}, {again, 3, dollars(700), false}}));
  EXPECT_TRUE(floor.state.claims.empty());
}

// Envy of 10, then 300, then 1,000 for the same hand: each award raises the others to its own envy, so 300 is what they
// had before the last one.
TEST(Envy, OfAHandClaimedThreeTimesIsTheDifferenceToTheLargestBefore) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  std::vector<base::Cents> paid;
  for (const char* hand : {"four_of_a_kind", "straight_flush", "royal_flush"}) {
    const ClaimNumber claim = floor.mark("T1", "mega", 1, hand);
    floor.must(ConfirmClaim{claim}, "sup");
    paid.push_back(floor.must(PayEnvy{{"T1"}}).outcome.envy.at(0).amount);
    floor.must(BackOutAward{claim, "doc"}, "exe", "sup");
  }
  EXPECT_EQ(paid, (std::vector<base::Cents>{dollars(10), dollars(290), dollars(700)}));
}

// At a wager of 2.50, envy of 0.33 is 0.825 and was paid as 0.82; envy of 0.66 is 1.65, so 0.83 is left.
TEST(Envy, ThatIsRaisedPaysTheDifferenceOfWhatEachHandPaysInCents) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.envy_scale = EnvyScale::times_wager;
  rules.wagers = {cents(250)};
  rules.prizes[1].envy = cents(33);
  rules.prizes[0].envy = cents(66);
  floor.create_link("mega", rules, {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2}, cents(250));
  const ClaimNumber first = floor.mark("T1", "mega", 1, "straight_flush");
  floor.must(ConfirmClaim{first}, "sup");
  EXPECT_EQ(floor.must(PayEnvy{{"T1"}}).outcome.envy, (std::vector<Payment>{{first, 2, cents(82), false}}));
  floor.must(BackOutAward{first, "doc"}, "exe", "sup");
  const ClaimNumber second = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(ConfirmClaim{second}, "sup");
  EXPECT_EQ(floor.must(PayEnvy{{"T1"}}).outcome.envy, (std::vector<Payment>{{second, 2, cents(83), false}}));
}

// 300 for 1 is a taxable amount that needs no supervisor here.
TEST(TaxFlag, IsSetOnAPayThatEndsWithTheRound) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.confirm_at = dollars(10'000);
  rules.tax = {{.from = "2020-01-01", .amount = dollars(300), .wagers = 300, .basis = TaxBasis::gross}};
  floor.create_link("mega", rules, {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber four = floor.mark("T1", "mega", 1, "four_of_a_kind");
  const ClaimNumber full = floor.mark("T1", "mega", 2, "full_house");
  EXPECT_EQ(floor.must(EndRound{{"T1"}}).outcome.paid,
            (std::vector<Payment>{{four, 1, dollars(300), true}, {full, 2, dollars(50), false}}));
}

}  // namespace
}  // namespace cardroom::progressive
