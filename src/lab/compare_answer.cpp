#include <algorithm>
#include <boost/json.hpp>
#include <chrono>

#include "games/library.h"
#include "lab/answers.h"
#include "lab/values.h"
#include "lab/wager_study.h"
#include "odds/settling.h"

namespace cardroom::lab {

namespace {

using base::Rational;

// Paytables that pay this wager alike are one entry.
struct Entry {
  std::vector<std::string> ids;
  games::PaytablePtr paytable;
  std::vector<std::pair<std::string, std::string>> pays;  // "ANTE BONUS straight flush", "5 to 1"
  std::vector<base::Cents> envies = {};
  bool edited = false;
  bool current = false;
};

// Envy pays are not shown, but tell paytables apart; the last says whether they grow with the wager.
std::vector<base::Cents> envies_of(const games::Paytable& paytable) {
  std::vector<base::Cents> envies;
  for (const auto& wager : paytable.wagers) {
    for (const games::PayRow& row : wager.pays.rows()) envies.push_back(row.envy);
  }
  envies.emplace_back(paytable.envy_times_wager ? 1 : 0);
  return envies;
}

std::vector<std::pair<std::string, std::string>> pays_of(const games::Game& game, const games::Paytable& paytable,
                                                         int wager, int hands) {
  std::vector<std::pair<std::string, std::string>> pays;
  const auto counts_with = [&](const auto& of) {
    return odds::owner_of(game, static_cast<size_t>(game.wager_index(of.wager))) == static_cast<size_t>(wager);
  };
  const bool several = std::ranges::count_if(paytable.wagers, counts_with) > 1;
  for (const auto& of : paytable.wagers) {
    if (!counts_with(of)) continue;
    for (size_t row = 0; row < of.pays.rows().size(); ++row) {
      const games::PayRow& paying = of.pays.rows()[row];
      const auto& hand_counts = of.pays.hand_counts();
      const bool known = std::ranges::find(hand_counts, hands) != hand_counts.end();
      const games::Pay& pay =
          hand_counts.empty() || !known ? paying.pays.front() : of.pays.pay(static_cast<int>(row), hands);
      std::string name = several ? std::string(game.wager(game.wager_index(of.wager)).name) + " " : "";
      pays.emplace_back(name + paying.hand, to_notation(pay));
    }
  }
  return pays;
}

std::vector<Entry> entries_of(const AskedTable& asked, int wager, int hands) {
  const games::Game& game = asked.table.game();
  const std::string_view group = group_of(game, wager);
  const games::PaytablePtr& current = paytable_of(asked.table, group);
  const std::string& printed = paytable_of(asked.printed, group)->id;
  std::vector<Entry> entries;
  const bool edited = std::ranges::find(asked.edited_groups, group) != asked.edited_groups.end();
  if (edited) {
    entries.push_back({.ids = {current->id},
                       .paytable = current,
                       .pays = pays_of(game, *current, wager, hands),
                       .edited = true,
                       .current = true});
  }
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (paytable->group != group || !paytable->belongs_to(game.facts.id)) continue;
    auto pays = pays_of(game, *paytable, wager, hands);
    const auto same = std::ranges::find_if(entries, [&](const Entry& entry) {
      return !entry.edited && entry.pays == pays && entry.envies == envies_of(*paytable);
    });
    const bool is_current = !edited && paytable->id == printed;
    if (same != entries.end()) {
      same->ids.push_back(paytable->id);
      same->current = same->current || is_current;
    } else {
      entries.push_back({.ids = {paytable->id},
                         .paytable = paytable,
                         .pays = std::move(pays),
                         .envies = envies_of(*paytable),
                         .current = is_current});
    }
  }
  return entries;
}

games::Table with_paytable(const games::Table& table, const games::PaytablePtr& paytable) {
  games::TableSetup setup{.game = &table.game(), .house = table.house(), .paytables = table.paytables()};
  *std::ranges::find(setup.paytables, paytable->group, [](const auto& other) { return other->group; }) = paytable;
  // The same group of the same game, at a table that was made before.
  return *games::Table::make(setup, {});
}

std::expected<boost::json::object, Fault> figures_json(const GameCounts::Lease& lease, const games::Table& table,
                                                       int wager, const WagerAsk& ask, const std::string& id) {
  if (is_progressive(table.game(), wager)) {
    WagerAsk own = ask;
    own.meters_cents.clear();
    const auto study = count_progressive(lease, table, id, own);
    if (!study) return std::unexpected(study.error());
    boost::json::object json{{"house_edge", share_json(study->house_edge())},
                             {"fixed_return", share_json(study->figures.fixed_return)}};
    if (!study->at.even_given.empty()) json["break_even"] = money_json(study->at.even_given.front());
    json["at_seeds"] = study->meters_from == ProgressiveStudy::MetersFrom::preset;
    return json;
  }
  const auto figures = count_wager(lease, table, wager, ask);
  if (!figures) return std::unexpected(figures.error());
  return boost::json::object{{"house_edge", share_json(figures->house_edge)},
                             {"element_of_risk", share_json(figures->element_of_risk)},
                             {"hit_frequency", share_json(figures->hit_frequency)},
                             {"standard_deviation", odds::deviation_text(*figures, 6)}};
}

}  // namespace

Answer compare_answer(GameCounts& counts, const boost::json::object& question) {
  Fields fields(question);
  const WagerAsk ask = read_wager(fields);
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto begun = std::chrono::steady_clock::now();
  const auto asked = asked_table(ask.table);
  if (!asked) return std::unexpected(asked.error());
  const games::Game& game = asked->table.game();
  const auto wager = asked_wager(game, ask);
  if (!wager) return std::unexpected(wager.error());
  const auto lease = counts.lease(game, asked->rows);
  if (!lease) return std::unexpected(lease.error());
  boost::json::array hands;
  boost::json::array rows;
  for (const Entry& entry : entries_of(*asked, *wager, ask.hands)) {
    const games::Table table = with_paytable(asked->table, entry.paytable);
    const std::string& id = entry.edited ? paytable_of(asked->printed, entry.paytable->group)->id : entry.ids.front();
    auto figures = figures_json(*lease, table, *wager, ask, id);
    // A paytable that cannot be counted (pays for fewer hands) stands without figures.
    boost::json::object row = figures ? std::move(*figures) : boost::json::object{{"why_not", figures.error().text}};
    row["ids"] = boost::json::value_from(entry.ids);
    row["edited"] = entry.edited;
    row["current"] = entry.current;
    row["document"] = entry.paytable->document;
    row["date"] = entry.paytable->date;
    boost::json::object pays;
    for (const auto& [hand, pay] : entry.pays) {
      pays[hand] = pay;
      if (std::ranges::find(hands, boost::json::value(hand)) == hands.end()) hands.emplace_back(hand);
    }
    row["pays"] = std::move(pays);
    rows.emplace_back(std::move(row));
  }
  boost::json::object json{{"game", game.facts.id}, {"wager", game.wager(*wager).id}};
  json["hands"] = std::move(hands);
  json["paytables"] = std::move(rows);
  const auto lasted = std::chrono::steady_clock::now() - begun;
  json["microseconds"] = std::chrono::duration_cast<std::chrono::microseconds>(lasted).count();
  return json;
}

}  // namespace cardroom::lab
