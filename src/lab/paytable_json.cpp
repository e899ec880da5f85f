#include "lab/paytable_json.h"

#include <boost/json.hpp>

#include "lab/hash.h"

namespace cardroom::lab {

bool is_default(const games::Game& game, const games::Paytable& paytable) {
  for (const auto& group : game.facts.groups) {
    if (group.id == paytable.group && group.default_table == paytable.id) return true;
  }
  return false;
}

boost::json::object paytable_json(const games::Game& game, const games::Paytable& paytable) {
  boost::json::object one;
  one["id"] = paytable.id;
  one["game"] = game.facts.id;
  one["group"] = paytable.group;
  one["default"] = is_default(game, paytable);
  one["document"] = paytable.document;
  one["date"] = paytable.date;
  if (!paytable.note.empty()) one["note"] = paytable.note;
  boost::json::array wagers;
  for (const auto& wager : paytable.wagers) {
    boost::json::array rows;
    for (const games::PayRow& row : wager.pays.rows()) {
      boost::json::object fields;
      fields["hand"] = row.hand;
      if (wager.pays.hand_counts().empty()) {
        fields["pays"] = to_notation(row.pays.front());
      } else {
        boost::json::object by_hands;
        for (size_t index = 0; index < row.pays.size(); ++index) {
          by_hands[std::to_string(wager.pays.hand_counts()[index])] = to_notation(row.pays[index]);
        }
        fields["pays_by_hands"] = std::move(by_hands);
      }
      if (row.envy > base::Cents(0)) fields["envy_cents"] = row.envy.value();
      rows.emplace_back(std::move(fields));
    }
    wagers.emplace_back(boost::json::object{{"wager", wager.wager}, {"rows", std::move(rows)}});
  }
  one["wagers"] = std::move(wagers);
  one["envy_times_wager"] = paytable.envy_times_wager;
  return one;
}

std::string paytable_digest(const games::Game& game, const games::Paytable& paytable) {
  boost::json::object fields = paytable_json(game, paytable);
  fields.stable_erase("default");  // the others keep their order
  return blake2b(boost::json::serialize(fields));
}

}  // namespace cardroom::lab
