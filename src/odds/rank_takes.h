// What hands that don't care for suits take of the cards of each rank: the ranks' side of disjoint_sets.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "odds/disjoint_sets.h"

namespace cardroom::odds {

inline constexpr int suit_max = 4;    // cards of a rank
inline constexpr int hands_max = 10;  // of five cards, in 52

// Straights under way at a place of the walk: the ace is at 0, the deuce at 1. A straight is followed only by its age,
// since two of the same age differ by the cards they have.
struct Straight {
  std::array<int, 4> under_way;  // by how many cards they have, less one
  int aces_kept;                 // Broadway straights that wait for the ten
  int begun;                     // all that ever began

  static constexpr int code_count = 5 * 5 * 5 * 5 * 5 * (hands_max + 1);
  int code() const {
    int code = begun * 5 + aces_kept;
    for (int count : under_way) code = code * 5 + count;
    return code;
  }
};

struct StraightArc {
  int from, to;
  int taken;                                // cards of this rank
  std::array<uint32_t, suit_max + 1> ways;  // by how many cards of this rank there are to take from
};

// The states at every place, those only that can still end with every straight whole, and the arcs between them.
struct StraightSteps {
  std::vector<std::vector<Straight>> states;   // by place
  std::vector<std::vector<StraightArc>> arcs;  // by place they start from
};

// With at most so many straights.
StraightSteps make_straight_steps(const DeckShape& deck, int begun_max);

// Pairs, triples and quads taken so far.
struct Groups {
  int pairs, triples, quads;
  // The fewest hands that hold them: a pair goes with a triple while there are triples, then two by two.
  int hands() const { return quads + triples + (std::max(pairs - triples, 0) + 1) / 2; }
};

// What can be taken of one rank, and in how many ways out of none to four cards.
struct GroupOption {
  Groups added;
  std::array<uint32_t, suit_max + 1> ways;
};
inline constexpr std::array<GroupOption, 5> group_options = {{{{0, 0, 0}, {1, 1, 1, 1, 1}},
                                                              {{1, 0, 0}, {0, 0, 1, 3, 6}},
                                                              {{0, 1, 0}, {0, 0, 0, 1, 4}},
                                                              {{2, 0, 0}, {0, 0, 0, 0, 3}},
                                                              {{0, 0, 1}, {0, 0, 0, 0, 1}}}};

// The states by the hands they need, so that those within a number of hands come first.
struct GroupSteps {
  std::vector<Groups> states;
  std::array<size_t, hands_max + 1> count;                     // states that need so many hands or fewer
  std::array<std::vector<size_t>, group_options.size()> next;  // by option and state; states.size() if too many
};

GroupSteps make_group_steps(int hand_count_max);

}  // namespace cardroom::odds
