#include "practice/advice.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::practice {

namespace {

using base::Rational;
using games::ActionKind;
using games::Choice;
using games::Position;
using games::Table;

// The wager in whose units values are shown.
Cents unit_of(const Position& position) {
  return position.stakes.front();
}

ActKind act_kind(ActionKind kind) {
  switch (kind) {
    case ActionKind::fold: return ActKind::fold;
    case ActionKind::check: return ActKind::check;
    case ActionKind::bet: return ActKind::bet;
    case ActionKind::take_back: return ActKind::take_back;
    case ActionKind::none: break;
  }
  CHECK(false);
}

std::string signed_text(const Rational& value, int places) {
  const std::string text = base::to_decimal(value, places);
  return value > 0 ? "+" + text : text;
}

std::string advice_words(const Table& table, const Position& position, const Values& values) {
  const Rational best = values.nets[values.best] / unit_of(position).value();
  std::string text =
      fmt::format("{} is best: {} times the {} on average.", label_of(table, position, values.choices[values.best]),
                  signed_text(best, 4), table.game().facts.wagers.front().name);
  for (size_t choice = 0; choice < values.choices.size(); ++choice) {
    if (choice == values.best) continue;
    const Rational price = values.price(choice);
    const std::string label = label_of(table, position, values.choices[choice]);
    text += price == 0 ? fmt::format(" {} is equally good.", label)
                       : fmt::format(" {} costs {}.", label, money_words(price));
  }
  return text;
}

}  // namespace

std::string label_of(const Table& table, const Position& position, const Choice& choice) {
  if (choice.kind == ActionKind::fold) return "Fold";
  if (choice.kind == ActionKind::check) return std::string(table.game().facts.check_label);
  if (choice.kind == ActionKind::take_back) return fmt::format("Take {} back", table.game().wager(choice.wager).name);
  const games::WagerFact& fact = table.game().wager(choice.wager);
  const int64_t base = fact.base == games::no_wager ? 0 : position.stakes[static_cast<size_t>(fact.base)].value();
  if (base == 0 || choice.amount.value() % base != 0)
    return fmt::format("{} {}", fact.name, base::to_text(choice.amount));
  return fmt::format("{} {}x", fact.name, choice.amount.value() / base);
}

std::string money_words(const Rational& cents) {
  if (cents > 0 && cents < 1) return "less than a cent";
  return "$" + base::to_decimal(cents / 100, 2);
}

Turn turn_of(const Table& table, const Position& position, const games::Actions& actions, std::string_view question,
             const std::optional<Values>& values) {
  Turn turn{.position = position.number,
            .question = std::string(question),
            .actions = {},
            .bet_min = {},
            .bet_max = {},
            .chip = table.house().chip,
            .counted = {},
            .advice = "The value of each choice is not computed here: follow the rule.",
            .rule = std::string(table.game().facts.basic_strategy),
            .standing = {}};
  if (const auto bet = std::ranges::find(actions, ActionKind::bet, &games::Action::kind); bet != actions.end()) {
    turn.bet_min = bet->min;
    turn.bet_max = bet->max;
  }
  const std::vector<Choice> choices = values ? values->choices : choices_of(table, actions);
  for (size_t at = 0; at < choices.size(); ++at) {
    const Choice& choice = choices[at];
    ActionView action;
    action.kind = act_kind(choice.kind);
    action.amount = choice.amount;
    if (choice.wager != games::no_wager) {
      action.wager = table.game().wager(choice.wager).id;
      action.name = table.game().wager(choice.wager).name;
    }
    action.label = label_of(table, position, choice);
    if (values) {
      const Rational value = values->nets[at] / unit_of(position).value();
      action.value = base::to_text(value);
      action.value_text = signed_text(value, 4);
      action.price = base::to_text(Rational(values->price(at) / 100));
      action.price_text = base::to_decimal(values->price(at) / 100, 2);
      action.best = at == values->best;
    }
    turn.actions.push_back(std::move(action));
  }
  if (values) {
    for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
      if ((values->counted >> wager) & 1) turn.counted.emplace_back(table.game().facts.wagers[wager].name);
    }
    turn.advice = advice_words(table, position, *values);
    turn.standing = values->standing;
  }
  return turn;
}

Decision decision_of(const Table& table, const Position& position, const Values& values, size_t chosen) {
  const Rational price = values.price(chosen);
  Decision decision{.position = position.number,
                    .chosen = label_of(table, position, values.choices[chosen]),
                    .best = label_of(table, position, values.choices[values.best]),
                    .mistake = price > 0,
                    .price = base::to_text(Rational(price / 100)),
                    .price_text = base::to_decimal(price / 100, 2),
                    .text = {}};
  decision.text = decision.mistake
                      ? fmt::format("{} cost {}: {} was best.", decision.chosen, money_words(price), decision.best)
                      : fmt::format("{} was right.", decision.chosen);
  return decision;
}

}  // namespace cardroom::practice
