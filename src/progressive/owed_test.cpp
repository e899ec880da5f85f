// What the journal owes players, until it is acknowledged as paid.
#include <gtest/gtest.h>

#include "progressive/keypad.h"
#include "progressive/testing_owed_model.h"
#include "progressive/testing_simulation.h"

namespace cardroom::progressive {
namespace {

using testing::dollars;
using testing::Floor;
using testing::OwedLine;

Floor owing_floor(bool with_tax = false) {
  Floor floor;
  LinkRules rules = testing::simple_rules();
  if (with_tax) rules.tax = {{"2025-01-01", dollars(600), 300, TaxBasis::gross}};
  floor.create_link("mega", rules, {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.place_table("T2", {{"mega"}}, Keypad::first_generation);
  return floor;
}

KeypadView keypad_of(const Floor& floor, const std::string& table = "T1") {
  return view_of(floor.state, {table}, {}, floor.time_ms);
}

// "award 1 10000.00, envy 2 1000.00": what is owed at the table, in the order of the journal.
std::string owed_text(const Floor& floor, const std::string& table = "T1") {
  std::string text;
  for (const OwedView& each : keypad_of(floor, table).owed)
    text += (text.empty() ? "" : ", ") + std::string(boost::describe::enum_to_string(each.kind, "?")) + " " +
            std::to_string(each.position.value_or(0)) + " " + base::to_text(each.amount) +
            (each.earlier ? " earlier" : "");
  return text;
}

ClaimNumber held_royal(Floor& floor) {
  floor.start("T1", "mega", {1, 2, 5});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(HoldClaim{claim, "surveillance review"}, "sup");
  return claim;
}

TEST(Owed, AConfirmedAwardIsOwedUntilEndGame) {
  Floor floor = owing_floor();
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  EXPECT_EQ(owed_text(floor), "");
  floor.must(ConfirmClaim{claim}, "sup");
  EXPECT_EQ(owed_text(floor), "award 1 $10,000.40");
  EXPECT_EQ(keypad_of(floor).seats[1].envy, dollars(1000));
  EXPECT_EQ(keypad_of(floor).next, "Pay the amounts shown, wait for the hand pay, then press END GAME.");
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(owed_text(floor), "");
}

TEST(Owed, ADisputePaidDuringTheRoundOwesEnvyAtTheSeatsUntilEndGame) {
  Floor floor = owing_floor();
  const ClaimNumber claim = held_royal(floor);
  EXPECT_EQ(keypad_of(floor).seats[1].envy, base::Cents());
  const auto pays = envy_pays(floor.state, floor.state.claims.at(claim));
  EXPECT_EQ(pays, (std::vector<EnvyPay>{{2, dollars(1000)}, {5, dollars(1000)}}));
  floor.must(ReleaseClaim{claim, Verdict::pay, "verified on video"}, "sup");
  EXPECT_EQ(owed_text(floor), "award 1 $10,000.60, envy 2 $1,000.00, envy 5 $1,000.00");
  EXPECT_EQ(keypad_of(floor).seats[1].envy, dollars(1000));
  EXPECT_EQ(keypad_of(floor).seats[4].envy, dollars(1000));
  EXPECT_EQ(keypad_of(floor).seats[0].envy, base::Cents());
  EXPECT_EQ(keypad_of(floor).next, "Pay the amounts shown, wait for the hand pay, then press END GAME.");
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(owed_text(floor), "");
}

TEST(Owed, ADisputePaidAfterTheRoundIsOwedUntilItIsAcknowledged) {
  Floor floor = owing_floor();
  const ClaimNumber claim = held_royal(floor);
  floor.must(EndRound{{"T1"}});
  floor.must(ReleaseClaim{claim, Verdict::pay, "verified on video"}, "sup");
  EXPECT_EQ(owed_text(floor), "award 1 $10,000.60 earlier, envy 2 $1,000.00 earlier, envy 5 $1,000.00 earlier");
  EXPECT_EQ(keypad_of(floor).next,
            "Pay what an earlier round owes and mark it PAID, or press START GAME to lock all lit bets.");
  // A round that is played since does not acknowledge it, nor do its seats show it as their own envy.
  floor.start("T1", "mega", {2});
  EXPECT_EQ(keypad_of(floor).seats[1].envy, base::Cents());
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(owed_text(floor), "award 1 $10,000.60 earlier, envy 2 $1,000.00 earlier, envy 5 $1,000.00 earlier");

  const Event event = floor.must(AcknowledgePayment{{"T1"}, 1, claim, 5});
  EXPECT_EQ(event.outcome.acknowledged, (std::vector<Payment>{{claim, 5, dollars(1000), false}}));
  EXPECT_EQ(event.outcome.amount, dollars(1000));
  EXPECT_TRUE(event.postings.empty());
  EXPECT_EQ(owed_text(floor), "award 1 $10,000.60 earlier, envy 2 $1,000.00 earlier");
  floor.must(AcknowledgePayment{{"T1"}, 1, 0, std::nullopt}, "sup");
  EXPECT_EQ(owed_text(floor), "");
  EXPECT_EQ(floor.refusal(AcknowledgePayment{{"T1"}, 1, claim, 5}), "nothing_owed");
}

TEST(Owed, AHandPayIsAcknowledgedByASupervisorOrExecutiveOnly) {
  Floor floor = owing_floor();
  const ClaimNumber claim = held_royal(floor);
  floor.must(EndRound{{"T1"}});
  floor.must(ReleaseClaim{claim, Verdict::pay, "verified on video"}, "sup");
  const AcknowledgePayment award{{"T1"}, 1, claim, 1};
  EXPECT_EQ(floor.refusal(award), "staff_unknown");
  EXPECT_EQ(floor.refusal(award, "dlr"), "role_not_allowed");
  EXPECT_EQ(floor.refusal(award, "adm"), "role_not_allowed");
  EXPECT_EQ(floor.refusal(AcknowledgePayment{{"T1"}, 1, claim, std::nullopt}, "dlr"), "role_not_allowed");
  EXPECT_EQ(floor.refusal(AcknowledgePayment{{"T1"}, 1, claim, 2}, "aud"), "role_not_allowed");
  EXPECT_EQ(floor.refusal(AcknowledgePayment{{"T9"}, 1, claim, 2}, "sup"), "table_unknown");
  EXPECT_EQ(floor.refusal(AcknowledgePayment{{"T1"}, 2, claim, 2}, "sup"), "nothing_owed");
  EXPECT_EQ(floor.refusal(AcknowledgePayment{{"T2"}, 1, claim, 2}, "sup"), "nothing_owed");
  EXPECT_EQ(floor.refusal(award, "exe"), "allowed");
}

TEST(Owed, ACanceledRoundOwesEveryWagerBack) {
  Floor floor = owing_floor();
  floor.must(StartRound{{"T1"}, {{3, {"mega"}, dollars(1)}, {4, {"mega"}, dollars(5)}}});
  floor.must(CancelRound{{"T1"}, "fire alarm"}, "sup");
  EXPECT_EQ(owed_text(floor), "refund 3 $1.00 earlier, refund 4 $5.00 earlier");
  floor.must(AcknowledgePayment{{"T1"}, 1, 0, 4});
  EXPECT_EQ(owed_text(floor), "refund 3 $1.00 earlier");
  floor.must(AcknowledgePayment{{"T1"}, 1, 0, std::nullopt}, "dlr");
  EXPECT_EQ(owed_text(floor), "");
}

// Envy that was posted stays owed: the back-out does not take it back.
TEST(Owed, AnAwardThatIsBackedOutIsNotOwedAnyMore) {
  Floor floor = owing_floor();
  const ClaimNumber claim = held_royal(floor);
  floor.must(ReleaseClaim{claim, Verdict::pay, "verified on video"}, "sup");
  floor.must(BackOutAward{claim, "report 7"}, "exe", "sup");
  EXPECT_EQ(owed_text(floor), "envy 2 $1,000.00, envy 5 $1,000.00");
  EXPECT_EQ(keypad_of(floor).seats[0].fixed_pay, base::Cents());
}

TEST(Owed, AConfirmedTrayPayIsTheSeatsFixedPayUntilItIsPaid) {
  Floor floor = owing_floor();
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber claim = floor.mark("T1", "mega", 2, "four_of_a_kind");
  floor.must(ConfirmClaim{claim}, "sup");
  EXPECT_EQ(keypad_of(floor).seats[1].fixed_pay, dollars(300));
  EXPECT_EQ(keypad_of(floor).seats[0].envy, dollars(10));
  // Paid before END GAME: the others' envy is still due.
  floor.must(AcknowledgePayment{{"T1"}, 1, claim, 2});
  EXPECT_EQ(keypad_of(floor).seats[1].fixed_pay, base::Cents());
  EXPECT_EQ(keypad_of(floor).seats[0].envy, dollars(10));
}

TEST(Owed, SaysWhetherATaxRuleDecidedTheForm) {
  for (const bool configured : {false, true}) {
    Floor floor = owing_floor(configured);
    floor.start("T1", "mega", {1, 2});
    const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
    floor.must(ConfirmClaim{claim}, "sup");
    EXPECT_EQ(keypad_of(floor).owed.at(0).tax, configured ? std::optional(true) : std::nullopt);
  }
  // A rule that begins later has decided nothing yet.
  LinkRules rules = testing::simple_rules();
  rules.tax = {{"2030-01-01", dollars(600), 300, TaxBasis::gross}};
  EXPECT_FALSE(has_tax_rule(rules, 1'767'225'600'000));
}

TEST(Owed, TheKeyPaidIsOnBothKeypadsAndForEarlierRoundsOnly) {
  Floor floor = owing_floor();
  const ClaimNumber claim = held_royal(floor);
  const Key key{.kind = KeyKind::paid, .position = 5, .round = 1, .claim = claim};
  EXPECT_EQ(press(floor.state, {"T1"}, {}, key).error().code, RefusalCode::key_not_now);
  floor.must(EndRound{{"T1"}});
  for (const char* table : {"T1", "T2"}) {
    const auto pressed = press(floor.state, {table}, {}, key);
    ASSERT_TRUE(pressed);
    const auto& body = std::get<AcknowledgePayment>(pressed->commands.at(0).body);
    EXPECT_EQ(body.table, TableId{table});
    EXPECT_EQ(body.round, 1u);
    EXPECT_EQ(body.claim, claim);
    EXPECT_EQ(body.position, 5);
    EXPECT_TRUE(pressed->commands.at(0).by.empty());
  }
}

// Version 0.1 could not acknowledge anything: what it posted after a round counts as paid, before its start is read and
// after. What an open round owes waits for END GAME as ever.
TEST(Owed, NothingThatVersion01PostedAfterARoundStaysOwed) {
  Floor floor = owing_floor();
  const auto start_of = [&](const std::string& version) {
    Event event{floor.time_ms, {}, {}, RecordStart{version, "", "", 0, ""}, {}, {}};
    EXPECT_TRUE(apply(floor.state, event));
    EXPECT_FALSE(find_broken_law_after(floor.state, &event));
  };
  floor.start("T1", "mega", {3});
  floor.must(CancelRound{{"T1"}, "fire alarm"}, "sup");
  EXPECT_EQ(owed_text(floor), "refund 3 $1.00 earlier");
  start_of("0.1.0");
  EXPECT_EQ(owed_text(floor), "");
  floor.start("T1", "mega", {4});
  floor.must(CancelRound{{"T1"}, "fire alarm"}, "sup");
  EXPECT_EQ(owed_text(floor), "");
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "straight_flush");
  floor.must(ConfirmClaim{claim}, "sup");
  start_of("0.2.0");
  EXPECT_EQ(owed_text(floor), "award 1 $1,000.08");
  floor.must(EndRound{{"T1"}});
  floor.start("T1", "mega", {5});
  floor.must(CancelRound{{"T1"}, "fire alarm"}, "sup");
  EXPECT_EQ(owed_text(floor), "refund 5 $1.00 earlier");
}

std::vector<OwedLine> owed_on_keypads(const State& state) {
  std::vector<OwedLine> lines;
  for (const auto& [id, table] : state.tables)
    for (const OwedView& each : view_of(state, id, {}, 0).owed)
      lines.push_back({boost::describe::enum_to_string(each.kind, "?"), each.table.text, each.round, each.claim,
                       each.position.value_or(0), each.amount.value()});
  std::ranges::sort(lines);
  return lines;
}

// The law: over random histories every keypad shows exactly what a slow count of the events says is unpaid.
TEST(Owed, EveryKeypadShowsExactlyWhatTheEventsOwe) {
  std::map<std::string, int> acknowledged;
  size_t most = 0;
  for (uint64_t key = 201; key <= 220; ++key) {
    testing::Simulation simulation(key);
    for (int step = 1; step <= 800; ++step) {
      const std::string what = simulation.step();
      if (HasFailure()) FAIL() << "key " << key << ", step " << step << ", " << what;
      const auto expected = testing::owed_after(simulation.events());
      ASSERT_EQ(owed_on_keypads(simulation.state()), expected) << "key " << key << ", step " << step << ", " << what;
      most = std::max(most, expected.size());
      if (what != "acknowledge_payment") continue;
      for (const Payment& payment : simulation.last_event.outcome.acknowledged)
        ++acknowledged[payment.claim == 0 ? "refund" : "claim"];
    }
  }
  // Histories in which nothing is owed prove nothing.
  EXPECT_GE(most, 10u);
  EXPECT_GE(acknowledged["claim"], 50);
  EXPECT_GE(acknowledged["refund"], 20);
}

}  // namespace
}  // namespace cardroom::progressive
