// A wager's figures as the rounds of a session: nets on a lattice of whole numbers.
#pragma once

#include <vector>

#include "odds/figures.h"
#include "odds/session_round.h"

namespace cardroom::odds {

struct Lattice {
  std::vector<RoundResult> results;
  int64_t per_unit = 1;       // lattice steps in one unit of the wager
  int64_t largest_stake = 0;  // in lattice steps: the most that one round asks for
};

Lattice lattice_of(const Figures& figures);

}  // namespace cardroom::odds
