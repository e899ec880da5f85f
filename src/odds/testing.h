// What the tests of the mathematics share.
#pragma once

#include <vector>

#include "games/testing.h"
#include "odds/base_game.h"

namespace cardroom::odds {

// The registered games that are a showdown with one decision.
inline std::vector<const games::Game*> showdown_games() {
  std::vector<const games::Game*> showdowns;
  for (const games::Game* game : games::all_games()) {
    if (!not_a_showdown(games::table_of(game->facts.id))) showdowns.push_back(game);
  }
  return showdowns;
}

}  // namespace cardroom::odds
