// A decision of Ultimate Texas Hold'em with ten cards seen: counted by ranks, and the plain way, every dealer's hand on
// every board. Both print the same hash. And the whole base game.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <bit>

#include "base/prng.h"
#include "cards/deck.h"
#include "games/library.h"
#include "games/registry.h"
#include "odds/board_situation.h"
#include "odds/shared_board.h"

namespace cardroom::odds {
namespace {

Table table_of(std::string_view id) {
  const games::Game* game = games::find_game(id);
  return *Table::make({.game = game, .house = game->facts.house}, games::shipped_library().paytables);
}

void mix(uint64_t& hash, int64_t number) {
  hash = std::rotl(hash * 0x9e3779b97f4a7c15ULL, 23) ^ static_cast<uint64_t>(number);
}

BoardSituation situation_of(int turned, int dead) {
  base::Prng prng(3);
  cards::Deck deck;
  BoardSituation situation;
  for (int card = 0; card < 2; ++card) situation.own.add(deck.draw(prng));
  for (int card = 0; card < turned; ++card) situation.community.add(deck.draw(prng));
  for (int card = 0; card < dead; ++card) situation.dead.add(deck.draw(prng));
  return situation;
}

void situation(benchmark::State& state, int turned, int dead, BoardMethod method) {
  const Table table = exact_table(table_of("ultimate-texas-holdem"));
  Stakes stakes{};
  for (const auto& [wager, count] : base_units(table.game())) {
    stakes[static_cast<size_t>(wager)] = exact_unit(table) * count;
  }
  const BoardPays pays(table, stakes);
  const BoardSituation of = situation_of(turned, dead);
  uint64_t hash = 0;
  for (auto _ : state) {
    hash = 0;
    for (const int64_t sum : board_worth(pays, of, method).net_sums) mix(hash, sum);
  }
  state.SetLabel(fmt::format("{:016x}", hash));
}

void base_game(benchmark::State& state) {
  const Table table = table_of("ultimate-texas-holdem");
  uint64_t hash = 0;
  for (auto _ : state) {
    hash = 0;
    for (const Cell& cell : play_shared_board(table, base_units(table.game())).play.cells) {
      mix(hash, static_cast<int64_t>(cell.deals));
    }
  }
  state.SetLabel(fmt::format("{:016x}", hash));
}

BENCHMARK_CAPTURE(situation, before the flop with ten seen, 0, 10, BoardMethod::by_ranks)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(situation, before the flop with none seen, 0, 0, BoardMethod::by_ranks)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(situation, on the flop with ten seen, 3, 10, BoardMethod::by_ranks)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(situation, before the flop with ten seen the plain way, 0, 10, BoardMethod::one_by_one)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK(base_game)->Name("base game")->Unit(benchmark::kMillisecond)->Iterations(1)->UseRealTime();

}  // namespace
}  // namespace cardroom::odds
