// A progressive wager: how often each of its pays is won, and what the wager returns as a function of the meters, which
// is linear. Analyst::progressive counts; progressive_return puts in a wager, other bettors and meters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "games/table.h"
#include "odds/figures.h"

namespace cardroom::odds {

struct ProgressiveRow {
  std::string hand;
  Integer deals;  // in which it is dealt, folded or not
  games::Pay pay;
  games::Cents envy;
  Rational dealt;       // the probability of being dealt it
  Rational folded = 0;  // of being dealt it and folding, at a table where that loses the wager

  Rational wins() const { return dealt - folded; }
};

struct MeterLevel {
  std::string name;  // empty where there is one level without a name
  Rational share;    // of its meter that one wager wins on average
};

// Meters and envy are not in the fixed return. A share of a meter does not grow with the wager, "N for 1" does.
struct ProgressiveFigures {
  Integer deals;
  std::vector<ProgressiveRow> rows;  // from the highest hand down
  std::string folded_by;             // the rule that folds, where a fold loses the wager; empty where it does not
  Rational fixed_return;             // per unit wagered
  std::vector<MeterLevel> levels;    // in the order of the rows
  Rational envy_each;                // currency units gained from one other bettor's hand
  bool envy_times_wager = false;     // that, for each currency unit wagered
};

// Adds up the rows: fixed return, levels, envy.
void sum_rows(ProgressiveFigures& figures);

// How one position bets, and what it meets.
struct ProgressiveTerms {
  games::Cents wager{100};
  int others = 0;                         // who bet the progressive at the same table
  std::vector<games::Cents> meters = {};  // one a level; empty: none given
};

// return = constant + Σ slope · meter, per unit wagered. The wager is even where Σ share · meter = even_sum: a point
// for one level, a line for two, a plane for three. Awards are taken as shares of the meter to the last fraction of a
// cent.
struct ProgressiveReturn {
  Rational envy;                     // currency units a round, from all others
  Rational constant;                 // at empty meters, per unit wagered
  std::vector<Rational> slopes;      // by level: what one currency unit on its meter adds
  Rational even_sum;                 // in currency units
  std::vector<Rational> intercepts;  // by level: its meter where the others are empty and the wager is even
  // With meters given:
  std::optional<Rational> total;     // the return at them
  std::vector<Rational> even_given;  // by level: its meter at which the wager is even, the others as given
};
ProgressiveReturn progressive_return(const ProgressiveFigures& figures, const ProgressiveTerms& terms);

}  // namespace cardroom::odds
