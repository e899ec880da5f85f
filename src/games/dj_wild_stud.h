// DJ Wild Stud: a deck of 53 cards in which the deuces and the joker are wild. ANTE and an equal BLIND before the deal;
// five cards each; PLAY of exactly twice the ANTE, or fold and lose both. The dealer always plays. BLIND pays a win
// from a straight up; TRIPS pays more for a hand that needs no wild card.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& dj_wild_stud();

}  // namespace cardroom::games
