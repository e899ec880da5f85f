#include "practice/handling.h"

#include <fmt/format.h>

#include <algorithm>

#include "games/words.h"

namespace cardroom::practice {

namespace {

using games::Position;
using games::Result;
using games::SettlementLine;
using games::WagerKind;

Handling right_handling(const SettlementLine& line) {
  switch (line.outcome.result) {
    case Result::won: return Handling::pay;
    case Result::lost: return Handling::take;
    case Result::pushed: return Handling::push;
    case Result::claimed: return Handling::claim;
    case Result::none: break;
  }
  CHECK(false);
}

std::string order_words(const games::Table& table) {
  std::string words;
  for (const int wager : table.reconcile_order()) {
    words += fmt::format("{}{}", words.empty() ? "" : ", ", table.game().wager(wager).name);
  }
  return words;
}

// The trainee chose something other than what is due.
std::string wrong_place(const TrainingRound& round, size_t due, std::span<const size_t> before,
                        const Handled& handled) {
  const SettlementLine& line = round.settlement.lines[due];
  const games::Game& game = round.table.game();
  const int wager = game.wager_index(handled.wager);
  const auto position = std::ranges::find(round.round.positions, handled.position, &Position::number);
  if (position == round.round.positions.end()) return fmt::format("Nobody plays at position {}.", handled.position);
  if (wager == games::no_wager) return fmt::format("{} has no such wager.", game.facts.name);
  const std::string_view name = game.wager(wager).name;
  const auto same = [&](size_t index) {
    const SettlementLine& other = round.settlement.lines[index];
    return other.position == handled.position && other.wager == wager && other.kind == line.kind &&
           other.from_position == line.from_position;
  };
  if (std::ranges::any_of(before, same))
    return fmt::format("{} of position {} has already been settled.", name, handled.position);
  if (line.kind == SettlementLine::Kind::envy) {
    if (wager != line.wager) return "Envy is paid on the progressive only.";
    if (handled.position == line.from_position)
      return fmt::format("Position {} has the winning hand: it gets the prize and no envy on it.", handled.position);
    if (position->stakes[static_cast<size_t>(wager)] == Cents(0))
      return fmt::format("Position {} has no progressive wager, so it is not owed envy.", handled.position);
    return fmt::format("Envy is also paid from your right: position {} comes before position {}.", line.position,
                       handled.position);
  }
  if (handled.position != line.position) {
    const bool later_wager = game.wager(line.wager).after_all_hands;
    return later_wager ? fmt::format("{} is also settled from your right: position {} comes next.",
                                     game.wager(line.wager).name, line.position)
                       : fmt::format(
                             "Hands are settled from your right, each one completely: {} of position {} comes "
                             "before position {}.",
                             game.wager(line.wager).name, line.position, handled.position);
  }
  const games::WagerFact& fact = game.wager(wager);
  const bool award = fact.kind == WagerKind::award;
  const auto found = std::ranges::find_if(round.settlement.lines, [&](const SettlementLine& other) {
    return other.position == handled.position && other.wager == wager && other.kind == SettlementLine::Kind::wager;
  });
  if (found == round.settlement.lines.end()) {
    if (!award) return fmt::format("Position {} has no {} wager.", handled.position, name);
    const auto at = static_cast<size_t>(position - round.round.positions.begin());
    return fmt::format("{} pays nothing here: {} is below '{}', the lowest hand that pays.", name,
                       hand_words(round.table, round.settlement.hands[at], game.facts.player_reading),
                       round.table.pays(wager)->rows().back().hand);
  }
  if (fact.kind == WagerKind::progressive && found->outcome.result == Result::lost)
    return "Its chips were taken at START GAME: a losing progressive needs no action now.";
  if (fact.after_all_hands) return fmt::format("{} waits until every position is settled.", name);
  return fmt::format("{} comes before {}: the order is {}.", game.wager(line.wager).name, name,
                     order_words(round.table));
}

}  // namespace

std::string handled_words(const TrainingRound& round, size_t index) {
  const SettlementLine& line = round.settlement.lines[index];
  const Line& words = round.lines[index];
  if (line.kind == SettlementLine::Kind::envy)
    return fmt::format("Position {}: envy of {}", words.position, to_text(words.paid));
  switch (right_handling(line)) {
    case Handling::take: return fmt::format("Position {}: {} loses", words.position, words.name);
    case Handling::push: return fmt::format("Position {}: {} pushes", words.position, words.name);
    case Handling::pay: return fmt::format("Position {}: {} pays {}", words.position, words.name, to_text(words.paid));
    case Handling::claim:
      return fmt::format("Position {}: {} claims {}", words.position, words.name, to_text(words.paid));
  }
  CHECK(false);
}

std::string handled_reason(const TrainingRound& round, size_t index) {
  const Line& line = round.lines[index];
  std::string text = line.reason;
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return line.arithmetic.empty() ? text + "." : fmt::format("{}: {}.", text, line.arithmetic);
}

std::optional<std::string> judge(const TrainingRound& round, size_t due, std::span<const size_t> before,
                                 const Handled& handled) {
  const SettlementLine& line = round.settlement.lines[due];
  const games::Game& game = round.table.game();
  if (handled.position != line.position || handled.wager != game.wager(line.wager).id)
    return wrong_place(round, due, before, handled);
  const Handling right = right_handling(line);
  if (handled.how != right) {
    const std::string_view is = right == Handling::take    ? "is taken"
                                : right == Handling::push  ? "stays with the player"
                                : right == Handling::claim ? "is a claim on the meter"
                                                           : "is paid";
    return fmt::format("{} {}. {}", game.wager(line.wager).name, is, handled_reason(round, due));
  }
  const Cents paid = round.lines[due].paid;
  if (right == Handling::pay && handled.paid != paid)
    return fmt::format("{}, not {}. {}", to_text(paid), to_text(handled.paid), handled_reason(round, due));
  return std::nullopt;
}

}  // namespace cardroom::practice
