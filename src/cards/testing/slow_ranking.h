// The rankings told in the plainest way, for tests: sorted cards, and every choice of cards tried.
#pragma once

#include <array>

#include "cards/card.h"
#include "cards/ranking.h"

namespace cardroom::cards {

// What a hand is worth, to be compared number by number: its category's place among the categories, then its card
// values (deuce 2 … ace 14), those that decide first; unused places are 0.
using SlowRank = std::array<int, 6>;

// The best hand of `cards`, hand_size or more of them.
SlowRank slow_rank(Ranking ranking, CardSet cards);

// The same, of exactly hand_size cards.
SlowRank slow_rank_of_hand(Ranking ranking, CardSet hand);

}  // namespace cardroom::cards
