// Caribbean Stud Poker with its Cover All Bonus: ANTE before the deal; five cards each, the dealer's last face up;
// RAISE of twice the ANTE or fold. The dealer qualifies with ace-king high. COVER ALL is a wager on the highest hand at
// the table, anybody's, and its pays depend on how many hands were dealt.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& caribbean_stud();

}  // namespace cardroom::games
