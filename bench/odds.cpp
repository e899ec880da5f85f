// The exact analysis of each game from a cold start, side by side with the plain way: the same player's hands with
// every hand of the dealer settled one by one. The plain way is run on a sample of the player's classes; `plain_s` is
// its time for all of them, and `times_faster` the ratio. A cold start is a process of its own. Then the figures of
// each wager when its paytable is edited on a game that was counted already. Labels hash all figures.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "base/check.h"
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
  const auto add = [&](const std::string& text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  };
  for (const Figures& figures : all) {
    for (const OutcomeRow& row : figures.rows) {
      add(fmt::format("{} {} {}\n", row.name, row.deals.str(), base::to_text(row.net)));
    }
    for (const Rational* value :
         {&figures.house_edge, &figures.average_staked, &figures.variance, &figures.third_moment})
      add(base::to_text(*value));
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

// ---- From a cold start ----------------------------------------------------------------------------------------------

// What a cold process does: reads the paytables, counts, and prints a hash. Tables that are shared within a process are
// built anew in each.
void run_cold(const std::string& what, const games::Game* game) {
  if (what == "verify") {
    fmt::print("{} figures", judge(shipped_figures(), games::shipped_library())->size());
    return;
  }
  const Table table = table_of(*game);
  Analyst analyst(*game);
  fmt::print("{}", hash_of(what == "base" ? std::vector{*analyst.wager(table, 0)} : *analyst.all(table)));
}

// This program once more, as a new process, from its start to its end.
void cold(benchmark::State& state, const std::string& what, const games::Game* game) {
  const std::string command = fmt::format("{} --cold {} {}", std::filesystem::read_symlink("/proc/self/exe").string(),
                                          what, game ? game->facts.id : "");
  std::string printed;
  for (auto _ : state) {
    FILE* process = popen(command.c_str(), "r");
    CHECK(process);
    char text[64] = {};
    CHECK(fgets(text, sizeof text, process));
    CHECK(pclose(process) == 0);
    printed = text;
  }
  state.SetLabel(printed);
  if (what != "base") return;
  const Table table = table_of(*game);
  const ShowdownShape shape = shape_of(table);
  const double plain = plain_seconds_per_class(table, shape, shape.player_cards == 3 ? 100 : 2) *
                       set_classes(shape.player_cards).class_count();
  state.counters["plain_s"] = plain;
  // Seconds of the plain way for each second of ours.
  state.counters["times_faster"] = benchmark::Counter(plain, benchmark::Counter::kIsIterationInvariantRate);
}

// ---- A paytable edited ----------------------------------------------------------------------------------------------

// Every pay of every wager but the progressive raised by some, as a person would who turns a knob.
Table edited(const Table& table, int number) {
  games::TableSetup setup{.game = &table.game(), .house = table.house(), .paytables = {}};
  for (const games::PaytablePtr& paytable : table.paytables()) {
    auto other = std::make_shared<games::Paytable>(*paytable);
    for (auto& wager : other->wagers) {
      if (paytable->group == "progressive") continue;
      std::vector<games::PayRow> rows = wager.pays.rows();
      for (games::PayRow& row : rows) {
        for (games::Pay& pay : row.pays) pay.numerator += number % 7;
      }
      wager.pays = games::WagerPays(wager.pays.ranking(), std::move(rows), wager.pays.hand_counts());
    }
    setup.paytables.push_back(std::move(other));
  }
  return *Table::make(setup, {});
}

// On a game that was counted already: new paytables are made, a table with them, and all the figures of one wager found
// (outcomes with their deals, and all moments). Each time other pays, so that decisions change. Beside it, once, the
// base game with every situation decided by itself on the same counts; both must come to the same.
void edit(benchmark::State& state, const games::Game* game, int wager, int hands) {
  const Table table = table_of(*game);
  Analyst analyst(*game);
  CHECK(analyst.wager(table, wager, {}, hands));
  int number = 0;
  for (auto _ : state) benchmark::DoNotOptimize(analyst.wager(edited(table, ++number), wager, {}, hands));
  const std::string hash = hash_of({*analyst.wager(edited(table, 3), wager, {}, hands)});
  state.SetLabel(hash);
  if (wager != 0 || not_a_showdown(table)) return;
  CHECK(analyst.base_play(table).deals > 0);
  const auto started = std::chrono::steady_clock::now();
  CHECK(hash_of({base_figures(analyst.base_play(edited(table, 3)), 0, "optimal")}) == hash);
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - started;
  state.counters["by_itself_us"] = spent.count() * 1e6;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc >= 3 && std::string(argv[1]) == "--cold") {
    run_cold(argv[2], argc > 3 ? games::find_game(argv[3]) : nullptr);
    return 0;
  }
  const auto add_cold = [](const std::string& name, const std::string& what, const games::Game* game) {
    benchmark::RegisterBenchmark(name.c_str(), cold, what, game)->UseRealTime()->Unit(benchmark::kMillisecond);
  };
  for (const games::Game* game : games::all_games()) {
    // Games without a dealer's hand are measured by bench_draw; the plain way here is for hands of at most five cards.
    const Table usual = table_of(*game);
    if (odds::not_a_showdown(usual) || shape_of(usual).player_cards > 5) continue;
    const std::string id(game->facts.id);
    add_cold(id + "/base game, cold", "base", game);
    add_cold(id + "/every wager, cold", "all", game);
    const Table table = table_of(*game);
    for (size_t wager = 0; wager < game->facts.wagers.size(); ++wager) {
      const games::WagerFact& fact = game->facts.wagers[wager];
      if (fact.kind != games::WagerKind::regular && fact.kind != games::WagerKind::bonus) continue;
      const auto* pays = table.pays(static_cast<int>(wager));
      const int hands = pays && !pays->hand_counts().empty() ? pays->hand_counts().back() : 2;
      benchmark::RegisterBenchmark(fmt::format("{}/{}, paytable edited", id, fact.id).c_str(), edit, game,
                                   static_cast<int>(wager), hands)
          ->UseRealTime()
          ->Unit(benchmark::kMicrosecond);
    }
  }
  add_cold("verify, cold", "verify", nullptr);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
