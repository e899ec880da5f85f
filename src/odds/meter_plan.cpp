#include "odds/meter_plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"

namespace cardroom::odds {

namespace {

constexpr std::array<std::string_view, 6> plan_refusal_names = {"wager_not_positive",    "level_unknown",
                                                                "level_never_won_whole", "rate_out_of_range",
                                                                "rates_above_whole",     "limit_below_seed"};
constexpr std::array<std::string_view, 6> words = {
    "the wager must be above $0, and the largest wager not below it",
    "a prize is a share of a level that does not exist",
    "no prize takes all of a level, so its meter would never reset",
    "a contribution or a reserve is not between 0 and 100%",
    "contributions and reserves together exceed the wager",
    "a limit is below its seed",
};

}  // namespace

std::string_view code_name(PlanRefusal refusal) {
  return plan_refusal_names[static_cast<size_t>(refusal)];
}

std::string to_text(PlanRefusal refusal) {
  return std::string(words[static_cast<size_t>(refusal)]);
}

Rational to_units(base::Cents amount) {
  return Rational(amount.value(), 100);
}

std::expected<void, PlanRefusal> check_plan(const MeterPlan& plan) {
  if (plan.wager <= base::Cents(0) || plan.wager_largest < plan.wager) {
    return std::unexpected(PlanRefusal::wager_not_positive);
  }
  std::vector<bool> won_whole(plan.levels.size());
  for (const PlanPrize& prize : plan.prizes) {
    if (prize.share == 0) continue;
    if (prize.level < 0 || static_cast<size_t>(prize.level) >= plan.levels.size()) {
      return std::unexpected(PlanRefusal::level_unknown);
    }
    if (prize.takes_all() && prize.probability > 0) won_whole[static_cast<size_t>(prize.level)] = true;
  }
  if (!std::ranges::all_of(won_whole, [](bool won) { return won; })) {
    return std::unexpected(PlanRefusal::level_never_won_whole);
  }
  Rational rates;
  for (const PlanLevel& level : plan.levels) {
    for (const Rational& rate : {level.contribution, level.reserve}) {
      if (rate < 0 || rate > 1) return std::unexpected(PlanRefusal::rate_out_of_range);
      rates += rate;
    }
    if (level.limit && *level.limit < level.seed) return std::unexpected(PlanRefusal::limit_below_seed);
  }
  if (rates > 1) return std::unexpected(PlanRefusal::rates_above_whole);
  return {};
}

HouseAdvantage house_advantage(const MeterPlan& plan) {
  const Rational wager = to_units(plan.wager);
  HouseAdvantage result;
  for (const PlanPrize& prize : plan.prizes) {
    result.fixed += prize.probability * prize.pays_for_one;
    result.envy += prize.probability * to_units(prize.envy) * plan.others;
    if (prize.takes_all()) {
      result.seeds += prize.probability * to_units(plan.levels[static_cast<size_t>(prize.level)].seed) / wager;
    }
  }
  if (!plan.envy_times_wager) result.envy /= wager;
  for (const PlanLevel& level : plan.levels) {
    result.contributions += level.contribution;
    result.reserves += level.reserve;
  }
  result.before = 1 - result.fixed - result.envy;
  result.after = result.before - result.contributions - result.reserves - result.seeds;
  if (plan.all_deducted) result.after += result.fixed;
  return result;
}

// Let the meter be M at the start of a run and grow by g with each wager; given no hit, a wager then takes the share
// σ/(1 − p) of it on the average. The mean at the hit is Σ p(1 − p)^(k−1) m_k with m_(k+1) = m_k(1 − σ/(1 − p)) + g,
// which is (pM + g)/(p + σ).
LevelGrowth level_growth(const MeterPlan& plan, size_t level) {
  const Rational wager = to_units(plan.wager);
  const PlanLevel& rules = plan.levels[level];
  LevelGrowth growth;
  for (const PlanPrize& prize : plan.prizes) {
    if (prize.share == 0 || static_cast<size_t>(prize.level) != level) continue;
    if (prize.takes_all()) {
      growth.hit += prize.probability;
    } else {
      growth.shares += prize.probability * prize.share;
    }
  }
  const Rational added = rules.contribution * wager;
  growth.added_per_thousand = 1000 * added;
  growth.reserve_per_thousand = 1000 * rules.reserve * wager;
  growth.restart_mean = to_units(rules.seed) + rules.reserve * wager / growth.hit;
  const auto at_hit = [&](const Rational& start) {
    return Rational((growth.hit * start + added) / (growth.hit + growth.shares));
  };
  growth.hit_meter_first = at_hit(to_units(rules.seed));
  growth.hit_meter = at_hit(growth.restart_mean);
  return growth;
}

int64_t wagers_until(const Rational& hit, double by) {
  CHECK(hit > 0 && by > 0 && by < 1);
  if (hit >= 1) return 1;
  const long double miss_log = std::log1p(-hit.convert_to<long double>());
  const long double wagers = std::log1p(-static_cast<long double>(by)) / miss_log;
  // A whole number that rounding has pushed up stays what it is.
  return std::max<int64_t>(1, static_cast<int64_t>(std::ceil(wagers * (1 - 1e-17L) - 1e-12L)));
}

Rational advantage_at(const MeterPlan& plan, const std::vector<Rational>& meters) {
  CHECK(meters.size() == plan.levels.size());
  Rational won;
  for (const PlanPrize& prize : plan.prizes) {
    if (prize.share > 0) won += prize.probability * prize.share * meters[static_cast<size_t>(prize.level)];
  }
  return house_advantage(plan).before - won / to_units(plan.wager);
}

Rational break_even(const MeterPlan& plan, size_t level, const std::vector<Rational>& meters) {
  std::vector<Rational> empty = meters;
  empty[level] = 0;
  const LevelGrowth growth = level_growth(plan, level);
  return advantage_at(plan, empty) * to_units(plan.wager) / (growth.hit + growth.shares);
}

Rational largest_fixed_award(const MeterPlan& plan) {
  Rational largest;
  for (const PlanPrize& prize : plan.prizes) largest = std::max(largest, prize.pays_for_one);
  return largest * to_units(plan.wager_largest);
}

}  // namespace cardroom::odds
