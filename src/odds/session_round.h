// One round's net result as the exact distribution that sessions are made of.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string_view>
#include <vector>

#include "base/rational.h"

namespace cardroom::odds {

// One of the results a round can have. The unit is the caller's (cents, half antes); the probability is `ways` out of
// the sum of all ways. Results with the same net are added together, results of 0 ways are left out.
struct RoundResult {
  int64_t net = 0;
  base::Integer ways;
};

// Why a session is not computed. The order is the precedence.
enum class SessionRefusal : uint8_t {
  no_ways,              // no result at all, or each of them in 0 ways
  ways_negative,        // of one result
  net_above_limit,      // a net beyond ±net_max
  nets_above_limit,     // more than nets_max different nets
  rounds_out_of_range,  // below 1 or above session_rounds_max
  amount_out_of_range,  // a bankroll or a stake below 0 or above net_max
  lattice_too_fine,     // the session's nets need more cells than fit
  work_above_limit,     // minutes of work: fewer rounds or a coarser lattice
};

// "lattice_too_fine", and the sentence for a person.
std::string_view code_name(SessionRefusal refusal);
std::string_view to_text(SessionRefusal refusal);

// A player needs years for a million rounds; the limit also keeps session_rounds_max · net_max (2^60) within 64 bits.
inline constexpr int session_rounds_max = 1'000'000;
inline constexpr int64_t net_max = int64_t{1} << 40;
// A table game has some sixty nets, with side wagers some hundreds; the work grows with their number.
inline constexpr int nets_max = 4096;

// The round checked and in order.
struct RoundDistribution {
  std::vector<int64_t> nets;               // different, ascending
  std::vector<long double> probabilities;  // of each, within a relative 2^-62
  base::Rational mean;
  base::Rational variance;

  static std::expected<RoundDistribution, SessionRefusal> make(std::span<const RoundResult> results);

  int64_t least() const { return nets.front(); }
  int64_t most() const { return nets.back(); }
};

// numerator / denominator, neither negative, the second not 0, within a relative 2^-62.
long double ratio_of(const base::Integer& numerator, const base::Integer& denominator);

// A height that the running sum of `rounds` independent draws goes beyond, at any time, with probability at most
// exp(−log_odds). A draw is steps[i] with probabilities[i]; unequal steps differ by 1 or more, at most by 2^41.
long double reach(std::span<const long double> steps, std::span<const long double> probabilities, int rounds,
                  long double log_odds);

}  // namespace cardroom::odds
