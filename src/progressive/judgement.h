// What a configuration means for the house, computed exactly from its rules and the chances of its hands, and what is
// to be said about it before it is set. Nothing is forbidden here: what must not be is in check_rules.
#pragma once

#include "base/rational.h"
#include "progressive/refusal.h"
#include "progressive/state.h"

namespace cardroom::progressive {

struct JudgementOptions {
  int others = 4;                  // other positions that bet, for the figure that is quoted
  int others_max = 5;              // and at a full table
  std::optional<LinkRules> usual;  // what the paytable was preconfigured with: a higher contribution is told
  std::optional<Figure> run_dry;   // the chance that the meter runs dry, computed elsewhere
};

// What the house keeps of a wager in the long run: 1 − fixed pays − contributions − reserves − seed × chance of the
// award / wager, level by level − the envy that `others` other positions are paid for. Where all pays are deducted from
// the meter the fixed pays cost the house only what the meter takes in too little for them, so that the figure is then
// a bound from above: a meter that runs dry by bad luck costs more.
base::Rational house_advantage(const LinkRules& rules, const GameOdds& odds, base::Cents wager, int others);

// Parts of it, each as a share of the wager.
base::Rational fixed_return(const LinkRules& rules, const GameOdds& odds);
base::Rational envy_return(const LinkRules& rules, const GameOdds& odds, base::Cents wager, int others);
base::Rational seed_cost(const LinkRules& rules, const GameOdds& odds, base::Cents wager);
// The chance that all of the level is won.
base::Rational award_chance(const LinkRules& rules, const GameOdds& odds, int level);

// Figures are named "house_advantage $1.00 others 4", "fixed_return", "envy_return $1.00 others 4", "seed_cost $1.00",
// "award_chance Mega", "largest_fixed_award"; amounts are in currency units. Refused as check_rules refuses.
Allowed<Judgement> judge(const LinkRules& rules, const std::vector<GameOdds>& odds,
                         const JudgementOptions& options = {});

// The judgement of the new rules, with the old house advantages as "before house_advantage …", and advice on what the
// change does.
Allowed<Judgement> judge_change(const LinkRules& old_rules, const std::vector<GameOdds>& old_odds,
                                const LinkRules& new_rules, const std::vector<GameOdds>& new_odds,
                                const JudgementOptions& options = {});

}  // namespace cardroom::progressive
