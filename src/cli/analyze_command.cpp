// cardroom analyze GAME: exact figures for every wager.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/meter_options.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "lab/figures_json.h"
#include "lab/figures_text.h"
#include "lab/paytable_json.h"
#include "odds/analysis.h"
#include "odds/rule_file.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

using odds::Figures;

struct AnalyzeOptions {
  std::string game;
  TableOptions table;
  std::string wager;
  std::string together;
  std::vector<std::string> bets;
  std::vector<std::string> meters;
  int players = 1;
  std::string strategy = "optimal";
  bool json = false;
};

int wager_or_stop(const games::Game& game, const std::string& id, std::string_view option) {
  const int wager = game.wager_index(id);
  if (wager == games::no_wager) {
    throw Stop(usage, fmt::format("{} {}: {} has no such wager; 'cardroom games {}' lists them", option, id,
                                  game.facts.name, game.facts.id));
  }
  return wager;
}

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> pieces;
  size_t from = 0;
  for (size_t comma; (comma = text.find(',', from)) != std::string::npos; from = comma + 1) {
    pieces.push_back(text.substr(from, comma - from));
  }
  pieces.push_back(text.substr(from));
  return pieces;
}

// One amount per level. A comma separates levels, unless the options as given already match the number of levels: then
// it separates thousands.
std::vector<base::Cents> meters_or_stop(const AnalyzeOptions& options, const games::WagerPays& pays) {
  if (options.meters.empty()) return {};
  std::vector<std::string> levels;
  for (const games::PayRow& row : pays.rows()) {
    const games::Pay& pay = row.pays.front();
    const std::string name = pay.level.empty() ? "the meter" : pay.level;
    const bool meter = pay.kind == games::Pay::Kind::of_meter;
    if (meter && std::ranges::find(levels, name) == levels.end()) levels.push_back(name);
  }
  std::vector<std::string> pieces = options.meters;
  if (pieces.size() != levels.size()) {
    pieces.clear();
    for (const std::string& text : options.meters) {
      for (std::string& piece : split(text)) pieces.push_back(std::move(piece));
    }
  }
  if (pieces.size() != levels.size()) {
    throw Stop(usage, fmt::format("--meter: got {} amount{} for the {} level{} of the paytable ({})", pieces.size(),
                                  pieces.size() == 1 ? "" : "s", levels.size(), levels.size() == 1 ? "" : "s",
                                  fmt::join(levels, ", ")));
  }
  if (pieces != options.meters) need_no_thousands(pieces, "--meter");
  std::vector<base::Cents> meters;
  for (const std::string& piece : pieces) {
    const auto amount = base::parse_cents(piece);
    if (!amount) throw Stop(usage, fmt::format("--meter {}: {}", piece, amount.error()));
    meters.push_back(*amount);
  }
  return meters;
}

// The amount that --bet puts on a wager; one currency unit by default.
base::Cents bet_on(const std::vector<BetOption>& bets, int wager) {
  const auto found = std::ranges::find(bets, wager, &BetOption::wager);
  return found == bets.end() ? base::Cents(100) : found->amount;
}

struct Results {
  std::vector<Figures> figures;
  std::optional<odds::ProgressiveFigures> progressive;
  odds::ProgressiveTerms terms;
  std::optional<odds::JointFigures> joint;
  std::vector<int> left_out;  // by --together all: wagers whose meters were not given
};

template <class Value>
Value or_stop(std::expected<Value, std::string> value) {
  if (!value) throw Stop(refused, value.error());
  return std::move(*value);
}

odds::JointFigures together(odds::Analyst& analyst, const games::Table& table, const AnalyzeOptions& options,
                            const std::vector<BetOption>& bets, std::vector<base::Cents> meters,
                            const odds::NamedRule& rule, std::vector<int>& left_out) {
  const games::Game& game = table.game();
  odds::JointBets joint;
  joint.meters = std::move(meters);
  if (options.together == "all") {
    for (size_t index = 0; index < game.facts.wagers.size(); ++index) {
      const auto kind = game.facts.wagers[index].kind;
      const bool wanted = kind == games::WagerKind::regular || kind == games::WagerKind::bonus ||
                          (kind == games::WagerKind::progressive && !joint.meters.empty());
      if (wanted) joint.bets.push_back({static_cast<int>(index), bet_on(bets, static_cast<int>(index))});
      if (!wanted && kind == games::WagerKind::progressive) left_out.push_back(static_cast<int>(index));
    }
  } else {
    for (const std::string& id : split(options.together)) {
      const int wager = wager_or_stop(game, id, "--together");
      if (game.wager(wager).kind == games::WagerKind::progressive && joint.meters.empty()) {
        throw Stop(usage,
                   fmt::format("--together {}: the progressive needs --meter with the amount on each level", id));
      }
      joint.bets.push_back({wager, bet_on(bets, wager)});
    }
  }
  for (const BetOption& bet : bets) {
    if (std::ranges::find(joint.bets, bet.wager, &odds::JointBets::Bet::wager) == joint.bets.end()) {
      throw Stop(usage, fmt::format("--bet {}: this wager is not part of --together", game.wager(bet.wager).id));
    }
  }
  return or_stop(analyst.together(table, joint, rule));
}

void add_wager(odds::Analyst& analyst, const games::Table& table, int wager, const odds::NamedRule& rule,
               std::vector<Figures>& into) {
  const games::WagerPays* pays = table.pays(wager);
  if (!pays || pays->hand_counts().empty()) {
    into.push_back(or_stop(analyst.wager(table, wager, rule)));
    return;
  }
  std::vector<int> counts = pays->hand_counts();
  std::ranges::sort(counts);
  for (const int hands : counts) into.push_back(or_stop(analyst.wager(table, wager, {}, hands)));
}

Results compute(const games::Table& table, const AnalyzeOptions& options, odds::Progress& progress) {
  const games::Game& game = table.game();
  const odds::NamedRule rule = rule_or_stop(options.strategy, game);
  const auto& wagers = game.facts.wagers;
  const auto found = std::ranges::find(wagers, games::WagerKind::progressive, &games::WagerFact::kind);
  const int progressive = found == wagers.end() ? games::no_wager : static_cast<int>(found - wagers.begin());
  const int only = options.wager.empty() ? games::no_wager : wager_or_stop(game, options.wager, "--wager");
  const bool with_progressive =
      options.together.empty() && progressive != games::no_wager && (options.wager.empty() || only == progressive);
  if (!options.together.empty() && !options.wager.empty()) {
    throw Stop(usage, "--wager and --together cannot be combined");
  }
  const std::vector<BetOption> bets = bets_or_stop(game, options.bets);
  for (const BetOption& bet : bets) {
    if (bet.amount == base::Cents(0)) {
      throw Stop(usage, fmt::format("--bet {}: the amount must be above 0", game.wager(bet.wager).id));
    }
    if (options.together.empty() && !(with_progressive && bet.wager == progressive)) {
      throw Stop(usage, fmt::format(
                            "--bet {}: only the progressive and --together depend on the amount bet; other figures are "
                            "per unit wagered",
                            game.wager(bet.wager).id));
    }
  }
  std::vector<base::Cents> meters;
  if (!options.meters.empty()) {
    if (!with_progressive && options.together.empty()) {
      throw Stop(usage, fmt::format("--meter: {} has no meter", options.wager.empty() ? game.facts.id : options.wager));
    }
    if (progressive == games::no_wager)
      throw Stop(usage, fmt::format("--meter: {} has no progressive", game.facts.name));
    meters = meters_or_stop(options, *table.pays(progressive));
  }
  if (options.players > table.players_max()) {
    throw Stop(usage, fmt::format("--players {}: {} allows 1 to {} players", options.players, game.facts.name,
                                  table.players_max()));
  }

  if (options.players > 1 && !with_progressive) {
    throw Stop(usage, "--players: it affects only the envy bonus of a progressive, which --together leaves out");
  }

  Results results;
  odds::Analyst analyst(game, &progress);
  if (!options.together.empty()) {
    results.joint = together(analyst, table, options, bets, std::move(meters), rule, results.left_out);
    return results;
  }
  if (options.wager.empty()) {
    results.figures = or_stop(analyst.all(table, rule));
  } else if (only != progressive) {
    add_wager(analyst, table, only, rule, results.figures);
  }
  if (with_progressive) {
    results.progressive = analyst.progressive(table, rule);
    for (const odds::MeterLevel& level : results.progressive->levels) {
      if (level.share == 0)
        throw Stop(refused,
                   fmt::format("--strategy {}: it folds every hand that wins a meter, so no meter makes the wager "
                               "break even [meter_never_won]",
                               options.strategy));
    }
    results.terms = {.wager = bet_on(bets, progressive), .others = options.players - 1, .meters = std::move(meters)};
  }
  return results;
}

// With the order in which wagers are reconciled written out where it is the game's own.
games::HouseRules with_order(const games::Game& game, games::HouseRules house) {
  if (house.order.empty()) house.order.assign(game.facts.reconcile_order.begin(), game.facts.reconcile_order.end());
  return house;
}

void run_analyze(const AnalyzeOptions& options) {
  const games::Game& game = game_or_stop(options.game);
  const games::Table table = make_table(game, options.table);
  Progress progress;
  const Results results = compute(table, options, progress);
  progress.finish();
  if (!options.json) {
    fmt::print("{}, paytables {}\n\n", game.facts.name, paytable_ids(table));
    for (const Figures& figures : results.figures) fmt::print("{}", figures_text(figures));
    if (results.progressive) fmt::print("{}", progressive_text(*results.progressive, results.terms));
    if (results.joint) fmt::print("{}", joint_text(table, *results.joint));
    for (const int wager : results.left_out)
      fmt::print("  {} is left out: its pays depend on its meters. Set them with --meter.\n", game.wager(wager).name);
    return;
  }
  boost::json::object root;
  root["game"] = game.facts.id;
  boost::json::array paytables;
  for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
  root["paytables"] = std::move(paytables);
  boost::json::array own;
  for (const games::PaytablePtr& paytable : table.paytables()) {
    if (games::shipped_library().find_paytable(game.facts.id, paytable->id)) continue;
    boost::json::object fields = paytable_json(game, *paytable);
    fields["digest"] = paytable_digest(game, *paytable);
    own.emplace_back(std::move(fields));
  }
  if (!own.empty()) root["own_paytables"] = std::move(own);
  boost::json::object house;
  for (const games::HouseOption option : game.facts.house_options)
    house[games::option_id(option)] = games::option_value(game, with_order(game, table.house()), option);
  root["house"] = std::move(house);
  root["version"] = CARDROOM_VERSION;
  boost::json::array wagers;
  for (const Figures& figures : results.figures) wagers.emplace_back(figures_json(figures));
  if (!results.joint) root["wagers"] = std::move(wagers);
  if (results.progressive) root["progressive"] = progressive_json(*results.progressive, results.terms);
  if (results.joint) root["together"] = joint_json(table, *results.joint);
  if (!results.left_out.empty()) {
    boost::json::array left_out;
    for (const int wager : results.left_out) left_out.emplace_back(game.wager(wager).id);
    root["left_out"] = std::move(left_out);
  }
  fmt::print("{}", pretty(root));
}

}  // namespace

odds::NamedRule rule_or_stop(const std::string& strategy, const games::Game& game) {
  if (strategy == "optimal") return {};
  if (strategy == "basic") {
    return {"basic", [](const games::View& view, const games::Table& table, const games::Actions& actions) {
              return table.game().basic(view, table, actions);
            }};
  }
  const bool looks_like_file = strategy.find_first_of("./") != std::string::npos || strategy == "-";
  if (!looks_like_file && access(strategy.c_str(), F_OK) != 0)
    throw Stop(usage, fmt::format("unknown strategy '{}': use optimal, basic, or a rule file", strategy));
  auto rule = odds::parse_rule_file(read_file(strategy), game);
  if (!rule) throw Stop(refused, fmt::format("{}: {}", strategy == "-" ? "standard input" : strategy, rule.error()));
  return {strategy, *rule};
}

void add_analyze_command(Command app) {
  auto options = std::make_shared<AnalyzeOptions>();
  Command command = app.add_subcommand("analyze", "Compute exact figures for every wager under any paytable");
  command.add_option("GAME", options->game, "Game id (see 'cardroom games')").required();
  add_paytable_option(command, options->table);
  command.add_option("--wager", options->wager, "Analyze only this wager").type_name("WAGER");
  command
      .add_option("--strategy", options->strategy,
                  "How to play the base game: optimal, basic, or a rule file (default: optimal)")
      .type_name("NAME|FILE");
  add_house_option(command, options->table);
  command
      .add_option("--together", options->together,
                  "Analyze wagers made together (ante,pair-plus or all): joint results and covariances")
      .type_name("WAGER,...");
  command.add_option("--bet", options->bets, "Amount bet on the progressive or a --together wager (default: 1)")
      .type_name("WAGER=AMOUNT")
      .one_value();
  command.add_option("--meter", options->meters, "Amount on each meter of the progressive, highest level first")
      .type_name("AMOUNT,...")
      .one_value();
  command.add_option("--players", options->players, "Players betting the progressive, for the envy bonus (default: 1)")
      .type_name("N")
      .between(1, games::positions_max);
  command.add_flag("--json", options->json, "Print JSON");
  command.footer(
      "All figures are exact: every deal is counted, then the pays are applied. A house edge is a share of the\n"
      "wager made before the deal; positive favors the house. A fractional pay counts as printed, without rounding\n"
      "to chips.\n\n"
      "A rule file has one rule per line. The first rule that matches decides:\n"
      "  bet 3 with pair of tens or better\n"
      "  bet 1 with pair of threes or better against 2-9\n"
      "  fold\n\n"
      "Examples:\n"
      "  cardroom analyze three-card-poker\n"
      "  cardroom analyze four-card-poker --paytable FCP-08 --wager ante\n"
      "  cardroom analyze caribbean-stud --wager cover-all --json\n"
      "  cardroom analyze crazy-4-poker --wager progressive --paytable ML01 --meter 50000,4000 --players 5\n"
      "  cardroom analyze three-card-poker --together ante,pair-plus --bet ante=10 --bet pair-plus=5");
  command.callback([options] { run_analyze(*options); });
}

}  // namespace cardroom::cli
