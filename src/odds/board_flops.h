// Flops up to renaming of suits, and hands of two cards as places in a square of suits and ranks, so that a renaming of
// suits moves whole blocks: what the walk over all boards (shared_board.cpp) adds its sums by.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "cards/card.h"
#include "cards/isomorphism.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

inline constexpr size_t board_suits = cards::suit_count;
inline constexpr size_t suit_block =
    size_t{cards::rank_count} * cards::rank_count;                             // hands of two suits, by their ranks
inline constexpr size_t suit_square = board_suits * board_suits * suit_block;  // of any two, both ways round
inline constexpr size_t opening_classes = suit_block;
inline constexpr size_t flops_per_board = 10;

constexpr size_t block_of(size_t suit, size_t other) {
  return (suit * board_suits + other) * suit_block;
}
constexpr size_t cell_of(cards::Card one, cards::Card other) {
  return block_of(static_cast<size_t>(one.suit()), static_cast<size_t>(other.suit())) +
         static_cast<size_t>(one.rank() * cards::rank_count + other.rank());
}
// The kind of a hand: suited ones and pairs have their higher rank first, others their lower.
constexpr size_t opening_of(cards::Card one, cards::Card other) {
  const int low = std::min(one.rank(), other.rank());
  const int high = std::max(one.rank(), other.rank());
  const bool suited = one.suit() == other.suit();
  return static_cast<size_t>(suited ? high * cards::rank_count + low : low * cards::rank_count + high);
}

class Flops {
 public:
  struct Renamed {
    uint16_t index;                // of its class
    cards::SuitRenaming renaming;  // to the representative
    cards::SuitRenaming back;
  };

  Flops();

  size_t count() const { return static_cast<size_t>(classes_->class_count()); }
  CardSet representative(size_t index) const { return classes_->representative(static_cast<int>(index)); }
  int64_t multiplicity(size_t index) const { return classes_->multiplicity(static_cast<int>(index)); }

  // The ten flops that a board may have had.
  template <class Visit>
  void for_each_of(CardSet board, Visit&& visit) const {
    std::array<cards::Card, 5> cards;
    std::ranges::copy(board, cards.begin());
    for (size_t a = 0; a < 3; ++a) {
      for (size_t b = a + 1; b < 4; ++b) {
        for (size_t c = b + 1; c < 5; ++c) visit(by_number_[set_number({cards[a], cards[b], cards[c]})]);
      }
    }
  }

 private:
  const SetClasses* classes_;
  std::vector<Renamed> by_number_;  // all 22,100
};

// The renamings of suits that leave the cards as they are.
std::vector<cards::SuitRenaming> symmetries_of(CardSet held);

}  // namespace cardroom::odds
