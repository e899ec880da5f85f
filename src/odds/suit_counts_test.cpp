#include "odds/suit_counts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"
#include "cards/suit_ranking.h"
#include "games/testing.h"
#include "odds/analysis.h"
#include "odds/flush_showdown.h"
#include "odds/reading_counts.h"
#include "odds/simple_strategy.h"

namespace cardroom::odds {
namespace {

using cards::Category;
using games::table_of;

// 1,560,780 to 3.4 million hands a deal: enough cards are taken out that all can be gone through.
TEST(FlushesBelow, AgreeWithEveryHandOneByOne) {
  constexpr uint64_t prng_key = 17;
  base::Prng prng(prng_key);
  for (const auto& [known_count, unseen_count] :
       {std::pair(0, 26), std::pair(1, 30), std::pair(2, 33), std::pair(0, 20)}) {
    for (int deal = 0; deal < 3; ++deal) {
      cards::Deck deck;
      CardSet known, unseen;
      for (int card = 0; card < known_count; ++card) known.add(deck.draw(prng));
      for (int card = 0; card < unseen_count; ++card) unseen.add(deck.draw(prng));
      std::vector<int> cuts = {0, 78, 78 + 286, cards::longest_flush_classes};
      for (int cut = 0; cut < 8; ++cut) cuts.push_back(static_cast<int>(base::uniform_below(prng, 1500)));
      std::vector<uint32_t> expected(cuts.size()), below(cuts.size());
      cards::for_each_subset(unseen, 7 - known_count, [&](CardSet hidden) {
        const int rank = rank_hand(Ranking::longest_flush, known | hidden).value();
        for (size_t cut = 0; cut < cuts.size(); ++cut) expected[cut] += rank < cuts[cut];
      });
      flushes_below(known, unseen, cuts, below);
      EXPECT_EQ(below, expected) << "deal " << deal << ", prng_key " << prng_key;
    }
  }
}

uint64_t hands_of(Ranking ranking, Category category) {
  const auto counts = suit_reading_counts(ranking);
  return std::accumulate(counts.begin() + lowest_of(ranking, category).value(),
                         counts.begin() + highest_of(ranking, category).value() + 1, uint64_t{0});
}

// With more than half of the cards in one suit no second suit is as long: the suit's cards, times the others.
TEST(SuitReadings, CountFlushesAsByHand) {
  constexpr auto ranking = Ranking::longest_flush;
  EXPECT_EQ(hands_of(ranking, Category::seven_card_flush), 4U * 1716);
  EXPECT_EQ(hands_of(ranking, Category::six_card_flush), 4U * 1716 * 39);
  EXPECT_EQ(hands_of(ranking, Category::five_card_flush), 4U * 1287 * 741);
  EXPECT_EQ(hands_of(ranking, Category::four_card_flush), 4U * 715 * 9139);
  // Three suits of two, the fourth with one card.
  EXPECT_EQ(hands_of(ranking, Category::two_card_flush), 4U * 13 * 78 * 78 * 78);
  const auto counts = suit_reading_counts(ranking);
  EXPECT_EQ(std::accumulate(counts.begin(), counts.end(), uint64_t{0}), 133'784'560U);
}

// Seven in a row begin with ace to eight. Six in a row begin with ace to nine; the seventh card is any but those that
// make it seven, of which the first and the last row have one and the others two.
TEST(SuitReadings, CountStraightFlushesAsByHand) {
  constexpr auto ranking = Ranking::longest_straight_flush;
  EXPECT_EQ(hands_of(ranking, Category::seven_card_straight_flush), 4U * 8);
  EXPECT_EQ(hands_of(ranking, Category::six_card_straight_flush), 4U * (2 * 45 + 7 * 44));
}

// The flush one by the counts above; the other by a count of a second program: 32, 1,592, 39,960, 676,196 and 8,642,932
// hands from seven cards down to three.
TEST(HighCardFlush, BonusWagersHaveTheEdgesOfTheirCounts) {
  const auto table = table_of("high-card-flush");
  Analyst analyst(table.game());
  const auto edge_of = [&](std::string_view wager) {
    return analyst.wager(table, table.game().wager_index(wager))->house_edge;
  };
  EXPECT_EQ(edge_of("flush"), Rational(10'444'772, 133'784'560));
  EXPECT_EQ(edge_of("straight-flush"), Rational(17'507'564, 133'784'560));
}

TEST(FlushShowdown, CountsEveryHandOnceAndLikeAnyHandOfItsClass) {
  const auto table = table_of("high-card-flush");
  const ShowdownShape shape = shape_of(table);
  const ShowdownCounts counts(shape);
  uint64_t hands = 0;
  for (const PlayerClass& player : counts.players()) hands += player.multiplicity;
  EXPECT_EQ(hands, 133'784'560U);
  EXPECT_TRUE(std::ranges::is_sorted(counts.players(), {}, &PlayerClass::rank));
  // Of each rank as many hands as the readings have.
  std::vector<uint64_t> by_rank(static_cast<size_t>(cards::longest_flush_classes));
  for (const PlayerClass& player : counts.players()) by_rank[static_cast<size_t>(player.rank)] += player.multiplicity;
  EXPECT_EQ(by_rank, suit_reading_counts(Ranking::longest_flush));
  // Any hand has a class with what its own cards leave to the dealer.
  constexpr uint64_t prng_key = 23;
  base::Prng prng(prng_key);
  for (int deal = 0; deal < 300; ++deal) {
    cards::Deck deck;
    CardSet own;
    for (int card = 0; card < 7; ++card) own.add(deck.draw(prng));
    const int rank = rank_hand(Ranking::longest_flush, own).value();
    std::vector<int> cuts = {rank, rank + 1};
    cuts.insert(cuts.end(), shape.borders.begin(), shape.borders.end());
    std::vector<uint32_t> below(cuts.size());
    flushes_below({}, CardSet::full_deck() - own, cuts, below);
    const auto alike = std::ranges::equal_range(counts.players(), rank, {}, &PlayerClass::rank);
    EXPECT_TRUE(std::ranges::any_of(alike, [&](const PlayerClass& player) {
      const auto of = counts.counts(static_cast<size_t>(&player - counts.players().data()), 0);
      return std::equal(below.begin(), below.end(), of.all());
    })) << to_text(own);
  }
}

// Published of best play: 67.86 % of the hands are raised, 0.08 % tie, and one least hand for all three-card flushes
// would be T-8-6 (Mousseau), to which a person's rule that looks at the other cards (Michaels, Wizard of Odds) is
// better: 2.6855 % of the ANTE, where best play must be better still.
TEST(HighCardFlush, IsPlayedAsPublished) {
  const auto table = table_of("high-card-flush");
  Analyst analyst(table.game());
  const auto best = analyst.wager(table, 0);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->deals, Integer(133'784'560) * Integer(45'379'620));
  const auto share_of = [&](std::string_view start) {
    Integer deals = 0;
    for (const OutcomeRow& row : best->rows) {
      if (row.name.starts_with(start)) deals += row.deals;
    }
    return base::to_decimal(Rational(deals, best->deals) * 100, 2);
  };
  EXPECT_EQ(share_of("folds"), "32.14");
  EXPECT_EQ(share_of("tie"), "0.08");
  const SimpleStrategy simple = simple_strategy(analyst.base_play(table, {}, true));
  const auto& thresholds = simple.rules.front().thresholds;
  ASSERT_EQ(thresholds.size(), 4U);  // a fold among them
  const auto with = [&](int multiple) {
    const auto one = std::ranges::find(thresholds, multiple, &std::decay_t<decltype(thresholds.front())>::multiple);
    return least_hand_words(simple.ranking, one->lowest_rank);
  };
  EXPECT_EQ(with(3), "any six-card flush");
  EXPECT_EQ(with(2), "any five-card flush");
  EXPECT_EQ(with(1), "three-card flush, ten high, eight, six");
  const Rational by_rule = base_figures(analyst.base_play(table, {"simple", simple.rule()}), 0, "").house_edge;
  EXPECT_LT(best->house_edge, Rational(26'855, 1'000'000));
  EXPECT_GT(by_rule, Rational(26'855, 1'000'000));
}

}  // namespace
}  // namespace cardroom::odds
