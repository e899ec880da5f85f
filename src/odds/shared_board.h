// The whole of a game with a shared board (board_pays.h), exactly.
//
// Board by board: the 134,459 boards that differ by more than a renaming of suits. For one board the 1,081 hands of two
// cards out of the other 47 are ranked once and sorted; how many of the others are below and equal to each follows from
// the sorted order, less those that share a card with it. What the last decision is worth is known there, and is added
// to every flop that the board may have had; then the decision on each flop is made, and what it is worth is added to
// the decision before. A second walk over the boards adds up how often each decision leads to each outcome.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "odds/base_game.h"
#include "odds/board_pays.h"

namespace cardroom::odds {

// What the choices before the flop are worth to the hands of two ranks, suited or not.
struct OpeningValue {
  int high = 0;  // ranks
  int low = 0;
  bool suited = false;
  uint32_t hands = 0;                  // how many of the 1,326 hands are such
  std::vector<base::Int128> net_sums;  // by choice: net cents over all deals of one hand; empty for a rule
  size_t chosen = 0;
};

struct BoardPlay {
  Play play;                     // cells and deals; no values by rank; ties to the smaller wager
  std::optional<Play> ties_bet;  // where best play has choices worth exactly the same: with the larger wager
  std::vector<Choice> opening_choices;
  std::vector<OpeningValue> openings;  // all 169, pairs and high cards first
};

// Plays every deal with these stakes, in whole units of exact_unit. A rule must not look at which suit is which. Values
// are not kept. Two walks of some seconds each; a rule takes one, and as long as it needs for 145 million last
// decisions.
BoardPlay play_shared_board(const Table& table, const std::vector<std::pair<int, int>>& units,
                            const PlayOptions& options = {});
// The same with any stakes before the first decision, at an exact table.
BoardPlay play_shared_board(const Table& exact, const Stakes& stakes, const PlayOptions& options = {});

// What the choices come to with stakes of so many whole units of exact_unit.
BoardPays exact_pays(const Table& table, const std::vector<std::pair<int, int>>& units);

// The figures of best play; where there are ties, with what the larger wager gives instead.
Figures best_board_figures(const BoardPlay& play);

// One of the hands of an opening.
cards::CardSet hand_of(const OpeningValue& opening);

// The hands with which a choice is taken before the flop: "A-2, K-5, K-2 suited, …, a pair of threes or better".
std::string opening_words(const BoardPlay& play, size_t choice);

}  // namespace cardroom::odds
