// The cards of the suits, rank by rank, as hands of one suit take them: the suits' side of disjoint_sets.h.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "odds/disjoint_sets.h"

namespace cardroom::odds {

// A suit, out of which one or two hands are made, walked from the ace over the deuce up to the king. A hand is either
// five loose cards, or a straight flush followed from its first card to its last; the weights of the two ways make the
// kind (suited_hands.cpp). A state is how far the hands have come; at place 0 there is one. Only states that can still
// end in whole hands are kept, numbered anew at every place.
class SuitTrack {
 public:
  struct Option {
    int taken;  // 1 if the card of this rank goes to a hand of the suit
    int next;   // the state at the next place
  };

  SuitTrack(int rank_count, SuitedKind kind, int hand_count);

  // 0 if the suit is too short for so many hands.
  int state_count(int place) const { return static_cast<int>(options_[static_cast<size_t>(place)].size()); }
  const std::vector<Option>& options(int place, int state) const {
    return options_[static_cast<size_t>(place)][static_cast<size_t>(state)];
  }
  // Of a state at the end, at place rank_count: how much one way to come there counts, which may be negative.
  int weight(int state) const { return weights_[static_cast<size_t>(state)]; }

 private:
  std::vector<std::vector<std::vector<Option>>> options_;
  std::vector<int> weights_;
};

// Several suits of the same track together. Suits are alike, so a state is which states they are in, not which suit is
// in which: a multiset, numbered densely.
class SuitGroup {
 public:
  using States = std::array<int, 4>;  // ascending, one a suit; unused places are last
  struct Move {
    uint32_t next;
    uint16_t taken;  // cards of this rank that go to hands of these suits
    uint16_t ways;
  };

  SuitGroup(const SuitTrack& track, int suit_count) : track_(&track), suit_count_(suit_count) {}

  size_t state_count(int place) const;
  // By state at `place`.
  std::vector<std::vector<Move>> moves(int place) const;
  // By state at the end: the product of the suits' weights.
  std::vector<int64_t> weights(int rank_count) const;

 private:
  std::vector<States> states(int place) const;  // in the order of their numbers

  const SuitTrack* track_;
  int suit_count_;
};

}  // namespace cardroom::odds
