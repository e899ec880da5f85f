// cardroom strategy GAME: the best play in words that a person can use, and what it costs against perfect play.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/exact_json.h"
#include "cli/progress.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "cli/text_table.h"
#include "odds/analysis.h"
#include "odds/simple_strategy.h"

namespace cardroom::cli {

namespace {

using base::Rational;

struct Options {
  std::string game;
  TableOptions table;
  bool json = false;
};

std::string percent(const Rational& value) {
  return base::to_decimal(value * 100, 4) + " %";
}

// The thresholds of all up-cards as one table; a row where they are alike serves several up-cards.
std::string card_text(const games::Table& table, const odds::SimpleStrategy& strategy) {
  std::vector<int> multiples;
  for (const auto& rule : strategy.rules) {
    for (const auto& threshold : rule.thresholds) {
      if (threshold.multiple > 0 && std::ranges::find(multiples, threshold.multiple) == multiples.end()) {
        multiples.push_back(threshold.multiple);
      }
    }
  }
  std::ranges::sort(multiples);
  std::string_view raise = "bet";
  for (const auto& wager : table.game().facts.wagers) {
    if (wager.kind == games::WagerKind::raise) raise = wager.name;
  }
  std::vector<TextTable::Column> columns = {{"dealer's up-card"}};
  for (const int multiple : multiples) columns.push_back({fmt::format("{} {}x with at least", raise, multiple)});
  TextTable rows(columns);
  for (const auto& rule : strategy.rules) {
    std::vector<std::string> cells = {std::string(cards::rank_name(rule.up_rank))};
    for (const int multiple : multiples) {
      const auto found = std::ranges::find(rule.thresholds, multiple, &odds::Threshold::multiple);
      cells.push_back(found == rule.thresholds.end() ? "never"
                                                     : odds::least_hand_words(strategy.ranking, found->lowest_rank));
    }
    rows.add(std::move(cells));
  }
  return rows.to_text(2);
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
  const games::Table table = make_table(game, options.table);
  if (const auto why = odds::not_a_showdown(table)) throw Stop(refused, fmt::format("{}: {}", game.facts.name, *why));
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
  const bool by_up_card = simple.rules.size() > 1;
  const std::string sentence = by_up_card ? "" : odds::strategy_sentence(table, simple);
  if (options.json) {
    boost::json::object root;
    root["game"] = game.facts.id;
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
  fmt::print("{}\n", by_up_card ? card_text(table, simple) : "  " + sentence + "\n");
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
  command->add_flag("--json", options->json, "As JSON");
  command->footer("Examples:\n  cardroom strategy crazy-4-poker\n  cardroom strategy caribbean-stud");
  command->callback([options] { run(*options); });
}

}  // namespace cardroom::cli
