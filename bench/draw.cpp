// What a decision is worth in a game drawn to a paytable, with cards known to be gone: counted by ranks, and the plain
// way, board by board. Both print the same hash.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

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

// Every board ranked by itself, once for each card of it that may come last; best play goes back from there.
class Plain {
 public:
  explicit Plain(const DrawGame& game) : game_(game) {
    for (int index = 0; index >= 0; index = game.node(index).options.back().node) nodes_of_.push_back({});
    collect(DrawGame::first_node);
  }

  DrawGame::Worth look(CardSet own, CardSet dead) {
    left_.clear();
    for (const cards::Card card : CardSet::full_deck() - own - dead) left_.emplace_back(card);
    const cards::HandSum hand(own);
    const size_t count = left_.size();
    const bool two = game_.decisions() == 2;
    std::vector<std::vector<int64_t>> by_card(count);  // [card][node]: the best at the second decision
    if (two) {
      for (size_t a = 0; a < count; ++a) by_card[a] = last_values(hand + left_[a]);
    } else {
      std::vector<std::vector<int64_t>> by_pair(count * count);
      for (size_t a = 0; a < count; ++a) {
        for (size_t b = 0; b < a; ++b)
          by_pair[a * count + b] = by_pair[b * count + a] = last_values(hand + left_[a] + left_[b]);
      }
      const auto ways = static_cast<int64_t>((count - 1) * (count - 2));
      for (size_t a = 0; a < count; ++a) {
        std::vector<int64_t> sums(by_pair[1].size());
        for (size_t b = 0; b < count; ++b) {
          for (size_t node = 0; b != a && node < sums.size(); ++node) sums[node] += by_pair[a * count + b][node];
        }
        for (const int index : nodes_of_[1]) by_card[a].push_back(std::ranges::max(options(index, sums, ways)));
      }
    }
    DrawGame::Worth worth;
    worth.ways = 1;
    for (int card = 0; card < game_.decisions(); ++card) worth.ways *= static_cast<int64_t>(count) - card;
    std::vector<int64_t> sums(by_card[0].size());
    for (const auto& values : by_card) {
      for (size_t node = 0; node < sums.size(); ++node) sums[node] += values[node];
    }
    const auto nets = options(DrawGame::first_node, sums, worth.ways);
    worth.count = static_cast<int>(nets.size());
    std::ranges::copy(nets, worth.net_sums.begin());
    return worth;
  }

 private:
  void collect(int index) {
    nodes_of_[static_cast<size_t>(game_.node(index).decision)].push_back(index);
    for (const DrawGame::Option& option : game_.node(index).options) {
      if (option.node >= 0) collect(option.node);
    }
  }

  // Of a decision that is followed by another, `sums` being those of its nodes.
  std::vector<int64_t> options(int index, const std::vector<int64_t>& sums, int64_t ways) const {
    std::vector<int64_t> nets;
    for (const DrawGame::Option& option : game_.node(index).options) {
      const auto& next = nodes_of_[static_cast<size_t>(game_.node(index).decision) + 1];
      nets.push_back(option.node < 0 ? game_.net_of_leaf(option.leaf, 0) * ways
                                     : sums[static_cast<size_t>(std::ranges::find(next, option.node) - next.begin())]);
    }
    return nets;
  }

  std::vector<int64_t> last_values(cards::HandSum hand) const {
    std::vector<int64_t> intervals(game_.rank_starts().size());
    int64_t ways = 0;
    for (const cards::HandSum& card : left_) {
      if (hand.cards().intersects(card.cards())) continue;
      ++intervals[static_cast<size_t>(game_.interval_of(rank_five(hand + card)))];
      ++ways;
    }
    std::vector<int64_t> best;
    for (const int index : nodes_of_.back()) {
      int64_t most = std::numeric_limits<int64_t>::min();
      for (const DrawGame::Option& option : game_.node(index).options) {
        int64_t sum = 0;
        if (game_.leaves()[static_cast<size_t>(option.leaf)].folded) {
          sum = game_.net_of_leaf(option.leaf, 0) * ways;
        } else {
          for (size_t at = 0; at < intervals.size(); ++at)
            sum += intervals[at] * game_.net_of_leaf(option.leaf, static_cast<int>(at));
        }
        most = std::max(most, sum);
      }
      best.push_back(most);
    }
    return best;
  }

  const DrawGame& game_;
  std::vector<std::vector<int>> nodes_of_;  // the nodes of every decision
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
BENCHMARK_CAPTURE(plain, mississippi_stud_10_dead, "mississippi-stud", 10);
BENCHMARK_CAPTURE(look, let_it_ride_18_dead, "let-it-ride", 18);
BENCHMARK_CAPTURE(plain, let_it_ride_18_dead, "let-it-ride", 18);
BENCHMARK_CAPTURE(follow, mississippi_stud_10_dead, "mississippi-stud", 10);
BENCHMARK_CAPTURE(follow, let_it_ride_18_dead, "let-it-ride", 18);
BENCHMARK_CAPTURE(figures, mississippi_stud, "mississippi-stud")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(figures, let_it_ride, "let-it-ride")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace cardroom::odds
