// The paytables and jurisdiction profiles at hand: those that ship with Cardroom, and those that a house adds.
#pragma once

#include <string_view>
#include <vector>

#include "games/table.h"

namespace cardroom::games {

struct Library {
  std::vector<PaytablePtr> paytables;
  std::vector<Profile> profiles;

  // By designator, which is unique within a game; nullptr where the game has none of that name.
  PaytablePtr find_paytable(std::string_view game, std::string_view id) const;
  const Profile* find_profile(std::string_view id) const;
};

// What ships with Cardroom: parsed once, then only read.
const Library& shipped_library();

}  // namespace cardroom::games
