#include "odds/meter_plan.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/prng.h"
#include "odds/meter_hit.h"
#include "odds/run_dry.h"

namespace cardroom::odds {
namespace {

using base::Cents;

// Hit 1/10 (100 %, envy $5), 2 for 1 with 1/5; $1 wagered, 30 % to the meter, 10 % to the reserve, seed $1.
MeterPlan small_plan() {
  MeterPlan plan;
  plan.prizes = {{.hand = "top", .probability = Rational(1, 10), .share = 1, .envy = Cents(500)},
                 {.hand = "low", .probability = Rational(1, 5), .pays_for_one = 2}};
  plan.levels = {{.name = "", .seed = Cents(100), .contribution = Rational(3, 10), .reserve = Rational(1, 10)}};
  plan.others = 0;
  return plan;
}

// $1 wagered; 3/8 take 2 for 1 off the meter, 1/8 hit it, the rest add $1 and take nothing.
MeterPlan dry_plan(int64_t seed_dollars) {
  MeterPlan plan;
  plan.prizes = {{.hand = "top", .probability = Rational(1, 8), .share = 1},
                 {.hand = "low", .probability = Rational(3, 8), .pays_for_one = 2}};
  plan.levels = {{.name = "", .seed = Cents(100 * seed_dollars), .contribution = 1}};
  plan.all_deducted = true;
  return plan;
}

TEST(MeterPlan, AdvantageIsWhatNoShareTakes) {
  MeterPlan plan = small_plan();
  // 1 − 2/5 fixed − 3/10 − 1/10 − $1 · 1/10 seed = 1/10.
  HouseAdvantage advantage = house_advantage(plan);
  EXPECT_EQ(advantage.fixed, Rational(2, 5));
  EXPECT_EQ(advantage.before, Rational(3, 5));
  EXPECT_EQ(advantage.seeds, Rational(1, 10));
  EXPECT_EQ(advantage.after, Rational(1, 10));
  // Two others, flat envy: 2 · $5 · 1/10 = $1, half of a $2 wager; the seed weighs half as much.
  plan.others = 2;
  plan.wager = plan.wager_largest = Cents(200);
  advantage = house_advantage(plan);
  EXPECT_EQ(advantage.envy, Rational(1, 2));
  EXPECT_EQ(advantage.seeds, Rational(1, 20));
  // Times the wager: $2, all of it.
  plan.envy_times_wager = true;
  EXPECT_EQ(house_advantage(plan).envy, 1);
  // Deducted pays are not the house's.
  plan = small_plan();
  plan.all_deducted = true;
  EXPECT_EQ(house_advantage(plan).after, Rational(1, 2));
}

TEST(MeterPlan, MeterAtTheHitFollowsFromTheGeometricLaw) {
  MeterPlan plan = small_plan();
  // Ten wagers to a hit: $1 + 10 · 30 ¢ = $4; in the long run 10 · 10 ¢ of reserve more.
  LevelGrowth growth = level_growth(plan, 0);
  EXPECT_EQ(growth.hit_meter_first, 4);
  EXPECT_EQ(growth.restart_mean, 2);
  EXPECT_EQ(growth.hit_meter, 5);
  EXPECT_EQ(growth.added_per_thousand, 300);
  // With half of the meter won at 1/10: (1/10 · 1 + 3/10) / (1/10 + 1/20) = 8/3.
  plan.prizes.push_back({.hand = "half", .probability = Rational(1, 10), .share = Rational(1, 2)});
  EXPECT_EQ(level_growth(plan, 0).hit_meter_first, Rational(8, 3));
}

TEST(MeterPlan, WagersUntilAHitAreTheSmallestThatReachTheChance) {
  // 1 − (1/2)^3 = 7/8; 1 − (9/10)^7 = 0.5217, with six 0.4686.
  EXPECT_EQ(wagers_until(Rational(1, 2), 0.875), 3);
  EXPECT_EQ(wagers_until(Rational(1, 2), 0.876), 4);
  EXPECT_EQ(wagers_until(Rational(1, 10), 0.5), 7);
  EXPECT_EQ(wagers_until(1, 0.99), 1);
}

TEST(MeterPlan, BreakEvenIsWhereTheAdvantageVanishes) {
  const MeterPlan plan = small_plan();
  // 3/5 before the meter, 1/10 of the meter a wager: $6.
  EXPECT_EQ(break_even(plan, 0, {0}), 6);
  EXPECT_EQ(advantage_at(plan, {6}), 0);
  EXPECT_EQ(advantage_at(plan, {1}), Rational(1, 2));
}

TEST(MeterPlan, RefusesWhatCannotBePlayed) {
  const auto refusal = [](auto change) {
    MeterPlan plan = small_plan();
    change(plan);
    const auto checked = check_plan(plan);
    return checked ? std::string_view("fine") : code_name(checked.error());
  };
  EXPECT_EQ(refusal([](MeterPlan&) {}), "fine");
  EXPECT_EQ(refusal([](MeterPlan& plan) { plan.wager = Cents(0); }), "wager_not_positive");
  EXPECT_EQ(refusal([](MeterPlan& plan) { plan.prizes[0].level = 1; }), "level_unknown");
  EXPECT_EQ(refusal([](MeterPlan& plan) { plan.prizes[0].share = Rational(1, 2); }), "level_never_won_whole");
  EXPECT_EQ(refusal([](MeterPlan& plan) { plan.levels[0].reserve = -1; }), "rate_out_of_range");
  EXPECT_EQ(refusal([](MeterPlan& plan) { plan.levels[0].reserve = Rational(4, 5); }), "rates_above_whole");
  EXPECT_EQ(refusal([](MeterPlan& plan) { plan.levels[0].limit = Cents(99); }), "limit_below_seed");
}

TEST(HitMeter, EnclosesTheGeometricQuantiles) {
  MeterPlan plan = small_plan();
  plan.prizes[0].probability = Rational(1, 1000);
  const HitMeter meter = hit_meter(plan, 0, Restart::from_seed);
  for (const double by : {0.1, 0.5, 0.9, 0.99}) {
    const double exact = 1 + 0.3 * static_cast<double>(wagers_until(Rational(1, 1000), by));
    const Interval found = hit_meter_quantile(meter, by);
    EXPECT_LE(found.low, exact + 1e-9) << by;
    EXPECT_GE(found.high, exact - 1e-9) << by;
    EXPECT_LT(found.high - found.low, 0.01 * exact + 1.5) << by;
  }
}

// The share of simulated runs that end at or below a meter, against both bounds there, within four standard errors.
TEST(HitMeter, EnclosesASimulationWithSharesReserveAndLimit) {
  constexpr uint64_t prng_key = 20'240'611;
  constexpr int runs = 20'000;
  for (const bool limited : {false, true}) {
    MeterPlan plan = small_plan();
    plan.prizes[0].probability = Rational(1, 200);
    plan.prizes.push_back({.hand = "part", .probability = Rational(1, 100), .share = Rational(1, 4)});
    if (limited) plan.levels[0].limit = Cents(5000);
    const HitMeter meter = hit_meter(plan, 0, Restart::long_run);
    base::Prng random(prng_key);
    std::vector<double> found;
    double held = 1;
    double reserve = 0;
    const double limit = limited ? 50 : 1e9;
    while (found.size() < runs) {
      held = std::min(limit, held + 0.3);
      reserve += 0.1;
      const uint32_t draw = base::uniform_below(random, 200);
      if (draw == 0) {
        found.push_back(held);
        held = std::min(limit, 1 + reserve);
        reserve = 0;
      } else if (draw <= 2) {
        held *= 0.75;
      }
    }
    double mean = 0;
    for (const double value : found) mean += value / runs;
    double low_mean = 0;
    double high_mean = 0;
    for (size_t i = 0; i < meter.low.size(); ++i) low_mean += meter.low[i] * static_cast<double>(i) * meter.step;
    for (size_t i = 0; i < meter.high.size(); ++i) high_mean += meter.high[i] * static_cast<double>(i) * meter.step;
    if (!limited) {
      const double exact = level_growth(plan, 0).hit_meter.convert_to<double>();
      EXPECT_LE(low_mean, exact);
      EXPECT_GE(high_mean, exact);
      EXPECT_NEAR(mean, exact, 1.0) << "key " << prng_key;
    }
    for (const double at : {10.0, 20.0, 30.0, 45.0, 60.0}) {
      double low = 0;
      double high = 0;
      for (size_t i = 0; i < meter.low.size(); ++i)
        if (static_cast<double>(i) * meter.step <= at) high += meter.low[i];
      for (size_t i = 0; i < meter.high.size(); ++i)
        if (static_cast<double>(i) * meter.step <= at) low += meter.high[i];
      const auto share = static_cast<double>(std::ranges::count_if(found, [&](double v) { return v <= at; })) / runs;
      const double error = 4 * std::sqrt(0.25 / runs);
      EXPECT_GE(share, low - error) << at << ", key " << prng_key;
      EXPECT_LE(share, high + error) << at << ", key " << prng_key;
      EXPECT_LE(high - low, 0.12) << at;
    }
  }
}

// A wager takes the meter up by 1 with 1/2, down by 1 with 3/8, and ends the run with 1/8. To fall by one cell at some
// time has the chance λ = 3/8 + λ²/2, so λ = 1/2; from x it must fall x + 1 times: (1/2)^(x+1). The house advances the
// sum of that over all cells from x on: (1/2)^x.
TEST(RunDry, IsExactWhereItCanBeSolvedByHand) {
  for (const int64_t seed : {0, 1, 2, 5, 20}) {
    const RunDry dry = run_dry(dry_plan(seed));
    const double exact = std::ldexp(1.0, -static_cast<int>(seed) - 1);
    EXPECT_LE(dry.chance.low, exact) << seed;
    EXPECT_GE(dry.chance.high, exact) << seed;
    EXPECT_LT(dry.chance.high - dry.chance.low, 1e-12) << seed;
    EXPECT_LE(dry.advanced.low, 2 * exact) << seed;
    EXPECT_GE(dry.advanced.high, 2 * exact) << seed;
    EXPECT_LT(dry.advanced.high - dry.advanced.low, 1e-11) << seed;
  }
}

// The same with the meter held at $1: from 1 it goes to 1 or 0 or ends, from 0 to 1, to dry or ends; so
// u(1) = 1/2·u(1) + 3/8·dry, since a pay of 2 finds only 1. u(0) = 1/2·u(1) + 3/8. u(1) = 3/4, u(0) = 3/4.
TEST(RunDry, HeedsTheLimit) {
  MeterPlan plan = dry_plan(0);
  plan.levels[0].limit = Cents(100);
  const RunDry dry = run_dry(plan);
  EXPECT_LE(dry.chance.low, 0.75);
  EXPECT_GE(dry.chance.high, 0.75);
}

struct DryCase {
  const char* name;
  Rational contribution;
  int64_t seed;
};

TEST(RunDry, AgreesWithSimulation) {
  constexpr uint64_t prng_key = 77'001;
  constexpr int runs = 20'000;
  for (const DryCase& each : {DryCase{"grows", Rational(7, 10), 60}, DryCase{"falls", Rational(2, 5), 200},
                              DryCase{"off the lattice", Rational(61'803, 100'000), 45}}) {
    MeterPlan plan;
    plan.prizes = {{.hand = "top", .probability = Rational(1, 1000), .share = 1},
                   {.hand = "middle", .probability = Rational(4, 1000), .pays_for_one = 50},
                   {.hand = "low", .probability = Rational(40, 1000), .pays_for_one = 9}};
    plan.levels = {{.name = "", .seed = Cents(100 * each.seed), .contribution = each.contribution}};
    plan.all_deducted = true;
    const RunDry dry = run_dry(plan);
    const auto added = each.contribution.convert_to<double>();
    base::Prng random(prng_key);
    int found = 0;
    double advanced = 0;
    for (int run = 0; run < runs; ++run) {
      auto held = static_cast<double>(each.seed);
      bool short_once = false;
      for (;;) {
        held += added;
        const uint32_t draw = base::uniform_below(random, 1000);
        if (draw == 0) break;
        const double pay = draw <= 4 ? 50 : draw <= 44 ? 9 : 0;
        held -= pay;
        if (held < -1e-9) {
          short_once = true;
          advanced -= held;
          held = 0;
        }
      }
      found += short_once;
    }
    const double share = static_cast<double>(found) / runs;
    const double error = 4 * std::sqrt(0.25 / runs);
    EXPECT_GE(share, dry.chance.low - error) << each.name << ", key " << prng_key;
    EXPECT_LE(share, dry.chance.high + error) << each.name << ", key " << prng_key;
    EXPECT_LT(dry.chance.high - dry.chance.low, 0.06) << each.name;
    EXPECT_GE(advanced / runs, 0.97 * dry.advanced.low - 1) << each.name << ", key " << prng_key;
    EXPECT_LE(advanced / runs, 1.03 * dry.advanced.high + 1) << each.name << ", key " << prng_key;
  }
}

TEST(RunDry, WithSharesBelowTheWholeSaysThatItIsABound) {
  MeterPlan plan = dry_plan(20);
  plan.prizes.push_back({.hand = "part", .probability = Rational(1, 8), .share = Rational(1, 10)});
  const RunDry dry = run_dry(plan);
  EXPECT_TRUE(dry.shares_left_open);
  EXPECT_GE(dry.chance.high, 0.5);
}

}  // namespace
}  // namespace cardroom::odds
