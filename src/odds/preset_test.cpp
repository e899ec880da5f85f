#include "odds/preset.h"

#include <gtest/gtest.h>

#include "games/library.h"
#include "games/registry.h"
#include "games/testing.h"
#include "odds/analysis.h"
#include "odds/meter_advice.h"

namespace cardroom::odds {
namespace {

using base::Cents;

ProgressiveFigures figures_of(const std::string& id) {
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (paytable->id != id || paytable->group != "progressive") continue;
    const std::string& game = paytable->games.front();
    const Table table = games::table_of(
        game, {id}, [](games::TableSetup& setup) { setup.house.folded_progressive = games::FoldedProgressive::wins; });
    return *Analyst(*games::find_game(game)).progressive(table);
  }
  ADD_FAILURE() << id;
  return {};
}

TEST(Presets, AreThereForEveryProgressiveButTheOneThatLeavesNoRoom) {
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (paytable->group != "progressive") continue;
    EXPECT_EQ(find_preset(paytable->id) != nullptr, paytable->id != "LINK-01-002") << paytable->id;
  }
  EXPECT_EQ(shipped_presets().size(), 8);
}

TEST(Presets, LeaveTheHouseAboutAQuarterAtEveryWager) {
  for (const Preset& preset : shipped_presets()) {
    const ProgressiveFigures figures = figures_of(preset.paytable);
    for (const Cents wager : preset.wagers) {
      const auto plan = plan_of(figures, preset, wager, 4);
      ASSERT_TRUE(plan && check_plan(*plan)) << preset.paytable;
      const Rational after = house_advantage(*plan).after;
      EXPECT_GE(after, Rational(20, 100)) << preset.paytable << " at " << base::to_text(wager);
      EXPECT_LE(after, Rational(30, 100)) << preset.paytable << " at " << base::to_text(wager);
    }
  }
}

TEST(Presets, SeedEveryLevelWithTheLargestFixedAward) {
  for (const Preset& preset : shipped_presets()) {
    const auto plan = plan_of(figures_of(preset.paytable), preset, preset.wagers.front(), 4);
    ASSERT_TRUE(plan);
    for (const PlanLevel& level : plan->levels) {
      EXPECT_GE(to_units(level.seed), largest_fixed_award(*plan)) << preset.paytable << " " << level.name;
    }
  }
}

// 48 hands of four aces, 576 other fours, 44 · 48 − 40 with a four-card straight flush, 54,912 + 3,744 with a three of
// a kind, of 2,598,960.
TEST(Presets, AgreeWithAnAdvantageCountedByHand) {
  const auto plan = plan_of(figures_of("PROG-4C-1"), *find_preset("PROG-4C-1"), Cents(100), 4);
  const Rational fixed(576 * 300 + 2072 * 100 + 58656 * 9, 2'598'960);
  const Rational envy(4 * (48 * 100 + 576 * 10 + 2072 * 5), 2'598'960);
  const Rational seeds(48 * 5000, 2'598'960);
  EXPECT_EQ(house_advantage(*plan).after, 1 - fixed - envy - Rational(27, 100) - seeds);
}

TEST(Presets, ReserveOfTheThirdFourCardPaytableIsAsPrinted) {
  EXPECT_EQ(find_preset("PROG-4C-3")->levels.front().reserve_ppm, 50'000);
}

constexpr std::string_view fine = R"(paytable = "X"
wagers = ["$1", "$5"]
confirm_at = "$300"
[[level]]
name = "Mega"
seed = "$1,000"
contribution = "12.5 %"
reserve = "0 %"
increment_max = "$10"
)";

TEST(PresetFile, IsReadToTheLastDigit) {
  const auto preset = parse_preset(fine, "x.toml");
  ASSERT_TRUE(preset);
  EXPECT_EQ(preset->wagers, (std::vector{Cents(100), Cents(500)}));
  EXPECT_EQ(preset->levels.front().seed, Cents(100'000));
  EXPECT_EQ(preset->levels.front().contribution_ppm, 125'000);
  EXPECT_FALSE(preset->executive_at);
  EXPECT_FALSE(preset->second_signature_at);
}

TEST(PresetFile, MayAskForASecondSignatureBelowTheExecutives) {
  const std::string thresholds = "confirm_at = \"$300\"\nexecutive_at = \"$5,000\"\nsecond_signature_at = ";
  const auto with = [&](const std::string& amount) {
    std::string text(fine);
    text.replace(text.find("confirm_at = \"$300\""), 19, thresholds + amount);
    return parse_preset(text, "x.toml");
  };
  const auto preset = with("\"$4,999.99\"");
  ASSERT_TRUE(preset);
  EXPECT_EQ(preset->second_signature_at, Cents(499'999));
  ASSERT_FALSE(with("\"$5,000\""));
  EXPECT_TRUE(
      with("\"$5,000\"").error().front().text.starts_with("'second_signature_at' must be below 'executive_at'"));
}

TEST(PresetFile, NamesLineAndFault) {
  const struct {
    std::string_view from, to, message;
  } cases[] = {
      {"seed = ", "sead = ", "x.toml:6: unknown key 'sead'"},
      {"\"12.5 %\"", "\"12.5\"", "x.toml:7: 'contribution' must be a percentage"},
      {"\"12.5 %\"", "\"120 %\"", "x.toml:7: 'contribution' must be a percentage"},
      {"\"$5\"", "\"$1\"", "x.toml:2: 'wagers' must be above 0"},
      {"\"$300\"", "300", "x.toml:3: 'confirm_at' must be an amount"},
      {"reserve = \"0 %\"", "reserve = \"90%\"", "x.toml:4: contributions and reserves together"},
      {"[[level]]", "[[level", "x.toml:4: "},
      {"name = \"Mega\"", "executive = 1", "x.toml:5: 'executive' must be true or false"},
  };
  for (const auto& each : cases) {
    std::string text(fine);
    text.replace(text.find(each.from), each.from.size(), each.to);
    const auto preset = parse_preset(text, "x.toml");
    ASSERT_FALSE(preset) << each.message;
    EXPECT_TRUE(std::ranges::any_of(
        preset.error(), [&](const games::FileRemark& remark) { return remark.to_text().starts_with(each.message); }))
        << each.message << " | " << preset.error().front().to_text();
  }
}

TEST(PresetFile, PercentagesAreExactPartsPerMillion) {
  EXPECT_EQ(parse_percent_ppm("12.5 %"), 125'000);
  EXPECT_EQ(parse_percent_ppm("12.5%"), 125'000);
  EXPECT_EQ(parse_percent_ppm("0.0001"), 1);
  EXPECT_EQ(parse_percent_ppm("100"), 1'000'000);
  for (const std::string_view wrong : {"", "-1", "100.1", "1.23456", "5.", ".5", "a", "1e2"}) {
    EXPECT_FALSE(parse_percent_ppm(wrong)) << wrong;
  }
}

bool says(const std::vector<Advice>& advice, AdviceCode code, std::string_view words = "") {
  return std::ranges::any_of(
      advice, [&](const Advice& each) { return each.code == code && each.text.find(words) != std::string::npos; });
}

TEST(MeterAdvice, SaysNothingBadOfAPreset) {
  for (const Preset& preset : shipped_presets()) {
    const auto plan = plan_of(figures_of(preset.paytable), preset, preset.wagers.front(), 4);
    EXPECT_TRUE(advise(*plan, {}).empty()) << preset.paytable << ": " << advise(*plan, {}).front().text;
  }
}

TEST(MeterAdvice, KnowsTheRecommendations) {
  const Preset& preset = *find_preset("PROG-4C-1");
  const MeterPlan good = *plan_of(figures_of("PROG-4C-1"), preset, Cents(100), 4);
  MeterPlan plan = good;
  plan.levels[0].contribution = Rational(30, 100);
  EXPECT_TRUE(says(advise(plan, {.preset = &good}), AdviceCode::contribution_above_preset, "from 25.61% to 20.61%"));
  plan.levels[0].contribution = Rational(60, 100);
  EXPECT_TRUE(says(advise(plan, {}), AdviceCode::advantage_negative, "-9.39%"));
  plan = good;
  plan.levels[0].seed = Cents(29'900);
  EXPECT_TRUE(says(advise(plan, {}), AdviceCode::seed_below_award, "$300.00"));
  plan.levels[0].seed = Cents(0);
  EXPECT_TRUE(says(advise(plan, {}), AdviceCode::reserve_only_seed));
  plan.levels[0].reserve = 0;
  EXPECT_TRUE(says(advise(plan, {}), AdviceCode::seed_zero));
  EXPECT_TRUE(says(advise(plan, {}), AdviceCode::reserve_missing));
  plan = good;
  plan.prizes[0].probability = Rational(1, 100'000'001);
  EXPECT_TRUE(says(advise(plan, {}), AdviceCode::hit_too_rare));
  plan.prizes[0].probability = Rational(1, 100'000'000);
  EXPECT_FALSE(says(advise(plan, {}), AdviceCode::hit_too_rare));
  plan = good;
  plan.all_deducted = true;
  const RunDry dry{.chance = {0.25, 0.25}, .advanced = {1, 1}};
  EXPECT_TRUE(says(advise(plan, {.dry = &dry}), AdviceCode::contribution_below_seventy, "25.00%"));
  plan.levels[0].contribution = Rational(70, 100);
  EXPECT_FALSE(says(advise(plan, {.dry = &dry}), AdviceCode::contribution_below_seventy));
  EXPECT_TRUE(says(advise(plan, {.dry = &dry}), AdviceCode::runs_dry, "25%"));
}

TEST(MeterAdvice, SaysThatTheUndatedVariantLeavesNoRoom) {
  Preset preset = *find_preset("LINK-01");
  const MeterPlan plan = *plan_of(figures_of("LINK-01-002"), preset, Cents(100), 4);
  // 86,183/162,435 fixed, and envy of 4 · (4 · 1,000 + 36 · 5,000)/2,598,960.
  EXPECT_EQ(house_advantage(plan).before, 1 - Rational(86'183, 162'435) - Rational(4 * 184'000, 2'598'960));
  EXPECT_TRUE(says(advise(plan, {}), AdviceCode::no_room_for_meter, "81.38%"));
}

}  // namespace
}  // namespace cardroom::odds
