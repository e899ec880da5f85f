// How many hands of seven cards rank below given ranks, for rankings that look at each suit by itself
// (cards/suit_ranking.h), when any number of cards has been seen.
//
// A hand ranks below x exactly when each of its suits does. So for each suit the sets of its unseen cards that rank
// below x are counted by their size, which takes a few binomials, and the four lists of sizes are multiplied out.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cards/card.h"
#include "cards/ranking.h"

namespace cardroom::odds {

// below[i] becomes the number of hands of the `known` cards and others out of `unseen`, seven in all, whose longest
// flush ranks below cuts[i], which lie from 0 to class_count(longest_flush). `known` are at most seven, none of them
// among the unseen. Less than a tenth of a microsecond a cut.
void flushes_below(cards::CardSet known, cards::CardSet unseen, std::span<const int> cuts, std::span<uint32_t> below);

// By rank, how many of the hands of seven cards out of a full deck have it; for either ranking by suit.
std::vector<uint64_t> suit_reading_counts(cards::Ranking ranking);

}  // namespace cardroom::odds
