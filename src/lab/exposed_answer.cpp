// The stored figures for seen cards in a game, and the parts of a situation of it.
#include <fmt/format.h>

#include <boost/json.hpp>

#include "games/library.h"
#include "games/registry.h"
#include "lab/answers.h"
#include "lab/faceup_games.h"
#include "lab/faceup_verdicts.h"
#include "lab/values.h"
#include "odds/draw_game.h"

namespace cardroom::lab {

namespace {

namespace json = boost::json;
using games::Holder;
using games::Step;

json::object shown_estimate_json(const Estimate& estimate) {
  const auto decimal = [](const Rational& value) { return base::to_decimal(value, 9); };
  json::object fields{{"decimal", decimal(estimate.value)},
                      {"half_width", decimal(estimate.half_width)},
                      {"least", decimal(estimate.value - estimate.half_width)},
                      {"most", decimal(estimate.value + estimate.half_width)},
                      {"text", with_error(estimate)}};
  if (estimate.half_width == 0) fields["exact"] = base::to_text(estimate.value);
  return fields;
}

// Exact in all games but those that are sampled whole.
json::object basic_edge_json(const Rational& edge, const Rational& half_width) {
  json::object fields = share_json(edge);
  fields["text"] = with_error({edge, half_width});
  if (half_width != 0) {
    fields.erase("exact");
    fields["half_width"] = base::to_decimal(half_width, 9);
  }
  return fields;
}

json::object simple_rules_json(std::string_view words) {
  const SaidRules said = said_rules(words);
  json::object fields{{"words", words}};
  if (!said.count.empty()) fields["count"] = said.count;
  json::array rules;
  for (const SaidRule& rule : said.rules) {
    rules.emplace_back(json::object{{"with", rule.hands}, {"when", rule.when}, {"do", rule.choice}});
  }
  fields["rules"] = std::move(rules);
  return fields;
}

json::object row_json(const FaceUpRow& row) {
  return {{"players", row.players},
          {"cards_seen", row.cards_seen},
          {"edge", shown_estimate_json(row.edge)},
          {"edge_per_total", shown_estimate_json(row.edge_per_total)},
          {"gain", shown_estimate_json(row.gain)},
          {"changed", shown_estimate_json(row.changed)},
          {"simple_edge", shown_estimate_json(row.simple_edge)},
          {"simple_rules", simple_rules_json(row.simple_words)},
          {"exact", row.exact},
          {"key", row.key},
          {"blocks", row.blocks},
          {"deals", row.deals},
          {"version", row.version}};
}

json::object spots_json(const MostSpots& spots) {
  return {{"certain", spots.certain},
          {"players_max", spots.players_max},
          {"all", spots.all},
          {"in_doubt", spots.in_doubt},
          {"words", spots_words(spots)}};
}

// How an option is called where it was taken before, as odds::SeenCards::made has it.
std::string made_word(const odds::DrawGame::Option& option, base::Cents unit) {
  switch (option.choice.kind) {
    case games::ActionKind::check: return "check";
    case games::ActionKind::take_back: return "back";
    default: return fmt::format("{}x", option.choice.amount.value() / unit.value());
  }
}

// The possible actions at each decision; empty where only one continues the hand.
std::vector<json::array> made_before(const games::Table& table) {
  std::vector<json::array> decisions;
  if (odds::not_a_draw(table)) return decisions;
  const odds::DrawGame game(table);
  for (int node = odds::DrawGame::first_node; node >= 0;) {
    json::array& words = decisions.emplace_back();
    int next = -1;
    for (const odds::DrawGame::Option& option : game.node(node).options) {
      if (option.node < 0) continue;
      if (next < 0) next = option.node;
      words.emplace_back(json::object{{"made", made_word(option, game.unit())},
                                      {"name", odds::choice_name(table.game(), option.choice, game.unit())}});
    }
    node = next;
  }
  return decisions;
}

// The cards of a situation, decision by decision, as the script of a round shows them.
json::object situation_json(const games::Table& table) {
  const std::vector<json::array> made = made_before(table);
  json::array decisions;
  int own = 0;
  int up[2] = {0, 0};  // the dealer's, the middle's
  for (const Step& step : table.script()) {
    if (step.kind == Step::Kind::decide) {
      json::object decision{{"asks", step.text}, {"own", own}, {"dealer", up[0]}, {"community", up[1]}};
      decision["made"] = decisions.size() < made.size() ? made[decisions.size()] : json::array();
      decisions.emplace_back(std::move(decision));
      continue;
    }
    if (step.kind == Step::Kind::deal && step.holder == Holder::player) own += step.card_count;
    const bool shows =
        step.kind == Step::Kind::reveal || (step.kind == Step::Kind::deal && step.face == games::Face::up);
    if (shows && step.holder != Holder::player) up[step.holder == Holder::dealer ? 0 : 1] += step.card_count;
  }
  return {{"decisions", std::move(decisions)},
          {"hole_max", table.cards_of(games::Holder::dealer) > 0 ? 1 : 0},
          {"cards_of_a_hand", table.cards_of(Holder::player)},
          {"deck_size", table.game().facts.deck.size()},
          {"players_max", table.players_max()}};
}

// The sentences stand on a page.
void add_pai_gow(games::pai_gow::Variant variant, json::object& answer) {
  const bool open = variant == games::pai_gow::Variant::face_up;
  answer["possible"] = false;
  answer["basic_play"] = open ? "best setting" : "house way";
  answer["note"] =
      open ? "The dealer's hand is face up and set first, so no other card changes the value of a setting."
           : "The gain is over the house way, so it includes what better setting alone gains without seeing cards.";
  answer["why_not"] =
      open ? "No hidden card could matter."
           : "To find the best setting of one hand, run 'cardroom exposed fortune-pai-gow --own … --seen …'.";
}

void add_table(const games::Game& game, json::object& answer) {
  const games::Table table =
      *games::Table::make({.game = &game, .house = game.facts.house}, games::shipped_library().paytables);
  const auto why_not = odds::ExposedAnalyst::not_possible(table);
  answer["possible"] = !why_not;
  answer["basic_play"] = "basic play";
  if (why_not) {
    answer["why_not"] = *why_not;
  } else {
    answer["situation"] = situation_json(table);
  }
}

}  // namespace

Answer exposed_answer(const json::object& question) {
  Fields fields(question);
  const std::string id = fields.required_text("game");
  const auto players = static_cast<int>(fields.number("players", 0, 1, games::positions_max));
  if (auto fault = fields.finish()) return std::unexpected(*fault);
  const auto known = find_face_up_game(id);
  if (!known) return std::unexpected(Fault{"unknown_game", "game", fmt::format("unknown game '{}'", id)});
  json::object answer{
      {"game", id}, {"name", known->name}, {"wager", known->first_wager}, {"rules_by_counting", has_simple_rules(id)}};
  if (const auto* pai_gow = games::pai_gow::find_variant(id)) {
    add_pai_gow(pai_gow->variant, answer);
  } else {
    add_table(*games::find_game(id), answer);
  }

  const FaceUpResults& stored = stored_results();
  json::array rows;
  for (const FaceUpRow& row : stored.rows) {
    if (row.game != id) continue;
    if (rows.empty() && !answer.contains("basic")) {
      answer["basic"] =
          json::object{{"edge", basic_edge_json(row.base_edge, row.base_half_width)},
                       {"edge_per_total", basic_edge_json(row.base_edge / row.base_staked, row.base_half_width)}};
      answer["paytables"] = json::value_from(row.paytables);
    }
    if (players == 0 || players == row.players) rows.emplace_back(row_json(row));
  }
  answer["rows"] = std::move(rows);
  const MostSpots perfect = most_spots(stored.rows, id);
  if (perfect.players_max > 0) {
    answer["spots"] = json::object{{"perfect", spots_json(perfect)},
                                   {"simple", spots_json(most_spots(stored.rows, id, &FaceUpRow::simple_edge))}};
  }
  json::array printed;
  for (const FaceUpVerdict& verdict : face_up_verdicts(stored)) {
    if (verdict.game == id) printed.emplace_back(face_up_verdict_json(verdict));
  }
  answer["printed"] = std::move(printed);
  return answer;
}

}  // namespace cardroom::lab
