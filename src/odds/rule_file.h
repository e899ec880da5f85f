// A strategy as somebody writes it down, one rule a line, the first that fits decides:
//
//   bet 3 with pair of tens or better
//   bet 1 with pair of threes or better against 2-9
//   bet 1 with A-K-J-8-3 or better
//   fold
//
// A hand is a paytable's word for it (two pair, pair of tens) or the letters of its cards. `against` names ranks of the
// dealer's up-card: 2-9, A, T-K.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "odds/base_game.h"

namespace cardroom::odds {

// The message names the line.
std::expected<DecisionRule, std::string> parse_rule_file(std::string_view text, const games::Game& game);

}  // namespace cardroom::odds
