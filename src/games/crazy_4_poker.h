// Crazy 4 Poker: ANTE and SUPER BONUS, both and equal, before the deal; five cards each, best hand of four on both
// sides. A position folds or bets PLAY, equal to the ANTE, or up to three times it with a pair of aces or better. The
// dealer qualifies with king high.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& crazy_4_poker();

}  // namespace cardroom::games
