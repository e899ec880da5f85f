// The figures of a wager: outcomes with their exact numbers of deals, and what follows from them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/rational.h"

namespace cardroom::odds {

using base::Integer;
using base::Rational;

// One outcome of a wager: in how many of the equally likely deals, what the player gains by it, and what he had at
// stake in all, both per unit of the wager as it was before the deal.
struct OutcomeRow {
  std::string name;
  Integer deals;
  Rational net;
  Rational staked = 1;
  bool hit = false;  // the wager was paid
};

// The figures that would be others if, of choices worth exactly the same, the larger wager were taken and not the
// smaller one.
struct TiesBet {
  Rational average_staked;
  Rational element_of_risk;
  Rational hit_frequency;
  Rational variance;
};

struct Figures {
  std::string wager;     // its id
  std::string name;      // for people: "ANTE with PLAY and ANTE BONUS"
  std::string strategy;  // by which decisions were made; empty where there are none
  Integer deals;
  std::vector<OutcomeRow> rows;

  Rational house_edge;       // loss per initial wager, positive for the house
  Rational average_staked;   // total wager per initial wager
  Rational element_of_risk;  // loss per total wager
  Rational hit_frequency;
  Rational variance;                     // of the net per initial wager
  Rational third_moment;                 // central
  std::optional<TiesBet> ties_bet = {};  // where there are such choices, in games with several decisions
};

// Adds up rows of the same name and net, sorts them by net, and derives the figures.
Figures make_figures(std::string wager, std::string name, std::string strategy, std::vector<OutcomeRow> rows);

// Square root of a figure, and skewness, to `digits` significant digits.
std::string deviation_text(const Figures& figures, int digits);
std::string skewness_text(const Figures& figures, int digits);
// The square root of a rational that is not negative, correct to `places` decimals.
Rational square_root(const Rational& value, int places);

}  // namespace cardroom::odds
