// cardroom session GAME: what many rounds come to, and the risk that a bankroll is gone.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/exact_json.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "odds/analysis.h"
#include "odds/lattice.h"
#include "odds/session.h"
#include "odds/session_ruin.h"

namespace cardroom::cli {

using namespace forms;

namespace {

struct Options {
  std::string game;
  TableOptions table;
  std::string wager = "ante";
  std::string strategy = "optimal";
  int rounds = 100;
  int64_t bankroll = 0;
  bool json = false;
};

constexpr double levels[] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

template <class Value>
Value or_stop(std::expected<Value, odds::SessionRefusal> value) {
  if (!value) throw Stop(refused, fmt::format("{} [{}]", to_text(value.error()), code_name(value.error())));
  return std::move(*value);
}

// A probability with the interval that rounding leaves it, as text.
std::string interval_text(const odds::Interval& interval) {
  const std::string low = fmt::format("{:.6f} %", 100 * interval.low);
  const std::string high = fmt::format("{:.6f} %", 100 * interval.high);
  return low == high ? low : low + " to " + high;
}

// A decimal for machines, as text: twelve digits are more than the errors leave.
std::string decimal(double value) {
  return fmt::format("{:.12g}", value);
}

void run(const Options& options) {
  const games::Game& game = game_or_stop(options.game);
  const games::Table table = make_table(game, options.table);
  const int wager = game.wager_index(options.wager);
  if (wager == games::no_wager) throw Stop(usage, fmt::format("{} has no wager '{}'", game.facts.name, options.wager));
  Progress progress;
  odds::Analyst analyst(game, &progress);
  const auto figures = analyst.wager(table, wager, rule_or_stop(options.strategy, game));
  if (!figures) throw Stop(refused, figures.error());
  const odds::Lattice lattice = odds::lattice_of(*figures);
  const auto session = or_stop(odds::session_distribution(lattice.results, options.rounds, &progress));
  const auto unit = static_cast<double>(lattice.per_unit);
  const odds::SessionChances chance = odds::chances(session);
  std::optional<odds::Interval> ruin;
  std::optional<odds::Interval> ruin_ever;
  if (options.bankroll > 0) {
    const odds::Bankroll bankroll{options.bankroll * lattice.per_unit, lattice.largest_stake};
    ruin = or_stop(odds::risk_of_ruin(lattice.results, bankroll, options.rounds, &progress));
    ruin_ever = or_stop(odds::risk_of_ruin_ever(lattice.results, bankroll));
  }
  progress.finish();
  const base::Rational mean = session.mean / lattice.per_unit;
  if (options.json) {
    boost::json::object root;
    root["game"] = game.facts.id;
    boost::json::array paytables;
    for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
    root["paytables"] = std::move(paytables);
    root["wager"] = figures->wager;
    if (!figures->strategy.empty()) root["strategy"] = figures->strategy;
    root["rounds"] = options.rounds;
    root["mean"] = exact_json(mean);
    root["standard_deviation"] = decimal(odds::standard_deviation(session) / unit);
    root["win"] = decimal(chance.win);
    root["lose"] = decimal(chance.loss);
    root["even"] = decimal(chance.even);
    root["error"] = decimal(session.error);
    boost::json::array quantiles;
    for (const double level : levels) {
      quantiles.emplace_back(
          boost::json::object{{"level", decimal(level)},
                              {"net", decimal(static_cast<double>(odds::quantile(session, level).first) / unit)}});
    }
    root["quantiles"] = std::move(quantiles);
    if (ruin) {
      root["bankroll"] = options.bankroll;
      root["risk_of_ruin"] = boost::json::object{{"low", decimal(ruin->low)}, {"high", decimal(ruin->high)}};
      root["risk_of_ruin_ever"] =
          boost::json::object{{"low", decimal(ruin_ever->low)}, {"high", decimal(ruin_ever->high)}};
    }
    fmt::print("{}", pretty(root));
    return;
  }
  fmt::print("{}: {} rounds of {}{}, in units of the wager\n\n", game.facts.name, options.rounds, figures->name,
             figures->strategy.empty() ? "" : ", " + figures->strategy + " play");
  TextTable rows({{""}, {"", Align::right}, {""}});
  rows.add({"mean", base::to_decimal(mean, 4), "= " + base::to_text(mean)});
  rows.add({"standard deviation", fmt::format("{:.4f}", odds::standard_deviation(session) / unit), ""});
  rows.add({"the player wins", fmt::format("{:.4f} %", 100 * chance.win), ""});
  rows.add({"loses", fmt::format("{:.4f} %", 100 * chance.loss), ""});
  rows.add({"ends even", fmt::format("{:.4f} %", 100 * chance.even), ""});
  for (const double level : levels) {
    rows.add({fmt::format("{:g} of 100 sessions end at or below", 100 * level),
              fmt::format("{:g}", static_cast<double>(odds::quantile(session, level).first) / unit), ""});
  }
  if (ruin) {
    rows.add({fmt::format("a bankroll of {} is gone", options.bankroll), interval_text(*ruin), "within these rounds"});
    rows.add({"", interval_text(*ruin_ever), "at any time, if the player never stops"});
  }
  fmt::print("{}\nThe probabilities are off by at most {:.1e} in all.", rows.to_text(2), session.error);
  if (ruin) {
    fmt::print(" Gone means: less is left than the most that a round may ask for, {} units.",
               lattice.largest_stake / lattice.per_unit);
  }
  fmt::print("\n");
}

}  // namespace

void add_session_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("session", "What many rounds come to, and the risk that a bankroll is gone");
  command->add_option("GAME", options->game, "A game's id ('cardroom games' lists them)")->required();
  add_paytable_option(*command, options->table);
  command->add_option("--wager", options->wager, "Which wager (ante, with all that belongs to it)")->type_name("WAGER");
  command->add_option("--strategy", options->strategy, "optimal, basic, or a file of rules (optimal)")
      ->type_name("NAME|FILE");
  command->add_option("--rounds", options->rounds, "How many rounds (100)")
      ->type_name("N")
      ->check(CLI::Range(1, odds::session_rounds_max).description(""));
  command->add_option("--bankroll", options->bankroll, "What the player brings, in units of the wager")
      ->type_name("UNITS")
      ->check(CLI::Range(int64_t{1}, int64_t{1'000'000'000}).description(""));
  command->add_flag("--json", options->json, "As JSON");
  command->footer(
      "Examples:\n  cardroom session three-card-poker --rounds 1000 --bankroll 50\n  cardroom session caribbean-stud "
      "--json");
  command->callback([options] { run(*options); });
}

}  // namespace cardroom::cli
