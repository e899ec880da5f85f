// cardroom session GAME: results over many rounds, and risk of ruin.
#include <fmt/format.h>

#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "lab/session_report.h"
#include "odds/analysis.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

struct SessionOptions {
  std::string game;
  TableOptions table;
  std::string wager;
  std::string strategy = "optimal";
  int rounds = 100;
  int64_t bankroll = 0;
  bool json = false;
};

// A probability as text, with the interval left by rounding.
std::string interval_text(const odds::Interval& interval) {
  const std::string low = fmt::format("{:.6f}%", 100 * interval.low);
  const std::string high = fmt::format("{:.6f}%", 100 * interval.high);
  return low == high ? low : low + " to " + high;
}

void run_session(const SessionOptions& options) {
  const games::Game& game = game_or_stop(options.game);
  const games::Table table = make_table(game, options.table);
  const int wager = options.wager.empty() ? 0 : game.wager_index(options.wager);
  if (wager == games::no_wager)
    throw Stop(usage, fmt::format("--wager {}: {} has no such wager; 'cardroom games {}' lists them", options.wager,
                                  game.facts.name, game.facts.id));
  if (game.wager(wager).kind == games::WagerKind::progressive)
    throw Stop(refused,
               "--wager progressive: a progressive has no session, because its meter changes from round to round "
               "[no_session_of_progressive]");
  Progress progress;
  odds::Analyst analyst(game, &progress);
  const auto figures = analyst.wager(table, wager, rule_or_stop(options.strategy, game));
  if (!figures) throw Stop(refused, figures.error());
  const auto made = make_session_report(*figures, {options.rounds, options.bankroll}, &progress);
  progress.finish();
  if (!made) throw Stop(refused, fmt::format("{} [{}]", to_text(made.error()), code_name(made.error())));
  const SessionReport& report = *made;
  if (options.json) {
    boost::json::object root;
    root["game"] = game.facts.id;
    boost::json::array paytables;
    for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
    root["paytables"] = std::move(paytables);
    root["wager"] = figures->wager;
    if (!figures->strategy.empty()) root["strategy"] = figures->strategy;
    for (const auto& field : session_json(report)) root[field.key()] = field.value();
    fmt::print("{}", pretty(root));
    return;
  }
  fmt::print("{}: {} rounds of {}{}, in units of the wager\n\n", game.facts.name, options.rounds, figures->name,
             figures->strategy.empty() ? "" : ", " + figures->strategy + " play");
  TextTable rows({{""}, {"", Align::right}, {""}});
  rows.add({"mean", base::to_decimal(report.mean(), 4), "= " + base::to_text(report.mean())});
  rows.add({"standard deviation", fmt::format("{:.4f}", report.deviation()), ""});
  rows.add({"player ends ahead", fmt::format("{:.4f}%", 100 * report.chance.win), ""});
  rows.add({"player ends behind", fmt::format("{:.4f}%", 100 * report.chance.loss), ""});
  rows.add({"player ends even", fmt::format("{:.4f}%", 100 * report.chance.even), ""});
  for (const double level : session_levels) {
    rows.add({fmt::format("{:g} in 100 sessions end at or below", 100 * level),
              fmt::format("{:g}", report.quantile(level)), ""});
  }
  if (report.ruin) {
    rows.add({fmt::format("risk of ruin with a bankroll of {}", options.bankroll), interval_text(*report.ruin),
              "within these rounds"});
    rows.add({"", interval_text(*report.ruin_ever), "ever, if the player never stops"});
  }
  fmt::print("{}\nThe probabilities are off by at most {:.1e} in total.", rows.to_text(2), report.session.error);
  if (report.ruin) {
    fmt::print(" Ruin means having less left than the most a round may require, {} units.",
               report.largest_stake / report.per_unit);
  }
  fmt::print("\n");
}

}  // namespace

void add_session_command(Command app) {
  auto options = std::make_shared<SessionOptions>();
  Command command = app.add_subcommand("session", "Compute results over many rounds, and risk of ruin");
  command.add_option("GAME", options->game, "Game id (see 'cardroom games')").required();
  add_paytable_option(command, options->table);
  command
      .add_option("--wager", options->wager,
                  "Wager to play (default: the base wager with everything that belongs to it)")
      .type_name("WAGER");
  command.add_option("--strategy", options->strategy, "How to play: optimal, basic, or a rule file (default: optimal)")
      .type_name("NAME|FILE");
  command.add_option("--rounds", options->rounds, "Number of rounds (default: 100)")
      .type_name("N")
      .between(1, odds::session_rounds_max);
  command.add_option("--bankroll", options->bankroll, "The player's bankroll, in units of the wager")
      .type_name("UNITS")
      .between(1, 1'000'000'000);
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(
      "Examples:\n"
      "  cardroom session three-card-poker --rounds 1000 --bankroll 50\n"
      "  cardroom session caribbean-stud --json");
  command.callback([options] { run_session(*options); });
}

}  // namespace cardroom::cli
