// The net of a session: many rounds of the same wagers, each with the same exact distribution.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <span>
#include <vector>

#include "odds/progress.h"
#include "odds/session_round.h"

namespace cardroom::odds {

// 2^22 cells: 200 MB while they are computed, about two seconds, and far more than a screen or a report can show.
inline constexpr int64_t session_cells_max = int64_t{1} << 22;
// Nets times cells: about ten seconds.
inline constexpr int64_t session_work_max = 1'500'000'000;
// What the exact form may hold: it is for small sessions and for checking the other.
inline constexpr int64_t exact_cells_max = 20'000;
inline constexpr int64_t exact_work_max = 10'000'000;  // products: some seconds

// Cell i is the probability of the net lowest + i·step. Nets outside the cells have too little probability to be kept.
// Over all nets together, the absolute differences between these probabilities and the true ones add up to at most
// `error`; so no sum of cells, taken in long double and then made a double, is off by more.
struct SessionDistribution {
  int64_t lowest = 0;
  int64_t step = 1;
  std::vector<double> probabilities;
  double error = 0;
  base::Rational mean;      // exact, as is the variance
  base::Rational variance;  //
  int64_t least_possible = 0;
  int64_t most_possible = 0;

  int64_t net_at(size_t cell) const { return lowest + static_cast<int64_t>(cell) * step; }
};

// Rounds 1 to session_rounds_max. The step is the greatest the nets allow. The error is below 10^-10 as long as the
// likely nets fit into session_cells_max; where a rare and large pay does not let them, more of the probability (10^-4
// on either side at most) is left out, and counted in the error, before the session is refused.
std::expected<SessionDistribution, SessionRefusal> session_distribution(std::span<const RoundResult> results,
                                                                        int rounds, Progress* progress = nullptr);

// Every net of the session with its ways, out of (all ways of a round)^rounds. For small sessions.
std::expected<std::map<int64_t, base::Integer>, SessionRefusal> session_exact(std::span<const RoundResult> results,
                                                                              int rounds);

double standard_deviation(const SessionDistribution& session);

// Each within session.error.
struct SessionChances {
  double loss = 0;  // net < 0
  double even = 0;  // net = 0
  double win = 0;   // net > 0
};
SessionChances chances(const SessionDistribution& session);

// The smallest net that the session stays at or below with probability `level`, 0 < level < 1: it is one of first …
// last, which are equal unless the error leaves it open.
struct Quantile {
  int64_t first = 0;
  int64_t last = 0;
};
Quantile quantile(const SessionDistribution& session, double level);

// For a plot: nets from `first` to `last`, both included.
struct SessionBar {
  int64_t first = 0;
  int64_t last = 0;
  double probability = 0;
};
// At most bars_max (1 or more) bars that hold all cells. All but the outer two are equally wide; those take in whatever
// lies outside the quantiles `tail` and 1 − tail, 0 ≤ tail < 1/2, so that a rare large win does not flatten the rest.
std::vector<SessionBar> bars(const SessionDistribution& session, int bars_max, double tail);

}  // namespace cardroom::odds
