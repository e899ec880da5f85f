// Mississippi Stud with its 3 Card Bonus: ANTE before the deal; two cards to the player, three community cards that are
// turned one by one. Before each the player bets one, two or three times the ANTE, or folds and loses everything bet.
// Nobody is to be beaten: all bets pay by the five cards, and a middling pair pushes. 3 CARD BONUS pays by the
// community cards alone, and a fold does not lose it.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& mississippi_stud();

}  // namespace cardroom::games
