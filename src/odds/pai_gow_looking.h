// The exact expectation of settings against every hand that the dealer may still hold.
#pragma once

#include <cstdint>
#include <vector>

#include "base/checked.h"
#include "games/pai_gow.h"

namespace cardroom::odds {

// A hand with its settings worth a thought; the house way's is among them, even where another is better in all.
struct LookedAt {
  std::vector<games::pai_gow::Setting> settings;
  size_t house = 0;
  std::vector<uint64_t> wins, losses;  // dealer's hands, by setting

  explicit LookedAt(cards::CardSet seven);

  // In twentieths of the wager, over all dealer's hands; a win pays so many of them.
  base::Int128 worth(size_t setting, int win_pays) const {
    return base::Int128{win_pays} * wins[setting] - base::Int128{games::pai_gow::twentieths} * losses[setting];
  }
  size_t best(int win_pays) const;  // the house way's where it is as good as any
};

// Counts wins and losses of all these hands against every hand of seven of the cards left; returns how many there are.
uint64_t look_at_all(std::vector<LookedAt>& hands, cards::CardSet left);

}  // namespace cardroom::odds
