#include "cli/show_round.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>

#include "forms/text_table.h"
#include "games/words.h"

namespace cardroom::cli {

using namespace forms;

using games::Cents;
using games::Position;
using games::Round;
using games::Settlement;
using games::SettlementLine;
using games::Table;

namespace {

std::string cards_text(const games::CardRow& row) {
  return cards::to_text(std::vector<cards::Card>(row.begin(), row.end()));
}

std::string signed_text(Cents amount) {
  return amount > Cents(0) ? "+" + base::to_text(amount) : base::to_text(amount);
}

// The name of a holder's hand under the ranking that is compared or paid at the table, including community cards if
// they count; empty if the deal is void.
std::string hand_name(const Table& table, const Round& round, const Settlement& settlement, int index,
                      const games::CardRow& row) {
  if (settlement.voided() || index < 0) return {};
  const games::Reading& reading = table.game().facts.readings[static_cast<size_t>(index)];
  cards::CardSet cards = games::to_set(row);
  if (reading.community) cards = cards | games::to_set(round.community);
  return name_of(reading.ranking, rank_hand(reading.ranking, cards));
}

std::string_view action_id(games::ActionKind kind) {
  switch (kind) {
    case games::ActionKind::fold: return "fold";
    case games::ActionKind::bet: return "bet";
    case games::ActionKind::check: return "check";
    case games::ActionKind::take_back: return "take-back";
    case games::ActionKind::none: break;
  }
  CHECK(false);
}

std::string choices_text(const Table& table, const Position& position) {
  std::string text;
  for (const games::Choice& choice : position.choices) text += (text.empty() ? "" : ", ") + choice_words(table, choice);
  return text;
}

std::string dealer_remark(const Table& table, const Round& round, const Settlement& settlement) {
  const games::Facts& facts = table.game().facts;
  if (settlement.voided() || !facts.dealer_qualifies) return {};
  const auto& reading = facts.readings[static_cast<size_t>(facts.dealer_reading)];
  cards::CardSet cards = games::to_set(round.dealer);
  if (reading.community) cards = cards | games::to_set(round.community);
  const bool qualifies = rank_hand(reading.ranking, cards) >= *facts.dealer_qualifies;
  return fmt::format("{} ({} or better)", qualifies ? "qualifies" : "does not qualify", facts.dealer_needs);
}

std::string settlement_text(const Table& table, const Round& round, const Settlement& settlement) {
  TextTable rows(
      {{"position", Align::right}, {"wager"}, {"stake", Align::right}, {"result"}, {"net", Align::right}, {"why"}});
  int last_position = 0;
  for (const SettlementLine& line : settlement.lines) {
    const auto& fact = table.game().wager(line.wager);
    const bool envy = line.kind == SettlementLine::Kind::envy;
    rows.add({line.position == last_position ? "" : std::to_string(line.position),
              envy ? "ENVY" : std::string(fact.name), line.stake > Cents(0) ? base::to_text(line.stake) : "",
              std::string(result_word(table, line)), signed_text(line.net()),
              reason_words(table, round, settlement, line)});
    last_position = line.position;
  }
  return rows.to_text(2);
}

}  // namespace

std::string paytable_ids(const Table& table) {
  std::string ids;
  for (const games::PaytablePtr& paytable : table.paytables()) ids += (ids.empty() ? "" : ", ") + paytable->id;
  return ids;
}

std::string round_text(const Table& table, const Round& round, const Settlement& settlement) {
  const games::Facts& facts = table.game().facts;
  TextTable hands({{""}, {""}, {""}, {""}});
  for (const Position& position : round.positions) {
    hands.add(
        {fmt::format("Position {}{}", position.number, position.player.empty() ? "" : " (" + position.player + ")"),
         cards_text(position.cards), hand_name(table, round, settlement, facts.player_reading, position.cards),
         choices_text(table, position)});
  }
  if (table.cards_of(games::Holder::dealer) > 0 || !round.dealer.empty()) {
    hands.add({"Dealer", cards_text(round.dealer),
               hand_name(table, round, settlement, facts.dealer_reading, round.dealer),
               dealer_remark(table, round, settlement)});
  }
  if (!round.community.empty()) hands.add({"Community", cards_text(round.community), "", ""});

  std::string text = hands.to_text(2) + "\n";
  if (settlement.voided()) {
    text += "  The deal is void:";
    for (const games::Miscount& miscount : settlement.miscounts) text += fmt::format(" {};", miscount_words(miscount));
    text.back() = '.';
    text += "\n  All hands are void and the cards are reshuffled.\n\n";
  }
  text += settlement_text(table, round, settlement) + "\n";
  TextTable nets({{""}, {"", Align::right}, {""}});
  for (size_t index = round.positions.size(); index-- > 0;) {
    const int number = round.positions[index].number;
    const bool claims = std::ranges::any_of(settlement.lines, [&](const SettlementLine& line) {
      return line.position == number && line.outcome.result == games::Result::claimed;
    });
    nets.add({fmt::format("Position {} total", number), signed_text(settlement.net(number)),
              claims ? "plus the jackpot, once it is confirmed" : ""});
  }
  return text + nets.to_text(2);
}

boost::json::object round_json(const Table& table, const Round& round, const Settlement& settlement) {
  const games::Facts& facts = table.game().facts;
  boost::json::object root;
  root["game"] = facts.id;
  boost::json::array paytables;
  for (const games::PaytablePtr& paytable : table.paytables()) paytables.emplace_back(paytable->id);
  root["paytables"] = std::move(paytables);
  root["dealer"] = cards_text(round.dealer);
  if (!round.community.empty()) root["community"] = cards_text(round.community);
  root["void"] = settlement.voided();
  if (settlement.voided()) {
    boost::json::array wrong;
    for (const games::Miscount& miscount : settlement.miscounts) wrong.emplace_back(miscount_words(miscount));
    root["void_because"] = std::move(wrong);
  }
  boost::json::array positions;
  for (const Position& position : round.positions) {
    boost::json::object one;
    one["position"] = position.number;
    if (!position.player.empty()) one["player"] = position.player;
    one["cards"] = cards_text(position.cards);
    one["hand"] = hand_name(table, round, settlement, facts.player_reading, position.cards);
    boost::json::array decisions;
    for (const games::Choice& choice : position.choices) {
      boost::json::object decision;
      decision["action"] = action_id(choice.kind);
      if (choice.wager != games::no_wager) {
        decision["wager"] = table.game().wager(choice.wager).id;
        decision["amount_cents"] = choice.amount.value();
      }
      decisions.emplace_back(std::move(decision));
    }
    one["decisions"] = std::move(decisions);
    one["net_cents"] = settlement.net(position.number).value();
    positions.emplace_back(std::move(one));
  }
  root["positions"] = std::move(positions);
  boost::json::array lines;
  for (const SettlementLine& line : settlement.lines) {
    boost::json::object one;
    one["position"] = line.position;
    one["wager"] = line.kind == SettlementLine::Kind::envy ? "envy" : table.game().wager(line.wager).id;
    one["stake_cents"] = line.stake.value();
    one["result"] = result_word(table, line);
    one["paid_cents"] = line.outcome.paid.value();
    one["stake_returned"] = line.outcome.stake_returned;
    one["net_cents"] = line.net().value();
    one["reason"] = reason_words(table, round, settlement, line);
    lines.emplace_back(std::move(one));
  }
  root["settlement"] = std::move(lines);
  return root;
}

}  // namespace cardroom::cli
