#include "server/link_advice.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cardroom::server {
namespace {

// PROG-3C-1 by hand: of the 22,100 hands 1, 3, 44, 52 and 720 are paid; $1, four others. Fixed pays return
// (3·500 + 44·70 + 52·60 + 720·6) / 22100 = 601/1105 of a wager, envy 4 · (100 + 3·25) / 22100 = 35/1105.
LinkState three_card_link(int64_t meter_cents) {
  const CreateLink create = link_of_preset("PROG-3C-1");
  LinkState link;
  link.rules = create.rules;
  link.odds = create.odds;
  link.levels.resize(1);
  link.levels[0].funds.meter = base::to_meter_units(base::Cents(meter_cents));
  return link;
}

std::string figure_of(const Judgement& judgement, const std::string& name) {
  const auto found = std::ranges::find(judgement.figures, name, &Figure::name);
  return found == judgement.figures.end() ? "none" : found->exact;
}

TEST(LinkFigures, AWagerIsWorthWhatTheMeterLeavesOfIt) {
  LinkFigures figures;
  const LinkState link = three_card_link(100'000);
  const LinkNow now = figures.now({"three"}, link, {});
  ASSERT_EQ(now.edges.size(), 2U) << "dealt face down and face up";
  const EdgeNow& edge = now.edges[0];
  EXPECT_EQ(edge.game, "three-card-poker");
  EXPECT_EQ(edge.wager, base::Cents(100));
  EXPECT_EQ(edge.edge_exact, "419/1105") << "1 - 636/1105 - 1000/22100";
  EXPECT_EQ(edge.edge, "0.3791");
  EXPECT_EQ(edge.judged_exact, "5507/22100") << "less 12 % and 1 % and the seed's 1000/22100";
  EXPECT_EQ(edge.judged, "0.2491");
  EXPECT_EQ(edge.break_even, (std::vector<std::string>{"9380.00"})) << "469/1105 of 22,100";
}

TEST(LinkFigures, AboveTheBreakEvenMeterTheEdgeIsBelowZeroAndRoundedDown) {
  LinkFigures figures;
  const LinkNow now = figures.now({"three"}, three_card_link(938'001), {});
  // A cent above: 0.01 / 22,100 of a dollar.
  EXPECT_EQ(now.edges.at(0).edge_exact, "-1/2210000");
  EXPECT_EQ(now.edges.at(0).edge, "-0.0001");
}

TEST(LinkFigures, TheTimeToTheNextHitIsToldAtThePaceOfLate) {
  LinkFigures figures;
  const LinkState link = three_card_link(100'000);
  const LinkNow slow = figures.now({"three"}, link, {});
  ASSERT_EQ(slow.levels.size(), 1U);
  EXPECT_EQ(slow.levels[0].name, "Jackpot");
  EXPECT_EQ(slow.levels[0].hit, "1/22100");
  EXPECT_EQ(slow.levels[0].wagers_to_hit, "22100");
  EXPECT_EQ(slow.levels[0].hours_to_hit, "");
  EXPECT_EQ(slow.wagers_per_hour, "");
  const LinkNow paced = figures.now({"three"}, link, {200, 50, 2 * 3'600'000});
  EXPECT_EQ(paced.wagers_per_hour, "100.0");
  EXPECT_EQ(paced.rounds_per_hour, "25.0");
  EXPECT_EQ(paced.levels[0].rounds_to_hit, "5525");
  EXPECT_EQ(paced.levels[0].hours_to_hit, "221.0");
}

TEST(LinkFigures, ChangedRulesAreWorkedOutAnew) {
  LinkFigures figures;
  LinkState link = three_card_link(100'000);
  figures.now({"three"}, link, {});
  link.rules.levels[0].contribution_ppm += 10'000;
  EXPECT_EQ(figures.now({"three"}, link, {}).edges[0].judged_exact, "2643/11050") << "5507/22100 - 1/100";
}

TEST(LinkAdvice, APresetIsJudgedWithItsExactFigures) {
  const auto judged = judge(link_of_preset("PROG-3C-1").rules);
  ASSERT_TRUE(judged);
  ASSERT_EQ(judged->odds.size(), 2U);
  EXPECT_EQ(judged->odds[0].game, "three-card-poker");
  for (const GameOdds& odds : judged->odds)
    EXPECT_EQ(odds.probabilities, (std::vector<std::string>{"1/22100", "3/22100", "11/5525", "1/425", "36/1105"}));
  EXPECT_EQ(figure_of(judged->judgement, "house_advantage"), "5507/22100");
  EXPECT_EQ(figure_of(judged->judgement, "house_advantage_before_meter"), "469/1105");
  EXPECT_EQ(figure_of(judged->judgement, "break_even_jackpot"), "9380");
  EXPECT_EQ(figure_of(judged->judgement, "largest_fixed_award"), "500");
}

TEST(LinkAdvice, AValueThatCostsTheHouseIsSaidSo) {
  LinkRules rules = link_of_preset("PROG-3C-1").rules;
  rules.levels[0].contribution_ppm = 500'000;
  const auto judged = judge(rules);
  ASSERT_TRUE(judged);
  EXPECT_EQ(figure_of(judged->judgement, "house_advantage"), "-2891/22100") << "5507/22100 - 8398/22100";
  ASSERT_FALSE(judged->judgement.advice.empty());
  EXPECT_NE(judged->judgement.advice[0].find("costs the house"), std::string::npos);
}

TEST(LinkAdvice, WhatALedgerWouldRefuseIsRefusedWithItsField) {
  const LinkRules good = link_of_preset("PROG-3C-1").rules;
  const auto refused = [](LinkRules rules) {
    const auto judged = judge(rules);
    return judged ? "taken" : std::string(code_name(judged.error().code)) + " " + judged.error().field;
  };
  LinkRules rules = good;
  rules.levels[0].limit = base::Cents(1);
  EXPECT_EQ(refused(rules), "limit_below_seed rules.levels[0].limit");
  rules = good;
  rules.wagers.clear();
  EXPECT_EQ(refused(rules), "wager_sizes_wrong rules.wagers");
  rules = good;
  rules.paytable = "HOUSE-1";
  EXPECT_EQ(refused(rules), "odds_missing rules.paytable");
  rules = good;
  rules.prizes[2].hand = "full_house";
  EXPECT_EQ(refused(rules), "odds_missing rules.prizes[2].hand");
}

TEST(LinkAdvice, EveryPresetIsReadyForALink) {
  const std::vector<PresetView>& all = preset_views();
  EXPECT_GE(all.size(), 5U);
  for (const PresetView& preset : all) {
    EXPECT_FALSE(preset.reasons.empty()) << preset.paytable;
    EXPECT_FALSE(preset.source.empty()) << preset.paytable;
    EXPECT_EQ(preset.starts.size(), preset.rules.levels.size());
    EXPECT_EQ(preset.odds.size(), preset.games.size());
    EXPECT_FALSE(preset.judgement.figures.empty());
  }
  const auto three = std::ranges::find(all, "PROG-3C-1", &PresetView::paytable);
  ASSERT_NE(three, all.end());
  EXPECT_TRUE(three->reasons.starts_with("Three cards, with a straight that pays 6: fixed pays return"));
  EXPECT_TRUE(three->reasons.ends_with("A small, quick jackpot.")) << three->reasons;
}

}  // namespace
}  // namespace cardroom::server
