#include "cli/par_sheet.h"

#include <fmt/format.h>
#include <sodium.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>

#include "cli/command.h"
#include "cli/figures_json.h"
#include "cli/show_round.h"
#include "odds/simple_strategy.h"

namespace cardroom::cli {

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

std::string blake2b(const std::string& text) {
  if (sodium_init() < 0) throw Stop(failed, "cannot start the cryptographic library");
  std::array<unsigned char, 32> hash{};
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                     nullptr, 0);
  std::string hex;
  for (const unsigned char byte : hash) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

Sheet make_sheet(const games::Table& table, const games::PaytablePtr& paytable, odds::Progress* progress) {
  const games::Game& game = table.game();
  Sheet sheet{table, paytable, {}, {}, {}, {}};
  const auto group = std::ranges::find(game.facts.groups, paytable->group, &games::PaytableGroup::id);
  odds::Analyst analyst(game, progress);
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
      if (!figures) throw Stop(refused, figures.error());
      sheet.figures.push_back(std::move(*figures));
    }
    if (wager == 0) {
      const odds::SimpleStrategy simple = odds::simple_strategy(analyst.base_play(sheet.table, {}, true));
      sheet.strategy = simple.rules.size() == 1
                           ? odds::strategy_sentence(sheet.table, simple)
                           : fmt::format("By the dealer's up-card: see 'cardroom strategy {}'.", game.facts.id);
    }
  }
  sheet.hash = blake2b(pretty(fields_of(sheet, false)));
  return sheet;
}

std::string sheet_json(const Sheet& sheet) {
  return pretty(fields_of(sheet, true));
}

std::string sheet_csv(const Sheet& sheet) {
  std::string csv = "game,paytable,wager,outcome,deals,probability,net,contribution,exact_contribution\n";
  for (const odds::Figures& figures : sheet.figures) {
    const auto line = [&](const std::string& outcome, const std::string& deals, const std::string& probability,
                          const std::string& net, const Rational& contribution) {
      csv += fmt::format("{},{},{},{},{},{},{},{},{}\n", sheet.table.game().facts.id, csv_cell(sheet.paytable->id),
                         csv_cell(figures.name), csv_cell(outcome), deals, probability, net,
                         base::to_significant(contribution, 12), base::to_text(contribution));
    };
    for (const odds::OutcomeRow& row : figures.rows) {
      const Rational probability(row.deals, figures.deals);
      line(row.name, row.deals.str(), base::to_significant(probability, 12), base::to_text(row.net),
           probability * row.net);
    }
    line("all", figures.deals.str(), "1", "", -figures.house_edge);
  }
  if (sheet.progressive) {
    for (const odds::ProgressiveRow& row : sheet.progressive->rows) {
      const Rational probability(row.deals, sheet.progressive->deals);
      csv += fmt::format("{},{},PROGRESSIVE,{},{},{},{},,\n", sheet.table.game().facts.id, csv_cell(sheet.paytable->id),
                         csv_cell(row.hand), row.deals.str(), base::to_significant(probability, 12),
                         csv_cell(to_text(row.pay)));
    }
  }
  return csv;
}

}  // namespace cardroom::cli
