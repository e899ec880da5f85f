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

// Sampled hands against every hand that the dealer may hold, drawn with so many cards out that they can be enumerated,
// is UnseenHands' test; here the classes themselves.
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
}

// Published: 2.64 % of the ANTE under best play.
TEST(HighCardFlush, HasItsPublishedEdge) {
  const auto table = table_of("high-card-flush");
  Analyst analyst(table.game());
  const auto best = analyst.wager(table, 0);
  ASSERT_TRUE(best);
  EXPECT_EQ(base::to_decimal(best->house_edge * 100, 2), "2.64");
  EXPECT_EQ(best->deals, Integer(133'784'560) * Integer(45'379'620));
  // Any hand of as many cards or more is raised as much as is allowed: nothing is gained by less.
  const SimpleStrategy simple = simple_strategy(analyst.base_play(table, {}, true));
  EXPECT_EQ(least_hand_words(simple.ranking, simple.rules.front().thresholds.back().lowest_rank), "any six-card flush");
}

}  // namespace
}  // namespace cardroom::odds
