#include "games/registry.h"

#include <algorithm>

#include "games/caribbean_stud.h"
#include "games/crazy_4_poker.h"
#include "games/dj_wild_stud.h"
#include "games/four_card_poker.h"
#include "games/high_card_flush.h"
#include "games/let_it_ride.h"
#include "games/mississippi_stud.h"
#include "games/three_card_poker.h"
#include "games/ultimate_texas_holdem.h"

namespace cardroom::games {

std::span<const Game* const> all_games() {
  static const Game* const games[] = {
      &three_card_poker(), &three_card_poker_face_up(), &four_card_poker(), &crazy_4_poker(),         &caribbean_stud(),
      &let_it_ride(),      &mississippi_stud(),         &high_card_flush(), &ultimate_texas_holdem(), &dj_wild_stud(),
  };
  return games;
}

const Game* find_game(std::string_view id) {
  const auto games = all_games();
  const auto found = std::ranges::find_if(games, [&](const Game* game) { return game->facts.id == id; });
  return found == games.end() ? nullptr : *found;
}

int Game::wager_index(std::string_view id) const {
  const auto found = std::ranges::find(facts.wagers, id, &WagerFact::id);
  return found == facts.wagers.end() ? no_wager : static_cast<int>(found - facts.wagers.begin());
}

}  // namespace cardroom::games
