// Whether a count of hits is surprising.
#pragma once

#include <cstdint>
#include <string>

namespace cardroom::ledger::reports {

// The two-sided p-value of `hits` in `trials` independent trials of this chance: twice the smaller of P(X ≤ hits) and
// P(X ≥ hits), at most 1. The tails are the binomial distribution's own (regularised incomplete beta), not its normal
// approximation; relative error below 1e-9. 0 ≤ hits ≤ trials, 0 ≤ chance ≤ 1.
double binomial_p_value(int64_t hits, int64_t trials, double chance);

// "0.0421"; below 0.0001 "<0.0001".
std::string p_value_text(double p_value);
// "" from 1 in 100 on, "unusual" below that, "very unusual" below 1 in 1,000.
std::string p_value_mark(double p_value);

}  // namespace cardroom::ledger::reports
