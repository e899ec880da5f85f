#include "practice/shown.h"

#include <fmt/format.h>

#include <algorithm>

#include "games/words.h"

namespace cardroom::practice {

using games::Position;
using games::Round;
using games::Settlement;
using games::SettlementLine;
using games::Table;
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
  CHECK(false);
}

std::vector<Circle> circles_of(const Table& table, const Position& position) {
  std::vector<Circle> circles;
  const auto& wagers = table.game().facts.wagers;
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    circles.push_back({std::string(wagers[wager].id),
                       std::string(wagers[wager].name),
                       std::string(kind_id(wagers[wager].kind)),
                       position.stakes[wager],
                       {},
                       {}});
  }
  return circles;
}

void show_results(std::vector<Seat>& seats, std::span<const Line> lines) {
  for (const Line& line : lines) {
    if (line.kind != "wager") continue;
    const auto seat = std::ranges::find(seats, line.position, &Seat::position);
    const auto circle = std::ranges::find(seat->circles, line.wager, &Circle::wager);
    circle->result = line.result;
    circle->paid = line.paid;
  }
}

std::vector<std::string> cards_shown(const games::CardRow& row, cards::CardSet seen) {
  std::vector<std::string> shown;
  for (const cards::Card card : row) shown.push_back(seen.contains(card) ? cards::to_text(card) : std::string());
  return shown;
}

std::vector<std::string> cards_shown(const games::CardRow& row) {
  return cards_shown(row, games::to_set(row));
}

std::string player_words(const Table& table, const Position& position, cards::CardSet community) {
  const auto& facts = table.game().facts;
  const games::Reading& reading = facts.readings[static_cast<size_t>(facts.player_reading)];
  if (reading.dealer || static_cast<int>(position.cards.size()) != table.cards_of(games::Holder::player)) return {};
  if (reading.community && community.size() != table.cards_of(games::Holder::community)) return {};
  cards::CardSet cards = games::to_set(position.cards);
  if (reading.community) cards = cards | community;
  return name_of(reading.ranking, rank_hand(reading.ranking, cards));
}

Position position_after(const Table& table, const Position& position, size_t decisions) {
  Position then = position;
  then.choices.clear();
  then.stakes = stakes_before_deal(table.game(), position);
  for (size_t at = 0; at < std::min(decisions, position.choices.size()); ++at) apply(then, position.choices[at]);
  return then;
}

namespace {

std::optional<cards::HandRank> dealer_rank(const Table& table, const Round& round) {
  const auto& facts = table.game().facts;
  if (facts.dealer_reading < 0) return std::nullopt;
  const games::Reading& reading = facts.readings[static_cast<size_t>(facts.dealer_reading)];
  if (static_cast<int>(round.dealer.size()) != table.cards_of(games::Holder::dealer)) return std::nullopt;
  cards::CardSet cards = games::to_set(round.dealer);
  if (reading.community) cards = cards | games::to_set(round.community);
  return rank_hand(reading.ranking, cards);
}

// "$10.00 at 3 to 2 is $15.00".
std::string paid_words(const Table& table, Cents stake, const games::Pay& pay, Cents paid) {
  std::string words = fmt::format("{} at {} is {}", to_text(stake), to_text(pay), to_text(paid));
  if (paid.value() * pay.denominator != stake.value() * pay.numerator)
    words += fmt::format(" rounded to chips of {}", to_text(table.house().chip));
  return pay.kind == games::Pay::Kind::for_one ? words + "; the wager itself is not returned" : words;
}

}  // namespace

std::string dealer_words(const Table& table, const Round& round) {
  const auto rank = dealer_rank(table, round);
  if (!rank) return {};
  const auto& facts = table.game().facts;
  return name_of(facts.readings[static_cast<size_t>(facts.dealer_reading)].ranking, *rank);
}

std::optional<bool> dealer_qualifies(const Table& table, const Round& round) {
  const auto rank = dealer_rank(table, round);
  if (!rank || !table.game().facts.dealer_qualifies) return std::nullopt;
  return *rank >= *table.game().facts.dealer_qualifies;
}

std::string arithmetic_words(const Table& table, const Round& round, const Settlement& settlement,
                             const SettlementLine& line, std::optional<Cents> award) {
  const auto& outcome = line.outcome;
  if (line.kind == SettlementLine::Kind::envy) {
    const Cents envy = table.pays(line.wager)->row(outcome.row).envy;
    const auto other = std::ranges::find(round.positions, line.position, &Position::number);
    const Cents stake = other->stakes[static_cast<size_t>(line.wager)];
    if (!table.envy_times_wager()) return fmt::format("envy is {} for any wager size", to_text(envy));
    return fmt::format("envy of {} per $1.00 on the recipient's wager of {} is {}", to_text(envy), to_text(stake),
                       to_text(outcome.paid));
  }
  if (award) {
    const games::Pay& pay = table.pays(line.wager)->row(outcome.row).pays.front();
    return fmt::format("{} is {}", to_text(pay), to_text(*award));
  }
  if (outcome.result != games::Result::won) return {};
  const games::WagerFact& fact = table.game().wager(line.wager);
  const auto at = std::ranges::find(round.positions, line.position, &Position::number) - round.positions.begin();
  const games::Hand& hand = settlement.hands[static_cast<size_t>(at)];
  const Cents stake = fact.kind == WagerKind::award ? hand.stake(fact.base) : line.stake;
  if (outcome.row >= 0)
    return paid_words(table, stake, table.pays(line.wager)->pay(outcome.row, hand.hands_dealt), outcome.paid);
  return paid_words(table, stake, {.numerator = 1}, outcome.paid);
}

std::vector<Line> lines_of(const Table& table, const Round& round, const Settlement& settlement,
                           const std::vector<std::optional<Cents>>& awards) {
  std::vector<Line> lines;
  for (size_t at = 0; at < settlement.lines.size(); ++at) {
    const SettlementLine& line = settlement.lines[at];
    const games::WagerFact& fact = table.game().wager(line.wager);
    const Cents award = awards[at].value_or(Cents(0));
    lines.push_back({.kind = line.kind == SettlementLine::Kind::envy       ? "envy"
                             : line.kind == SettlementLine::Kind::returned ? "returned"
                                                                           : "wager",
                     .position = line.position,
                     .wager = std::string(fact.id),
                     .name = std::string(fact.name),
                     .stake = line.stake,
                     .result = std::string(result_word(table, line)),
                     .paid = line.outcome.paid + award,
                     .net = line.net() + award,
                     .reason = reason_words(table, round, settlement, line),
                     .arithmetic = arithmetic_words(table, round, settlement, line, awards[at]),
                     .from_position = line.from_position});
  }
  return lines;
}

Identity identity_of(const Table& table, std::string key, uint64_t round) {
  Identity identity{.game = std::string(table.game().facts.id),
                    .name = std::string(table.game().facts.name),
                    .paytables = {},
                    .key = std::move(key),
                    .round = round};
  for (const games::PaytablePtr& paytable : table.paytables()) identity.paytables.push_back(paytable->id);
  return identity;
}

}  // namespace cardroom::practice
