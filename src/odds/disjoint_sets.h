// How many ways there are to take disjoint sets of cards out of a deck: hands of one suit, straights, and pairs,
// triples and quads that are part of a hand yet to be filled up. What highest_hand.h is counted from.
#pragma once

#include <vector>

#include "base/rational.h"
#include "odds/progress.h"

namespace cardroom::odds {

// The ace, and below it the other ranks without a gap; an ace is also below the lowest of them, so that there are
// rank_count - 3 straights. Fewer ranks or suits than 13 and 4 make decks that are small enough to be tried out.
struct DeckShape {
  int rank_count = 13;  // 6 … 13
  int suit_count = 4;   // 1 … 4
  int size() const { return rank_count * suit_count; }
};

// Five cards of one suit that are counted as one hand.
enum class SuitedKind {
  flush,              // any five, straight flushes included
  flush_no_straight,  // without them
  straight_flush,     // only them, the royal flush included
  royal_flush,        // from the ten to the ace
};

// Sets of cards, no two of them with a card in common, in no order. Straights have any suits, also five times the same.
struct DisjointSets {
  int suited = 0;
  int straights = 0;
  int pairs = 0;
  int triples = 0;
  int quads = 0;
  base::Integer ways;
};

enum class Straights { counted, left_out };

// Every combination that hand_count_max hands or fewer have room for, where a hand is one of: a suited hand, a
// straight, quads, a pair, two pairs, a triple, a triple and a pair. The same combination may come more than once; its
// ways then add up. With straights left out all combinations are without. hand_count_max is 1 … 10.
// Runs in parallel; the result doesn't depend on it.
std::vector<DisjointSets> count_disjoint_sets(DeckShape deck, SuitedKind kind, Straights straights, int hand_count_max,
                                              Progress* progress = nullptr);

}  // namespace cardroom::odds
