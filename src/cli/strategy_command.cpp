// cardroom strategy GAME: the best play in words that a person can use, and what it costs against perfect play.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/exact_json.h"
#include "cli/output_file.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/strategy_card.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "odds/analysis.h"
#include "odds/simple_strategy.h"

namespace cardroom::cli {

using namespace forms;

namespace {

using base::Rational;

struct Options {
  std::string game;
  TableOptions table;
  std::string card;
  bool json = false;
};

std::string percent(const Rational& value) {
  return base::to_decimal(value * 100, 4) + " %";
}

// The thresholds of all up-cards as one table.
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
  fmt::print("{}: a card of {}\n", path, card.table.game().facts.name);
}

std::string frequencies(const games::Table& table, const odds::Play& play) {
  std::map<int64_t, std::pair<std::string, base::Integer>> by_amount;
  for (const odds::Cell& cell : play.cells) {
    auto& [name, deals] = by_amount[cell.choice.amount.value()];
    name = cell.choice.kind == games::ActionKind::fold
               ? "fold"
               : fmt::format("{} {}x", table.game().wager(cell.choice.wager).name,
                             cell.choice.amount.value() / play.stakes.front().value());
    deals += cell.deals;
  }
  std::string text;
  for (const auto& [amount, choice] : by_amount) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", choice.first,
                        percent(Rational(choice.second, base::Integer(play.deals))));
  }
  return text;
}

void run(const Options& options) {
  const games::Game& game = game_or_stop(options.game);
  if (!options.card.empty() && options.card != "-" && !options.card.ends_with(".html") &&
      !options.card.ends_with(".txt")) {
    throw Stop(usage, fmt::format("--card {}: the name must end in .html or .txt; - prints the text", options.card));
  }
  const games::Table table = make_table(game, options.table);
  if (const auto why = odds::not_a_showdown(table))
    throw Stop(refused, fmt::format("{}: {} [not_a_showdown]", game.facts.name, *why));
  Progress progress;
  odds::Analyst analyst(game, &progress);
  const odds::Play best = analyst.base_play(table, {}, true);
  const odds::SimpleStrategy simple = odds::simple_strategy(best);
  const odds::Play simple_play = analyst.base_play(table, {"simple", simple.rule()});
  const odds::Play basic_play = analyst.base_play(
      table, {"basic", [](const games::View& view, const games::Table& at, const games::Actions& actions) {
                return at.game().basic(view, at, actions);
              }});
  progress.finish();
  const Rational best_edge = odds::base_figures(best, 0, "").house_edge;
  const Rational simple_edge = odds::base_figures(simple_play, 0, "").house_edge;
  const Rational basic_edge = odds::base_figures(basic_play, 0, "").house_edge;
  if (!options.card.empty()) {
    write_card({table, simple, best_edge, simple_edge}, options.card);
    return;
  }
  const bool by_up_card = simple.rules.size() > 1;
  const std::string sentence = by_up_card ? "" : odds::strategy_sentence(table, simple);
  if (options.json) {
    boost::json::object root;
    root["game"] = game.facts.id;
    boost::json::array paytables;
    for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
    root["paytables"] = std::move(paytables);
    root["optimal_house_edge"] = exact_json(best_edge);
    root["simple_house_edge"] = exact_json(simple_edge);
    root["simple_costs"] = exact_json(simple_edge - best_edge);
    root["basic"] = game.facts.basic_strategy;
    root["basic_house_edge"] = exact_json(basic_edge);
    boost::json::array rules;
    for (const auto& rule : simple.rules) {
      boost::json::object one;
      if (rule.up_rank >= 0) one["up_card"] = std::string(1, cards::rank_letter(rule.up_rank));
      boost::json::array thresholds;
      for (const auto& threshold : rule.thresholds) {
        thresholds.emplace_back(
            boost::json::object{{"bet", threshold.multiple},
                                {"with_at_least", odds::least_hand_words(simple.ranking, threshold.lowest_rank)}});
      }
      one["thresholds"] = std::move(thresholds);
      rules.emplace_back(std::move(one));
    }
    root["rules"] = std::move(rules);
    fmt::print("{}", pretty(root));
    return;
  }
  fmt::print("{}, paytables {}\n\n", game.facts.name, paytable_ids(table));
  fmt::print("{}\n", by_up_card ? table_text(table, simple) : "  " + sentence + "\n");
  TextTable costs({{""}, {"house edge", Align::right}, {"costs", Align::right}, {""}});
  costs.add({"best play", percent(best_edge), "", frequencies(table, best)});
  costs.add(
      {"the rule above", percent(simple_edge), percent(simple_edge - best_edge), frequencies(table, simple_play)});
  costs.add(
      {"basic strategy", percent(basic_edge), percent(basic_edge - best_edge), std::string(game.facts.basic_strategy)});
  fmt::print(
      "{}\nThe rule is the best of its form: one least hand for each bet{}. Best play looks at every card, suits "
      "included;\n"
      "where two choices are worth exactly the same it takes the smaller wager. Edges are of the {}.\n",
      costs.to_text(2, terminal_width()), by_up_card ? " and up-card" : "", game.facts.wagers.front().name);
}

}  // namespace

void add_strategy_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("strategy", "How to play a game best, in words, and what simple rules cost");
  command->add_option("GAME", options->game, "A game's id ('cardroom games' lists them)")->required();
  add_paytable_option(*command, options->table);
  CLI::Option* json = command->add_flag("--json", options->json, "As JSON");
  command
      ->add_option("--card", options->card,
                   "Write a card for the pocket: card.html prints on A6, card.txt; - prints it")
      ->type_name("FILE")
      ->excludes(json);
  command->footer(
      "Examples:\n  cardroom strategy crazy-4-poker\n  cardroom strategy caribbean-stud --card caribbean-stud.html\n"
      "  cardroom strategy three-card-poker --card -");
  command->callback([options] { run(*options); });
}

}  // namespace cardroom::cli
