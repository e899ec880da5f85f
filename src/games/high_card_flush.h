// High Card Flush, which is I Luv Suits with two bonus wagers: ANTE before the deal; seven cards each; the hand is the
// longest flush among them, more cards before fewer, then the ranks. RAISE equals the ANTE, or up to twice as much with
// five cards of a suit and three times with six or seven; or fold. The dealer qualifies with three cards, nine high.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& high_card_flush();

}  // namespace cardroom::games
