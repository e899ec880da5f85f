// A round replayed from its key as far as it has been decided.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "games/round.h"

namespace cardroom::practice {

// The choice of a position at a decision; nothing: it has not been made, and the round waits for it.
using Chooser =
    std::function<std::optional<games::Choice>(const games::View&, const games::Actions&, const games::Position&)>;
using Draw = std::function<cards::Card()>;

struct Waiting {
  size_t seat = 0;  // index of the position
  int step = 0;     // of the script
};

// Walks the script as games::play_round does, and stops where a choice is missing. Positions decide one after the
// other, from the dealer's left. The wagers are in `round` already.
std::optional<Waiting> walk(const games::Table& table, games::Round& round, const Draw& draw, const Chooser& choose);

}  // namespace cardroom::practice
