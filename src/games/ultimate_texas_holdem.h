// Ultimate Texas Hold'em: ANTE and BLIND, both and equal, before the deal; two cards each and five in the middle, best
// five of seven on both sides. PLAY is bet once: three or four times the ANTE before the flop, twice after it, once
// when all five are turned, or fold then. The dealer qualifies with a pair. TRIPS is on the player's own hand.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& ultimate_texas_holdem();

}  // namespace cardroom::games
