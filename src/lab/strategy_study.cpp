#include "lab/strategy_study.h"

#include <fmt/format.h>

#include <boost/json.hpp>
#include <map>

#include "lab/exact_json.h"

namespace cardroom::lab {

using base::Rational;

namespace {

StrategyStudy::Played played(const games::Table& table, const odds::Play& play) {
  std::map<int64_t, std::pair<std::string, base::Integer>> by_amount;
  for (const odds::Cell& cell : play.cells) {
    auto& [name, deals] = by_amount[cell.choice.amount.value()];
    name = cell.choice.kind == games::ActionKind::fold
               ? "fold"
               : fmt::format("{} {}x", table.game().wager(cell.choice.wager).name,
                             cell.choice.amount.value() / play.stakes.front().value());
    deals += cell.deals;
  }
  StrategyStudy::Played result{.edge = odds::base_figures(play, 0, "").house_edge, .frequencies = {}};
  for (const auto& [amount, choice] : by_amount) {
    result.frequencies.emplace_back(choice.first, Rational(choice.second, base::Integer(play.deals)));
  }
  return result;
}

}  // namespace

StrategyStudy study_strategy(const odds::Analyst::BasePlayer& play, const games::Table& table) {
  const odds::Play best = play({}, true);
  StrategyStudy study;
  study.best = played(table, best);
  study.simple = odds::simple_strategy(best);
  study.simple_played = played(table, play({"simple", study.simple.rule()}, false));
  const odds::NamedRule basic{"basic",
                              [](const games::View& view, const games::Table& at, const games::Actions& actions) {
                                return at.game().basic(view, at, actions);
                              }};
  study.basic = played(table, play(basic, false));
  if (study.simple.rules.size() == 1) study.sentence = odds::strategy_sentence(table, study.simple);
  return study;
}

boost::json::object strategy_json(const games::Table& table, const StrategyStudy& study) {
  boost::json::object root;
  root["optimal_house_edge"] = exact_json(study.best.edge);
  root["simple_house_edge"] = exact_json(study.simple_played.edge);
  root["simple_costs"] = exact_json(study.simple_played.edge - study.best.edge);
  root["basic"] = table.game().facts.basic_strategy;
  root["basic_house_edge"] = exact_json(study.basic.edge);
  boost::json::array rules;
  for (const auto& rule : study.simple.rules) {
    boost::json::object one;
    if (rule.up_rank >= 0) one["up_card"] = std::string(1, cards::rank_letter(rule.up_rank));
    boost::json::array thresholds;
    for (const auto& threshold : rule.thresholds) {
      thresholds.emplace_back(
          boost::json::object{{"bet", threshold.multiple},
                              {"with_at_least", odds::least_hand_words(study.simple.ranking, threshold.lowest_rank)}});
    }
    one["thresholds"] = std::move(thresholds);
    rules.emplace_back(std::move(one));
  }
  root["rules"] = std::move(rules);
  return root;
}

}  // namespace cardroom::lab
