#include <fmt/format.h>

#include <boost/json.hpp>
#include <chrono>
#include <utility>

#include "cards/ranking.h"
#include "lab/answers.h"
#include "lab/exact_json.h"

namespace cardroom::lab {

namespace {

using cards::CardSet;

constexpr size_t cards_text_max = 240;  // a whole deck, with blanks and commas

CardSet read_cards(Fields& fields, std::string_view name) {
  CardSet set;
  const auto parsed = cards::parse_cards(fields.text(name, "", cards_text_max));
  if (!parsed) {
    fields.refuse("malformed_cards", std::string(name), fmt::format("'{}': {}", name, parsed.error().to_text()));
    return set;
  }
  for (const cards::Card card : *parsed) set.add(card);
  return set;
}

// As the fields of the question are called.
std::string field_of(std::string_view which) {
  return which == "up" ? "dealer" : which == "others" ? "seen" : std::string(which);
}

// "−0.711612", of the first wager.
boost::json::object worth_json(const base::Rational& value) {
  boost::json::object json = exact_json(value);
  json["text"] = base::to_decimal(value, 6);
  return json;
}

// Where the hand is the player's own cards, all of them.
std::string hand_name(const games::Table& table, CardSet own) {
  const games::Facts& facts = table.game().facts;
  const games::Reading& reading = facts.readings[static_cast<size_t>(facts.player_reading)];
  const bool whole = reading.player && !reading.dealer && !reading.community && !reading.highest_at_table;
  return whole ? name_of(reading.ranking, rank_hand(reading.ranking, own)) : "";
}

}  // namespace

Answer situation_answer(GameCounts& counts, ExposedTables& tables, const boost::json::object& question) {
  Fields fields(question);
  const TableAsk ask = read_table(fields);
  const odds::SeenCards cards{.own = read_cards(fields, "own"),
                              .community = read_cards(fields, "community"),
                              .up = read_cards(fields, "dealer"),
                              .hole = read_cards(fields, "hole"),
                              .others = read_cards(fields, "seen"),
                              .made = fields.texts("made", games::decisions_max)};
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto begun = std::chrono::steady_clock::now();
  const auto asked = asked_table(ask);
  if (!asked) return std::unexpected(asked.error());
  const games::Table& table = asked->table;
  if (const auto why = odds::ExposedAnalyst::not_possible(table))
    return std::unexpected(Fault{"not_analysed", "game", *why, 422});
  // Errors that can be found without counting the game are reported at once.
  if (const auto twice = odds::named_twice(cards))
    return std::unexpected(Fault{"bad_cards", field_of(twice->which), twice->why});
  for (const auto& [field, set] :
       {std::pair("own", cards.own), std::pair("community", cards.community), std::pair("dealer", cards.up),
        std::pair("hole", cards.hole), std::pair("seen", cards.others)}) {
    if (!(set - table.game().facts.deck).empty()) {
      return std::unexpected(
          Fault{"bad_cards", field, fmt::format("{} is played without a joker", table.game().facts.name)});
    }
  }
  const auto looker = tables.looker(table, counts);
  if (!looker) return std::unexpected(looker.error());
  const auto situation = looker->analyst->look(cards);
  if (!situation) return std::unexpected(Fault{"bad_cards", field_of(situation.error().which), situation.error().why});

  boost::json::object json{{"game", table.game().facts.id},
                           {"edited", asked->edited()},
                           {"own", cards::to_text(cards.own)},
                           {"community", cards::to_text(cards.community)},
                           {"dealer", cards::to_text(cards.up)},
                           {"hole", cards::to_text(cards.hole)},
                           {"seen", cards::to_text(cards.others)},
                           {"seen_count", cards.others.size()},
                           {"made", boost::json::value_from(cards.made)},
                           {"hand", hand_name(table, cards.own)},
                           {"wager", table.game().wager(0).name},
                           {"ways", fmt::format("{}", situation->ways)},
                           {"ways_of", odds::ExposedAnalyst::is_showdown(table) ? "dealer_hands" : "cards_to_come"}};
  boost::json::array choices;
  for (size_t choice = 0; choice < situation->choices.size(); ++choice) {
    choices.emplace_back(
        boost::json::object{{"choice", situation->choices[choice]},
                            {"value", worth_json(situation->values[choice])},
                            {"behind", worth_json(situation->values[situation->best] - situation->values[choice])},
                            {"best", choice == situation->best},
                            {"basic", choice == situation->basic}});
  }
  json["choices"] = std::move(choices);
  json["best"] = situation->choices[situation->best];
  json["basic"] = situation->choices[situation->basic];
  json["gain"] = worth_json(situation->values[situation->best] - situation->values[situation->basic]);
  const auto lasted = std::chrono::steady_clock::now() - begun;
  json["microseconds"] = std::chrono::duration_cast<std::chrono::microseconds>(lasted).count();
  return json;
}

}  // namespace cardroom::lab
