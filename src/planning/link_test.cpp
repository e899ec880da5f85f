#include "planning/link.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "games/library.h"
#include "games/registry.h"

namespace cardroom::planning {
namespace {

using base::Cents;

games::PaytablePtr paytable_named(std::string_view id) {
  const auto& all = games::shipped_library().paytables;
  return *std::ranges::find_if(all,
                               [&](const auto& table) { return table->group == "progressive" && table->id == id; });
}

odds::MeterPlan plan_of_preset(const odds::Preset& preset) {
  const games::PaytablePtr paytable = paytable_named(preset.paytable);
  const auto figures = figures_of(paytable, *games::find_game(paytable->games.front()));
  return *odds::plan_of(*figures, preset, preset.wagers.front(), 4);
}

std::string exact(const std::vector<progressive::Figure>& figures, std::string_view name) {
  const auto found = std::ranges::find(figures, name, &progressive::Figure::name);
  return found == figures.end() ? "none" : found->exact;
}

// Of 22,100 hands a dollar each: 3 pay 500, 44 pay 70, 52 pay 60, 720 pay 6: 12,020. Envy of four others: 1 hand 100,
// 3 hands 25 each: 700. Left 9,380, which is also the meter of 1 in 22,100 that would take all of it. 13 % of 22,100
// is 2,873 to meter and reserve, the seed 1,000 once: 5,507 stay.
TEST(PlannedLink, KeepsTheFiguresThatAreCountedByHand) {
  const odds::Preset preset = *odds::find_preset("PROG-3C-1");
  const odds::MeterPlan plan = plan_of_preset(preset);
  const auto figures = judgement_of(plan, nullptr, {}).figures;
  EXPECT_EQ(exact(figures, "house_advantage_before_meter"), "469/1105");
  EXPECT_EQ(exact(figures, "house_advantage"), "5507/22100");
  EXPECT_EQ(exact(figures, "largest_fixed_award"), "500");
  EXPECT_EQ(exact(figures, "seed_jackpot"), "1000");
  EXPECT_EQ(exact(figures, "break_even_jackpot"), "9380");
}

TEST(PlannedLink, HasTheRulesOfItsPaytableAndChoices) {
  odds::Preset choices = *odds::find_preset("PROG-3C-1");
  choices.second_signature_at = Cents(200'000);
  const auto rules = rules_of(plan_of_preset(choices), choices);
  ASSERT_TRUE(rules);
  EXPECT_EQ(rules->paytable, "PROG-3C-1");
  EXPECT_EQ(rules->second_signature_at, Cents(200'000));
  EXPECT_EQ(rules->envy_scale, progressive::EnvyScale::flat);
  ASSERT_EQ(rules->prizes.size(), 5U);
  EXPECT_EQ(rules->prizes[0].hand, "akq_of_spades");
  EXPECT_EQ(rules->prizes[0].share_ppm, 1'000'000);
  EXPECT_EQ(rules->prizes[0].envy, Cents(10'000));
  EXPECT_EQ(rules->prizes[4].hand, "straight");
  EXPECT_EQ(rules->prizes[4].pays_for_one, 6);
}

// Nine positions at $100, of which 12 % go to the meter and 1.0001 % to the reserve: 117.0009, and a cent is not split.
TEST(PlannedLink, HasRoomForARoundOfTheLargestWagerAtEveryPosition) {
  odds::Preset choices = *odds::find_preset("PROG-3C-1");
  const base::Cents bound = choices.levels[0].increment_max;
  EXPECT_EQ(rules_of(plan_of_preset(choices), choices)->levels[0].increment_max, bound) << "the preset's is enough";
  choices.wagers = {Cents(100), Cents(10'000)};
  choices.levels[0].contribution_ppm = 120'000;
  choices.levels[0].reserve_ppm = 10'001;
  EXPECT_EQ(rules_of(plan_of_preset(choices), choices)->levels[0].increment_max, Cents(11'701));
}

// A plan for a larger wager than the rules allow would show an award that nobody can get.
TEST(PlannedLink, OfRulesHasTheirLargestWager) {
  const odds::Preset preset = *odds::find_preset("ML03");
  const games::PaytablePtr paytable = paytable_named("ML03");
  const auto odds = odds_of(*paytable, odds::prove_link(*linked_tables(paytable)));
  const auto rules = rules_of(plan_of_preset(preset), preset);
  const odds::MeterPlan plan = plan_of(*rules, odds->front(), Cents(5'000), 4);
  EXPECT_EQ(plan.wager_largest, Cents(500));
  EXPECT_EQ(odds::largest_fixed_award(plan), 250) << "a full house, 50 for 1";
  EXPECT_FALSE(odds::check_plan(plan)) << "$50 is no wager of these rules";
}

TEST(PlannedLink, IsThePlanAgainThatItWasMadeOf) {
  for (const odds::Preset& preset : odds::shipped_presets()) {
    const games::PaytablePtr paytable = paytable_named(preset.paytable);
    const auto odds = odds_of(*paytable, odds::prove_link(*linked_tables(paytable)));
    ASSERT_TRUE(odds) << preset.paytable;
    ASSERT_EQ(odds->size(), paytable->games.size());
    const odds::MeterPlan plan = plan_of_preset(preset);
    const odds::MeterPlan again = plan_of(*rules_of(plan, preset), odds->front(), plan.wager, plan.others);
    EXPECT_EQ(odds::house_advantage(again).after, odds::house_advantage(plan).after) << preset.paytable;
    EXPECT_EQ(odds::house_advantage(again).envy, odds::house_advantage(plan).envy) << preset.paytable;
  }
}

// One AKQ of spades, three of the other suits, 44 straight flushes without AKQ, 52 three of a kind, 720 straights.
TEST(PlannedLink, HasTheOddsOfHandsCounted) {
  const games::PaytablePtr paytable = paytable_named("PROG-3C-1");
  const auto odds = odds_of(*paytable, odds::prove_link(*linked_tables(paytable)));
  ASSERT_TRUE(odds);
  EXPECT_EQ((*odds)[0].probabilities, (std::vector<std::string>{"1/22100", "3/22100", "11/5525", "1/425", "36/1105"}));
}

TEST(PlannedLink, PaysWholeNumbersForOne) {
  odds::MeterPlan plan = plan_of_preset(*odds::find_preset("PROG-3C-1"));
  plan.prizes.back().pays_for_one = base::Rational(3, 2);
  const auto prizes = prizes_of(plan);
  ASSERT_FALSE(prizes);
  EXPECT_EQ(code_name(prizes.error().code), "prize_needs_one_pay");
}

TEST(PlannedLink, NeedsGamesThatAreEquallyLikelyToWin) {
  odds::LinkProof proof;
  proof.same = false;
  const auto odds = odds_of(*paytable_named("ML01"), proof);
  ASSERT_FALSE(odds);
  EXPECT_EQ(code_name(odds.error().code), "linked_hands_differ");
}

}  // namespace
}  // namespace cardroom::planning
