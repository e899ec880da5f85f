// Every game that Cardroom knows.
#pragma once

#include <span>
#include <string_view>

#include "games/game.h"

namespace cardroom::games {

std::span<const Game* const> all_games();
const Game* find_game(std::string_view id);  // nullptr where there is none

}  // namespace cardroom::games
