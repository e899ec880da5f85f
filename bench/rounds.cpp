// Rounds dealt, played by basic strategy and settled, one thread: the path that simulations take. The label is a hash
// of what the rounds came to, so that a faster wrong answer shows.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "games/library.h"
#include "games/registry.h"
#include "games/simulation.h"

namespace {

using namespace cardroom::games;

void settle_rounds(benchmark::State& state, const Game* game, int players, bool every_wager) {
  const auto table = Table::make({.game = game, .house = game->facts.house}, shipped_library().paytables);
  Round round;
  for (int number = 1; number <= players; ++number) {
    Position position{.number = number};
    for (size_t wager = 0; wager < game->facts.wagers.size(); ++wager) {
      const WagerKind kind = game->facts.wagers[wager].kind;
      const bool base = wager == 0 || kind == WagerKind::companion;
      const bool optional = kind == WagerKind::regular || kind == WagerKind::bonus;
      if (base || (every_wager && optional)) position.stakes[wager] = Cents(1000);
    }
    round.positions.push_back(position);
  }
  constexpr uint64_t batch = 10'000;
  constexpr uint64_t prng_key = 1;
  Totals first;
  uint64_t batches = 0;
  for (auto _ : state) {
    Totals totals;
    add_rounds(*table, round, find_strategy("basic")->choose, prng_key, 1, batch, totals);
    benchmark::DoNotOptimize(totals);
    first = totals;
    ++batches;
  }
  uint64_t hash = 0xcbf29ce484222325;
  for (const Tally& tally : first.by_wager) {
    hash = (hash ^ static_cast<uint64_t>(tally.net_cents)) * 0x100000001b3;
    hash = (hash ^ static_cast<uint64_t>(tally.total_cents)) * 0x100000001b3;
  }
  state.SetItemsProcessed(static_cast<int64_t>(batches * batch));
  state.SetLabel(fmt::format("{:016x}", hash));
}

}  // namespace

int main(int argc, char** argv) {
  for (const Game* game : all_games()) {
    const std::string id(game->facts.id);
    benchmark::RegisterBenchmark((id + "/base game").c_str(), settle_rounds, game, 1, false);
    benchmark::RegisterBenchmark((id + "/every wager").c_str(), settle_rounds, game, 1, true);
    benchmark::RegisterBenchmark((id + "/every wager, six players").c_str(), settle_rounds, game, 6, true);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
