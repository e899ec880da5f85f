#include "progressive/judgement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cardroom::progressive {
namespace {

using base::Cents;
using base::Rational;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The multi-game link on five cards: counts of the 2,598,960 hands, pays and envy as printed for paytable 01.
constexpr int64_t hands = 2'598'960;

LinkRules link_01() {
  LinkRules rules;
  rules.paytable = "LINK-01";
  rules.levels = {{.name = "Mega",
                   .seed = Cents(1'000'000),
                   .contribution_ppm = 150'000,
                   .reserve_ppm = 10'000,
                   .limit = {},
                   .overflow = OverflowUse::kept,
                   .increment_max = Cents(100'000),
                   .executive = false}};
  rules.prizes = {
      {.hand = "royal_flush", .pays_for_one = 0, .share_ppm = 1'000'000, .level = 0, .envy = Cents(100'000)},
      {.hand = "straight_flush", .pays_for_one = 0, .share_ppm = 100'000, .level = 0, .envy = Cents(30'000)},
      {.hand = "four_of_a_kind", .pays_for_one = 300, .share_ppm = 0, .level = 0, .envy = {}},
      {.hand = "full_house", .pays_for_one = 50, .share_ppm = 0, .level = 0, .envy = {}},
      {.hand = "flush", .pays_for_one = 40, .share_ppm = 0, .level = 0, .envy = {}},
      {.hand = "straight", .pays_for_one = 30, .share_ppm = 0, .level = 0, .envy = {}},
      {.hand = "three_of_a_kind", .pays_for_one = 9, .share_ppm = 0, .level = 0, .envy = {}}};
  rules.wagers = {Cents(100), Cents(500)};
  rules.envy_scale = EnvyScale::times_wager;
  rules.confirm_at = Cents(100'000);
  return rules;
}

std::vector<GameOdds> five_card_odds() {
  GameOdds game{"caribbean-stud", {}};
  for (const int64_t count : {4, 36, 624, 3744, 5108, 10200, 54912})
    game.probabilities.push_back(std::to_string(count) + "/" + std::to_string(hands));
  return {game};
}

std::vector<std::string> advice_on(const LinkRules& rules, const JudgementOptions& options = {}) {
  const auto judgement = judge(rules, five_card_odds(), options);
  EXPECT_TRUE(judgement) << judgement.error().text;
  return judgement ? judgement->advice : std::vector<std::string>{};
}

// 300 x 624 + 50 x 3,744 + 40 x 5,108 + 30 x 10,200 + 9 x 54,912 = 1,378,928 in 2,598,960 hands.
TEST(Judgement, FixedReturnIsCountedExactly) {
  EXPECT_EQ(fixed_return(link_01(), five_card_odds()[0]), Rational(1'378'928, hands));
}

// Four others: 4 x (1,000 x 4 + 300 x 36) = 59,200. At $1 the seed of 10,000 costs 4 x 10,000 = 40,000 hands' worth, at
// $5 a fifth of it. 16 % are contributed. In 2,598,960ths: 2,598,960 - 1,378,928 - 415,833.6 - 40,000 - 59,200.
TEST(Judgement, HouseAdvantageFollowsTheFormula) {
  const GameOdds odds = five_card_odds()[0];
  EXPECT_EQ(house_advantage(link_01(), odds, Cents(100), 4), Rational(7'049'984, 10 * hands));
  EXPECT_EQ(house_advantage(link_01(), odds, Cents(500), 4), Rational(7'049'984 + 320'000, 10 * hands));
  EXPECT_EQ(house_advantage(link_01(), odds, Cents(100), 0), Rational(7'049'984 + 592'000, 10 * hands));
  const auto judgement = judge(link_01(), five_card_odds());
  ASSERT_TRUE(judgement);
  const Rational expected(7'049'984, 10 * hands);
  EXPECT_THAT(judgement->figures,
              Contains(Figure{"house_advantage $1.00 others 4", base::to_text(expected), "0.271262"}));
  EXPECT_THAT(judgement->figures, Contains(Figure{"award_chance Mega", "1/649740", "0.000002"}));
  EXPECT_THAT(judgement->figures, Contains(Figure{"largest_fixed_award", "1500", "1500.000000"}));
  EXPECT_THAT(judgement->advice, IsEmpty());
}

// Flat envy weighs less on a larger wager: 59,200 at $1, 11,840 at $5.
TEST(Judgement, FlatEnvyIsSharedByTheWager) {
  LinkRules rules = link_01();
  rules.envy_scale = EnvyScale::flat;
  EXPECT_EQ(envy_return(rules, five_card_odds()[0], Cents(100), 4), Rational(59'200, hands));
  EXPECT_EQ(envy_return(rules, five_card_odds()[0], Cents(500), 4), Rational(11'840, hands));
}

// The variant with a straight-flush envy of $5,000: its fixed pays and four envies alone return 81 %.
TEST(Judgement, EnvyOfFiveThousandReturnsEightyOnePercentAndIsToldWhenTheHouseLoses) {
  LinkRules rules = link_01();
  rules.prizes[1].envy = Cents(500'000);
  const GameOdds odds = five_card_odds()[0];
  const Rational alone = fixed_return(rules, odds) + envy_return(rules, odds, Cents(100), 4);
  EXPECT_EQ(base::to_decimal(alone * 100, 0), "81");
  rules.levels[0].contribution_ppm = 300'000;
  // 1 - 0.813759 - 0.31 - 0.015391 = -0.139150 at $1 with four others.
  EXPECT_THAT(advice_on(rules), Contains("The house loses 13.92 % of every wager of $1.00 with 4 other players; fixed "
                                         "pays and envy alone return 81.38 %."));
}

TEST(Judgement, AllPaysDeductedNeedSeventyPercent) {
  LinkRules rules = link_01();
  rules.deduction = Deduction::all_pays;
  rules.levels[0].contribution_ppm = 699'999;
  EXPECT_THAT(advice_on(rules), Contains(HasSubstr("may run dry; the fixed pays alone take 53.06 %")));
  EXPECT_THAT(advice_on(rules, {.usual = {}, .run_dry = Figure{"run_dry", "", "0.0312 ± 0.0001"}}),
              Contains(HasSubstr("may run dry (chance 0.0312 ± 0.0001)")));
  rules.levels[0].contribution_ppm = 700'000;
  EXPECT_THAT(advice_on(rules), IsEmpty());
  // The fixed pays come out of the 71 % that the meter takes in: 1 - 0.71 - seed - envy, in 2,598,960ths 753,698.4 -
  // 40,000 - 59,200.
  EXPECT_EQ(house_advantage(rules, five_card_odds()[0], Cents(100), 4), Rational(6'544'984, 10 * hands));
  // A meter that takes in less than the fixed pays leaves the rest to the house: with 0 % and no seed it is as if they
  // came from the tray.
  rules.levels[0].contribution_ppm = 0;
  rules.levels[0].reserve_ppm = 0;
  rules.levels[0].seed = {};
  LinkRules tray = rules;
  tray.deduction = Deduction::shares_only;
  EXPECT_EQ(house_advantage(rules, five_card_odds()[0], Cents(100), 4),
            house_advantage(tray, five_card_odds()[0], Cents(100), 4));
}

// Ten points more to the meter are ten points less for the house: 27.13 % becomes 17.13 %.
TEST(Judgement, RaisedContributionSaysFromWhatToWhat) {
  LinkRules raised = link_01();
  raised.levels[0].contribution_ppm = 250'000;
  JudgementOptions options;
  options.usual = link_01();
  EXPECT_THAT(
      advice_on(raised, options),
      Contains("The contribution of 25.00 % is above the preconfigured one of 15.00 %: the house advantage of a "
               "$1.00 wager goes from 27.13 % to 17.13 %."));
  const auto change = judge_change(link_01(), five_card_odds(), raised, five_card_odds());
  ASSERT_TRUE(change);
  EXPECT_THAT(change->advice, Contains(HasSubstr("above the old one of 15.00 %")));
  EXPECT_THAT(change->figures, Contains(Figure{"before house_advantage $1.00 others 4",
                                               base::to_text(Rational(7'049'984, 10 * hands)), "0.271262"}));
  EXPECT_THAT(change->figures, Contains(::testing::Field(&Figure::decimal, "0.171262")));
  const auto back = judge_change(raised, five_card_odds(), link_01(), five_card_odds());
  ASSERT_TRUE(back);
  EXPECT_THAT(back->advice, IsEmpty());
}

TEST(Judgement, SeedIsComparedWithTheLargestFixedAwardAtTheLargestWager) {
  LinkRules rules = link_01();
  rules.levels[0].seed = Cents(149'999);
  EXPECT_THAT(advice_on(rules),
              Contains("The seed of Mega, $1,499.99, is below the largest fixed award, $1,500.00 at a "
                       "wager of $5.00."));
  rules.levels[0].seed = Cents(150'000);
  EXPECT_THAT(advice_on(rules), IsEmpty());
  rules.levels[0].seed = {};
  EXPECT_THAT(advice_on(rules), Contains(HasSubstr("The reserve is the only seed of Mega")));
  rules.levels[0].reserve_ppm = 0;
  EXPECT_THAT(advice_on(rules), Contains(HasSubstr("Mega has a seed of $0.00")));
}

TEST(Judgement, ChanceWorseThanOneInAHundredMillionIsTold) {
  std::vector<GameOdds> odds = five_card_odds();
  odds[0].probabilities[0] = "1/100000000";
  EXPECT_THAT(judge(link_01(), odds)->advice, IsEmpty());
  odds[0].probabilities[0] = "1/100000001";
  EXPECT_THAT(judge(link_01(), odds)->advice,
              Contains("The chance of 'royal_flush' is 1 in 100000001, worse than 1 in 100 million."));
}

TEST(Judgement, RulesThatCannotBeAreRefused) {
  LinkRules rules = link_01();
  rules.prizes.clear();
  EXPECT_EQ(judge(rules, five_card_odds()).error().code, RefusalCode::prizes_out_of_range);
  EXPECT_EQ(judge(link_01(), {}).error().code, RefusalCode::odds_missing);
  EXPECT_EQ(judge_change(rules, five_card_odds(), link_01(), five_card_odds()).error().code,
            RefusalCode::prizes_out_of_range);
}

}  // namespace
}  // namespace cardroom::progressive
