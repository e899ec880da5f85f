// How often each rank comes up in a number of random cards: all that a wager on one hand alone depends on.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/ranking.h"

namespace cardroom::odds {

// By rank of the best hand in `card_count` cards (3 to 7), how many of the sets of so many cards of the deck have it.
std::vector<uint64_t> reading_counts(cards::Ranking ranking, int card_count,
                                     cards::CardSet deck = cards::CardSet::full_deck());

}  // namespace cardroom::odds
