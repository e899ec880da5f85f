#include "odds/unseen_hands.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"

namespace cardroom::odds {
namespace {

using cards::CardSet;
using cards::Ranking;

struct Case {
  Ranking ranking;
  int dealer_cards;
  int known;
  int seen;  // cards that are neither known nor unseen
};

CardSet deck_of(Ranking ranking) {
  return ranking == Ranking::five_card_wild ? CardSet::deck_with_joker() : CardSet::full_deck();
}

class UnseenHandsOf : public testing::TestWithParam<Case> {};

// The slow and obvious second method: every hand, ranked by the general evaluator.
TEST_P(UnseenHandsOf, AgreesWithEnumerationByBothMethods) {
  const auto [ranking, dealer_cards, known_count, seen_count] = GetParam();
  const UnseenHands hands(ranking, dealer_cards);
  constexpr uint64_t prng_key = 71;
  base::Prng prng(prng_key);
  const int classes = class_count(ranking);
  for (int deal = 0; deal < 4; ++deal) {
    cards::Deck deck(deck_of(ranking));
    CardSet known, seen;
    for (int card = 0; card < known_count; ++card) known.add(deck.draw(prng));
    for (int card = 0; card < seen_count; ++card) seen.add(deck.draw(prng));
    const CardSet unseen = deck_of(ranking) - known - seen;
    // A low cut, one in the flushes, the top, and one at random.
    std::vector<int> cuts = {1, classes / 5, lowest_of(ranking, cards::Category::flush).value() + 7, classes,
                             static_cast<int>(base::uniform_below(prng, static_cast<uint32_t>(classes)))};
    std::ranges::sort(cuts);
    std::vector<uint32_t> expected(cuts.size());
    cards::for_each_subset(unseen, dealer_cards - known_count, [&](CardSet hidden) {
      const int rank = rank_hand(ranking, known | hidden).value();
      for (size_t cut = 0; cut < cuts.size(); ++cut) expected[cut] += rank < cuts[cut];
    });
    EXPECT_EQ(expected.back(), hands.all(known_count, unseen.size()));
    for (const auto method : {UnseenHands::Method::by_ranks, UnseenHands::Method::one_by_one}) {
      std::vector<uint32_t> below(cuts.size());
      hands.count(known, unseen, cuts, below, method);
      EXPECT_EQ(below, expected) << "deal " << deal << ", prng_key " << prng_key;
    }
    // Cuts that end below the flushes take a shorter way.
    const std::vector<int> low = {cuts[0], cuts[1]};
    std::vector<uint32_t> below(2);
    hands.count(known, unseen, low, below, UnseenHands::Method::by_ranks);
    if (low[1] < lowest_of(ranking, cards::Category::flush).value()) {
      EXPECT_EQ(below[0], expected[0]);
      EXPECT_EQ(below[1], expected[1]);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, UnseenHandsOf,
                         testing::Values(Case{Ranking::three_card, 3, 0, 3}, Case{Ranking::three_card, 3, 0, 21},
                                         Case{Ranking::three_card, 3, 1, 9}, Case{Ranking::three_card, 3, 2, 9},
                                         Case{Ranking::four_card, 5, 0, 20}, Case{Ranking::four_card, 5, 1, 10},
                                         Case{Ranking::four_card, 6, 1, 20}, Case{Ranking::four_card, 6, 2, 10},
                                         Case{Ranking::five_card, 5, 0, 30}, Case{Ranking::five_card, 5, 1, 5},
                                         Case{Ranking::five_card, 5, 1, 34}, Case{Ranking::five_card, 5, 2, 10},
                                         Case{Ranking::five_card_wild, 5, 0, 5},
                                         Case{Ranking::five_card_wild, 5, 0, 30},
                                         Case{Ranking::five_card_wild, 5, 1, 20},
                                         Case{Ranking::five_card_wild, 5, 2, 10}),
                         [](const auto& each) {
                           return fmt::format("{}Cards{}Known{}Seen{}", each.param.dealer_cards, each.param.known,
                                              each.param.seen, each.index);
                         });

}  // namespace
}  // namespace cardroom::odds
