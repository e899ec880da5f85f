// Four Card Poker: ANTE and/or ACES UP before the deal; five cards to each player, six to the dealer, the last face up;
// each makes the best hand of four. A position with an ANTE folds or bets one to three times the ANTE on PLAY. The
// dealer always qualifies, and the player wins ties.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& four_card_poker();

}  // namespace cardroom::games
