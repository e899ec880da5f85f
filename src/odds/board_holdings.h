// Every hand of two cards beside one board, ranked against all others that share no card with it.
#pragma once

#include <array>
#include <cstdint>

#include "cards/card.h"

namespace cardroom::odds {

class BoardHoldings {
 public:
  static constexpr size_t unseen = 47;  // cards beside the board
  static constexpr size_t hands = unseen * (unseen - 1) / 2;
  static constexpr uint32_t dealer_hands = 990;  // that share no card with a given hand

  // The hands in the order of their cards: the hand of the unseen cards i < j is number hand_number(i, j).
  static constexpr size_t hand_number(size_t i, size_t j) { return i * (2 * unseen - i - 1) / 2 + j - i - 1; }

  // `border`: the rank below which a dealer's hand does not qualify.
  void rank(cards::CardSet board, int border);

  const std::array<cards::Card, unseen>& cards() const { return cards_; }
  // By number of the hand: its rank, and how many of those that share no card with it are below it, below or equal,
  // below the border.
  uint16_t rank_of(size_t hand) const { return rank_[hand]; }
  uint16_t below(size_t hand) const { return below_[hand]; }
  uint16_t through(size_t hand) const { return through_[hand]; }
  uint16_t unqualified(size_t hand) const { return unqualified_[hand]; }

 private:
  void sort();

  std::array<cards::Card, unseen> cards_;
  std::array<uint16_t, hands> rank_, below_, through_, unqualified_;
  std::array<uint16_t, hands> order_, spare_;
};

}  // namespace cardroom::odds
