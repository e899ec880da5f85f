// Ways to choose among the actions on offer.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "games/table.h"

namespace cardroom::games {

inline Choice fold() {
  return {.kind = ActionKind::fold};
}
// The smallest or the largest bet on offer; where no bet is, what leaves least or most at stake.
Choice bet_least(const Actions& actions);
Choice bet_most(const Actions& actions, const Table& table);
// What leaves least at stake: to fold, to check, to take a wager back.
Choice stake_least(const Actions& actions);
// The largest amount of a bet that can be made.
Cents largest_of(const Action& bet, const Table& table);

using Strategy = Choice (*)(const View&, const Table&, const Actions&);

struct NamedStrategy {
  std::string_view id;
  std::string_view meaning;
  Strategy choose;
};

// basic (the game's own), always (the smallest bet on any hand), boldest (the largest on any hand), never (fold, or
// take back).
const std::vector<NamedStrategy>& strategies();
const NamedStrategy* find_strategy(std::string_view id);

}  // namespace cardroom::games
