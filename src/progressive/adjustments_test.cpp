// Adjustments, awards backed out, transfers, the end of a link, changed parameters.
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

LinkRules still_rules() {
  LinkRules rules = simple_rules();
  rules.levels[0].contribution_ppm = 0;
  return rules;
}

AdjustFund change(Fund fund, int64_t dollars_of_change, AdjustmentReason reason) {
  return {{"mega"}, 0, fund, dollars(dollars_of_change), reason, "doc 7"};
}

TEST(Adjustments, FundsFallAndRiseOnlyForTheListedReasons) {
  using Reason = AdjustmentReason;
  struct Row {
    Reason reason;
    Fund fund;
    int64_t change;
    const char* expected;
  };
  const char* no = "reason_not_for_this_change";
  const Row rows[] = {{Reason::display_malfunction, Fund::meter, -5, "allowed"},
                      {Reason::display_malfunction, Fund::meter, 5, "allowed"},
                      {Reason::display_malfunction, Fund::reserve, -5, "allowed"},
                      {Reason::display_malfunction, Fund::meter, 0, no},
                      {Reason::above_maximum, Fund::meter, -5, no},  // the arithmetic never lets it stand above
                      {Reason::above_maximum, Fund::meter, 5, no},
                      {Reason::above_maximum, Fund::reserve, -5, no},
                      {Reason::taken_as_receipts, Fund::meter, -5, no},  // what is displayed is the players'
                      {Reason::taken_as_receipts, Fund::reserve, -5, "allowed"},
                      {Reason::taken_as_receipts, Fund::overflow, -5, "allowed"},
                      {Reason::taken_as_receipts, Fund::overflow, 5, no},
                      {Reason::seed_recovered, Fund::meter, -5, "allowed"},
                      {Reason::seed_recovered, Fund::meter, 5, no},
                      {Reason::seed_recovered, Fund::reserve, -5, no},
                      {Reason::house_addition, Fund::meter, 5, "allowed"},
                      {Reason::house_addition, Fund::overflow, 5, "allowed"},
                      {Reason::house_addition, Fund::meter, -5, no}};
  for (const Row& row : rows) {
    Floor floor;
    LinkRules rules = still_rules();
    rules.levels[0].limit = dollars(3'000);
    floor.create_link("mega", rules, {dollars(2'500)});
    floor.must(change(Fund::reserve, 10, Reason::house_addition), "exe", "sup");
    floor.must(change(Fund::overflow, 10, Reason::house_addition), "exe", "sup");
    EXPECT_EQ(floor.refusal(change(row.fund, row.change, row.reason), "exe", "sup"), row.expected)
        << static_cast<int>(row.reason) << " " << row.change;
  }
}

TEST(Adjustments, KeepBeforeAndAfterAndGoToTheRightAccount) {
  Floor floor;
  floor.create_link("mega", still_rules(), {dollars(2'500)});
  const Event event = floor.must(change(Fund::meter, -40, AdjustmentReason::display_malfunction), "exe", "sup");
  EXPECT_EQ(event.outcome.before, meter_dollars(2'500));
  EXPECT_EQ(event.outcome.after, meter_dollars(2'460));
  EXPECT_EQ(floor.outside("mega", Account::house_receipts), meter_dollars(40));
  floor.must(change(Fund::meter, -60, AdjustmentReason::seed_recovered), "exe", "sup");
  EXPECT_EQ(floor.outside("mega", Account::house_seed), meter_dollars(-2'440));
  EXPECT_EQ(floor.refusal(change(Fund::meter, -2'401, AdjustmentReason::display_malfunction), "exe", "sup"),
            "amount_above_fund");
}

TEST(Adjustments, HouseRecoversNoMoreThanItPutIn) {
  Floor floor;
  LinkRules rules = still_rules();
  rules.levels[0].contribution_ppm = 1'000'000;
  floor.create_link("mega", rules, {dollars(3)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2}, dollars(5));  // 10 of the players' money
  EXPECT_EQ(floor.refusal(change(Fund::meter, -4, AdjustmentReason::seed_recovered), "exe", "sup"),
            "amount_above_fund");
  floor.must(change(Fund::meter, -3, AdjustmentReason::seed_recovered), "exe", "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(10));
}

// Start 10,000, reserve 30, seed 2,000: award 10,000, reseed 2,030; 50 come in; backed out: 10,050 and 30.
TEST(BackOut, ReversesAmountSeedAndReserveAndVoidsThePage) {
  Floor floor;
  LinkRules rules = still_rules();
  rules.levels[0].contribution_ppm = 1'000'000;
  floor.create_link("mega", rules, {dollars(9'999)});
  floor.must(change(Fund::reserve, 30, AdjustmentReason::house_addition), "exe", "sup");
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(ConfirmClaim{claim}, "sup");
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'030));
  for (int i = 0; i < 2; ++i) {
    floor.start("T1", "mega", {1, 2, 3, 4, 5}, dollars(5));
    floor.must(EndRound{{"T1"}});
  }
  EXPECT_EQ(floor.refusal(BackOutAward{claim, ""}, "exe", "sup"), "text_missing");
  const Event event = floor.must(BackOutAward{claim, "doc 9"}, "exe", "sup");
  EXPECT_EQ(event.outcome.win_page, 1U);
  EXPECT_EQ(event.outcome.amount, dollars(10'000));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(10'050));
  EXPECT_EQ(floor.level("mega").funds.reserve, meter_dollars(30));
  EXPECT_EQ(floor.level("mega").totals.seeds, meter_dollars(0));
  EXPECT_EQ(floor.level("mega").totals.confirmed, meter_dollars(0));
  EXPECT_EQ(floor.outside("mega", Account::players), meter_dollars(-51));
  ASSERT_EQ(floor.level("mega").last_hits.size(), 1U);
  EXPECT_TRUE(floor.level("mega").last_hits[0].backed_out);
  EXPECT_EQ(floor.refusal(BackOutAward{claim, "doc 9"}, "exe", "sup"), "award_backed_out");
  // The page keeps its number.
  floor.start("T1", "mega", {1});
  EXPECT_EQ(floor.must(ConfirmClaim{floor.mark("T1", "mega", 1, "royal_flush")}, "sup").outcome.win_page, 2U);
}

TEST(BackOut, AboveTheLimitGoesToOverflowAndBelowZeroIsRefused) {
  Floor floor;
  LinkRules rules = still_rules();
  rules.levels[0].limit = dollars(2'500);
  floor.create_link("mega", rules, {dollars(2'400)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber tenth = floor.mark("T1", "mega", 2, "straight_flush");  // 240
  floor.must(ConfirmClaim{tenth}, "sup");
  floor.must(change(Fund::meter, 300, AdjustmentReason::house_addition), "exe", "sup");  // 2,460
  floor.must(BackOutAward{tenth, "doc"}, "exe", "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'500));
  EXPECT_EQ(floor.level("mega").funds.overflow, meter_dollars(200));
  // 2,500 are won, 2,000 seeded, 1,900 taken off for a malfunction: 100 + 2,500 - 2,000 is still 600.
  const ClaimNumber all = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(ConfirmClaim{all}, "sup");
  floor.must(change(Fund::meter, -1'900, AdjustmentReason::display_malfunction), "exe", "sup");
  floor.must(BackOutAward{all, "doc"}, "exe", "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(600));
  // An award of 600 with a seed of 2,000, of which 1,500 are gone: 500 + 600 - 2,000 is below zero.
  floor.must(EndRound{{"T1"}});
  floor.start("T1", "mega", {1});
  const ClaimNumber small = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(ConfirmClaim{small}, "sup");
  floor.must(change(Fund::meter, -1'500, AdjustmentReason::display_malfunction), "exe", "sup");
  EXPECT_EQ(floor.refusal(BackOutAward{small, "doc"}, "exe", "sup"), "meter_too_low");
}

TEST(BackOut, ReseedOfAnEqualSplitStandsUntilItsLastWinnerIsBackedOut) {
  Floor floor;
  LinkRules rules = still_rules();
  rules.same_round = SameRound::equal_split;
  floor.create_link("mega", rules, {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1, 2});
  const ClaimNumber a = floor.mark("T1", "mega", 2, "royal_flush");
  const ClaimNumber b = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(ConfirmClaim{a}, "sup");
  floor.must(HoldClaim{b, "why"}, "sup");
  EXPECT_EQ(floor.refusal(BackOutAward{a, "doc"}, "exe", "sup"), "claim_open_on_level");
  floor.must(ReleaseClaim{b, Verdict::pay, "good"}, "sup");
  floor.must(BackOutAward{a, "doc"}, "exe", "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(7'000));
  floor.must(BackOutAward{b, "doc"}, "exe", "sup");
  EXPECT_EQ(floor.meter("mega"), meter_dollars(10'000));
  EXPECT_EQ(floor.outside("mega", Account::house_seed), meter_dollars(-10'000));
}

TEST(BackOut, NoMoneyComesBackToARetiredLink) {
  Floor floor;
  LinkRules rules = still_rules();
  rules.levels[0].seed = {};
  floor.create_link("mega", rules, {dollars(100)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(ConfirmClaim{claim}, "sup");
  floor.must(EndRound{{"T1"}});
  floor.must(CloseLink{{"mega"}, "over"}, "sup");
  floor.must(RemoveTable{{"T1"}}, "exe", "sup");
  floor.must(RetireLink{{"mega"}}, "exe", "sup");
  EXPECT_EQ(floor.refusal(BackOutAward{claim, "doc"}, "exe", "sup"), "link_retired");
}

TEST(BackOut, ConfirmedFixedPayGoesBackToTheTray) {
  Floor floor;
  floor.create_link("mega", still_rules(), {dollars(10'000)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "four_of_a_kind");
  floor.must(ConfirmClaim{claim}, "sup");
  EXPECT_EQ(floor.must(BackOutAward{claim, "doc"}, "exe", "sup").outcome.win_page, 1U);
  EXPECT_EQ(floor.outside("mega", Account::house_tray), meter_dollars(0));
  EXPECT_EQ(floor.meter("mega"), meter_dollars(10'000));
}

// Meter 1,500, overflow 7, reserve 3, seed 500: 1,007 and the reserve move, 500 go back to the house.
TEST(Transfer, MovesTheJackpotLessItsSeedAndTheLinkCanBeRetired) {
  Floor floor;
  LinkRules rules = still_rules();
  rules.levels[0].seed = dollars(500);
  floor.create_link("mega", rules, {dollars(1'500)});
  rules.levels[0].limit = dollars(1'100);
  floor.create_link("next", rules, {dollars(100)});
  floor.place_table("T1", {{"mega"}});
  floor.must(change(Fund::reserve, 3, AdjustmentReason::house_addition), "exe", "sup");
  floor.must(change(Fund::overflow, 7, AdjustmentReason::house_addition), "exe", "sup");
  const TransferJackpot transfer{{"mega"}, 0, {"next"}, 0, "doc 3"};
  EXPECT_EQ(floor.refusal(transfer, "exe", "sup"), "link_open");
  floor.start("T1", "mega", {1});
  floor.must(CloseLink{{"mega"}, "moves"}, "sup");
  EXPECT_EQ(floor.refusal(transfer, "exe", "sup"), "table_in_round");  // that round could still win it
  floor.must(EndRound{{"T1"}});
  floor.must(transfer, "exe", "sup");
  EXPECT_EQ(floor.level("mega").funds, Funds{});
  EXPECT_EQ(floor.outside("mega", Account::house_seed), meter_dollars(-1'510 + 500));
  EXPECT_EQ(floor.meter("next"), meter_dollars(1'100));
  EXPECT_EQ(floor.level("next").funds.overflow, meter_dollars(7));
  EXPECT_EQ(floor.level("next").funds.reserve, meter_dollars(3));
  EXPECT_EQ(floor.refusal(RetireLink{{"mega"}}, "exe", "sup"), "link_in_use");
  floor.must(RemoveTable{{"T1"}}, "exe", "sup");
  floor.must(RetireLink{{"mega"}}, "exe", "sup");
  EXPECT_EQ(floor.refusal(OpenLink{{"mega"}}, "sup"), "link_retired");
}

TEST(Transfer, NeedsAWagerInCommonAndASimilarChance) {
  Floor floor;
  LinkRules rules = still_rules();
  const auto create = [&](const char* id, const char* chance, base::Cents wager) {
    rules.wagers = {wager};
    std::vector<GameOdds> odds = {{"three-card-poker", {chance, "1/100", "1/100", "1/100"}}};
    floor.must(CreateLink{{id}, "", rules, odds, {dollars(3'000)}, {}}, "exe", "sup");
  };
  create("mega", "1/600000", dollars(1));
  create("half", "1/1200000", dollars(1));
  create("rarer", "1/1200001", dollars(1));
  create("other", "1/600000", dollars(2));
  EXPECT_EQ(floor.refusal(TransferJackpot{{"mega"}, 0, {"rarer"}, 0, "d"}, "exe", "sup"), "jackpot_not_similar");
  EXPECT_EQ(floor.refusal(TransferJackpot{{"mega"}, 0, {"other"}, 0, "d"}, "exe", "sup"), "jackpot_not_similar");
  EXPECT_EQ(floor.refusal(TransferJackpot{{"rarer"}, 0, {"mega"}, 0, "d"}, "exe", "sup"), "jackpot_not_similar");
  floor.must(TransferJackpot{{"half"}, 0, {"mega"}, 0, "d"}, "exe", "sup");
  floor.must(TransferJackpot{{"mega"}, 0, {"half"}, 0, "d"}, "exe", "sup");
}

// Neither level can be won as a whole: then it is the pays from the meter that must be alike.
TEST(Transfer, ComparesPaysFromTheMeterWhereNoneTakesAllOfIt) {
  Floor floor;
  LinkRules rules = still_rules();
  rules.prizes = {{.hand = "straight_flush", .pays_for_one = 0, .share_ppm = 100'000, .level = 0, .envy = {}}};
  const auto create = [&](const char* id, const char* chance, int64_t share_ppm) {
    rules.prizes[0].share_ppm = share_ppm;
    floor.must(CreateLink{{id}, "", rules, {{"three-card-poker", {chance}}}, {dollars(3'000)}, {}}, "exe", "sup");
  };
  create("mega", "1/1000000", 100'000);
  create("often", "1/2", 999'999);
  create("twice", "1/500000", 999'999);
  create("whole", "1/1000000", 1'000'000);
  EXPECT_EQ(floor.refusal(TransferJackpot{{"mega"}, 0, {"often"}, 0, "d"}, "exe", "sup"), "jackpot_not_similar");
  EXPECT_EQ(floor.refusal(TransferJackpot{{"often"}, 0, {"mega"}, 0, "d"}, "exe", "sup"), "jackpot_not_similar");
  EXPECT_EQ(floor.refusal(TransferJackpot{{"mega"}, 0, {"whole"}, 0, "d"}, "exe", "sup"), "jackpot_not_similar");
  floor.must(TransferJackpot{{"mega"}, 0, {"twice"}, 0, "d"}, "exe", "sup");
}

TEST(Parameters, ChangeOnlyWhileClosedAndALimitIsNotBelowTheMeter) {
  Floor floor;
  floor.create_link("mega", still_rules(), {dollars(2'500)});
  LinkRules rules = still_rules();
  rules.levels[0].limit = cents(249'999);
  const auto command = [&] { return ChangeLink{{"mega"}, "", rules, testing::simple_odds(), {}}; };
  EXPECT_EQ(floor.refusal(command(), "exe", "sup"), "link_open");
  floor.must(CloseLink{{"mega"}, "change"}, "sup");
  EXPECT_EQ(floor.refusal(command(), "exe", "sup"), "limit_below_meter");
  rules.levels[0].limit = dollars(2'500);
  floor.must(command(), "exe", "sup");
  EXPECT_EQ(floor.state.links.at({"mega"}).rules, rules);
  EXPECT_EQ(floor.meter("mega"), meter_dollars(2'500));
}

TEST(Parameters, DoNotChangeUnderARoundOrAClaimThatWaits) {
  Floor floor;
  floor.create_link("mega", still_rules(), {dollars(2'500)});
  floor.place_table("T1", {{"mega"}});
  floor.start("T1", "mega", {1});
  const ClaimNumber claim = floor.mark("T1", "mega", 1, "royal_flush");
  floor.must(CloseLink{{"mega"}, "change"}, "sup");
  const ChangeLink command{{"mega"}, "", still_rules(), testing::simple_odds(), {}};
  EXPECT_EQ(floor.refusal(command, "exe", "sup"), "table_in_round");
  floor.must(HoldClaim{claim, "why"}, "sup");
  floor.must(EndRound{{"T1"}});
  EXPECT_EQ(floor.refusal(command, "exe", "sup"), "claim_open_on_level");
  floor.must(ReleaseClaim{claim, Verdict::reject, "no"}, "sup");
  floor.must(command, "exe", "sup");
}

TEST(Parameters, TheChancesOfAllHandsTogetherAreNotAboveOne) {
  Floor floor;
  std::vector<GameOdds> odds = {{"three-card-poker", {"1/4", "1/4", "1/4", "2/7"}}};
  const auto command = [&] { return CreateLink{{"mega"}, "", still_rules(), odds, {dollars(1)}, {}}; };
  EXPECT_EQ(floor.refusal(command(), "exe", "sup"), "probability_malformed");
  odds[0].probabilities[3] = "1/4";
  floor.must(command(), "exe", "sup");
}

// 4 in 2,598,960 is 1 in 649,740; 1 in 649,741 is not.
TEST(Parameters, DifferentGamesShareALinkOnlyIfTheirExactChancesAgree) {
  Floor floor;
  std::vector<GameOdds> odds = testing::simple_odds();
  const auto command = [&] { return CreateLink{{"mega"}, "", still_rules(), odds, {dollars(1)}, {}}; };
  odds[1].probabilities[0] = "1/649741";
  EXPECT_EQ(floor.refusal(command(), "exe", "sup"), "probabilities_differ");
  odds[1].probabilities[0] = "4/2598960";
  floor.must(command(), "exe", "sup");
  floor.must(PlaceTable{{{"T1"}, "four-card-poker", 6, Keypad::first_generation, {{"mega"}}}}, "exe", "sup");
  EXPECT_EQ(floor.refusal(PlaceTable{{{"T2"}, "roulette", 6, Keypad::first_generation, {{"mega"}}}}, "exe", "sup"),
            "game_not_linked");
}

}  // namespace
}  // namespace cardroom::progressive
