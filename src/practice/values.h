// What each choice at a decision is worth, exactly: the expectation over every way in which the hidden cards can fall.
// It is the value at this table: chips, rounding and limits as they are.
#pragma once

#include <optional>
#include <vector>

#include "base/rational.h"
#include "games/round.h"
#include "practice/meters.h"
#include "practice/prospects.h"

namespace cardroom::practice {

struct Values {
  std::vector<games::Choice> choices;
  std::vector<base::Rational> nets;  // by choice, in cents: the average result of all counted wagers together
  uint32_t counted = 0;              // the wagers whose result depends on the choice, one bit each
  size_t best = 0;                   // of equals, the one that costs least
  std::optional<Standing> standing;

  base::Rational price(size_t choice) const { return nets[best] - nets[choice]; }  // in cents
};

// The choices worth showing: fold, check, take back, and bets in the action's steps or in whole multiples of the least
// one, the largest included.
std::vector<games::Choice> choices_of(const games::Table& table, const games::Actions& actions);

// Decisions that follow are taken as well as can be in a draw to a paytable (draw_values.h) and on a shared board
// (board_values.h). Nothing
// where it cannot be said: a decision of another kind follows, or too many deals are possible.
std::optional<Values> values_at(const games::Table& table, const games::View& view, int hands_dealt,
                                const Meters& meters, std::vector<games::Choice> choices, Prospects& prospects);

}  // namespace cardroom::practice
