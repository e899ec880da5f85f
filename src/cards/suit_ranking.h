// Rankings of seven cards that look at each suit by itself: a hand ranks as the best of its four suits does. So the
// number of hands below a rank is found suit by suit, without going through them (odds/suit_counts.h).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "cards/card.h"
#include "cards/ranking.h"
#include "cards/ranking_tables.h"

namespace cardroom::cards {

constexpr bool ranked_by_suit(Ranking ranking) {
  return ranking == Ranking::longest_flush || ranking == Ranking::longest_straight_flush;
}

inline constexpr int longest_flush_classes = 5'798;  // 78 + 286 + 715 + 1,287 + 1,716 + 1,716 sets of two to seven
inline constexpr int longest_straight_flush_classes = 6;

// By the ranks held in one suit, the rank of a hand whose best suit this is; 0 with one card or none, and for more than
// seven cards, which no hand has.
using SuitRanks = std::array<uint16_t, tables::rank_sets>;

// The sets of as many ranks in the order of their numbers are in the order of their highest cards too.
inline constexpr SuitRanks longest_flush_ranks = [] {
  std::array<int, 8> next{};
  for (size_t size = 3; size < next.size(); ++size) {
    int sets = 1;  // of one rank fewer
    for (int card = 0; card < static_cast<int>(size) - 1; ++card) sets = sets * (rank_count - card) / (card + 1);
    next[size] = next[size - 1] + sets;
  }
  SuitRanks ranks{};
  for (uint32_t set = 0; set < tables::rank_sets; ++set) {
    const auto size = static_cast<size_t>(std::popcount(set));
    if (size >= 2 && size < next.size()) ranks[set] = static_cast<uint16_t>(next[size]++);
  }
  return ranks;
}();

inline constexpr SuitRanks longest_straight_flush_ranks = [] {
  SuitRanks ranks{};
  for (uint32_t set = 0; set < tables::rank_sets; ++set) {
    int longest = 0;
    // The ace once more below the deuce. What is left after n steps begins runs of more than n cards.
    for (uint32_t runs = set << 1 | set >> ace; runs != 0; runs &= runs >> 1) ++longest;
    if (longest >= 3 && std::popcount(set) <= 7) ranks[set] = static_cast<uint16_t>(longest - 2);
  }
  return ranks;
}();

constexpr const SuitRanks& suit_ranks(Ranking ranking) {
  return ranking == Ranking::longest_flush ? longest_flush_ranks : longest_straight_flush_ranks;
}

inline HandRank rank_best_suit(const SuitRanks& ranks, CardSet cards) {
  CHECK(cards.size() == 7);
  return HandRank(std::max(std::max(ranks[cards.ranks(Suit::clubs)], ranks[cards.ranks(Suit::diamonds)]),
                           std::max(ranks[cards.ranks(Suit::hearts)], ranks[cards.ranks(Suit::spades)])));
}
inline HandRank rank_longest_flush(CardSet cards) {
  return rank_best_suit(longest_flush_ranks, cards);
}
inline HandRank rank_longest_straight_flush(CardSet cards) {
  return rank_best_suit(longest_straight_flush_ranks, cards);
}

// The thirteen bits of the ranks of a longest flush.
uint32_t flush_ranks(HandRank rank);

// What hand_class.cpp asks about these rankings.
Category suit_category_of(Ranking ranking, HandRank rank);
tables::CategoryRange suit_category_range(Ranking ranking, Category category);
CardSet best_of_a_suit(Ranking ranking, CardSet cards);

}  // namespace cardroom::cards
