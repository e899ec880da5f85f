#include "odds/session_round.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/check.h"

namespace cardroom::odds {

namespace {

struct RefusalText {
  std::string_view code, text;
};

// In the order of SessionRefusal.
constexpr std::array refusal_texts = {
    RefusalText{"no_ways", "the round has no possible result"},
    RefusalText{"ways_negative", "a result of the round has a negative number of ways"},
    RefusalText{"net_above_limit", "a net result of the round is beyond 2^40 units: use a larger unit"},
    RefusalText{"nets_above_limit", "the round has more than 4,096 different net results: combine some of them"},
    RefusalText{"rounds_out_of_range", "a session has 1 to 1,000,000 rounds"},
    RefusalText{"amount_out_of_range", "a bankroll and the stake it must cover range from 0 to 2^40 units"},
    RefusalText{
        "lattice_too_fine",
        "the session has too many net results: round the pays to multiples of a larger unit, or play fewer rounds"},
    RefusalText{"work_above_limit",
                "this would take minutes: play fewer rounds, or round the pays to multiples of a larger unit"},
};

}  // namespace

std::string_view code_name(SessionRefusal refusal) {
  return refusal_texts.at(static_cast<size_t>(refusal)).code;
}

std::string_view to_text(SessionRefusal refusal) {
  return refusal_texts.at(static_cast<size_t>(refusal)).text;
}

std::expected<RoundDistribution, SessionRefusal> RoundDistribution::make(std::span<const RoundResult> results) {
  std::map<int64_t, base::Integer> ways_of;
  base::Integer total = 0;
  bool negative = false;
  bool beyond = false;
  for (const RoundResult& result : results) {
    if (result.ways == 0) continue;
    negative |= result.ways < 0;
    beyond |= result.net > net_max || result.net < -net_max;
    ways_of[result.net] += result.ways;
    total += result.ways;
  }
  if (ways_of.empty()) return std::unexpected(SessionRefusal::no_ways);
  if (negative) return std::unexpected(SessionRefusal::ways_negative);
  if (beyond) return std::unexpected(SessionRefusal::net_above_limit);
  if (ways_of.size() > nets_max) return std::unexpected(SessionRefusal::nets_above_limit);

  RoundDistribution round;
  base::Integer sum = 0;
  base::Integer squares = 0;
  for (const auto& [net, ways] : ways_of) {
    round.nets.push_back(net);
    round.probabilities.push_back(ratio_of(ways, total));
    sum += ways * net;
    squares += ways * net * net;
  }
  round.mean = base::Rational(sum, total);
  round.variance = base::Rational(squares, total) - round.mean * round.mean;
  return round;
}

long double ratio_of(const base::Integer& numerator, const base::Integer& denominator) {
  CHECK(numerator >= 0 && denominator > 0);
  if (numerator == 0) return 0;
  // A quotient of 70 bits or more, cut (2^-69), then turned into a long double (2^-63).
  const auto bits = [](const base::Integer& value) { return static_cast<int>(msb(value)); };
  const int shift = std::max(0, 70 + bits(denominator) - bits(numerator));
  const base::Integer quotient = (numerator << static_cast<unsigned>(shift)) / denominator;
  return std::ldexp(quotient.convert_to<long double>(), -shift);
}

// Let K(θ) = ln E e^(θ·step). For θ > 0, e^(θ·S_t) is a submartingale where K ≥ 0 and a supermartingale where K ≤ 0; by
// Doob's inequality P(max S_t ≥ h) ≤ exp(rounds·max(0, K) − θh). Solved for h this is (rounds·max(0, K) + log_odds)/θ,
// which falls and then rises in θ; every θ gives a valid height, so the search need not be exact.
//
// Rounding: the probabilities and their sum put K off by (4096 + 8)·2^-64, times the rounds below 10^-9: 10^-6 is added
// to log_odds. The exponents put it off by θ·range·2^-62, where the range is that of the steps and 0, and the height by
// rounds·range·2^-62: four times that is added. Nothing goes beyond rounds times the largest step.
long double reach(std::span<const long double> steps, std::span<const long double> probabilities, int rounds,
                  long double log_odds) {
  CHECK(!steps.empty() && steps.size() == probabilities.size() && rounds >= 0 && log_odds > 0);
  const long double largest = *std::ranges::max_element(steps);
  if (largest <= 0 || rounds == 0) return 0;
  const long double certain = largest * static_cast<long double>(rounds);

  const auto height_at = [&](long double log_theta) {
    const long double theta = std::exp(log_theta);
    long double sum = 0;
    for (size_t i = 0; i < steps.size(); ++i) sum += probabilities[i] * std::exp(theta * (steps[i] - largest));
    const long double growth = std::max(0.0L, std::log(sum) + theta * largest);
    return (static_cast<long double>(rounds) * growth + log_odds + 1e-6L) / theta;
  };

  // Below the first end the height is above `certain`; from the second on, all terms but the largest step's vanish.
  long double from = std::log(log_odds / certain);
  long double to = std::max(from, std::log(100.0L));
  constexpr long double golden = 0.618033988749894848L;
  constexpr int iterations = 40;  // narrows θ to a relative 10^-6
  long double left = to - golden * (to - from);
  long double right = from + golden * (to - from);
  long double left_height = height_at(left);
  long double right_height = height_at(right);
  for (int i = 0; i < iterations; ++i) {
    if (left_height <= right_height) {
      to = std::exchange(right, left);
      right_height = left_height;
      left = to - golden * (to - from);
      left_height = height_at(left);
    } else {
      from = std::exchange(left, right);
      left_height = right_height;
      right = from + golden * (to - from);
      right_height = height_at(right);
    }
  }
  const long double range = largest - std::min(*std::ranges::min_element(steps), 0.0L);
  const long double slack = std::ldexp(static_cast<long double>(rounds) * range, -60);
  return std::min(std::min(left_height, right_height) + slack, certain);
}

}  // namespace cardroom::odds
