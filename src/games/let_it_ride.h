// Let It Ride with its 3 Card Bonus: three equal bets before the deal, three cards to the player, two community cards.
// Nobody is to be beaten: the bets left pay by the five cards. Before each community card is turned one bet may be
// taken back, BET 1 and then BET 2; BET $ always plays. 3 CARD BONUS pays by the player's three cards alone.
#pragma once

#include "games/game.h"

namespace cardroom::games {

const Game& let_it_ride();

}  // namespace cardroom::games
