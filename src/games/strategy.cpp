#include "games/strategy.h"

#include <algorithm>

namespace cardroom::games {

namespace {

const Action* bet_on_offer(const Actions& actions) {
  const auto found = std::ranges::find(actions, ActionKind::bet, &Action::kind);
  return found == actions.end() ? nullptr : &*found;
}

Choice whole(const Action& action) {
  return {.kind = action.kind, .wager = action.wager, .amount = action.min};
}

}  // namespace

Choice bet_least(const Actions& actions) {
  const Action* bet = bet_on_offer(actions);
  return whole(bet ? *bet : actions.front());
}

Choice bet_most(const Actions& actions, const Table& table) {
  const Action* bet = bet_on_offer(actions);
  if (!bet) return whole(actions.back());
  return {.kind = ActionKind::bet, .wager = bet->wager, .amount = largest_of(*bet, table)};
}

Choice stake_least(const Actions& actions) {
  return whole(actions.front());
}

Cents largest_of(const Action& bet, const Table& table) {
  // On a step from the least, or a multiple of the chip, where the largest amount is neither.
  const int64_t chip = table.house().chip.value();
  if (bet.step > Cents(0)) return bet.min + bet.step * ((bet.max - bet.min).value() / bet.step.value());
  return std::max(bet.min, Cents(bet.max.value() / chip * chip));
}

const std::vector<NamedStrategy>& strategies() {
  static const std::vector<NamedStrategy> all = {
      {"basic", "the game's simple strategy (see 'cardroom games')",
       [](const View& view, const Table& table, const Actions& actions) {
         return table.game().basic(view, table, actions);
       }},
      {"always", "bet the minimum on every hand",
       [](const View&, const Table&, const Actions& actions) { return bet_least(actions); }},
      {"boldest", "bet the maximum on every hand",
       [](const View&, const Table& table, const Actions& actions) { return bet_most(actions, table); }},
      {"never", "fold every hand as soon as possible, or take back every bet that can be",
       [](const View&, const Table&, const Actions& actions) { return stake_least(actions); }},
  };
  return all;
}

const NamedStrategy* find_strategy(std::string_view id) {
  const auto& all = strategies();
  const auto found = std::ranges::find(all, id, &NamedStrategy::id);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace cardroom::games
