// What a decision is worth in a game drawn to a paytable, with cards known to be gone: counted by ranks, and the plain
// way, board by board. Both print the same hash.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <bit>
#include <map>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/hand_sum.h"
#include "games/library.h"
#include "games/registry.h"
#include "odds/draw_play.h"

namespace cardroom::odds {
namespace {

constexpr int deals = 256;

struct Deal {
  CardSet own, dead;
};

std::vector<Deal> deals_of(int own_cards, int dead_cards) {
  base::Prng prng(7);
  std::vector<Deal> all(deals);
  for (Deal& deal : all) {
    cards::Deck deck;
    for (int card = 0; card < own_cards; ++card) deal.own.add(deck.draw(prng));
    for (int card = 0; card < dead_cards; ++card) deal.dead.add(deck.draw(prng));
  }
  return all;
}

Table table_of(std::string_view id) {
  const games::Game* game = games::find_game(id);
  return *Table::make({.game = game, .house = game->facts.house}, games::shipped_library().paytables);
}

void mix(uint64_t& hash, const DrawGame::Worth& worth) {
  for (int at = 0; at < worth.count; ++at) {
    hash = std::rotl(hash * 0x9e3779b97f4a7c15ULL, 23) ^ static_cast<uint64_t>(worth.net_sums[static_cast<size_t>(at)]);
  }
}

void look(benchmark::State& state, std::string_view id, int dead) {
  const DrawGame game(table_of(id));
  const auto all = deals_of(game.own_cards(), dead);
  uint64_t hash = 0;
  for (auto _ : state) {
    hash = 0;
    for (const Deal& deal : all) mix(hash, game.look(DrawGame::first_node, deal.own, deal.dead));
  }
  state.SetItemsProcessed(state.iterations() * deals);
  state.SetLabel(fmt::format("{:016x}", hash));
}

void follow(benchmark::State& state, std::string_view id, int dead) {
  const DrawGame game(table_of(id));
  const auto all = deals_of(game.own_cards(), dead);
  uint64_t hash = 0;
  for (auto _ : state) {
    hash = 0;
    for (const Deal& deal : all) mix(hash, game.follow(DrawGame::first_node, deal.own, deal.dead));
  }
  state.SetItemsProcessed(state.iterations() * deals);
  state.SetLabel(fmt::format("{:016x}", hash));
}

// Every board ranked by itself; its pay goes to the sets of four cards that it completes, and best play goes back from
// there.
class Plain {
 public:
  explicit Plain(const DrawGame& game) : game_(game) {}

  DrawGame::Worth look(CardSet own, CardSet dead) {
    left_.clear();
    for (const cards::Card card : CardSet::full_deck() - own - dead) left_.emplace_back(card);
    DrawGame::Worth worth;
    worth.count = static_cast<int>(game_.node(DrawGame::first_node).options.size());
    worth.ways = 1;
    for (int card = 0; card < game_.decisions(); ++card) worth.ways *= static_cast<int64_t>(left_.size()) - card;
    const auto sums = options(DrawGame::first_node, cards::HandSum(own), worth.ways);
    std::ranges::copy(sums, worth.net_sums.begin());
    return worth;
  }

 private:
  std::vector<int64_t> options(int index, cards::HandSum hand, int64_t ways) {
    std::vector<int64_t> sums;
    const auto left = static_cast<int64_t>(left_.size()) - (hand.size() - game_.own_cards());
    std::vector<int64_t> intervals;  // of the last card
    for (const DrawGame::Option& option : game_.node(index).options) {
      int64_t sum = 0;
      if (option.node >= 0) {
        for (const cards::HandSum& card : left_) {
          if (hand.cards().intersects(card.cards())) continue;
          sum += std::ranges::max(options(option.node, hand + card, ways / left));
        }
      } else if (game_.leaves()[static_cast<size_t>(option.leaf)].folded) {
        sum = game_.net_of_leaf(option.leaf, 0) * ways;
      } else {
        if (intervals.empty()) {
          intervals.resize(game_.rank_starts().size());
          for (const cards::HandSum& card : left_) {
            if (hand.cards().intersects(card.cards())) continue;
            ++intervals[static_cast<size_t>(game_.interval_of(rank_five(hand + card)))];
          }
        }
        for (size_t at = 0; at < intervals.size(); ++at)
          sum += intervals[at] * game_.net_of_leaf(option.leaf, static_cast<int>(at));
      }
      sums.push_back(sum);
    }
    return sums;
  }

  const DrawGame& game_;
  std::vector<cards::HandSum> left_;
};

void plain(benchmark::State& state, std::string_view id, int dead) {
  const DrawGame game(table_of(id));
  const auto all = deals_of(game.own_cards(), dead);
  Plain way(game);
  uint64_t hash = 0;
  for (auto _ : state) {
    hash = 0;
    for (const Deal& deal : all) mix(hash, way.look(deal.own, deal.dead));
  }
  state.SetItemsProcessed(state.iterations() * deals);
  state.SetLabel(fmt::format("{:016x}", hash));
}

void figures(benchmark::State& state, std::string_view id) {
  const Table table = table_of(id);
  std::string edge;
  for (auto _ : state) edge = base::to_text(best_draw_figures(DrawGame(table)).house_edge);
  state.SetLabel(edge);
}

BENCHMARK_CAPTURE(look, mississippi_stud_10_dead, "mississippi-stud", 10);
BENCHMARK_CAPTURE(plain, mississippi_stud_10_dead, "mississippi-stud", 10)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(look, let_it_ride_18_dead, "let-it-ride", 18);
BENCHMARK_CAPTURE(plain, let_it_ride_18_dead, "let-it-ride", 18);
BENCHMARK_CAPTURE(follow, mississippi_stud_10_dead, "mississippi-stud", 10);
BENCHMARK_CAPTURE(follow, let_it_ride_18_dead, "let-it-ride", 18);
BENCHMARK_CAPTURE(figures, mississippi_stud, "mississippi-stud")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(figures, let_it_ride, "let-it-ride")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cardroom::odds
