// cardroom deal GAME: rounds from a keyed shuffle, one explained or many totaled.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <cmath>
#include <memory>

#include "base/prng.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "games/round_text.h"
#include "games/simulation.h"

namespace cardroom::cli {

using namespace forms;

namespace {

using games::Cents;
using games::Round;
using games::Table;
using games::WagerKind;

// More would take hours; run several keys instead.
constexpr uint64_t rounds_max = 10'000'000'000;

struct DealOptions {
  std::string game;
  TableOptions table;
  int players = 1;
  std::vector<std::string> bets;
  std::string key;
  std::string strategy = "basic";
  uint64_t round = 1;
  uint64_t rounds = 0;  // 0: one round, explained
  bool json = false;
  bool as_round = false;
};

// By default every wager except the progressive: regular ones at twice the minimum, bonuses at their minimum.
games::Stakes default_stakes(const Table& table) {
  games::Stakes stakes{};
  const auto& wagers = table.game().facts.wagers;
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    const bool base = wagers[wager].kind == WagerKind::regular || wagers[wager].kind == WagerKind::companion;
    const Cents most(table.limits().max.value() / table.game().facts.raise_min_multiple);
    if (base)
      stakes[wager] = scale(std::min(2 * table.limits().min, most), 1, 1, table.house().chip, base::Rounding::down);
    if (wagers[wager].kind == WagerKind::bonus) stakes[wager] = table.limits().bonus_min;
  }
  return stakes;
}

games::Stakes stakes_from(const Table& table, const std::vector<std::string>& bets) {
  if (bets.empty()) return default_stakes(table);
  games::Stakes stakes{};
  for (const BetOption& bet : bets_or_stop(table.game(), bets)) stakes[static_cast<size_t>(bet.wager)] = bet.amount;
  return stakes;
}

Round seat_players(const Table& table, const DealOptions& options) {
  if (options.players < 1)
    throw Stop(usage, fmt::format("--players {}: at least one player is needed", options.players));
  if (options.players > games::positions_max) {
    const games::Refusal refusal{games::RefusalCode::more_players_than_deck, 0, games::no_wager,
                                 fmt::format("--players {}: {} allows 1 to {} players at this table", options.players,
                                             table.game().facts.name, table.players_max())};
    throw Stop(refused, to_text(refusal));
  }
  Round round;
  const games::Stakes stakes = stakes_from(table, options.bets);
  for (int number = 1; number <= options.players; ++number) {
    round.positions.push_back({.number = number, .player = {}, .stakes = stakes, .cards = {}, .choices = {}});
  }
  if (auto fine = validate_wagers(table, round); !fine) throw Stop(refused, to_text(fine.error()));
  return round;
}

// The share of the amount bet before the deal that the house kept, in percent, and the half-width of its 95% interval.
struct Edge {
  double percent = 0;
  double error = 0;
};

Edge edge_of(const games::Tally& tally) {
  const auto count = static_cast<double>(tally.count);
  const double bet = static_cast<double>(tally.bet_cents) / count;
  const double mean = static_cast<double>(tally.net_cents) / count;
  const double variance = std::max(0.0, static_cast<double>(tally.net_squares) / count - mean * mean);
  return {-100 * mean / bet, 100 * 1.96 * std::sqrt(variance / count) / bet};
}

void print_totals(const Table& table, const DealOptions& options, const std::string& key, const games::Totals& totals) {
  const auto& wagers = table.game().facts.wagers;
  fmt::print("{}, paytables {}, key {}, {} rounds, {} player{}, strategy {}\n\n", table.game().facts.name,
             paytable_ids(table), key, totals.rounds, options.players, options.players == 1 ? "" : "s",
             options.strategy);
  TextTable rows({{"wager"},
                  {"times bet", Align::right},
                  {"amount bet", Align::right},
                  {"with raises", Align::right},
                  {"players' net", Align::right},
                  {"house edge", Align::right},
                  {"95% interval", Align::right}});
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    const games::Tally& tally = totals.by_wager[wager];
    if (tally.count == 0) continue;
    const Edge edge = edge_of(tally);
    rows.add({std::string(wagers[wager].name), std::to_string(tally.count), base::cents_text(tally.bet_cents),
              base::cents_text(tally.total_cents), base::cents_text(tally.net_cents),
              fmt::format("{:.3f}%", edge.percent), fmt::format("± {:.3f}%", edge.error)});
  }
  fmt::print(
      "{}\nHouse edges are sampled, as shares of the amount bet before the deal. Raises, companion wagers and awards "
      "count\nwith the wager they belong to.\n",
      rows.to_text(2));
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    if (totals.claims[wager] > 0) {
      fmt::print("Meter shares won with {}: {}; their amounts are not included.\n", wagers[wager].name,
                 totals.claims[wager]);
    }
  }
  if (totals.best_net > Cents(0)) {
    fmt::print(
        "Largest win at one position: {} in round {} (to see it, use the same options with --round {} instead of "
        "--rounds).\n",
        base::to_text(totals.best_net), totals.best_round, totals.best_round);
  }
}

boost::json::object totals_json(const Table& table, const DealOptions& options, const std::string& key,
                                const games::Totals& totals) {
  boost::json::object root;
  root["game"] = table.game().facts.id;
  boost::json::array paytables;
  for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
  root["paytables"] = std::move(paytables);
  root["key"] = key;
  root["rounds"] = totals.rounds;
  root["players"] = options.players;
  root["strategy"] = options.strategy;
  boost::json::array rows;
  const auto& wagers = table.game().facts.wagers;
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    const games::Tally& tally = totals.by_wager[wager];
    if (tally.count == 0) continue;
    const Edge edge = edge_of(tally);
    boost::json::object row;
    row["wager"] = wagers[wager].id;
    row["count"] = tally.count;
    row["bet_cents"] = tally.bet_cents;
    row["total_cents"] = tally.total_cents;
    row["net_cents"] = tally.net_cents;
    row["sampled_house_edge_percent"] = fmt::format("{:.6f}", edge.percent);
    row["sampled_error_95_percent"] = fmt::format("{:.6f}", edge.error);
    row["meter_claims"] = totals.claims[wager];
    rows.emplace_back(std::move(row));
  }
  root["wagers"] = std::move(rows);
  root["largest_gain_cents"] = totals.best_net.value();
  root["largest_gain_round"] = totals.best_round;
  return root;
}

games::Totals count_rounds(const Table& table, Round& round, games::Strategy strategy, uint64_t prng_key,
                           const DealOptions& options) {
  games::Totals totals;
  Progress progress;
  progress.begin("dealing", options.rounds);
  constexpr uint64_t batch = 65'536;
  for (uint64_t finished = 0; finished < options.rounds; finished += batch) {
    const uint64_t count = std::min(batch, options.rounds - finished);
    add_rounds(table, round, strategy, prng_key, options.round + finished, count, totals);
    progress.advance(count);
  }
  progress.finish();
  return totals;
}

void run_deal(DealOptions options) {
  const games::Game& game = game_or_stop(options.game);
  const games::NamedStrategy* strategy = games::find_strategy(options.strategy);
  if (!strategy) {
    std::string known;
    for (const games::NamedStrategy& named : games::strategies())
      known += fmt::format("\n  {:8} {}", named.id, named.meaning);
    throw Stop(usage, fmt::format("unknown strategy '{}'; choose one of:{}", options.strategy, known));
  }
  if (options.as_round && options.json) throw Stop(usage, "--as-round and --json cannot be combined");
  const Table table = make_table(game, options.table);
  Round round = seat_players(table, options);
  for (const char c : options.key) {
    if (c < ' ' || c > '~') throw Stop(usage, "--key: only printable ASCII characters are allowed");
  }
  if (options.key.empty()) options.key = std::to_string(base::SecureGenerator()());
  const uint64_t prng_key = base::prng_key_of(options.key);
  if (options.rounds > 0) {
    if (options.as_round) throw Stop(usage, "--as-round prints a single round; leave out --rounds");
    const games::Totals totals = count_rounds(table, round, strategy->choose, prng_key, options);
    if (options.json) {
      fmt::print("{}", pretty(totals_json(table, options, options.key, totals)));
    } else {
      print_totals(table, options, options.key, totals);
    }
    return;
  }
  cards::Deck deck(game.facts.deck);
  deal_round(table, round, strategy->choose, prng_key, options.round, deck);
  const games::Settlement settlement = settle(table, round);
  if (options.as_round) {
    fmt::print("# Key {}, round {}.\n{}", options.key, options.round, format_round(table, round));
  } else if (options.json) {
    boost::json::object root = round_json(table, round, settlement);
    root["key"] = options.key;
    root["round"] = options.round;
    fmt::print("{}", pretty(root));
  } else {
    fmt::print("{}, paytables {}, key {}, round {}\n\n{}", game.facts.name, paytable_ids(table), options.key,
               options.round, round_text(table, round, settlement));
  }
}

}  // namespace

void add_deal_command(Command app) {
  auto options = std::make_shared<DealOptions>();
  Command command = app.add_subcommand("deal", "Deal a round from a keyed shuffle and explain its settlement");
  command.add_option("GAME", options->game, "Game id (see 'cardroom games')").required();
  command.add_option("--players", options->players, "Number of positions in play (default: 1)").type_name("N");
  command
      .add_option("--bet", options->bets,
                  "Bet at every position, such as ante=10; repeatable (default: all but the progressive)")
      .type_name("WAGER=AMOUNT")
      .one_value();
  command.add_option("--key", options->key, "Number or word; the same key deals the same rounds (default: a new key)")
      .type_name("KEY");
  command.add_option("--round", options->round, "First round to deal from the key's sequence (default: 1)")
      .type_name("N")
      .between(1, rounds_max);
  command.add_option("--rounds", options->rounds, "Deal this many rounds and print totals instead")
      .type_name("N")
      .between(1, rounds_max);
  command
      .add_option("--strategy", options->strategy,
                  "How positions play: basic, always, boldest or never (default: basic)")
      .type_name("NAME");
  add_table_options(command, options->table);
  command.add_flag("--json", options->json, "Print JSON");
  command.add_flag("--as-round", options->as_round, "Print the round as text for 'cardroom settle'");
  command.footer(
      "Examples:\n"
      "  cardroom deal three-card-poker --players 3 --key 7\n"
      "  cardroom deal caribbean-stud --bet ante=10 --bet cover-all=5 --players 6\n"
      "  cardroom deal four-card-poker --paytable FCP-08 --house chip=0.50 --key seventeen\n"
      "  cardroom deal crazy-4-poker --rounds 1000000 --key 1\n"
      "The same key, options and version deal the same round. Keys are for practice and proof; they are not secret.");
  command.callback([options] { run_deal(*options); });
}

}  // namespace cardroom::cli
