#include "odds/progressive_figures.h"

#include <gtest/gtest.h>

#include "cards/subsets.h"
#include "games/registry.h"
#include "games/testing.h"
#include "odds/analysis.h"

namespace cardroom::odds {
namespace {

using games::Cents;
using games::table_of;

constexpr int64_t five_card_hands = 2'598'960;

ProgressiveFigures figures_of(std::string_view game, const std::string& paytable,
                              games::FoldedProgressive folded = games::FoldedProgressive::wins) {
  const Table table =
      table_of(game, {paytable}, [&](games::TableSetup& setup) { setup.house.folded_progressive = folded; });
  return *Analyst(*games::find_game(game)).progressive(table);
}

Rational row(const ProgressiveFigures& figures, std::string_view hand) {
  return std::ranges::find(figures.rows, hand, &ProgressiveRow::hand)->dealt;
}

TEST(Progressive, OfFiveCardsHasTheClassicCounts) {
  // 4 royal flushes, 36 straight flushes, 624 fours, 3,744 full houses, 5,108 flushes, 10,200 straights, 54,912 threes.
  for (const std::string_view game : {"three-card-poker", "four-card-poker", "crazy-4-poker", "caribbean-stud"}) {
    const ProgressiveFigures figures = figures_of(game, "ML01");
    EXPECT_EQ(figures.fixed_return,
              Rational(624 * 300 + 3744 * 50 + 5108 * 40 + 10200 * 30 + 54912 * 9, five_card_hands))
        << game;
    ASSERT_EQ(figures.levels.size(), 2);
    EXPECT_EQ(figures.levels[0].name, "Mega");
    EXPECT_EQ(figures.levels[0].share, Rational(4, five_card_hands));
    EXPECT_EQ(figures.levels[1].share, Rational(36, five_card_hands));
    EXPECT_EQ(figures.envy_each, Rational(4 * 1000 + 36 * 300, five_card_hands));
    EXPECT_TRUE(figures.envy_times_wager);
  }
}

TEST(Progressive, SharesOfOneMeterAddUp) {
  const ProgressiveFigures figures = figures_of("crazy-4-poker", "LINK-01");
  ASSERT_EQ(figures.levels.size(), 1);
  EXPECT_EQ(figures.levels[0].share, Rational(4, five_card_hands) + Rational(36, 10 * five_card_hands));
}

TEST(Progressive, OfThreeCardsHasTheCountsOfThreeCards) {
  // Of 22,100 hands: 48 straight flushes, four of them ace-king-queen; 52 threes; 720 straights.
  const ProgressiveFigures figures = figures_of("three-card-poker", "PROG-3C-1");
  EXPECT_EQ(row(figures, "ace-king-queen of spades"), Rational(1, 22'100));
  EXPECT_EQ(row(figures, "ace-king-queen suited"), Rational(3, 22'100));
  EXPECT_EQ(row(figures, "straight flush"), Rational(44, 22'100));
  EXPECT_EQ(figures.fixed_return, Rational(3 * 500 + 44 * 70 + 52 * 60 + 720 * 6, 22'100));
  // One dollar, nobody else: 9,024 of 22,100 are missing to 1, which is 10,080 / 22,100 of a dollar on the meter.
  const auto alone = progressive_return(figures, {});
  EXPECT_EQ(alone.intercepts[0], Rational(22'100 - 12'020));
}

TEST(Progressive, PercentPaysAndFlatEnvyDoNotGrowWithTheWagerButFixedPaysDo) {
  const ProgressiveFigures figures = figures_of("three-card-poker", "PROG-3C-1");
  EXPECT_FALSE(figures.envy_times_wager);
  const auto at = progressive_return(figures, {.wager = Cents(500), .others = 3, .meters = {Cents(1'000'000)}});
  // Five dollars: fixed pays five times, the meter's 10,000 and the envy of 100 and 3 · 25 by three others once.
  const Rational won = Rational(5 * 12'020, 22'100) + Rational(10'000, 22'100) + 3 * Rational(100 + 3 * 25, 22'100);
  EXPECT_EQ(*at.total, won / 5);
  EXPECT_EQ(at.slopes[0], Rational(1, 5 * 22'100));
  EXPECT_EQ(at.constant + at.slopes[0] * 10'000, *at.total);
}

TEST(Progressive, EnvyOfALinkGrowsWithTheWager) {
  const ProgressiveFigures figures = figures_of("crazy-4-poker", "ML01");
  const auto one = progressive_return(figures, {.wager = Cents(100), .others = 2});
  const auto five = progressive_return(figures, {.wager = Cents(500), .others = 2});
  EXPECT_EQ(one.envy, 2 * Rational(14'800, five_card_hands));
  EXPECT_EQ(five.envy, 5 * one.envy);
  EXPECT_EQ(five.constant, one.constant);
}

TEST(Progressive, IsEvenOnItsBreakEvenPlane) {
  const ProgressiveFigures figures = figures_of("four-card-poker", "ML03");
  ProgressiveTerms terms{.wager = Cents(100), .others = 4, .meters = {Cents(5'000'000), Cents(500'000), Cents(50'000)}};
  const auto at = progressive_return(figures, terms);
  ASSERT_EQ(at.even_given.size(), 3);
  EXPECT_LT(*at.total, 1);
  for (size_t level = 0; level < 3; ++level) {
    // 4 · Mega + 36 · Major + 624 · Minor, with one of them at its break-even.
    const int64_t counts[] = {4, 36, 624};
    Rational sum;
    for (size_t other = 0; other < 3; ++other) {
      sum += counts[other] * (other == level ? at.even_given[level] : Rational(terms.meters[other].value(), 100));
    }
    EXPECT_EQ(sum / five_card_hands, at.even_sum);
    EXPECT_EQ(at.intercepts[level] * counts[level] / five_card_hands, at.even_sum);
  }
  EXPECT_EQ(at.even_sum, 1 - at.constant);
}

// With three cards Q-6-4 is the lowest hand that is played; two community cards come later.
TEST(Progressive, AFoldThatLosesItCostsWhatFoldedHandsWouldHaveWon) {
  const ProgressiveFigures figures = figures_of("three-card-poker", "LINK-01", games::FoldedProgressive::loses);
  const auto lowest_played = cards::rank_of(Ranking::three_card, cards::Category::high_card, "Q64");
  int64_t straights = 0;
  int64_t threes = 0;
  int64_t others = 0;
  cards::for_each_subset(CardSet::full_deck(), 3, [&](CardSet own) {
    if (cards::rank_three(own) >= lowest_played) return;
    cards::for_each_subset(CardSet::full_deck() - own, 2, [&](CardSet community) {
      const auto category = category_of(Ranking::five_card, cards::rank_five(own | community));
      straights += category == cards::Category::straight;
      threes += category == cards::Category::three_of_a_kind;
      others += category > cards::Category::straight;
    });
  });
  EXPECT_GT(straights, 0);
  EXPECT_EQ(others, 0);
  for (const ProgressiveRow& row : figures.rows) {
    const int64_t expected = row.hand == "straight" ? straights : row.hand == "three of a kind" ? threes : 0;
    EXPECT_EQ(row.folded, Rational(expected, int64_t{22'100} * 1'176)) << row.hand;
  }
  EXPECT_EQ(figures.folded_by, "optimal");
}

// Three of a kind is never folded, so that nothing is lost.
TEST(Progressive, OnOnesOwnBestFourLosesNothingByFolding) {
  for (const std::string_view game : {"four-card-poker", "crazy-4-poker"}) {
    const auto loses = figures_of(game, "PROG-4C-1", games::FoldedProgressive::loses);
    for (const ProgressiveRow& row : loses.rows) EXPECT_EQ(row.folded, 0) << row.hand;
  }
}

// A rule that folds everything loses every pay, the one of spades too.
TEST(Progressive, FoldingEverythingLosesEveryHandOnce) {
  const Table table = table_of("three-card-poker", {"PROG-3C-1"});
  const NamedRule never{"never plays", [](const games::View&, const Table&, const games::Actions&) {
                          return games::Choice{.kind = games::ActionKind::fold};
                        }};
  const auto figures = *Analyst(*games::find_game("three-card-poker")).progressive(table, never);
  for (const ProgressiveRow& row : figures.rows) EXPECT_EQ(row.folded, row.dealt) << row.hand;
  EXPECT_EQ(figures.fixed_return, 0);
}

}  // namespace
}  // namespace cardroom::odds
