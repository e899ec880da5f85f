#include "lab/par_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "base/check.h"
#include "forms/csv_text.h"
#include "forms/json_text.h"
#include "lab/figures_json.h"
#include "lab/hash.h"
#include "lab/strategy_card.h"
#include "lab/strategy_study.h"
#include "odds/simple_strategy.h"

namespace cardroom::lab {

using namespace forms;

namespace {

using base::Rational;

boost::json::object fields_of(const Sheet& sheet, bool with_hash) {
  boost::json::object root;
  root["game"] = sheet.table.game().facts.id;
  root["paytable"] = sheet.paytable->id;
  root["document"] = sheet.paytable->document;
  root["date"] = sheet.paytable->date;
  root["version"] = CARDROOM_VERSION;
  boost::json::array wagers;
  for (const odds::Figures& figures : sheet.figures) wagers.emplace_back(figures_json(figures));
  root["wagers"] = std::move(wagers);
  if (sheet.progressive) root["progressive"] = progressive_json(*sheet.progressive);
  if (!sheet.strategy.empty()) root["strategy"] = sheet.strategy;
  if (with_hash) root["result_blake2b"] = sheet.hash;
  return root;
}

// "Against a two: RAISE 2x with at least a pair …; against a three: …"
std::string by_up_card(const games::Table& table, const odds::SimpleStrategy& strategy) {
  std::string text;
  for (const odds::UpCardRule& rule : strategy.rules) {
    text += fmt::format("{} {}:", text.empty() ? "Against" : "; against", cards::rank_name(rule.up_rank));
    const char* separator = " ";
    for (const int multiple : multiples_of(strategy)) {
      text += fmt::format("{}{} {}x with at least {}", separator, raise_name(table.game()), multiple,
                          least_hand(strategy, rule, multiple));
      separator = ", ";
    }
  }
  return text + "; fold everything else.";
}

}  // namespace

std::expected<Sheet, std::string> make_sheet(odds::Analyst& analyst, const games::Table& table,
                                             const games::PaytablePtr& paytable) {
  const games::Game& game = table.game();
  Sheet sheet{table, paytable, {}, {}, {}, {}};
  const auto group = std::ranges::find(game.facts.groups, paytable->group, &games::PaytableGroup::id);
  std::vector<int> wagers;
  for (int wager : group->wagers) {
    const auto& fact = game.wager(wager);
    if (fact.kind == games::WagerKind::progressive) {
      sheet.progressive = analyst.progressive(sheet.table);
      continue;
    }
    const bool own = fact.kind == games::WagerKind::regular || fact.kind == games::WagerKind::bonus;
    const int stands_for = own ? wager : fact.base;
    if (std::ranges::find(wagers, stands_for) == wagers.end()) wagers.push_back(stands_for);
  }
  std::ranges::sort(wagers);
  for (int wager : wagers) {
    std::vector<int> hand_counts = {2};
    const auto* pays = sheet.table.pays(wager);
    if (pays && !pays->hand_counts().empty()) hand_counts = pays->hand_counts();
    std::ranges::sort(hand_counts);
    for (const int hands : hand_counts) {
      auto figures = analyst.wager(sheet.table, wager, {}, hands);
      if (!figures) return std::unexpected(figures.error());
      sheet.figures.push_back(std::move(*figures));
    }
    if (wager == 0 && decides_several_times(sheet.table)) {
      sheet.strategy = game.facts.basic_strategy;
    } else if (wager == 0) {
      const odds::SimpleStrategy simple = odds::simple_strategy(analyst.base_play(sheet.table, {}, true));
      sheet.strategy =
          simple.rules.size() == 1 ? odds::strategy_sentence(sheet.table, simple) : by_up_card(sheet.table, simple);
    }
  }
  sheet.hash = blake2b(pretty(fields_of(sheet, false)));
  return sheet;
}

std::string sheet_json(const Sheet& sheet) {
  return pretty(fields_of(sheet, true));
}

// One table: every row names the sheet that it belongs to, so that rows of several may be put together.
std::string sheet_csv(const Sheet& sheet) {
  std::string csv = "game,paytable,version,result_blake2b,wager,kind,name,deals,probability,pays,value,exact_value\n";
  const std::string of_sheet = fmt::format("{},{},{},{}", sheet.table.game().facts.id, csv_cell(sheet.paytable->id),
                                           CARDROOM_VERSION, sheet.hash);
  const auto line = [&](const std::string& wager, const char* kind, const std::string& name, const std::string& deals,
                        const std::string& probability, const std::string& pays, const Rational& value) {
    csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", of_sheet, csv_cell(wager), kind, csv_cell(name), deals,
                       probability, csv_cell(pays), base::to_significant(value, 12), base::to_text(value));
  };
  for (const odds::Figures& figures : sheet.figures) {
    for (const odds::OutcomeRow& row : figures.rows) {
      const Rational probability(row.deals, figures.deals);
      line(figures.name, "contribution", row.name, row.deals.str(), base::to_significant(probability, 12),
           base::to_significant(row.net, 12), probability * row.net);
    }
    const auto figure = [&](const char* name, const Rational& value) {
      line(figures.name, "figure", name, figures.deals.str(), "", "", value);
    };
    figure("house_edge", figures.house_edge);
    figure("element_of_risk", figures.element_of_risk);
    figure("average_total_wager", figures.average_staked);
    figure("hit_frequency", figures.hit_frequency);
    figure("variance", figures.variance);
  }
  if (!sheet.progressive) return csv;
  const odds::ProgressiveFigures& progressive = *sheet.progressive;
  for (const odds::ProgressiveRow& row : progressive.rows) {
    const Rational probability(row.deals, progressive.deals);
    line("PROGRESSIVE", "probability", row.hand, row.deals.str(), base::to_significant(probability, 12),
         to_notation(row.pay), probability);
  }
  line("PROGRESSIVE", "figure", "fixed_return", progressive.deals.str(), "", "", progressive.fixed_return);
  line("PROGRESSIVE", "figure", "envy_from_each_other_bettor", progressive.deals.str(), "", "", progressive.envy_each);
  for (size_t level = 0; level < progressive.levels.size(); ++level) {
    const Rational& share = progressive.levels[level].share;
    line("PROGRESSIVE", "figure", fmt::format("share_of_level_{}", level + 1), progressive.deals.str(), "", "", share);
  }
  return csv;
}

}  // namespace cardroom::lab
