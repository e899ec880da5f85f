// What an unfinished hand of two to four cards looks like, for rules that people play by.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "cards/card.h"

namespace cardroom::games {

struct HandShape {
  std::array<uint8_t, cards::rank_count> count{};  // by rank
  uint32_t ranks = 0;                              // those that are there, a bit each
  bool suited = false;                             // all of one suit

  bool paired() const { return most() > 1; }
  int lowest() const { return std::countr_zero(ranks); }
  int highest() const { return static_cast<int>(std::bit_width(ranks)) - 1; }
  // From the lowest to the highest card: 2 for three in a row, an ace being high; too much for any straight where a
  // rank is there twice.
  int span() const { return paired() ? cards::rank_count : highest() - lowest(); }
  // How many cards are of this rank or a higher one.
  int count_from(int rank) const {
    int cards = 0;
    for (int at = rank; at < cards::rank_count; ++at) cards += count[static_cast<size_t>(at)];
    return cards;
  }
  // A pair of this rank or a higher one, two pair, three of a kind or better.
  bool pays_from(int rank) const {
    const auto pairs = std::ranges::count_if(count, [](int cards) { return cards > 1; });
    const bool high_pair = std::any_of(count.begin() + rank, count.end(), [](int cards) { return cards > 1; });
    return high_pair || pairs > 1 || most() > 2;
  }
  // Whether one more card could make a straight of these four, the ace high or low.
  bool four_to_straight() const {
    const uint32_t with_low_ace = ranks << 1 | ranks >> cards::ace;
    for (int low = 0; low + 5 <= cards::rank_count + 1; ++low) {
      if (std::popcount(with_low_ace >> low & 0x1f) == 4) return true;
    }
    return false;
  }

 private:
  int most() const { return *std::ranges::max_element(count); }
};

inline HandShape shape_of_hand(cards::CardSet cards) {
  HandShape shape;
  for (const cards::Card card : cards) {
    ++shape.count[static_cast<size_t>(card.rank())];
    shape.ranks |= 1U << card.rank();
  }
  const cards::Suit suit = (*cards.begin()).suit();
  shape.suited = std::popcount(cards.ranks(suit)) == cards.size();
  return shape;
}

}  // namespace cardroom::games
