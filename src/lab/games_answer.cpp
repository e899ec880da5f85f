#include <algorithm>
#include <boost/json.hpp>

#include "games/library.h"
#include "games/pai_gow.h"
#include "games/registry.h"
#include "lab/answers.h"
#include "lab/wager_study.h"
#include "odds/settling.h"

namespace cardroom::lab {

namespace {

using games::Game;
using games::WagerKind;

std::string_view kind_id(WagerKind kind) {
  switch (kind) {
    case WagerKind::regular: return "regular";
    case WagerKind::companion: return "companion";
    case WagerKind::raise: return "raise";
    case WagerKind::award: return "award";
    case WagerKind::bonus: return "bonus";
    case WagerKind::progressive: return "progressive";
  }
  return "";
}

boost::json::array wagers_json(const Game& game) {
  boost::json::array wagers;
  for (size_t index = 0; index < game.facts.wagers.size(); ++index) {
    const games::WagerFact& fact = game.facts.wagers[index];
    boost::json::object fields{{"id", fact.id}, {"name", fact.name}, {"kind", kind_id(fact.kind)}};
    const size_t owner = odds::owner_of(game, index);
    fields["counts_with"] = game.wager(static_cast<int>(owner)).id;
    fields["group"] = group_of(game, static_cast<int>(owner));
    wagers.emplace_back(std::move(fields));
  }
  return wagers;
}

boost::json::object paytable_json(const games::Paytable& paytable) {
  boost::json::object fields{
      {"id", paytable.id},     {"group", paytable.group}, {"document", paytable.document},
      {"date", paytable.date}, {"note", paytable.note},   {"has_preset", odds::find_preset(paytable.id) != nullptr}};
  boost::json::array pays;
  for (const auto& wager : paytable.wagers) {
    boost::json::array rows;
    for (const games::PayRow& row : wager.pays.rows()) {
      boost::json::array texts;
      for (const games::Pay& pay : row.pays) texts.emplace_back(to_notation(pay));
      boost::json::object one{{"hand", row.hand}, {"pays", std::move(texts)}};
      if (row.envy > base::Cents(0)) one["envy"] = to_text(row.envy);
      rows.emplace_back(std::move(one));
    }
    boost::json::array hands;
    for (const int count : wager.pays.hand_counts()) hands.emplace_back(count);
    pays.emplace_back(
        boost::json::object{{"wager", wager.wager}, {"hands", std::move(hands)}, {"rows", std::move(rows)}});
  }
  fields["pays"] = std::move(pays);
  return fields;
}

boost::json::object game_json(const Game& game) {
  const games::Facts& facts = game.facts;
  boost::json::object fields{{"id", facts.id},
                             {"name", facts.name},
                             {"summary", facts.summary},
                             {"dealer_needs", facts.dealer_needs},
                             {"basic_strategy", facts.basic_strategy},
                             {"wagers", wagers_json(game)}};
  boost::json::array groups;
  for (const games::PaytableGroup& group : facts.groups)
    groups.emplace_back(boost::json::object{{"id", group.id}, {"default", group.default_table}});
  fields["groups"] = std::move(groups);
  boost::json::array options;
  for (const games::HouseOption option : {games::HouseOption::folded_bonus, games::HouseOption::folded_progressive}) {
    if (std::ranges::find(facts.house_options, option) == facts.house_options.end()) continue;
    boost::json::array values;
    for (const std::string_view value : {"keeps", "loses", "wins"}) {
      games::HouseRules rules = facts.house;
      if (games::set_option(game, rules, option, value)) values.emplace_back(value);
    }
    options.emplace_back(boost::json::object{{"option", games::option_id(option)},
                                             {"decides", games::option_meaning(option)},
                                             {"default", games::option_value(game, facts.house, option)},
                                             {"values", std::move(values)}});
  }
  fields["house_options"] = std::move(options);
  boost::json::array paytables;
  for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
    if (paytable->belongs_to(facts.id)) paytables.emplace_back(paytable_json(*paytable));
  }
  fields["paytables"] = std::move(paytables);
  return fields;
}

}  // namespace

Answer games_answer(const boost::json::object& question) {
  if (auto fault = Fields(question).finish()) return std::unexpected(*fault);
  boost::json::array games;
  for (const Game* game : games::all_games()) games.emplace_back(game_json(*game));
  boost::json::array exposed_only;
  for (const games::pai_gow::VariantFacts& facts : games::pai_gow::variants()) {
    exposed_only.emplace_back(boost::json::object{{"id", facts.id}, {"name", facts.name}});
  }
  return boost::json::object{
      {"version", CARDROOM_VERSION}, {"games", std::move(games)}, {"exposed_only", std::move(exposed_only)}};
}

}  // namespace cardroom::lab
