#include "odds/suit_counts.h"

#include <array>
#include <bit>

#include "base/check.h"
#include "cards/suit_ranking.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

using cards::CardSet;
using cards::HandRank;
using cards::Ranking;

constexpr int suited_hand_cards = 7;

// By size: in how many ways a suit can have so many cards.
template <class Number>
using Sizes = std::array<Number, suited_hand_cards + 1>;

template <class Number>
Sizes<Number> product(const Sizes<Number>& a, const Sizes<Number>& b) {
  Sizes<Number> result{};
  for (size_t i = 0; i <= suited_hand_cards; ++i) {
    for (size_t j = 0; i + j <= suited_hand_cards; ++j) result[i + j] += a[i] * b[j];
  }
  return result;
}

template <class Number>
Number hands_of(const std::array<Sizes<Number>, cards::suit_count>& suits) {
  const Sizes<Number> black = product(suits[0], suits[3]);
  const Sizes<Number> red = product(suits[1], suits[2]);
  Number hands = 0;
  for (size_t i = 0; i <= suited_hand_cards; ++i) hands += black[i] * red[suited_hand_cards - i];
  return hands;
}

uint32_t ways(uint32_t from, int count) {
  return static_cast<uint32_t>(choose(std::popcount(from), count));
}

// How many sets of as many ranks as `flush` has are smaller numbers than it, hold all of the known ranks, and of the
// others only unseen ones. From the highest card down: a smaller set lacks one of the cards of `flush` and has all that
// are above it, and none besides.
uint32_t sets_below(uint32_t flush, uint32_t known, uint32_t unseen) {
  uint32_t sets = 0;
  int missing = std::popcount(flush);
  for (uint32_t left = flush | known; left != 0;) {
    const uint32_t card = std::bit_floor(left);
    left ^= card;
    if ((flush & card) == 0) break;  // a known card makes every set from here on a larger number
    const uint32_t lower = card - 1;
    if ((known & card) == 0) sets += ways(unseen & lower, missing - std::popcount(known & lower));
    if (((known | unseen) & card) == 0) break;
    --missing;
  }
  return sets;
}

}  // namespace

void flushes_below(CardSet known, CardSet unseen, std::span<const int> cuts, std::span<uint32_t> below) {
  CHECK(known.size() <= suited_hand_cards && !known.intersects(unseen) && cuts.size() == below.size());
  std::array<uint32_t, cards::suit_count> held{}, free{};
  std::array<Sizes<uint32_t>, cards::suit_count> all{};
  for (size_t suit = 0; suit < cards::suit_count; ++suit) {
    held[suit] = known.ranks(static_cast<cards::Suit>(suit));
    free[suit] = unseen.ranks(static_cast<cards::Suit>(suit));
    for (int size = std::popcount(held[suit]); size <= suited_hand_cards; ++size) {
      all[suit][static_cast<size_t>(size)] = ways(free[suit], size - std::popcount(held[suit]));
    }
  }
  for (size_t at = 0; at < cuts.size(); ++at) {
    if (cuts[at] >= cards::longest_flush_classes) {
      below[at] = static_cast<uint32_t>(choose(unseen.size(), suited_hand_cards - known.size()));
      continue;
    }
    const uint32_t flush = cards::flush_ranks(HandRank(cuts[at]));
    const auto length = static_cast<size_t>(std::popcount(flush));
    auto suits = all;
    for (size_t suit = 0; suit < cards::suit_count; ++suit) {
      suits[suit][length] = sets_below(flush, held[suit], free[suit]);
      std::fill(suits[suit].begin() + static_cast<std::ptrdiff_t>(length) + 1, suits[suit].end(), 0);
    }
    // The hands are fewer than 2^32, so that sums modulo 2^32 are the numbers themselves.
    below[at] = hands_of(suits);
  }
}

std::vector<uint64_t> suit_reading_counts(Ranking ranking) {
  CHECK(cards::ranked_by_suit(ranking));
  const auto classes = static_cast<size_t>(class_count(ranking));
  // Sets by rank and size; sets of fewer than two cards rank below all.
  std::vector<Sizes<uint64_t>> sets(classes);
  for (uint32_t set = 0; set < cards::tables::rank_sets; ++set) {
    if (std::popcount(set) > suited_hand_cards) continue;
    ++sets[cards::suit_ranks(ranking)[set]][static_cast<size_t>(std::popcount(set))];
  }
  std::vector<uint64_t> counts(classes);
  Sizes<uint64_t> through{};
  uint64_t before = 0;
  for (size_t rank = 0; rank < classes; ++rank) {
    for (size_t size = 0; size <= suited_hand_cards; ++size) through[size] += sets[rank][size];
    const uint64_t hands = hands_of<uint64_t>({through, through, through, through});
    counts[rank] = hands - before;
    before = hands;
  }
  return counts;
}

}  // namespace cardroom::odds
