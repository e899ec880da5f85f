// The exact expectation of settings against every hand that the dealer may still hold.
#pragma once

#include <cstdint>
#include <vector>

#include "base/checked.h"
#include "games/pai_gow.h"

namespace cardroom::odds {

// A hand with its undominated settings. The house way's is always among them, even where another dominates it.
struct EvaluatedHand {
  std::vector<games::pai_gow::Setting> settings;
  size_t house = 0;
  std::vector<uint64_t> wins, losses;  // dealer hands, by setting

  explicit EvaluatedHand(cards::CardSet seven);

  // In twentieths of the wager, over all dealer hands; a win pays `win_pays` of them.
  base::Int128 worth(size_t setting, int win_pays) const {
    return base::Int128{win_pays} * wins[setting] - base::Int128{games::pai_gow::twentieths} * losses[setting];
  }
  size_t best(int win_pays) const;  // the house way's setting if no other is better
};

// Counts wins and losses of each hand against every seven-card hand of the cards left; returns how many there are.
uint64_t evaluate_all(std::vector<EvaluatedHand>& hands, cards::CardSet left);

}  // namespace cardroom::odds
