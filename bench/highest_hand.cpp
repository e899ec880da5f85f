// The highest of up to so many hands, exactly, on all cores. The label is a hash of the counts, so that a faster wrong
// answer shows.
#include "odds/highest_hand.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace {

void count_highest_hands(benchmark::State& state) {
  uint64_t hash = 0;
  for (auto _ : state) {
    hash = 0xcbf29ce484222325;
    for (const auto& counts : cardroom::odds::highest_hand_counts_up_to(static_cast<int>(state.range(0)))) {
      for (const auto& count : counts.by_category) {
        for (const char digit : count.str()) hash = (hash ^ static_cast<uint64_t>(digit)) * 0x100000001b3;
      }
    }
  }
  state.SetLabel(fmt::format("{:016x}", hash));
}

BENCHMARK(count_highest_hands)->DenseRange(2, 8)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
