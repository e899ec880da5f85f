// A link's figures at the meters that it shows now.
#include "server/link_advice.h"

namespace cardroom::server {

namespace {

using base::Rational;

// Four decimals, down: an edge is not shown better than it is.
std::string rounded_down(const Rational& value, int places) {
  base::Integer scale = 1;
  for (int i = 0; i < places; ++i) scale *= 10;
  const Rational scaled = value * Rational(scale);
  const base::Integer& over = boost::multiprecision::numerator(scaled);
  const base::Integer& under = boost::multiprecision::denominator(scaled);
  base::Integer whole = over / under;  // towards zero
  if (over < 0 && whole * under != over) --whole;
  return base::to_decimal(Rational(whole, scale), places);
}

Rational per_hour(uint64_t count, int64_t lasted_ms) {
  return Rational(base::Integer(count) * 3'600'000, base::Integer(lasted_ms));
}

constexpr int64_t pace_least_ms = 60'000;  // of less nothing is said

}  // namespace

const LinkFigures::Known& LinkFigures::known(const LinkId& id, const LinkState& link) {
  Known& known = known_[id];
  if (known.rules == link.rules && known.odds == link.odds) return known;
  known = {link.rules, link.odds, {}, {}};
  for (const GameOdds& odds : link.odds)
    for (const base::Cents wager : link.rules.wagers) {
      odds::MeterPlan plan = plan_of_rules(link.rules, odds, wager);
      if (!odds::check_plan(plan)) return known;
      if (known.hits.empty())
        for (size_t level = 0; level < plan.levels.size(); ++level)
          known.hits.push_back(odds::level_growth(plan, level).hit);
      Rational judged = odds::house_advantage(plan).after;
      known.plans.push_back({odds.game, std::move(plan), std::move(judged)});
    }
  return known;
}

LinkNow LinkFigures::now(const LinkId& id, const LinkState& link, const Pace& pace) {
  const Known& its = known(id, link);
  LinkNow now;
  now.others = others_betting;
  const bool paced = pace.lasted_ms >= pace_least_ms && pace.wagers > 0 && pace.rounds > 0;
  if (paced) {
    now.wagers_per_hour = rounded_down(per_hour(pace.wagers, pace.lasted_ms), 1);
    now.rounds_per_hour = rounded_down(per_hour(pace.rounds, pace.lasted_ms), 1);
  }
  std::vector<Rational> meters;
  for (const LevelState& level : link.levels)
    meters.emplace_back(level.funds.meter.value(), base::to_meter_units(base::Cents(100)).value());
  for (const Planned& planned : its.plans) {
    const Rational edge = odds::advantage_at(planned.plan, meters);
    EdgeNow row{planned.game,
                planned.plan.wager,
                rounded_down(edge, 4),
                base::to_text(edge),
                rounded_down(planned.judged, 4),
                base::to_text(planned.judged),
                {}};
    for (size_t level = 0; level < meters.size(); ++level)
      row.break_even.push_back(rounded_down(odds::break_even(planned.plan, level, meters), 2));
    now.edges.push_back(std::move(row));
  }
  for (size_t level = 0; level < its.hits.size(); ++level) {
    const Rational wagers = 1 / its.hits[level];
    LevelNow row{link.rules.levels[level].name, base::to_text(its.hits[level]), rounded_down(wagers, 0), "", ""};
    if (paced) {
      row.rounds_to_hit = rounded_down(wagers * Rational(pace.rounds) / Rational(pace.wagers), 0);
      row.hours_to_hit = rounded_down(wagers / per_hour(pace.wagers, pace.lasted_ms), 1);
    }
    now.levels.push_back(std::move(row));
  }
  return now;
}

}  // namespace cardroom::server
