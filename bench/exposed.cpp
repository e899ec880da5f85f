// One deal with other hands seen: what every choice is worth. By counting, as cardroom exposed does it, and the plain
// way, on the same deals: every hand that the dealer may hold ranked and settled one by one (the payoffs of ranks
// looked up, so that the game's rules are not what is measured). `ratio` is plain time over counted time; the label is
// a hash of the worths of both, which must be equal.
#include "odds/exposed_showdown.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"
#include "games/library.h"
#include "games/registry.h"

namespace {

using namespace cardroom;
using cards::CardSet;
using odds::ExposedShowdown;

struct Deal {
  CardSet own, up, seen;
};

games::Table table_of(std::string_view id) {
  const games::Game& game = *games::find_game(id);
  return *games::Table::make({.game = &game, .house = game.facts.house}, games::shipped_library().paytables);
}

uint64_t mixed(uint64_t hash, int64_t value) {
  return (hash ^ static_cast<uint64_t>(value)) * 0x100000001b3;
}

void look(benchmark::State& state, const char* id, int hands) {
  const games::Table table = table_of(id);
  const odds::ShowdownCounts counts(odds::shape_of(table));
  const ExposedShowdown exposed(table, counts, {.hands = hands});
  const odds::ShowdownShape& shape = counts.shape();
  constexpr int deal_count = 16;
  std::vector<Deal> deals(deal_count);
  base::Prng prng(7);
  for (Deal& deal : deals) {
    cards::Deck deck;
    for (int card = 0; card < shape.player_cards; ++card) deal.own.add(deck.draw(prng));
    for (int card = 0; card < shape.up_cards; ++card) deal.up.add(deck.draw(prng));
    for (int card = 0; card < hands * shape.player_cards; ++card) deal.seen.add(deck.draw(prng));
  }
  games::Stakes stakes{};
  for (const auto& [wager, units] : odds::base_units(table.game())) {
    stakes[static_cast<size_t>(wager)] = exposed.unit() * units;
  }
  using Clock = std::chrono::steady_clock;
  Clock::duration plain{}, ranked{}, counted{};
  uint64_t hash = 0;
  for (auto _ : state) {
    for (const Deal& deal : deals) {
      const auto choices = exposed.sums(deal.own, deal.up, {}, deal.seen).choices;
      const int own = rank_hand(shape.player_ranking, deal.own).value();
      const auto net = [&](int dealer, size_t choice) {
        return odds::total_net(exposed.table(), stakes, own, dealer, choices[choice]);
      };
      std::vector<std::vector<int64_t>> nets(choices.size());
      for (size_t choice = 0; choice < choices.size(); ++choice) {
        for (int rank = 0; rank < class_count(shape.dealer_ranking); ++rank) nets[choice].push_back(net(rank, choice));
      }
      const auto one_by_one = [&](auto&& worth) {
        std::vector<int64_t> sums(choices.size());
        cards::for_each_subset(CardSet::full_deck() - deal.own - deal.up - deal.seen,
                               shape.dealer_cards - deal.up.size(), [&](CardSet hidden) {
                                 const int rank = rank_hand(shape.dealer_ranking, deal.up | hidden).value();
                                 for (size_t choice = 0; choice < sums.size(); ++choice) {
                                   sums[choice] += worth(rank, choice);
                                 }
                               });
        return sums;
      };
      const auto start = Clock::now();
      const auto by_counting = exposed.worths(deal.own, deal.up, deal.seen);
      const auto then = Clock::now();
      const auto by_ranks =
          one_by_one([&](int rank, size_t choice) { return nets[choice][static_cast<size_t>(rank)]; });
      const auto later = Clock::now();
      const auto by_settling = one_by_one(net);
      plain += Clock::now() - later;
      ranked += later - then;
      counted += then - start;
      if (by_counting != by_ranks || by_counting != by_settling) state.SkipWithError("the ways differ");
      for (const int64_t sum : by_counting) hash = mixed(hash, sum);
    }
  }
  const auto seconds = [](Clock::duration time) { return std::chrono::duration<double>(time).count(); };
  state.counters["counted_us"] = 1e6 * seconds(counted) / static_cast<double>(state.iterations() * deal_count);
  state.counters["ratio"] = seconds(plain) / seconds(counted);
  state.counters["ratio_ranked"] = seconds(ranked) / seconds(counted);
  state.SetLabel(fmt::format("{:016x}", hash));
}

BENCHMARK_CAPTURE(look, three_card_3_players, "three-card-poker", 2)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look, caribbean_3_players, "caribbean-stud", 2)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look, caribbean_7_players, "caribbean-stud", 6)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look, four_card_6_players, "four-card-poker", 5)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look, crazy_4_6_players, "crazy-4-poker", 5)->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace
