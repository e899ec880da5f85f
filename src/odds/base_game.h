// The base game: a showdown with one decision. Decisions are made on the counts of showdown.h, exactly, by the
// expectation of each choice over all hands that the dealer may hold; or by a rule that somebody wrote.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/checked.h"
#include "games/settlement.h"
#include "games/strategy.h"
#include "odds/figures.h"
#include "odds/settling.h"
#include "odds/showdown.h"

namespace cardroom::odds {

// Why a game cannot be analysed by this family's method; nothing where it can.
std::optional<std::string> not_a_showdown(const Table& table);

// What must be counted for a game's base wagers. With `borders_of` a wager, the borders at which its result changes
// with the dealer's rank are counted too, and the up-card is summed over.
ShowdownShape shape_of(const Table& table);
ShowdownShape shape_of(const Table& table, int borders_of);

// One unit on the base wager, and what must be bet with it.
std::vector<std::pair<int, int>> base_units(const games::Game& game);

// What a position did in a share of all deals, and what it came to.
struct Cell {
  int player_rank = 0;
  int dealer_rank = 0;   // the lowest of an interval in which every outcome is the same
  games::Choice choice;  // kind none where there was nothing to decide
  uint64_t deals = 0;
};

// What each choice is worth to hands of one rank against up-cards of one rank: the sums of net cents over those deals.
struct RankValue {
  int player_rank = 0;
  int up_rank = -1;  // of the up-card; −1 where none is seen
  uint64_t deals = 0;
  std::vector<games::Choice> choices;
  std::vector<base::Int128> net_sums;  // by choice
};

struct Play {
  Table table;    // exact
  Stakes stakes;  // before the decision
  uint64_t deals = 0;
  std::vector<Cell> cells;
  std::vector<uint64_t> folded_slots;  // by player class: a bit for each slot (up-card) at which it folds
  std::vector<RankValue> values;       // where they were asked for, by player's rank, then up-card
};

using DecisionRule = std::function<games::Choice(const games::View&, const Table&, const games::Actions&)>;

struct PlayOptions {
  DecisionRule strategy = nullptr;  // none: the best choice; a tie goes to the smaller wager
  bool keep_values = false;
  Progress* progress = nullptr;
};

// Plays every deal with these stakes (by wager, in whole units of `exact_unit`, e.g. {1, 0, 0} for the ANTE alone).
Play play_all(const Table& table, const ShowdownCounts& counts, const std::vector<std::pair<int, int>>& units,
              const PlayOptions& options = {});

// The figures of wager `owner` with all that belongs to it: its raise, its companion, the awards paid on it.
Figures base_figures(const Play& play, int owner, const std::string& strategy);
// The figures of one wager by itself.
Figures wager_figures(const Play& play, int wager, const std::string& strategy);

// Covariance of the nets of two wagers (each with all that belongs to it), per unit of each.
Rational covariance(const Play& play, int a, int b);

}  // namespace cardroom::odds
