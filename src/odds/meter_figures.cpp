#include "odds/meter_figures.h"

#include <fmt/format.h>

#include <cmath>

#include "games/hand_key.h"

namespace cardroom::odds {

namespace {

// "0.354276318 to 0.354276845": nine places, outwards; "at most 0.35" where there is no lower end.
std::string interval_text(const Interval& value) {
  const std::string low = fmt::format("{:.9f}", std::floor(value.low * 1e9) / 1e9);
  const std::string high = fmt::format("{:.9f}", std::ceil(value.high * 1e9) / 1e9);
  if (std::isinf(value.low)) return "at most " + high;
  if (std::isinf(value.high)) return "at least " + low;
  return low + " to " + high;
}

}  // namespace

Interval advantage_after_advances(const MeterPlan& plan, const RunDry& dry) {
  const double part = (level_growth(plan, 0).hit / to_units(plan.wager)).convert_to<double>();
  const auto before = house_advantage(plan).after.convert_to<double>();
  const bool reserve = plan.levels.front().reserve > 0;
  return {before - dry.advanced.high * part, reserve ? before : before - dry.advanced.low * part};
}

std::vector<NamedFigure> meter_figures(const MeterPlan& plan, const RunDry* dry) {
  std::vector<NamedFigure> figures;
  const auto figure = [&](std::string name, const Rational& value) {
    figures.push_back({std::move(name), base::to_text(value), base::to_significant(value, 12)});
  };
  const auto enclosed = [&](std::string name, const Interval& value) {
    figures.push_back({std::move(name), "", interval_text(value)});
  };
  const HouseAdvantage advantage = house_advantage(plan);
  figure("house_advantage_before_meter", advantage.before);
  if (dry) {
    figure("house_advantage_before_advances", advantage.after);
    enclosed("house_advantage_after_advances", advantage_after_advances(plan, *dry));
    enclosed("run_dry_chance", dry->chance);
    enclosed("advanced_a_run", dry->advanced);
  } else {
    figure("house_advantage", advantage.after);
  }
  figure("largest_fixed_award", largest_fixed_award(plan));
  std::vector<Rational> seeds;
  for (const PlanLevel& level : plan.levels) seeds.push_back(to_units(level.seed));
  for (size_t at = 0; at < plan.levels.size(); ++at) {
    const std::string name = games::hand_key(plan.levels[at].name);
    figure("seed_" + name, seeds[at]);
    figure("break_even_" + name, break_even(plan, at, seeds));
  }
  return figures;
}

}  // namespace cardroom::odds
