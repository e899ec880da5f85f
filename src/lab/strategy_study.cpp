#include "lab/strategy_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <map>

#include "lab/exact_json.h"
#include "odds/draw_play.h"
#include "odds/shared_board.h"

namespace cardroom::lab {

using base::Cents;
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
  const odds::Figures figures = odds::base_figures(play, 0, "");
  StrategyStudy::Played result{
      .edge = figures.house_edge, .edge_per_total = figures.element_of_risk, .frequencies = {}};
  for (const auto& [amount, choice] : by_amount) {
    result.frequencies.emplace_back(choice.first, Rational(choice.second, base::Integer(play.deals)));
  }
  return result;
}

// "fold at 4TH STREET", "6x in all".
std::string ending_words(const odds::DrawGame& game, const odds::DrawGame::Leaf& leaf) {
  const games::Game& rules = game.table().game();
  if (!leaf.folded) {
    Cents staked;
    for (const Cents stake : leaf.stakes) staked += stake;
    return fmt::format("{}x in all", base::to_text(Rational(staked.value(), game.unit().value())));
  }
  // Named for the bet that was not made.
  int node = odds::DrawGame::first_node;
  for (size_t made = 0; made + 1 < leaf.choices.size(); ++made) {
    node = std::ranges::find(game.node(node).options, leaf.choices[made], &odds::DrawGame::Option::choice)->node;
  }
  return fmt::format("fold at {}", rules.wager(game.node(node).options.back().choice.wager).name);
}

StrategyStudy::Played played(const odds::DrawGame& game, const odds::DrawPlay& play) {
  const odds::Figures figures = odds::draw_figures(game, play, "");
  StrategyStudy::Played result{
      .edge = figures.house_edge, .edge_per_total = figures.element_of_risk, .frequencies = {}};
  // Folds first, then by what was wagered.
  std::map<std::pair<bool, int64_t>, std::pair<std::string, base::Integer>> endings;
  for (size_t leaf = 0; leaf < game.leaves().size(); ++leaf) {
    const odds::DrawGame::Leaf& end = game.leaves()[leaf];
    int64_t order = static_cast<int64_t>(end.choices.size());
    if (!end.folded) {
      order = 0;
      for (const Cents stake : end.stakes) order += stake.value();
    }
    auto& [words, deals] = endings[{!end.folded, order}];
    words = ending_words(game, end);
    for (size_t interval = 0; interval < play.intervals; ++interval) deals += play.count(leaf, interval);
  }
  for (const auto& [order, ending] : endings) {
    if (ending.second > 0)
      result.frequencies.emplace_back(ending.first, Rational(ending.second, base::Integer(play.deals)));
  }
  return result;
}

odds::DecisionRule basic_rule() {
  return [](const games::View& view, const games::Table& at, const games::Actions& actions) {
    return at.game().basic(view, at, actions);
  };
}

}  // namespace

namespace {

StrategyStudy study_board(const games::Table& table, odds::Progress* progress) {
  const auto units = odds::base_units(table.game());
  const odds::BoardPlay best =
      odds::play_shared_board(table, units, {.strategy = nullptr, .keep_values = false, .progress = progress});
  StrategyStudy study;
  study.best = played(table, best.play);
  if (best.ties_bet) study.ties_bet = played(table, *best.ties_bet);
  for (size_t choice = best.opening_choices.size(); choice-- > 0;) {
    const games::Choice& opening = best.opening_choices[choice];
    if (opening.kind != games::ActionKind::bet) continue;
    study.opening +=
        fmt::format("{}{} {}x: {}", study.opening.empty() ? "" : "; ", table.game().wager(opening.wager).name,
                    opening.amount.value() / best.play.stakes.front().value(), odds::opening_words(best, choice));
  }
  study.basic = played(table, odds::play_shared_board(
                                  table, units, {.strategy = basic_rule(), .keep_values = false, .progress = progress})
                                  .play);
  study.simple_played = study.basic;
  return study;
}

}  // namespace

bool decides_several_times(const games::Table& table) {
  return !odds::not_a_draw(table) || !odds::not_a_shared_board(table);
}

StrategyStudy study_several_decisions(const games::Table& table, odds::Progress* progress) {
  if (!odds::not_a_shared_board(table)) return study_board(table, progress);
  const odds::DrawGame game(table);
  const odds::DrawPlay best = odds::play_draw(game);
  StrategyStudy study;
  study.best = played(game, best);
  if (best.ties) study.ties_bet = played(game, odds::play_draw(game, odds::Ties::larger_wager));
  study.basic = played(game, odds::play_draw(game, basic_rule()));
  study.simple_played = study.basic;
  return study;
}

StrategyStudy study_strategy(const odds::Analyst::BasePlayer& play, const games::Table& table) {
  const odds::Play best = play({}, true);
  StrategyStudy study;
  study.best = played(table, best);
  study.simple = odds::simple_strategy(best);
  study.simple_played = played(table, play({"simple", study.simple.rule()}, false));
  study.basic = played(table, play({"basic", basic_rule()}, false));
  if (study.simple.rules.size() == 1) study.sentence = odds::strategy_sentence(table, study.simple);
  return study;
}

boost::json::object strategy_json(const games::Table& table, const StrategyStudy& study) {
  boost::json::object root;
  const bool has_rule = !study.simple.rules.empty();
  root["optimal_house_edge"] = exact_json(study.best.edge);
  if (!has_rule) root["optimal_element_of_risk"] = exact_json(study.best.edge_per_total);
  if (study.ties_bet) root["optimal_element_of_risk_ties_bet"] = exact_json(study.ties_bet->edge_per_total);
  if (has_rule) {
    root["simple_house_edge"] = exact_json(study.simple_played.edge);
    root["simple_costs"] = exact_json(study.simple_played.edge - study.best.edge);
  }
  if (!study.opening.empty()) root["optimal_opening"] = study.opening;
  root["basic"] = table.game().facts.basic_strategy;
  root["basic_house_edge"] = exact_json(study.basic.edge);
  if (!has_rule) {
    boost::json::array endings;
    for (const auto& [words, share] : study.best.frequencies)
      endings.emplace_back(boost::json::object{{"ending", words}, {"share", exact_json(share)}});
    root["optimal_endings"] = std::move(endings);
    return root;
  }
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
