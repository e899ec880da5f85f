// Every deal of a draw game played from the first decision to the last card: by best play, exactly, or by a rule; and
// its figures.
#pragma once

#include <vector>

#include "odds/base_game.h"
#include "odds/draw_game.h"

namespace cardroom::odds {

// What is done where two choices are worth exactly the same. House edges do not depend on it; average wagers, and what
// is divided by them, do.
enum class Ties : uint8_t { smaller_wager, larger_wager };

struct DrawPlay {
  uint64_t deals = 0;            // cards turned in another order are another deal
  std::vector<uint64_t> counts;  // [leaf][interval]: in how many of them it came to that; folded ones in interval 0
  size_t intervals = 0;
  bool ties = false;  // two choices were worth exactly the same somewhere

  uint64_t count(size_t leaf, size_t interval) const { return counts[leaf * intervals + interval]; }
};

DrawPlay play_draw(const DrawGame& game, Ties ties = Ties::smaller_wager);
// The rule sees real cards, every one of them.
DrawPlay play_draw(const DrawGame& game, const DecisionRule& rule);

// Of the first wager with all that goes with it, per unit of the first: in Let It Ride one of the three equal bets.
Figures draw_figures(const DrawGame& game, const DrawPlay& play, const std::string& strategy);
// Best play, ties to the smaller wager; where there are ties, with what the larger wager gives instead.
Figures best_draw_figures(const DrawGame& game);

// How often a choice is made at a decision, of all deals; those that are never made left out.
struct DrawShare {
  int decision = 0;
  Choice choice;
  Rational share;
};
std::vector<DrawShare> draw_shares(const DrawGame& game, const DrawPlay& play);

}  // namespace cardroom::odds
