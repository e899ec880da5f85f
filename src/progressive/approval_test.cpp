// Who must say yes: confirmation, executives, roles, two people, the first generation's missing spot.
#include <gtest/gtest.h>

#include "progressive/testing_floor.h"

namespace cardroom::progressive {
namespace {

using testing::cents;
using testing::dollars;
using testing::Floor;
using testing::meter_dollars;
using testing::simple_rules;

TEST(Approval, IsNeededForSharesAndForPaysFromTheSetAmountOn) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.prizes.push_back({.hand = "just_below", .pays_for_one = 299, .share_ppm = 0, .level = 0, .envy = {}});
  floor.create_link("mega", rules, {dollars(10)});  // a tenth of it is a dollar: a share needs it all the same
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3});
  const auto needs = [&](int position, const char* hand) {
    return needs_confirmation(floor.state, floor.state.claims.at(floor.mark("T1", "mega", position, hand)));
  };
  EXPECT_TRUE(needs(1, "straight_flush"));
  EXPECT_TRUE(needs(2, "four_of_a_kind"));  // 300
  EXPECT_FALSE(needs(3, "just_below"));     // 299
}

TEST(Approval, ExecutiveIsNeededByAmountAndByLevel) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.levels[0].contribution_ppm = 0;
  rules.executive_at = dollars(1'000);
  rules.levels.push_back(rules.levels[0]);
  rules.levels[1].name = "Grand";
  rules.levels[1].executive = true;
  rules.prizes[0].level = 1;
  floor.create_link("mega", rules, {cents(999'990), dollars(5)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3});
  const ClaimNumber below = floor.mark("T1", "mega", 3, "straight_flush");  // 999.99
  const ClaimNumber by_level = floor.mark("T1", "mega", 1, "royal_flush");  // all of $5
  EXPECT_EQ(floor.refusal(ConfirmClaim{by_level}, "sup"), "executive_needed");
  floor.must(ConfirmClaim{by_level}, "exe");
  floor.must(ConfirmClaim{below}, "sup");
  floor.must(AdjustFund{{"mega"}, 0, Fund::meter, cents(100'009), AdjustmentReason::house_addition, "d"}, "exe", "sup");
  const ClaimNumber at = floor.mark("T1", "mega", 2, "straight_flush");  // a tenth of 10,000.00
  EXPECT_EQ(floor.amount(at), dollars(1'000));
  EXPECT_EQ(floor.refusal(ConfirmClaim{at}, "sup"), "executive_needed");
  // What needs an executive to be paid needs one to be released, too.
  floor.must(HoldClaim{at, "why"}, "sup");
  EXPECT_EQ(floor.refusal(ReleaseClaim{at, Verdict::pay, "good"}, "sup"), "executive_needed");
  floor.must(ReleaseClaim{at, Verdict::pay, "good"}, "exe");
}

// From 200.00 on two people, from 1,000.00 on an executive alone.
TEST(Approval, SecondSignatureIsNeededInTheMiddleBand) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.levels[0].contribution_ppm = 0;
  rules.second_signature_at = dollars(200);
  rules.executive_at = dollars(1'000);
  rules.prizes.push_back({.hand = "just_below", .pays_for_one = 199, .share_ppm = 0, .level = 0, .envy = {}});
  rules.prizes.push_back({.hand = "just_there", .pays_for_one = 200, .share_ppm = 0, .level = 0, .envy = {}});
  floor.create_link("mega", rules, {cents(999'999)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3, 4});
  const ClaimNumber small = floor.mark("T1", "mega", 1, "just_below");
  const ClaimNumber fixed = floor.mark("T1", "mega", 2, "just_there");
  const ClaimNumber share = floor.mark("T1", "mega", 4, "straight_flush");  // 999.99
  const ClaimNumber all = floor.mark("T1", "mega", 3, "royal_flush");       // 9,000.00
  // It waits even below the supervisor's amount, 300.
  EXPECT_FALSE(needs_confirmation(floor.state, floor.state.claims.at(small)));
  EXPECT_TRUE(needs_confirmation(floor.state, floor.state.claims.at(fixed)));
  for (const ClaimNumber claim : {fixed, share}) {
    EXPECT_EQ(floor.refusal(ConfirmClaim{claim}, "sup"), "second_person_missing");
    EXPECT_EQ(floor.refusal(ConfirmClaim{claim}, "exe"), "second_person_missing");
    EXPECT_EQ(floor.refusal(ConfirmClaim{claim}, "sup", "sup"), "second_person_same");
    EXPECT_EQ(floor.refusal(ConfirmClaim{claim}, "sup", "nobody"), "staff_unknown");
    EXPECT_EQ(floor.refusal(ConfirmClaim{claim}, "sup", "dlr"), "role_not_allowed");
    EXPECT_EQ(floor.refusal(ConfirmClaim{claim}, "sup", "aud"), "role_not_allowed");
    EXPECT_EQ(floor.refusal(ConfirmClaim{claim}, "dlr", "sup"), "role_not_allowed");
  }
  floor.must(ConfirmClaim{fixed}, "sup", "sup2");
  // What needs two people to be paid needs them to be released, too.
  floor.must(HoldClaim{share, "why"}, "sup");
  EXPECT_EQ(floor.refusal(ReleaseClaim{share, Verdict::pay, "good"}, "sup"), "second_person_missing");
  EXPECT_EQ(floor.must(ReleaseClaim{share, Verdict::pay, "good"}, "sup", "exe").second.text, "exe");
  EXPECT_EQ(floor.refusal(ConfirmClaim{all}, "sup", "sup2"), "executive_needed");
  floor.must(ConfirmClaim{all}, "exe");
}

TEST(Approval, BandOfTwoSignaturesEndsBelowTheExecutivesAmount) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.executive_at = rules.second_signature_at = dollars(1'000);
  const auto create = [&] {
    return floor.refusal(CreateLink{{"mega"}, "", rules, testing::simple_odds(), {dollars(10)}, {}}, "exe", "sup");
  };
  EXPECT_EQ(create(), "amount_out_of_range");
  rules.second_signature_at = cents(-1);
  EXPECT_EQ(create(), "amount_out_of_range");
  rules.second_signature_at = cents(99'999);
  EXPECT_EQ(create(), "allowed");
}

TEST(Approval, AmountForAnExecutiveWaitsEvenBelowTheSupervisorsAmount) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.executive_at = dollars(40);
  floor.create_link("mega", rules, {dollars(10)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1});
  floor.mark("T1", "mega", 1, "full_house");  // 50
  EXPECT_EQ(floor.refusal(EndRound{{"T1"}}), "claim_undecided");
}

// Rows: a command that only some may give; the roles that may, of a(dministrator), e(xecutive), s(upervisor),
// (audit)o(r), d(ealer), t(he table itself). Whoever may gets past the question who he is.
TEST(Roles, EachCommandIsForThoseWhoMay) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2, 3, 4});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "straight_flush");
  const std::pair<CommandBody, std::string> rows[] = {{EnrolStaff{{"new"}, Role::dealer, ""}, "a"},
                                                      {ChangeStaff{{"dlr"}, Role::dealer, "", true}, "a"},
                                                      {OpenLink{{"mega"}}, "aes"},
                                                      {CloseLink{{"mega"}, "why"}, "aes"},
                                                      {StartRound{{"T1"}, {}}, "aesdt"},
                                                      {MarkHand{{"T1"}, 2, {"mega"}, "full_house", false}, "aesdt"},
                                                      {UnmarkHand{99}, "aesdt"},
                                                      {AcknowledgeClaim{claim, {}}, "es"},
                                                      {ConfirmClaim{99}, "es"},
                                                      {RejectClaim{99, "why"}, "es"},
                                                      {HoldClaim{99, "why"}, "es"},
                                                      {ReleaseClaim{99, Verdict::pay, "why"}, "es"},
                                                      {PayEnvy{{"T1"}}, "aesdt"},
                                                      {VoidDeal{{"T1"}, "why"}, "aesdt"},
                                                      {CancelRound{{"T1"}, "why"}, "es"},
                                                      {EndRound{{"T1"}}, "aesdt"},
                                                      {RecordBankBalance{dollars(1'000'000), "doc"}, "aeo"},
                                                      {ReportSensor{{"T1"}, {"mega"}, 1, true}, "aesdt"},
                                                      {ReportMalfunction{{}, "display", "", "dark", "", 0}, "aesdt"},
                                                      {AcknowledgeAlarm{AlarmKind::table_lost, {}, 1}, "aes"}};
  const std::pair<char, const char*> people[] = {{'a', "adm"}, {'e', "exe"}, {'s', "sup"},
                                                 {'o', "aud"}, {'d', "dlr"}, {'t', ""}};
  for (const auto& [body, may] : rows)
    for (const auto& [letter, card] : people) {
      const Command command{"id", {card}, {}, body};
      const auto event = decide(floor.state, command, floor.time_ms);
      const bool past = event || (event.error().code != RefusalCode::role_not_allowed &&
                                  event.error().code != RefusalCode::staff_unknown);
      EXPECT_EQ(past, may.find(letter) != std::string::npos) << command_name(body) << " by " << card;
    }
}

TEST(Roles, MoneyAndConfigurationNeedTwoPeopleOneAboveSupervisor) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(1'000)});
  floor.place_table("T1", {{"mega"}});
  const CommandBody bodies[] = {
      CreateLink{{"new"}, "", simple_rules(), testing::simple_odds(), {dollars(1)}, {}},
      ChangeLink{{"mega"}, "", simple_rules(), testing::simple_odds(), {}},
      RetireLink{{"mega"}},
      PlaceTable{{{"T9"}, "three-card-poker", 6, Keypad::first_generation, {{"mega"}}}},
      ChangeTable{{{"T1"}, "three-card-poker", 5, Keypad::first_generation, {{"mega"}}}},
      RemoveTable{{"T1"}},
      AdjustFund{{"mega"}, 0, Fund::meter, dollars(1), AdjustmentReason::house_addition, "doc"},
      BackOutAward{1, "doc"},
      TransferJackpot{{"mega"}, 0, {"mega"}, 0, "doc"}};
  struct Row {
    const char *by, *second, *code;
  };
  const Row rows[] = {{"exe", "", "second_person_missing"}, {"exe", "exe", "second_person_same"},
                      {"sup", "sup2", "role_not_allowed"},  {"exe", "dlr", "role_not_allowed"},
                      {"dlr", "exe", "role_not_allowed"},   {"exe", "nobody", "staff_unknown"},
                      {"", "exe", "staff_unknown"},         {"aud", "adm", "role_not_allowed"}};
  for (const CommandBody& body : bodies) {
    for (const Row& row : rows)
      EXPECT_EQ(floor.refusal(body, row.by, row.second), row.code) << command_name(body) << " " << row.by;
    for (const auto& [by, second] : {std::pair("sup", "exe"), std::pair("adm", "sup")}) {
      const auto event = decide(floor.state, {"id", {by}, {second}, body}, floor.time_ms);
      if (event) continue;
      EXPECT_NE(event.error().field, "second") << command_name(body);
      EXPECT_NE(event.error().code, RefusalCode::role_not_allowed) << command_name(body);
    }
  }
}

TEST(Staff, TheLastAdministratorCannotBeSwitchedOffOrDemoted) {
  Floor floor;
  EXPECT_EQ(floor.refusal(ChangeStaff{{"adm"}, Role::administrator, "", false}, "adm"), "last_administrator");
  EXPECT_EQ(floor.refusal(ChangeStaff{{"adm"}, Role::executive, "", true}, "adm"), "last_administrator");
  floor.must(EnrolStaff{{"adm2"}, Role::administrator, "Second"}, "adm");
  floor.must(ChangeStaff{{"adm"}, Role::administrator, "", false}, "adm2");
  EXPECT_EQ(floor.refusal(EnrolStaff{{"x"}, Role::dealer, ""}, "adm"), "staff_inactive");
  EXPECT_EQ(floor.refusal(ChangeStaff{{"adm2"}, Role::dealer, "", true}, "adm2"), "last_administrator");
}

TEST(FirstGeneration, PositionComesWithTheKeyAndOrdersTheClaimsThen) {
  Floor floor;
  LinkRules rules = simple_rules();
  rules.levels[0].contribution_ppm = 0;
  floor.create_link("mega", rules, {dollars(10'000)});
  floor.place_table("T1", {{"mega"}}, Keypad::first_generation);
  floor.start("T1", "mega", {1, 4, 6});
  const auto mark = [&](const char* hand) {
    return floor.must(MarkHand{{"T1"}, {}, {"mega"}, hand, false}, "dlr").outcome.claim;
  };
  const ClaimNumber a = mark("royal_flush");
  EXPECT_EQ(floor.refusal(ConfirmClaim{a}, "sup"), "position_needed");
  EXPECT_EQ(floor.refusal(AcknowledgeClaim{a, {}}, "sup"), "position_needed");
  EXPECT_EQ(floor.refusal(HoldClaim{a, "why"}, "sup"), "position_needed");
  EXPECT_EQ(floor.refusal(AcknowledgeClaim{a, 2}, "sup"), "position_did_not_bet");
  const ClaimNumber b = mark("royal_flush");
  EXPECT_EQ(floor.amount(b), dollars(2'000));
  floor.must(AcknowledgeClaim{a, 1}, "sup");
  EXPECT_EQ(floor.refusal(AcknowledgeClaim{b, 1}, "sup"), "position_already_marked");
  EXPECT_EQ(floor.amount(a), dollars(10'000));  // b's position is not known yet, so it comes last
  floor.must(AcknowledgeClaim{b, 6}, "sup");
  EXPECT_EQ(floor.amount(b), dollars(10'000));
  EXPECT_EQ(floor.amount(a), dollars(2'000));
  // A pay without meter or envy needs no position; one with envy does, even below a supervisor's amount.
  const ClaimNumber small = mark("full_house");
  EXPECT_EQ(floor.refusal(MarkHand{{"T1"}, {}, {"mega"}, "full_house", false}, "dlr"), "position_did_not_bet");
  floor.must(AcknowledgeClaim{small, {}}, "sup");
}

TEST(FirstGeneration, DifferentWagersNeedThePositionOnlyWhereThePayDependsOnIt) {
  Floor floor;
  floor.create_link("mega", simple_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}}, Keypad::first_generation);
  floor.must(StartRound{{"T1"}, {{1, {"mega"}, dollars(1)}, {2, {"mega"}, dollars(5)}}});
  EXPECT_EQ(floor.refusal(MarkHand{{"T1"}, {}, {"mega"}, "full_house", false}, "dlr"), "position_needed");
  const ClaimNumber claim = floor.must(MarkHand{{"T1"}, {}, {"mega"}, "royal_flush", false}, "dlr").outcome.claim;
  floor.must(AcknowledgeClaim{claim, 2}, "sup");
  EXPECT_EQ(floor.state.claims.at(claim).wager, dollars(5));
  floor.must(ConfirmClaim{claim}, "sup");
}

}  // namespace
}  // namespace cardroom::progressive
