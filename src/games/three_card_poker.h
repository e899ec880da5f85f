// Three Card Poker, with its 6 Card Bonus, and its Face Up variant: one pair of files, because the variant differs only
// in the dealer's up-card and in what an unqualified dealer does.
//
// ANTE and/or PAIR PLUS before the deal; three cards each. A position with an ANTE plays (PLAY, equal to the ANTE) or
// folds. The dealer plays with queen high or better.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& three_card_poker();
const Game& three_card_poker_face_up();

}  // namespace cardroom::games
