// How to play a base game: the best play, the best rule that a person can keep in mind, the game's basic strategy, and
// what the simple ones cost.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "games/table.h"
#include "odds/analysis.h"
#include "odds/simple_strategy.h"

namespace cardroom::lab {

struct StrategyStudy {
  struct Played {
    base::Rational edge;
    // How often each choice is made, the smallest wager first: "fold", "PLAY 3x".
    std::vector<std::pair<std::string, base::Rational>> frequencies;
  };
  odds::SimpleStrategy simple;
  std::string sentence;  // the rule in words; empty where it depends on an up-card
  Played best;
  Played simple_played;
  Played basic;
};

// The game must be a showdown (odds::not_a_showdown).
StrategyStudy study_strategy(const odds::Analyst::BasePlayer& play, const games::Table& table);

// The fields that docs/json.md lists for 'cardroom strategy', but for game and paytables.
boost::json::object strategy_json(const games::Table& table, const StrategyStudy& study);

}  // namespace cardroom::lab
