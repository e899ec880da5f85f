#include "odds/wild_showdown.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"
#include "cards/testing.h"
#include "cards/wild_ranking.h"
#include "games/testing.h"
#include "odds/analysis.h"
#include "odds/reading_counts.h"
#include "odds/simple_strategy.h"

namespace cardroom::odds {
namespace {

using games::table_of;

TEST(WildShowdown, CountsEveryHandOnceAndLikeAnyHandOfItsClass) {
  const ShowdownShape shape = shape_of(table_of("dj-wild-stud"));
  const ShowdownCounts counts(shape);
  uint64_t hands = 0;
  std::vector<uint64_t> by_rank(static_cast<size_t>(cards::five_card_wild_classes));
  std::set<uint32_t> classes;
  for (const PlayerClass& player : counts.players()) {
    hands += player.multiplicity;
    by_rank[static_cast<size_t>(player.rank)] += player.multiplicity;
    EXPECT_TRUE(classes.insert(wild_class_of(player.cards)).second) << to_text(player.cards);
  }
  EXPECT_EQ(hands, 2'869'685U);
  EXPECT_EQ(counts.deals(), uint64_t{2'869'685} * 1'712'304);
  EXPECT_TRUE(std::ranges::is_sorted(counts.players(), {}, &PlayerClass::rank));
  EXPECT_EQ(by_rank, reading_counts(Ranking::five_card_wild, 5, shape.deck));

  // Any hand has the counts of its class: every hand of the dealer's that its own cards leave, one by one.
  constexpr uint64_t prng_key = 29;
  base::Prng prng(prng_key);
  for (int deal = 0; deal < 12; ++deal) {
    cards::Deck deck(shape.deck);
    // Some with more wild cards than would be drawn.
    CardSet own = deck.draw_set(prng, deal % 3 == 2 ? 2 : 5);
    for (const cards::Card card : cards::wild_cards) {
      if (own.size() < 5) own.add(card);
    }
    ASSERT_EQ(own.size(), 5);
    const auto found = std::ranges::find(counts.players(), wild_class_of(own),
                                         [](const PlayerClass& player) { return wild_class_of(player.cards); });
    ASSERT_NE(found, counts.players().end());
    const int rank = rank_hand(Ranking::five_card_wild, own).value();
    EXPECT_EQ(found->rank, rank);
    uint32_t below = 0, through = 0;
    cards::for_each_subset(shape.deck - own, 5, [&](CardSet dealer) {
      const int his = rank_hand(Ranking::five_card_wild, dealer).value();
      below += his < rank;
      through += his <= rank;
    });
    const auto counted = counts.counts(static_cast<size_t>(found - counts.players().begin()), 0);
    EXPECT_EQ(counted.below, below) << to_text(own) << ", prng_key " << prng_key;
    EXPECT_EQ(counted.through, through) << to_text(own) << ", prng_key " << prng_key;
  }
}

// Published: 1.73 % of ANTE and BLIND together, and a pair of fours or better is played. Best play folds the least of
// these pairs, which is not worth a twentieth of a percent of the ante.
TEST(DjWildStud, IsPlayedAsPublished) {
  const auto table = table_of("dj-wild-stud");
  Analyst analyst(table.game());
  const auto best = analyst.wager(table, 0);
  ASSERT_TRUE(best);
  EXPECT_EQ(base::to_decimal(best->house_edge / 2 * 100, 2), "1.73");
  const NamedRule basic{"basic", [](const games::View& view, const Table& at, const games::Actions& actions) {
                          return at.game().basic(view, at, actions);
                        }};
  const auto printed = analyst.wager(table, 0, basic);
  ASSERT_TRUE(printed);
  EXPECT_GT(printed->house_edge, best->house_edge);
  EXPECT_LT(printed->house_edge, best->house_edge + Rational(5, 10'000));
  const SimpleStrategy simple = simple_strategy(analyst.base_play(table, {}, true));
  const auto& thresholds = simple.rules.front().thresholds;
  ASSERT_EQ(thresholds.size(), 2U);  // a fold among them
  const auto plays = std::ranges::find(thresholds, 2, &std::decay_t<decltype(thresholds.front())>::multiple);
  ASSERT_NE(plays, thresholds.end());
  const auto rank_of = [](std::string_view text) {
    return rank_hand(Ranking::five_card_wild, cards::hand(text)).value();
  };
  EXPECT_GE(plays->lowest_rank, rank_of("4s 4h 6d 5c 3s"));
  EXPECT_LT(plays->lowest_rank, rank_of("5s 5h 6d 4c 3s"));
}

// By a count of a second program, which pays every hand the more of what it earns as it lies and with its wilds.
TEST(DjWildStud, TripsHasTheEdgeOfItsCounts) {
  const auto table = table_of("dj-wild-stud");
  Analyst analyst(table.game());
  const auto trips = analyst.wager(table, table.game().wager_index("trips"));
  ASSERT_TRUE(trips);
  EXPECT_EQ(trips->deals, 2'869'685);
  EXPECT_EQ(trips->house_edge, Rational(176'684, 2'869'685));
}

// The hands of a class differ in what TRIPS pays: with ANTE beside it nothing of that may be lost.
TEST(DjWildStud, TripsBesideTheAnteIsWhatItIsAlone) {
  const auto table = table_of("dj-wild-stud");
  Analyst analyst(table.game());
  JointBets bets;
  for (const std::string_view wager : {"ante", "trips"}) {
    bets.bets.push_back({table.game().wager_index(wager), games::Cents(100)});
  }
  const auto joint = analyst.together(table, bets);
  ASSERT_TRUE(joint) << joint.error();
  const auto ante = analyst.wager(table, 0), trips = analyst.wager(table, table.game().wager_index("trips"));
  EXPECT_EQ(joint->means[0], -ante->house_edge);
  EXPECT_EQ(joint->covariances[0][0], ante->variance);
  EXPECT_EQ(joint->means[1], -trips->house_edge);
  EXPECT_EQ(joint->covariances[1][1], trips->variance);
}

}  // namespace
}  // namespace cardroom::odds
