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

// A meter that no wager changes.
struct Dispute : ::testing::Test {
  Floor floor;
  ClaimNumber claim = 0;

  Dispute() {
    LinkRules rules = simple_rules();
    rules.levels[0].contribution_ppm = 0;
    floor.create_link("mega", rules, {dollars(10'000)});
    floor.place_table("T1", {{"mega"}});
    floor.place_table("T2", {{"mega"}});
    floor.start("T1", "mega", {1, 3, 4});
    claim = floor.mark("T1", "mega", 3, "royal_flush");
  }
};

TEST_F(Dispute, HeldClaimMovesToDisputedAndFreesQueueAndTable) {
  floor.start("T2", "mega", {1});
  const ClaimNumber later = floor.mark("T2", "mega", 1, "royal_flush");
  EXPECT_EQ(floor.refusal(ConfirmClaim{later}, "sup"), "earlier_claim_open");
  EXPECT_EQ(floor.refusal(HoldClaim{later, "why"}, "sup"), "earlier_claim_open");
  floor.must(HoldClaim{claim, "a card was marked"}, "sup");
  EXPECT_EQ(floor.level("mega").disputed, meter_dollars(10'000));
  EXPECT_EQ(floor.level("mega").pending, meter_dollars(2'000));
  // It counts as valid: the later one stands at the reseeded meter.
  EXPECT_EQ(floor.amount(later), dollars(2'000));
  floor.must(ConfirmClaim{later}, "sup");
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(floor.refusal(ConfirmClaim{claim}, "sup"), "claim_decided");
  EXPECT_EQ(floor.refusal(UnmarkHand{claim}, "dlr"), "claim_decided");
}

TEST_F(Dispute, WhyAndByWhomIsKnownWhileItIsHeldAndAfterTheRound) {
  floor.must(HoldClaim{claim, "a card was marked"}, "sup");
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(floor.state.claims.at(claim).held_by, StaffId{"sup"});
  EXPECT_EQ(floor.state.claims.at(claim).held_reason, "a card was marked");
  floor.must(ReleaseClaim{claim, Verdict::reject, "it was"}, "sup");
  EXPECT_FALSE(floor.state.claims.contains(claim));
}

TEST_F(Dispute, ARoundKeepsTheNewestOfItsRejections) {
  for (size_t i = 0; i < rejections_kept; ++i) {
    floor.must(RejectClaim{claim, "misread"}, "sup");
    claim = floor.mark("T1", "mega", 3, "royal_flush");
  }
  floor.must(RejectClaim{claim, "the last"}, "sup");
  const std::vector<Rejection> kept = floor.state.tables.at({"T1"}).round->rejected;
  ASSERT_EQ(kept.size(), rejections_kept);
  EXPECT_EQ(kept.front(), (Rejection{2, {"sup"}, "misread"})) << "the first made room";
  EXPECT_EQ(kept.back(), (Rejection{claim, {"sup"}, "the last"}));
}

TEST_F(Dispute, FinallyRejectedAmountGoesToTheMeterAndTheReseedStands) {
  floor.must(HoldClaim{claim, "a card was marked"}, "sup");
  floor.must(EndRound{{"T1"}});
  floor.must(ReleaseClaim{claim, Verdict::reject, "it was"}, "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(12'000));
  EXPECT_EQ(floor.level("mega").disputed, meter_dollars(0));
  EXPECT_EQ(floor.level("mega").totals.seeds, meter_dollars(2'000));
  EXPECT_EQ(floor.outside("mega", Account::house_envy), meter_dollars(0));
  EXPECT_TRUE(floor.state.claims.empty());
  EXPECT_EQ(floor.refusal(ReleaseClaim{claim, Verdict::pay, "again"}, "sup"), "claim_decided");
}

TEST_F(Dispute, RejectedAmountAboveTheLimitGoesToOverflow) {
  Floor other;
  LinkRules rules = simple_rules();
  rules.levels[0].contribution_ppm = 0;
  rules.levels[0].limit = dollars(10'000);
  other.create_link("mega", rules, {dollars(9'000)});
  other.place_table("T1", {{"mega"}});
  other.place_table("T2", {{"mega"}});
  other.start("T1", "mega", {1});
  other.start("T2", "mega", {1});
  const ClaimNumber held = other.mark("T1", "mega", 1, "royal_flush");
  other.must(HoldClaim{held, "why"}, "sup");
  // A later claim is open when the dispute ends: a tenth of 2,000 is set apart, 1,800 + 9,000 would pass the limit.
  const ClaimNumber later = other.mark("T2", "mega", 1, "straight_flush");
  other.must(ReleaseClaim{held, Verdict::reject, "void"}, "sup");
  EXPECT_EQ(other.amount(later), dollars(200));
  EXPECT_EQ(other.meter("mega"), meter_dollars(10'000));
  EXPECT_EQ(other.level("mega").funds.overflow, meter_dollars(800));
  // Without the later claim the meter would have been 2,000 + 9,000.
  other.must(RejectClaim{later, "no"}, "sup");
  EXPECT_EQ(other.meter("mega"), meter_dollars(10'000));
  EXPECT_EQ(other.level("mega").funds.overflow, meter_dollars(1'000));
}

TEST_F(Dispute, PaidAfterAllPaysTheEnvyOfThatRoundThen) {
  floor.must(HoldClaim{claim, "a card was marked"}, "sup");
  const Event end = floor.must(EndRound{{"T1"}});
  EXPECT_TRUE(end.outcome.envy.empty());
  floor.start("T1", "mega", {6});  // who sits there now has no part in it
  const Event event = floor.must(ReleaseClaim{claim, Verdict::pay, "cards were good"}, "sup");
  EXPECT_EQ(event.outcome.win_page, 1U);
  EXPECT_EQ(event.outcome.paid, (std::vector<Payment>{{claim, 3, dollars(10'000), false}}));
  EXPECT_EQ(event.outcome.envy,
            (std::vector<Payment>{{claim, 1, dollars(1000), false}, {claim, 4, dollars(1000), false}}));
  EXPECT_EQ(floor.outside("mega", Account::house_envy), meter_dollars(-2'000));
  EXPECT_EQ(floor.level("mega").totals.confirmed, meter_dollars(10'000));
  EXPECT_EQ(floor.level("mega").disputed, meter_dollars(0));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'000));
}

TEST_F(Dispute, WhoBetOnAnotherLinkHasNoPartInTheEnvyOfAHeldClaim) {
  floor.create_link("side", simple_rules(), {dollars(1'000)});
  floor.place_table("T3", {{"mega"}, {"side"}});
  floor.must(StartRound{{"T3"}, {{1, {"mega"}, dollars(1)}, {2, {"side"}, dollars(1)}, {3, {"mega"}, dollars(1)}}});
  const ClaimNumber fixed = floor.mark("T3", "mega", 3, "four_of_a_kind");
  floor.must(HoldClaim{fixed, "why"}, "sup");
  floor.must(EndRound{{"T3"}});
  EXPECT_EQ(floor.must(ReleaseClaim{fixed, Verdict::pay, "good"}, "sup").outcome.envy,
            (std::vector<Payment>{{fixed, 1, dollars(10), false}}));
}

TEST_F(Dispute, PaidWhileTheRoundIsOpenPaysEnvyOnce) {
  floor.must(HoldClaim{claim, "a card was marked"}, "sup");
  floor.must(ReleaseClaim{claim, Verdict::pay, "cards were good"}, "sup");
  EXPECT_EQ(floor.refusal(PayEnvy{{"T1"}}), "no_envy_due");
  EXPECT_TRUE(floor.must(EndRound{{"T1"}}).outcome.envy.empty());
  EXPECT_EQ(floor.outside("mega", Account::house_envy), meter_dollars(-2'000));
}

TEST_F(Dispute, HeldFixedPayTouchesNoMeterWhateverItsEnd) {
  const ClaimNumber fixed = floor.mark("T1", "mega", 1, "four_of_a_kind");
  const auto before = floor.meter("mega");
  floor.must(HoldClaim{fixed, "why"}, "sup");
  floor.must(ReleaseClaim{fixed, Verdict::pay, "good"}, "sup");
  EXPECT_EQ(floor.meter("mega"), before);
  EXPECT_EQ(floor.outside("mega", Account::house_tray), meter_dollars(-300));
  EXPECT_EQ(floor.outside("mega", Account::house_envy), meter_dollars(-20));
}

TEST_F(Dispute, RejectedInTheOpenRoundLetsThePositionBeMarkedAgain) {
  floor.must(HoldClaim{claim, "which hand?"}, "sup");
  EXPECT_EQ(floor.refusal(MarkHand{{"T1"}, 3, {"mega"}, "full_house", false}, "dlr"), "position_already_marked");
  floor.must(ReleaseClaim{claim, Verdict::reject, "a full house"}, "sup");
  floor.mark("T1", "mega", 3, "full_house");
}

// 2,000 on the meter and 10,000 in dispute.
TEST_F(Dispute, HeldMoneyIsHeldForPlayers) {
  floor.must(HoldClaim{claim, "a card was marked"}, "sup");
  EXPECT_EQ(held_for_players(floor.state), meter_dollars(12'000));
  floor.must(RecordBankBalance{cents(1'199'999), "statement 1"}, "aud");
  EXPECT_EQ(floor.state.bank.required, meter_dollars(12'000));
  EXPECT_TRUE(floor.state.bank.is_short);
}

}  // namespace
}  // namespace cardroom::progressive
