// A round for a trainee to deal: positions with wagers, cards in which something happens, players who play as well as
// can be. All of it follows from the key.
#pragma once

#include "games/round.h"
#include "practice/meters.h"
#include "practice/prospects.h"

namespace cardroom::practice {

inline constexpr int level_max = 3;
inline constexpr int trainee_players_min = 2;
inline constexpr int trainee_players_max = 6;

struct TrainingSetting {
  int level = 1;
  int players = 2;
  uint64_t prng_key = 0;
  uint64_t round = 1;
};

// The default number of players at a level's table.
int usual_players(int level);

// A hand may have a wrong number of cards at level 3: then nothing has been decided. Refused where the house's chips
// and limits leave no room for wagers.
std::expected<games::Round, games::Refusal> deal_training(const games::Table& table, const TrainingSetting& setting,
                                                          const Meters& meters, Prospects& prospects);

}  // namespace cardroom::practice
