// The exact analysis of each game from a cold start, tables built included, side by side with the plain way: the same
// player's hands with every hand of the dealer settled one by one. The plain way is run on a sample of the player's
// classes; `plain_s` is its time for all of them, and `times_faster` the ratio. Labels hash the house edges.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>

#include "cards/subsets.h"
#include "games/library.h"
#include "games/registry.h"
#include "odds/analysis.h"
#include "odds/published.h"

namespace {

using namespace cardroom;
using namespace cardroom::odds;

Table table_of(const games::Game& game) {
  return *Table::make({.game = &game, .house = game.facts.house}, games::shipped_library().paytables);
}

std::string hash_of(const std::vector<Figures>& all) {
  uint64_t hash = 0xcbf29ce484222325;
  for (const Figures& figures : all) {
    for (const char c : base::to_text(figures.house_edge))
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return fmt::format("{:016x}", hash);
}

// Seconds for one class of the player's cards against every dealer's hand, two choices each, averaged over some.
double plain_seconds_per_class(const Table& table, const ShowdownShape& shape, int samples) {
  const Table exact = exact_table(table);
  const games::Facts& facts = exact.game().facts;
  const SetClasses& classes = set_classes(shape.player_cards);
  int64_t sum = 0;
  const auto started = std::chrono::steady_clock::now();
  for (int sample = 0; sample < samples; ++sample) {
    const CardSet player = classes.representative(sample * (classes.class_count() / samples));
    games::Hand hand;
    hand.stakes[0] = exact_unit(exact);
    hand.rank[static_cast<size_t>(facts.player_reading)] = rank_hand(shape.player_ranking, player);
    cards::for_each_subset(CardSet::full_deck() - player, shape.dealer_cards, [&](CardSet dealer) {
      hand.rank[static_cast<size_t>(facts.dealer_reading)] = rank_hand(shape.dealer_ranking, dealer);
      for (const bool folded : {true, false}) {
        hand.folded = folded;
        games::Outcomes outcomes{};
        exact.game().settle(hand, exact, outcomes);
        sum += outcomes[0].paid.value();
      }
    });
  }
  benchmark::DoNotOptimize(sum);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - started;
  // Each of the dealer's cards may be the one that is up: the plain way meets every hand once for each.
  return spent.count() / samples * (shape.up_cards == 1 ? shape.dealer_cards : 1);
}

void base_game(benchmark::State& state, const games::Game* game) {
  const Table table = table_of(*game);
  std::vector<Figures> all;
  for (auto _ : state) {
    Analyst analyst(*game);
    all = {*analyst.wager(table, 0)};
  }
  const ShowdownShape shape = shape_of(table);
  const double plain = plain_seconds_per_class(table, shape, shape.player_cards == 3 ? 100 : 2) *
                       set_classes(shape.player_cards).class_count();
  state.counters["plain_s"] = plain;
  // Seconds of the plain way for each second of ours.
  state.counters["times_faster"] = benchmark::Counter(plain, benchmark::Counter::kIsIterationInvariantRate);
  state.SetLabel(hash_of(all));
}

void every_wager(benchmark::State& state, const games::Game* game) {
  const Table table = table_of(*game);
  std::vector<Figures> all;
  for (auto _ : state) {
    Analyst analyst(*game);
    all = *analyst.all(table);
  }
  state.SetLabel(hash_of(all));
}

// A pay changed on a game that was counted already.
void paytable_edit(benchmark::State& state, const games::Game* game, int wager) {
  const Table table = table_of(*game);
  Analyst analyst(*game);
  std::vector<Figures> all = {*analyst.wager(table, wager)};
  for (auto _ : state) all = {*analyst.wager(table, wager)};
  state.SetLabel(hash_of(all));
}

void verify(benchmark::State& state) {
  size_t count = 0;
  for (auto _ : state) count = judge(shipped_figures(), games::shipped_library())->size();
  state.SetLabel(fmt::format("{} figures", count));
}

}  // namespace

int main(int argc, char** argv) {
  for (const games::Game* game : games::all_games()) {
    const std::string id(game->facts.id);
    benchmark::RegisterBenchmark((id + "/base game").c_str(), base_game, game)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((id + "/every wager").c_str(), every_wager, game)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark((id + "/paytable edit, base game").c_str(), paytable_edit, game, 0)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::RegisterBenchmark("verify", verify)->UseRealTime()->Unit(benchmark::kMillisecond);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
