#include "odds/meter_advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace cardroom::odds {

namespace {

constexpr std::array<std::string_view, 10> advice_names = {
    "advantage_negative",        "no_room_for_meter", "runs_dry",          "contribution_below_seventy",
    "contribution_above_preset", "seed_zero",         "reserve_only_seed", "seed_below_award",
    "reserve_missing",           "hit_too_rare"};

std::string percent(const Rational& value) {
  return base::to_decimal(value * 100, 2) + "%";
}

std::string money(const Rational& units) {
  const Rational cents = units * 100;
  return base::cents_text(
      (boost::multiprecision::numerator(cents) / boost::multiprecision::denominator(cents)).convert_to<int64_t>());
}

std::string advance_text(const Interval& amount) {
  const auto cents = [](double units) { return base::cents_text(static_cast<int64_t>(units * 100 + 0.5)); };
  const std::string low = cents(amount.low);
  const std::string high = cents(amount.high);
  return low == high ? low : low + " to " + high;
}

std::string name_of(const MeterPlan& plan, const PlanLevel& level) {
  return plan.levels.size() == 1 || level.name.empty() ? "the meter" : level.name;
}

void advise_seed(const MeterPlan& plan, const PlanLevel& level, const LevelGrowth& growth, std::vector<Advice>& into) {
  const std::string name = name_of(plan, level);
  const Rational award = largest_fixed_award(plan);
  if (level.seed == base::Cents(0) && level.reserve > 0) {
    into.push_back(
        {AdviceCode::reserve_only_seed,
         fmt::format("The reserve is the only seed of {}: two hits in quick succession restart it at almost "
                     "nothing, and half of all hits restart it below {}. Set a seed.",
                     name, money(level.reserve * to_units(plan.wager) * Rational(wagers_until(growth.hit, 0.5))))});
  } else if (level.seed == base::Cents(0)) {
    into.push_back(
        {AdviceCode::seed_zero,
         fmt::format("A seed of $0.00 is not recommended: after a hit, {} shows nothing to play for.", name)});
  } else if (to_units(level.seed) < award) {
    into.push_back(
        {AdviceCode::seed_below_award,
         fmt::format("The seed of {} is {}, less than the largest fixed award at the largest wager, {}: after a "
                     "hit, a lower hand would pay more than a higher one.",
                     name, base::to_text(level.seed), money(award))});
  }
}

}  // namespace

std::string_view code_name(AdviceCode code) {
  return advice_names[static_cast<size_t>(code)];
}

std::string chance_text(const Interval& chance) {
  const auto text = [](double value, int places) {
    std::string digits = fmt::format("{:.{}f}", 100 * value, places);
    if (places > 0) {
      while (digits.ends_with('0')) digits.pop_back();
      if (digits.ends_with('.')) digits.pop_back();
    }
    return digits;
  };
  // A possible event is never printed as 0% or as certain.
  if (chance.high > 0 && chance.high < 1e-6) return "less than 0.0001%";
  if (chance.low > 1 - 1e-6 && chance.low < 1) return "more than 99.9999%";
  for (int places = 4; places >= 2; --places) {
    if (text(chance.low, places) == text(chance.high, places)) return text(chance.low, places) + "%";
  }
  return text(chance.low, 4) + "% to " + text(chance.high, 4) + "%";
}

std::vector<Advice> advise(const MeterPlan& plan, const AdviceContext& context) {
  std::vector<Advice> advice;
  const HouseAdvantage advantage = house_advantage(plan);
  if (advantage.after < 0) {
    advice.push_back(
        {AdviceCode::advantage_negative,
         fmt::format("The house advantage is {}: in the long run, this jackpot costs the house more than it "
                     "earns. Lower the contribution or the seed.",
                     percent(advantage.after))});
  }
  if (advantage.before < Rational(1, 4) && !plan.all_deducted) {
    advice.push_back(
        {AdviceCode::no_room_for_meter,
         fmt::format(
             "Fixed pays and envy from {} other bettor{} alone return {} of the wager, which leaves {} before any "
             "of it goes to the meter.",
             plan.others, plan.others == 1 ? "" : "s", percent(advantage.fixed + advantage.envy),
             percent(advantage.before))});
  }
  if (plan.all_deducted) {
    const Rational& contribution = plan.levels.front().contribution;
    if (context.dry) {
      const RunDry& dry = *context.dry;
      advice.push_back(
          {AdviceCode::runs_dry,
           fmt::format("All pays are deducted from {}. The chance that it runs dry between hits, so that the house "
                       "must advance a pay, is {}{}.",
                       name_of(plan, plan.levels.front()), chance_text(dry.chance),
                       dry.shares_left_open
                           ? " (bounds only, because shares below 100% are also paid)"
                           : fmt::format("; the average advance is {} per run", advance_text(dry.advanced)))});
    }
    if (contribution < Rational(7, 10)) {
      advice.push_back(
          {AdviceCode::contribution_below_seventy,
           fmt::format("When all pays are deducted from the meter, the contribution should be at least 70%. "
                       "Here it is {}, and the fixed pays alone take {}.",
                       percent(contribution), percent(advantage.fixed))});
    }
  } else if (context.preset) {
    const HouseAdvantage usual = house_advantage(*context.preset);
    if (advantage.contributions > usual.contributions) {
      advice.push_back(
          {AdviceCode::contribution_above_preset,
           fmt::format(
               "A contribution of {} instead of the preset's {} cuts the house advantage from {} to {}, with all else "
               "as in the preset.",
               percent(advantage.contributions), percent(usual.contributions), percent(usual.after),
               percent(usual.after - advantage.contributions + usual.contributions))});
    }
  }
  for (size_t at = 0; at < plan.levels.size(); ++at) {
    const PlanLevel& level = plan.levels[at];
    const LevelGrowth growth = level_growth(plan, at);
    const std::string name = name_of(plan, level);
    advise_seed(plan, level, growth, advice);
    if (level.reserve == 0) {
      advice.push_back(
          {AdviceCode::reserve_missing,
           fmt::format("A small reserve helps play after a hit: 1% of the wagers would restart {} {} higher "
                       "on average.",
                       name, money(to_units(plan.wager) / growth.hit / 100))});
    }
    if (growth.hit < Rational(1, 100'000'000)) {
      advice.push_back({AdviceCode::hit_too_rare,
                        fmt::format("A hit of {} comes once in {} wagers, rarer than 1 in 100 million: nobody will "
                                    "see it won.",
                                    name, base::to_decimal(1 / growth.hit, 0))});
    }
  }
  std::ranges::stable_sort(advice, {}, &Advice::code);
  return advice;
}

}  // namespace cardroom::odds
