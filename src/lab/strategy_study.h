// How to play a base game: the best play, the best rule that a person can keep in mind, the game's basic strategy, and
// what the simple ones cost.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

#include "games/table.h"
#include "odds/analysis.h"
#include "odds/simple_strategy.h"

namespace cardroom::lab {

struct StrategyStudy {
  struct Played {
    base::Rational edge;
    base::Rational edge_per_total;
    // How often each choice is made, the smallest wager first: "fold", "PLAY 3x". Where there are several decisions,
    // how often the deal ends so: "fold at 4TH STREET", "6x in all".
    std::vector<std::pair<std::string, base::Rational>> frequencies;
  };
  odds::SimpleStrategy simple;     // without rules where one least hand does not say it: several decisions
  std::string opening;             // of a shared board: best play before the flop, in words
  std::string sentence;            // the rule in words; empty where it depends on an up-card, or there is none
  Played best;                     // of choices worth the same, the smaller wager
  std::optional<Played> ties_bet;  // the same with the larger one, where there are several decisions
  Played simple_played;
  Played basic;
};

// The game must be a showdown (odds::not_a_showdown).
StrategyStudy study_strategy(const odds::Analyst::BasePlayer& play, const games::Table& table);
// Whether decisions follow each other, so that no least hand says what to do: a draw to a paytable (odds::not_a_draw),
// or a shared board (odds::not_a_shared_board).
bool decides_several_times(const games::Table& table);
// Of such a game. A shared board takes some seconds.
StrategyStudy study_several_decisions(const games::Table& table, odds::Progress* progress = nullptr);

// The fields that docs/reference/json.md lists for 'cardroom strategy', but for game and paytables.
boost::json::object strategy_json(const games::Table& table, const StrategyStudy& study);

}  // namespace cardroom::lab
