// A strategy that a person can keep in mind: for each up-card of the dealer, the least hand for each size of bet. Of
// all strategies of this form it is the best one; what it costs against best play is known exactly.
#pragma once

#include <string>
#include <vector>

#include "odds/base_game.h"

namespace cardroom::odds {

struct Threshold {
  games::Choice choice;  // amount in cents of the play's unit
  int multiple = 0;      // of the ANTE; 0 for a fold
  int lowest_rank = 0;   // bet so much with this rank or better, up to the next threshold
};

struct UpCardRule {
  int up_rank = -1;                   // −1: no up-card is seen
  std::vector<Threshold> thresholds;  // by rank, the lowest first; the first has rank 0
};

struct SimpleStrategy {
  Ranking ranking{};
  std::vector<UpCardRule> rules;  // by up-card

  // The rule as the mathematics takes it.
  DecisionRule rule() const;
};

// From a play whose values were kept.
SimpleStrategy simple_strategy(const Play& play);

// The least hand of a threshold, for people: "Q-6-4", "a pair of tens", "a flush, nine high, …".
std::string least_hand_words(Ranking ranking, int rank);

// "PLAY with Q-6-4 or better, fold the rest.", for a game without an up-card.
std::string strategy_sentence(const Table& table, const SimpleStrategy& strategy);

}  // namespace cardroom::odds
