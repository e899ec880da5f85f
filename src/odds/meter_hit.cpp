#include "odds/meter_hit.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace cardroom::odds {

namespace {

constexpr size_t cells = size_t{1} << 16;
// What is left after this many awards below 100% in one run goes to the end that keeps the bound.
constexpr double mass_min = 1e-12;

enum class Side : uint8_t { low, high };

struct Run {
  double hit = 0;   // of one wager
  double miss = 0;  // neither hit nor share
  std::vector<std::pair<double, double>> shares;
  double climb = 0;          // currency units a wager
  double reserve_climb = 0;  //
  double start = 0;
  double cap = 0;
};

// Each of `from` climbs by a geometric number of cells: at least j with probability ratio^j. On the high side two cells
// more: one since a wager's number is rounded to whole cells, one for the wager itself.
std::vector<double> climbed(const std::vector<double>& from, double ratio, Side side, size_t top, bool climbs) {
  if (!climbs) return from;
  const size_t shift = side == Side::low ? 0 : 2;
  std::vector<double> to(from.size());
  double carried = 0;
  double past = 0;
  for (size_t i = 0; i <= top; ++i) {
    carried = carried * ratio + from[i];
    const double here = (1 - ratio) * carried;
    (i + shift <= top ? to[i + shift] : past) += here;
  }
  to[top] += past + ratio * carried;
  return to;
}

std::vector<double> distribution(const Run& run, double step, Restart restart, Side side) {
  const bool low = side == Side::low;
  const auto cell_of = [&](double amount) {
    const double at = amount / step;
    // A whole number of cells that rounding has moved may be off by one, so one cell is given away.
    return static_cast<size_t>(std::max(0.0, low ? std::floor(at * (1 - 1e-14)) : std::ceil(at * (1 + 1e-14))));
  };
  const size_t top = std::min(cells - 1, cell_of(run.cap));
  std::vector<double> at_start(top + 1);
  at_start[std::min(top, cell_of(run.start))] = 1;
  if (restart == Restart::long_run) {
    const double ratio = std::exp(std::log1p(-run.hit) * step / run.reserve_climb);
    at_start = climbed(at_start, ratio, side, top, run.reserve_climb > 0);
  }
  double event = run.hit;
  for (const auto& [share, probability] : run.shares) event += probability;
  const double ratio = std::exp(std::log1p(-event) * step / run.climb);
  std::vector<double> hits(top + 1);
  double left = 1;
  while (left > mass_min) {
    const std::vector<double> at_event = climbed(at_start, ratio, side, top, run.climb > 0);
    std::ranges::fill(at_start, 0.0);
    for (size_t i = 0; i <= top; ++i) {
      hits[i] += at_event[i] * (run.hit / event);
      for (const auto& [share, probability] : run.shares) {
        const double kept = static_cast<double>(i) * (1 - share);
        const auto to = static_cast<size_t>(low ? std::floor(kept) : std::ceil(kept));
        at_start[to] += at_event[i] * (probability / event);
      }
    }
    left *= 1 - run.hit / event;
    if (run.shares.empty()) return hits;
  }
  hits[low ? 0 : top] += left;
  return hits;
}

}  // namespace

HitMeter hit_meter(const MeterPlan& plan, size_t level, Restart restart) {
  CHECK(!plan.all_deducted || level > 0);
  const LevelGrowth growth = level_growth(plan, level);
  const PlanLevel& rules = plan.levels[level];
  const auto number = [](const Rational& value) { return value.convert_to<double>(); };
  Run run;
  run.hit = number(growth.hit);
  for (const PlanPrize& prize : plan.prizes) {
    if (prize.share > 0 && !prize.takes_all() && static_cast<size_t>(prize.level) == level) {
      run.shares.emplace_back(number(prize.share), number(prize.probability));
    }
  }
  run.climb = number(growth.added_per_thousand) / 1000;
  run.reserve_climb = number(growth.reserve_per_thousand) / 1000;
  run.start = number(to_units(rules.seed));
  // Sixteen times the mean of what is added: the rest has a probability below e^-16, and is kept at the top.
  const double reach = run.start + 16 * (run.climb + run.reserve_climb) / run.hit;
  run.cap = rules.limit ? number(to_units(*rules.limit)) : reach * 2;
  HitMeter result;
  // A cell is at least what a wager adds: the bounds of climbed() need it.
  result.step = std::max({std::min(reach, run.cap) / (cells - 4), run.climb, run.reserve_climb, 0.01});
  result.low = distribution(run, result.step, restart, Side::low);
  result.high = distribution(run, result.step, restart, Side::high);
  return result;
}

Interval hit_meter_quantile(const HitMeter& meter, double by) {
  const auto quantile = [&](const std::vector<double>& probabilities, double level) {
    double sum = 0;
    for (size_t i = 0; i < probabilities.size(); ++i) {
      sum += probabilities[i];
      if (sum >= level) return static_cast<double>(i) * meter.step;
    }
    return static_cast<double>(probabilities.size() - 1) * meter.step;
  };
  return {quantile(meter.low, by - hit_meter_error), quantile(meter.high, by + hit_meter_error)};
}

}  // namespace cardroom::odds
