// cardroom strategy GAME: a simple strategy in words, and what it costs against perfect play.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "lab/figures_text.h"
#include "lab/strategy_card.h"
#include "lab/strategy_study.h"
#include "odds/analysis.h"

namespace cardroom::cli {

using namespace forms;
using namespace lab;

namespace {

using base::Rational;

struct StrategyOptions {
  std::string game;
  TableOptions table;
  std::string card;
  bool json = false;
};

// The thresholds for all up-cards in one table.
std::string table_text(const games::Table& table, const odds::SimpleStrategy& strategy) {
  const std::vector<int> multiples = multiples_of(strategy);
  std::vector<TextTable::Column> columns = {{"dealer's up-card"}};
  for (const int multiple : multiples) {
    columns.push_back({fmt::format("{} {}x with at least", raise_name(table.game()), multiple)});
  }
  TextTable rows(columns);
  for (const auto& rule : strategy.rules) {
    std::vector<std::string> cells = {std::string(cards::rank_name(rule.up_rank))};
    for (const int multiple : multiples) cells.push_back(least_hand(strategy, rule, multiple));
    rows.add(std::move(cells));
  }
  return rows.to_text(2);
}

void write_card(const StrategyCard& card, const std::string& path) {
  if (path == "-") {
    fmt::print("{}", card_text(card));
    return;
  }
  write_whole_file(path, path.ends_with(".html") ? card_html(card) : card_text(card));
  fmt::print("{}: strategy card for {}\n", path, card.table.game().facts.name);
}

std::string frequencies(const StrategyStudy::Played& played) {
  std::string text;
  for (const auto& [choice, share] : played.frequencies) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", choice, percent(share, 4));
  }
  return text;
}

// A game with several decisions in a row, which no single minimum hand can describe.
void print_several(const games::Game& game, const StrategyStudy& study) {
  TextTable rule({{""}});
  rule.add({std::string(game.facts.basic_strategy)});
  fmt::print("{}\n", rule.to_text(2));
  if (!study.opening.empty()) {
    TextTable opening({{""}});
    opening.add({"Best play before the flop: " + study.opening + "."});
    fmt::print("{}\n", opening.to_text(2));
  }
  TextTable costs({{""},
                   {"house edge", Align::right},
                   {"per total wager", Align::right},
                   {"cost", Align::right},
                   {"how deals end"}});
  const Rational& best = study.best.edge;
  costs.add({"best play", percent(best, 4), percent(study.best.edge_per_total, 4), "", frequencies(study.best)});
  if (study.ties_bet) {
    costs.add({"ties to the larger wager", percent(study.ties_bet->edge, 4), percent(study.ties_bet->edge_per_total, 4),
               "", frequencies(*study.ties_bet)});
  }
  costs.add({"basic strategy", percent(study.basic.edge, 4), percent(study.basic.edge_per_total, 4),
             percent(study.basic.edge - best, 4), frequencies(study.basic)});
  fmt::print(
      "{}\nThe basic strategy is the rule above. Best play considers every card, suits included, and the amounts\n"
      "already bet. When two choices are worth exactly the same, it makes the smaller wager{}.\n"
      "House edges are shares of the {}{}.\n",
      costs.to_text(2), study.ties_bet ? " (in the second row, the larger one)" : "", game.facts.wagers.front().name,
      std::ranges::any_of(game.facts.wagers,
                          [](const games::WagerFact& fact) { return fact.kind == games::WagerKind::companion; })
          ? ", one of several equal bets"
          : "");
}

void run_strategy(const StrategyOptions& options) {
  const games::Game& game = game_or_stop(options.game);
  if (!options.card.empty() && options.card != "-" && !options.card.ends_with(".html") &&
      !options.card.ends_with(".txt")) {
    throw Stop(usage, fmt::format("--card {}: the name must end in .html or .txt; - prints the text", options.card));
  }
  const games::Table table = make_table(game, options.table);
  const bool several = decides_several_times(table);
  if (const auto why = odds::not_a_showdown(table); why && !several)
    throw Stop(refused, fmt::format("{}: {} [not_a_showdown]", game.facts.name, *why));
  Progress progress;
  odds::Analyst analyst(game, &progress);
  const StrategyStudy study =
      several ? study_several_decisions(table, &progress) : study_strategy(analyst.base_player(table), table);
  progress.finish();
  const Rational& best_edge = study.best.edge;
  const Rational& simple_edge = study.simple_played.edge;
  const Rational& basic_edge = study.basic.edge;
  if (!options.card.empty()) {
    write_card({table, study.simple, best_edge, simple_edge}, options.card);
    return;
  }
  const bool by_up_card = study.simple.rules.size() > 1;
  if (options.json) {
    boost::json::object root;
    root["game"] = game.facts.id;
    boost::json::array paytables;
    for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
    root["paytables"] = std::move(paytables);
    for (const auto& field : strategy_json(table, study)) root[field.key()] = field.value();
    fmt::print("{}", pretty(root));
    return;
  }
  fmt::print("{}, paytables {}\n\n", game.facts.name, paytable_ids(table));
  if (several) {
    print_several(game, study);
    return;
  }
  fmt::print("{}\n", by_up_card ? table_text(table, study.simple) : "  " + study.sentence + "\n");
  TextTable costs({{""}, {"house edge", Align::right}, {"cost", Align::right}, {""}});
  costs.add({"best play", percent(best_edge, 4), "", frequencies(study.best)});
  costs.add({"the rule above", percent(simple_edge, 4), percent(simple_edge - best_edge, 4),
             frequencies(study.simple_played)});
  costs.add({"basic strategy", percent(basic_edge, 4), percent(basic_edge - best_edge, 4),
             std::string(game.facts.basic_strategy)});
  fmt::print(
      "{}\nThe rule is the best of its form: one minimum hand for each bet{}. Best play considers every card, suits\n"
      "included. When two choices are worth exactly the same, it makes the smaller wager. House edges are shares of\n"
      "the {}.\n",
      costs.to_text(2), by_up_card ? " and up-card" : "", game.facts.wagers.front().name);
}

}  // namespace

void add_strategy_command(Command app) {
  auto options = std::make_shared<StrategyOptions>();
  Command command = app.add_subcommand("strategy", "Show the best simple strategy in words, and what it costs");
  command.add_option("GAME", options->game, "Game id (see 'cardroom games')").required();
  add_paytable_option(command, options->table);
  Option json = command.add_flag("--json", options->json, "Print JSON");
  command
      .add_option("--card", options->card,
                  "Write a pocket card: card.html (prints on A6) or card.txt; - prints the text")
      .type_name("FILE")
      .excludes(json);
  command.footer(
      "Examples:\n"
      "  cardroom strategy crazy-4-poker\n"
      "  cardroom strategy caribbean-stud --card caribbean-stud.html\n"
      "  cardroom strategy three-card-poker --card -");
  command.callback([options] { run_strategy(*options); });
}

}  // namespace cardroom::cli
