// The values of a decision before or on the flop where player and dealer share a board: best play afterwards, exactly,
// at the table as it is.
#pragma once

#include "practice/values.h"

namespace cardroom::practice {

// The game must have a shared board (odds::not_a_shared_board).
std::optional<Values> board_values(const games::Table& table, const games::View& view,
                                   std::vector<games::Choice> choices, Prospects& prospects);

}  // namespace cardroom::practice
