// The showdown of seven cards against seven by the longest flush: every class of the player's cards with how many of
// the dealer's hands rank below it, counted suit by suit.
#pragma once

#include "odds/showdown.h"

namespace cardroom::odds {

// For a shape of seven cards each, ranked by longest_flush, no card of the dealer's up. Hands of the same rank, the
// same counts and the same longest straight flush are one class, of which the cards are an example: what else they hold
// makes no difference to any wager. Some 134 million hands in about a second.
ShowdownCounts count_flush_showdown(const ShowdownShape& shape, Progress* progress = nullptr);

}  // namespace cardroom::odds
