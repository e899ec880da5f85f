// What 'cardroom meter' computes beyond fractions: the meter at a hit, and the chance of running dry for a meter that
// grows and one that falls. Labels hash the middles of the intervals, to six digits.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "odds/meter_hit.h"
#include "odds/run_dry.h"

namespace {

using namespace cardroom;
using namespace cardroom::odds;

// Like a paytable on the best four of five cards.
MeterPlan plan_of(const Rational& contribution) {
  MeterPlan plan;
  plan.prizes = {{.hand = "top", .probability = Rational(1, 54'145), .share = 1},
                 {.hand = "fixed", .probability = Rational(12, 54'145), .pays_for_one = 300},
                 {.hand = "low", .probability = Rational(1'222, 54'145), .pays_for_one = 15}};
  plan.levels = {{.name = "", .seed = base::Cents(250'000), .contribution = contribution, .reserve = Rational(2, 100)}};
  return plan;
}

void hash_label(benchmark::State& state, const Interval& interval) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : fmt::format("{:.5e}", (interval.low + interval.high) / 2))
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  state.SetLabel(fmt::format("{:016x}", hash));
}

void meter_at_the_hit(benchmark::State& state) {
  MeterPlan plan = plan_of(Rational(17, 100));
  plan.prizes.push_back({.hand = "tenth", .probability = Rational(9, 54'145), .share = Rational(1, 10)});
  Interval median;
  for (auto _ : state) median = hit_meter_quantile(hit_meter(plan, 0, Restart::long_run), 0.5);
  hash_label(state, median);
}
BENCHMARK(meter_at_the_hit)->Unit(benchmark::kMillisecond);

void running_dry(benchmark::State& state) {
  MeterPlan plan = plan_of(Rational(state.range(0), 100));
  plan.all_deducted = true;
  Interval chance;
  for (auto _ : state) chance = run_dry(plan).chance;
  hash_label(state, chance);
}
BENCHMARK(running_dry)->Arg(70)->Arg(55)->Arg(40)->Arg(43)->Unit(benchmark::kMillisecond);

}  // namespace
