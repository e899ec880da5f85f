// Several wagers of one position made together: how their results go with each other. What belongs to a wager (its
// raise, its companion, its awards) counts with it. Decisions look at all of them, as they are bet, since a fold may
// lose more than the ANTE. Analyst::together counts.
#pragma once

#include <string>
#include <vector>

#include "games/table.h"
#include "odds/figures.h"

namespace cardroom::odds {

struct JointBets {
  struct Bet {
    int wager = 0;  // one that is bet before the deal, and no companion
    games::Cents amount{100};
  };
  std::vector<Bet> bets;
  std::vector<games::Cents> meters = {};  // one a level, in the order of the paytable, where the progressive is bet
};

// One combination of results. Everything is in currency units.
struct JointRow {
  std::vector<Rational> nets;  // by wager
  Rational total;
  Rational staked;  // all that was wagered
  Integer deals;
};

// Nets, means and covariances are those of the bets as they were made, not of one unit. Envy is not in them: it comes
// from other people's hands. COVER ALL is counted for two hands, the player's and the dealer's.
struct JointFigures {
  std::vector<int> wagers;  // in the order of the bets
  std::vector<Rational> bets;
  struct Companion {
    int wager = 0;
    Rational bet;
  };
  std::vector<Companion> companions;  // what the rules add to these bets before the deal: BLIND, SUPER BONUS
  std::string strategy;
  Integer deals;
  std::vector<JointRow> rows;  // the highest total first

  Rational bet;  // all bets before the deal, with their companions
  Rational mean;
  Rational variance;
  Rational house_edge;       // loss per unit of all bets
  Rational average_staked;   // all that was wagered, in currency units
  Rational element_of_risk;  // loss per unit of it
  std::vector<Rational> means;
  std::vector<std::vector<Rational>> covariances;

  // The rows added up by their total.
  std::vector<JointRow> by_total() const;
};

JointFigures make_joint_figures(std::vector<int> wagers, std::vector<Rational> bets,
                                std::vector<JointFigures::Companion> companions, std::string strategy,
                                std::vector<JointRow> rows);

// Covariance over the root of both variances, to `digits` significant digits; "0" where one of the two never changes.
std::string correlation_text(const JointFigures& figures, size_t a, size_t b, int digits);

// Every set that a renaming of suits makes of this one, each once.
std::vector<cards::CardSet> renamings(cards::CardSet cards);

}  // namespace cardroom::odds
