// The meter that a hit finds, as a distribution with a proven error.
#pragma once

#include <vector>

#include "odds/meter_plan.h"
#include "odds/session_ruin.h"

namespace cardroom::odds {

// The meter is put on a lattice, once rounded down at every step and once up. More on the meter never leads to less of
// it later, so that the true meter lies between the two in distribution: `low` and `high` are probabilities of the
// lattice points 0, step, 2·step …, and for every x
//   P(low ≥ x) ≤ P(true meter ≥ x) ≤ P(high ≥ x),  each within hit_meter_error.
// The last point stands for itself and all above it.
struct HitMeter {
  double step = 0;  // currency units
  std::vector<double> low;
  std::vector<double> high;
};
// Sums of some hundred thousand non-negative numbers, a few hundred times over, in double: the rounding is below this.
inline constexpr double hit_meter_error = 1e-8;

enum class Restart : uint8_t {
  from_seed,  // the first run, with nothing in the reserve
  long_run,   // seed and what the run before put into the reserve
};

// Limits are heeded, overflow stays apart; what of a reserve does not fit under the limit at a reseed, and waits for
// the next, is left out. Not for a level that fixed pays are deducted from.
HitMeter hit_meter(const MeterPlan& plan, size_t level, Restart restart);

// The smallest meter that a hit finds at most with probability `by`, 0 < by < 1, between two bounds.
Interval hit_meter_quantile(const HitMeter& meter, double by);

}  // namespace cardroom::odds
