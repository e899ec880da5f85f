// From a question to a table: game, paytables, the house's choices, meters, key.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "games/round.h"
#include "practice/meters.h"
#include "practice/refused.h"

namespace cardroom::practice {

inline constexpr uint64_t rounds_max = 10'000'000'000;  // as `cardroom deal` has it
inline constexpr size_t key_length_max = 64;
inline constexpr uint64_t tally_count_max = 1'000'000'000;

struct Setup {
  games::Table table;
  Meters meters;
  uint64_t prng_key = 0;
};

std::expected<Setup, Refused> set_up(const std::string& game, const std::vector<std::string>& paytables,
                                     const std::vector<HouseChoice>& house, const std::vector<MeterNow>& meters,
                                     const std::string& key, uint64_t round);

// Checks a tally sent back by a client: it must be one that practice could have produced.
std::expected<void, Refused> check_tally(const PlayTally& tally);

}  // namespace cardroom::practice
