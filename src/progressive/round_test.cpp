#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using base::MeterUnits;
using testing::cents;
using testing::dollars;
using testing::Floor;
using testing::meter_cents;
using testing::meter_dollars;
using testing::simple_rules;

// $5 at 7.7777 % is 38.8885 cents, at 1.0001 % 5.0005 cents; at 0.0003 % 0.0015 cents.
TEST(Round, LockAddsContributionsExactToTheUnit) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.levels.push_back(rules.levels[0]);
  rules.levels[1].name = "Minor";
  rules.prizes[1].level = 1;
  rules.levels[0].contribution_ppm = 77'777;
  rules.levels[1].contribution_ppm = 10'001;
  rules.levels[1].reserve_ppm = 3;
  floor.create_link("mega", rules, {dollars(100), dollars(10)});
  floor.place_table("T1", {{"mega"}});
  const Event event = floor.start("T1", "mega", {4}, dollars(5));
  EXPECT_EQ(event.outcome.round, 1U);
  EXPECT_EQ(floor.meter("mega", 0), MeterUnits(10'000'000'000 + 38'888'500));
  EXPECT_EQ(floor.meter("mega", 1), MeterUnits(1'000'000'000 + 5'000'500));
  EXPECT_EQ(floor.level("mega", 1).funds.reserve, MeterUnits(1'500));
  EXPECT_EQ(floor.outside("mega", Account::house), MeterUnits(500'000'000 - 38'888'500 - 5'000'500 - 1'500));
  EXPECT_EQ(floor.outside("mega", Account::players), meter_dollars(-5));
  EXPECT_EQ(floor.outside("mega", Account::house_seed), meter_dollars(-110));
  EXPECT_EQ(floor.level("mega", 1).wagers_in, 1U);
}

// 20 % of $5 is a dollar; one part per million more is not allowed.
TEST(Round, ContributionMayReachTheLargestIncrementAndNotPassIt) {
  for (const bool more : {false, true}) {
    Floor floor;
    LinkRules rules = simple_rules();
    rules.levels[0].increment_max = dollars(1);
    rules.levels[0].contribution_ppm = 150'000;
    rules.levels[0].reserve_ppm = more ? 50'001 : 50'000;
    floor.create_link("mega", rules, {dollars(100)});
    floor.place_table("T1", {{"mega"}});
    EXPECT_EQ(floor.refusal(StartRound{{"T1"}, {{1, {"mega"}, dollars(5)}}}),
              more ? "contribution_unreasonable" : "allowed");
  }
}

TEST(Round, ClosedLinkLeavesTheOtherLinksLocked) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(100)});
  floor.create_link("side", simple_rules(), {dollars(100)});
  floor.place_table("T1", {{"mega"}, {"side"}});
  floor.must(CloseLink{{"side"}, "maintenance"}, "sup");
  const Event event =
      floor.must(StartRound{{"T1"}, {{2, {"mega"}, dollars(1)}, {2, {"side"}, dollars(1)}, {3, {"side"}, dollars(1)}}});
  ASSERT_EQ(event.outcome.left_out.size(), 2U);
  EXPECT_EQ(event.outcome.left_out[0].position, 2);
  EXPECT_EQ(event.outcome.left_out[0].link, LinkId{"side"});
  EXPECT_EQ(event.outcome.left_out[0].refusal.code, RefusalCode::link_not_open);
  EXPECT_EQ(floor.state.tables.at({"T1"}).round->wagers, (std::vector<Wager>{{2, {"mega"}, dollars(1)}}));
  EXPECT_EQ(floor.meter("mega"), meter_cents(10'020));
  EXPECT_EQ(floor.meter("side"), meter_dollars(100));
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(floor.refusal(StartRound{{"T1"}, {{2, {"side"}, dollars(1)}}}), "link_not_open");
}

TEST(Round, ShortBankStopsProgressiveWagersUntilItIsMadeGood) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(100)});
  floor.place_table("T1", {{"mega"}});
  floor.must(RecordBankBalance{cents(9'999), "statement 1"}, "aud");
  EXPECT_TRUE(floor.state.bank.is_short);
  EXPECT_EQ(floor.state.bank.required, meter_dollars(100));
  EXPECT_EQ(floor.refusal(StartRound{{"T1"}, {{1, {"mega"}, dollars(1)}}}), "prize_fund_short");
  floor.must(RecordBankBalance{dollars(100), "statement 2"}, "aud");
  floor.start("T1", "mega", {1});
  // Reserve and what is set apart for a claim are held for players too: 100 + 0.20 are.
  floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(RecordBankBalance{cents(10'020), "statement 3"}, "aud");
  EXPECT_EQ(floor.state.bank.required, meter_cents(10'020 + 200'000));
  EXPECT_TRUE(floor.state.bank.is_short);
}

TEST(Round, EndIsRefusedWhileAClaimIsUndecidedAndAllowedWhenItIsHeld) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "straight_flush");
  EXPECT_EQ(floor.refusal(EndRound{{"T1"}}), "claim_undecided");
  floor.must(AcknowledgeClaim{claim, {}}, "sup");
  EXPECT_EQ(floor.refusal(EndRound{{"T1"}}), "claim_undecided");
  floor.must(HoldClaim{claim, "camera is checked"}, "sup");
  floor.must(EndRound{{"T1"}});
  EXPECT_FALSE(floor.state.tables.at({"T1"}).round);
  EXPECT_EQ(floor.state.claims.size(), 1U);
  EXPECT_EQ(floor.start("T1", "mega", {1}).outcome.round, 2U);
}

// Full house at $5: 250, below the 300 from which a supervisor is needed.
TEST(Round, EndPaysSmallFixedPaysFromTheTrayAndLeavesTheMeter) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2}, dollars(5));
  const ClaimNumber claim = floor.mark("T1", "mega", 2, "full_house");
  EXPECT_EQ(floor.amount(claim), dollars(250));
  const Event end = floor.must(EndRound{{"T1"}});
  EXPECT_EQ(end.outcome.paid, (std::vector<Payment>{{claim, 2, dollars(250), false}}));
  EXPECT_EQ(floor.outside("mega", Account::house_tray), meter_dollars(-250));
  EXPECT_EQ(floor.outside("mega", Account::players), meter_dollars(-10 + 250));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(1002));
  EXPECT_TRUE(floor.state.claims.empty());
}

TEST(Round, VoidDealKeepsTheWagersAndTakesTheMarksAway) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const std::vector<Wager> wagers = floor.state.tables.at({"T1"}).round->wagers;
  const ClaimNumber small = floor.mark("T1", "mega", 2, "full_house");
  const ClaimNumber meter_pay = floor.mark("T1", "mega", 1, "straight_flush");
  EXPECT_EQ(floor.refusal(VoidDeal{{"T1"}, "four cards"}, "dlr"), "claim_undecided");
  floor.must(UnmarkHand{meter_pay}, "dlr");
  const Event event = floor.must(VoidDeal{{"T1"}, "four cards"}, "dlr");
  EXPECT_EQ(event.outcome.dropped, std::vector<ClaimNumber>{small});
  EXPECT_TRUE(event.postings.empty());
  EXPECT_EQ(floor.state.tables.at({"T1"}).round->wagers, wagers);
  EXPECT_TRUE(floor.state.tables.at({"T1"}).round->voided);
  EXPECT_TRUE(floor.state.claims.empty());
  // Dealt again: the same position may win now.
  floor.mark("T1", "mega", 2, "royal_flush");
}

TEST(Round, CancelRefundsAtTheHousesCostAndTheContributionsStay) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2}, dollars(5));
  EXPECT_EQ(floor.refusal(CancelRound{{"T1"}, "fire"}, "dlr"), "role_not_allowed");
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "full_house");
  EXPECT_EQ(floor.refusal(CancelRound{{"T1"}, "fire"}, "sup"), "claim_undecided");
  floor.must(UnmarkHand{claim}, "dlr");
  const Event event = floor.must(CancelRound{{"T1"}, "fire"}, "sup");
  EXPECT_EQ(event.outcome.amount, dollars(10));
  EXPECT_EQ(floor.outside("mega", Account::players), meter_dollars(0));
  EXPECT_EQ(floor.outside("mega", Account::house_refunds), meter_dollars(-10));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(1002));
  EXPECT_FALSE(floor.state.tables.at({"T1"}).round);
}

TEST(Round, ADecidedAwardLetsNeitherVoidNorCancelPass) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  floor.must(ConfirmClaim{floor.mark("T1", "mega", 1, "straight_flush")}, "sup");
  EXPECT_EQ(floor.refusal(CancelRound{{"T1"}, "fire"}, "sup"), "award_in_round");
  EXPECT_EQ(floor.refusal(VoidDeal{{"T1"}, "four cards"}, "dlr"), "award_in_round");
}

TEST(Round, SensorThatChangesAfterTheLockIsAnAlarmAndMovesNoMoney) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1});
  const MeterUnits before = floor.meter("mega");
  EXPECT_TRUE(floor.must(ReportSensor{{"T1"}, {"mega"}, 3, true}).postings.empty());
  EXPECT_TRUE(floor.must(ReportSensor{{"T1"}, {"mega"}, 1, false}).postings.empty());
  EXPECT_EQ(floor.state.tables.at({"T1"}).round->alarms, 2);
  EXPECT_EQ(floor.meter("mega"), before);
}

TEST(Round, MalfunctionIsKeptWithDeviceCauseAndTime) {
  Floor floor;
  const Event event =
      floor.must(ReportMalfunction{{}, "display 3", "SN-17", "no picture", "cable replaced", 90'000}, "sup");
  const auto& kept = std::get<ReportMalfunction>(event.command);
  EXPECT_EQ(kept.serial, "SN-17");
  EXPECT_EQ(kept.out_of_service_ms, 90'000);
  EXPECT_EQ(event.by, StaffId{"sup"});
}

TEST(Round, AnAlarmThatWasSeenIsKeptWithItsNameAndChangesNothingElse) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  const State before = floor.state;
  const Event event = floor.must(AcknowledgeAlarm{AlarmKind::table_lost, {"T1"}, 1'767'225'600'000}, "sup");
  const auto& kept = std::get<AcknowledgeAlarm>(event.command);
  EXPECT_EQ(kept.kind, AlarmKind::table_lost);
  EXPECT_EQ(kept.table, TableId{"T1"});
  EXPECT_EQ(kept.raised_ms, 1'767'225'600'000);
  EXPECT_EQ(event.by, StaffId{"sup"});
  EXPECT_EQ(event.time_ms, floor.time_ms);
  EXPECT_TRUE(event.postings.empty());
  EXPECT_EQ(floor.state, before);
  // Also of a table that has gone meanwhile, and of none.
  floor.must(RemoveTable{{"T1"}}, "exe", "sup");
  EXPECT_EQ(floor.refusal(AcknowledgeAlarm{AlarmKind::table_lost, {"T1"}, 1}, "sup"), "allowed");
  EXPECT_EQ(floor.refusal(AcknowledgeAlarm{AlarmKind::card_locked_out, {}, 1}, "sup"), "allowed");
  EXPECT_EQ(floor.refusal(AcknowledgeAlarm{AlarmKind::table_lost, {"T9"}, 1}, "sup"), "table_unknown");
  EXPECT_EQ(floor.refusal(AcknowledgeAlarm{AlarmKind::table_lost, {}, 0}, "sup"), "amount_out_of_range");
}

}  // namespace
}  // namespace cardroom::progressive
