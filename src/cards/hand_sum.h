// Hands for loops that deal one card after another: adding a card costs two additions, and the rank of the best five is
// then two table lookups, whatever the number of cards.
#pragma once

#include "cards/card.h"
#include "cards/ranking.h"
#include "cards/ranking_tables.h"

namespace cardroom::cards {

// A hand of at most nine different cards as sums: sums of two hands without a common card add up to that of both
// together. Plain values; as many as you like can be made ahead, one for each card or each pair.
class HandSum {
 public:
  constexpr HandSum() = default;
  explicit HandSum(Card card) : sum_(tables::card_sums[card.bit()]), bits_(uint64_t{1} << card.bit()) {}
  explicit HandSum(CardSet cards) {
    for (Card card : cards) *this += HandSum(card);
  }

  HandSum& operator+=(HandSum other) {
    sum_ += other.sum_;
    bits_ += other.bits_;
    return *this;
  }
  friend HandSum operator+(HandSum a, HandSum b) { return a += b; }
  bool operator==(const HandSum&) const = default;

  CardSet cards() const { return CardSet(bits_); }
  int size() const { return static_cast<int>(sum_ & ((1U << tables::count_bits) - 1)); }

  // Five to seven cards. Not checked, since this is what the inmost loops do.
  friend HandRank rank_five(HandSum hand) {
    const uint64_t flush = hand.sum_ & tables::counter_signals;
    if (flush != 0) [[unlikely]] {
      // A counter is half as wide as a suit in a CardSet.
      const int lane = 2 * (std::countr_zero(flush) - tables::counter_signal);
      return HandRank(tables::five_suited[static_cast<uint16_t>(hand.bits_ >> lane)]);
    }
    return HandRank(tables::five_by_place[tables::place_of(hand.sum_)]);
  }

 private:
  uint64_t sum_ = 0;
  uint64_t bits_ = 0;
};

HandRank rank_five(HandSum hand);

}  // namespace cardroom::cards
