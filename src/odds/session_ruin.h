// The risk of ruin: that a bankroll no longer covers the stakes of a round.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "odds/progress.h"
#include "odds/session_round.h"

namespace cardroom::odds {

// A player is ruined as soon as what is left is below stake_needed, the largest stake a round may ask for: before the
// first round, between two, or after the last. With ±1 a round and stake_needed 1, that is a bankroll of 0.
struct Bankroll {
  int64_t units = 0;
  int64_t stake_needed = 0;
};

// The true value is within low … high.
struct Interval {
  double low = 0;
  double high = 0;
};

// Multiplications and additions of one answer: about ten seconds.
inline constexpr int64_t ruin_work_max = 50'000'000'000;
// Heights of a bankroll that are told apart: 128 MB.
inline constexpr int64_t ruin_cells_max = int64_t{1} << 23;

// The probability of ruin at some time within 1 to session_rounds_max rounds. The interval is as wide as rounding and
// what was left out can make it: about rounds · (different nets) · 10^-16.
std::expected<Interval, SessionRefusal> risk_of_ruin(std::span<const RoundResult> results, const Bankroll& bankroll,
                                                     int rounds, Progress* progress = nullptr);

// The same after several numbers of rounds, evenly spread, the last of them `rounds`: at most points_max (1 or more).
struct RuinPoint {
  int rounds = 0;
  Interval risk;
};
std::expected<std::vector<RuinPoint>, SessionRefusal> risk_of_ruin_by_round(std::span<const RoundResult> results,
                                                                            const Bankroll& bankroll, int rounds,
                                                                            int points_max,
                                                                            Progress* progress = nullptr);

// The probability of ruin at any time, if the player never stops. 1 where the player's mean is 0 or less (and a round
// can win or lose at all); 0 where no round loses; else between two exponential bounds.
std::expected<Interval, SessionRefusal> risk_of_ruin_ever(std::span<const RoundResult> results,
                                                          const Bankroll& bankroll);

}  // namespace cardroom::odds
