// A meter that all pays are deducted from: how likely it runs dry, and what that costs the house.
#pragma once

#include "odds/meter_plan.h"
#include "odds/session_ruin.h"

namespace cardroom::odds {

// A run lasts from one hit of the first level to the next, and begins at its seed (the reserve of the run before, where
// there is one, only makes it safer). The meter is dry when a pay finds less than it takes; the house then advances the
// difference and the meter continues from 0.
struct RunDry {
  Interval chance;    // that it happens in a run
  Interval advanced;  // currency units the house advances per run, on average
  // Where the first level pays shares below 100 % too, the chance is only enclosed: below without them, above as if any
  // of them emptied the meter; `advanced` then has no upper bound.
  bool shares_left_open = false;
};

// Exact up to the intervals. plan.all_deducted must hold.
//
// The meter before a wager, in cells of a lattice, makes a random walk that a hit ends with probability p at every
// step. The distribution of its lowest point comes from Spitzer's identity by three Fourier transforms
// (docs/internals/mathematics.md). That gives an approximation û of the chance u, which is then proved: u is the fixed
// point of an operator that brings any two functions closer by the factor 1 − p, so that |u − û| ≤ max |û − Tû| / p,
// whatever made û. The maximum is taken over all cells. Rates and pays that do not fit the lattice are rounded to
// either side, which only moves the chance up or down; a limit is part of the operator.
RunDry run_dry(const MeterPlan& plan);

// Cells of the longest transform: two seconds and 100 MB.
inline constexpr int run_dry_log2_max = 21;
// Cells a unit of the wager, at most.
inline constexpr int64_t run_dry_lattice_max = 200;

}  // namespace cardroom::odds
