// What the choices are worth in a game whose decisions follow each other, each before another community card is turned.
#pragma once

#include <optional>

#include "practice/values.h"

namespace cardroom::practice {

// The game must be a draw (odds::not_a_draw). Every decision that follows is taken as well as can be. Nothing where the
// wagers of the view cannot have come about.
std::optional<Values> draw_values(const games::Table& table, const games::View& view,
                                  std::vector<games::Choice> choices);

}  // namespace cardroom::practice
