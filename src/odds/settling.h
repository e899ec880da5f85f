// What the analysis of a base game asks of the game's own rules: the choices, and their results between ranks.
#pragma once

#include <vector>

#include "games/settlement.h"

namespace cardroom::odds {

using games::Cents;
using games::Choice;
using games::Outcomes;
using games::Stakes;
using games::Table;

// The same table with pays exact: a chip so small and limits so wide that nothing is rounded or refused.
Table exact_table(const Table& table);
// The wager, in cents, of which every pay of the table is a whole number of cents.
Cents exact_unit(const Table& table);

// The wager whose figures a wager counts in: itself, or the one that it goes with.
size_t owner_of(const games::Game& game, size_t wager);

// The result of every wager when a player's hand of one rank, after a choice, meets a dealer hand of another.
Outcomes outcomes_of(const Table& table, const Stakes& stakes, int player_rank, int dealer_rank, const Choice& choice);
int64_t net_of(const games::Outcome& outcome, Cents stake);
// The stake on a wager once the choice is made.
Cents stake_of(const Stakes& stakes, const Choice& choice, size_t wager);
// The nets of all wagers together.
int64_t total_net(const Table& table, const Stakes& stakes, int player_rank, int dealer_rank, const Choice& choice);

// The choices that can be best: fold, check, take back, and bets in the action's own steps or in these (the result is
// linear between its ends). Nothing to decide is one choice of kind none.
std::vector<Choice> choices_among(const games::Actions& actions, Cents step);

// The dealer's scale cut where any result may change for a player's rank: at his rank, just above it, and at the
// borders.
struct Cuts {
  std::vector<int> at;  // ascending; the first is 0
  // Which count gives "below the cut": 0 the player's rank, 1 just above it, 2 + i border i; −1 for the bottom.
  std::vector<int> count;
};
Cuts cuts_for(int player_rank, const std::vector<int>& borders);

// Where the dealer's scale is cut for a player's rank: between two cuts every outcome of the base game is the same.
std::vector<int> interval_starts(int player_rank, const std::vector<int>& borders);

}  // namespace cardroom::odds
