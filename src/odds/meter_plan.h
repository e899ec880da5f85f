// A progressive jackpot as a house plans it: what of a wager goes where, how the meter grows, and what the wager is
// worth to the house at any meter. All of it in exact fractions; meter_hit.h and run_dry.h hold what is not.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.h"
#include "odds/figures.h"

namespace cardroom::odds {

// One row of the prize table. Exactly one of pays_for_one and share is above zero.
struct PlanPrize {
  std::string hand;
  Rational probability;       // of one wager
  Rational pays_for_one = 0;  // per unit wagered; the wager is gone
  Rational share = 0;         // of the level's meter, up to 1
  int level = 0;
  base::Cents envy{};

  bool takes_all() const { return share == 1; }
};

struct PlanLevel {
  std::string name;  // empty where there is one level without a name
  base::Cents seed{};
  Rational contribution = 0;  // of every wager, to the meter
  Rational reserve = 0;       // of every wager, to the reserve, which joins the meter at the reseed
  std::optional<base::Cents> limit = {};
};

struct MeterPlan {
  std::vector<PlanPrize> prizes;
  std::vector<PlanLevel> levels;
  base::Cents wager{100};
  base::Cents wager_largest{100};  // of those allowed; at least `wager`
  int others = 4;                  // who bet the progressive at the same table
  bool envy_times_wager = false;
  bool all_deducted = false;  // fixed pays come off the first level's meter, which the house fills up where it is short
};

enum class PlanRefusal : uint8_t {
  wager_not_positive,
  level_unknown,          // a prize is a share of a level that is not there
  level_never_won_whole,  // no prize takes all of a level
  rate_out_of_range,      // a contribution or a reserve is below 0 or above 1
  rates_above_whole,      // all of them together are above 1
  limit_below_seed,
};
std::string_view code_name(PlanRefusal refusal);
std::string to_text(PlanRefusal refusal);
// What follows is for plans that pass.
std::expected<void, PlanRefusal> check_plan(const MeterPlan& plan);

// Where a unit wagered goes in the long run. The house keeps
//   before = 1 − fixed − envy, and
//   after = before − contributions − reserves − seeds.
// Where all pays are deducted, the fixed ones are paid out of the contributions: after = 1 − envy − contributions −
// reserves − seeds, less what the house advances (run_dry.h). Overflow above a limit counts as given.
struct HouseAdvantage {
  Rational fixed;
  Rational envy;
  Rational contributions;
  Rational reserves;
  Rational seeds;  // Σ seed · chance of a 100 % award / wager
  Rational before;
  Rational after;
};
HouseAdvantage house_advantage(const MeterPlan& plan);

// One level. A hit is a 100 % award.
struct LevelGrowth {
  Rational hit;                   // its chance, of one wager
  Rational shares;                // the share of the meter that one wager wins on average by awards below 100%
  Rational added_per_thousand;    // currency units that 1,000 wagers put on the meter
  Rational reserve_per_thousand;  // and into the reserve
  Rational restart_mean;          // seed and reserve, at a reseed in the long run
  // The meter that a hit finds: the first one, from the seed alone, and in the long run. Awards below 100 % are taken
  // off; a limit is not heeded. Not for the level that fixed pays are deducted from.
  Rational hit_meter_first;
  Rational hit_meter;
};
LevelGrowth level_growth(const MeterPlan& plan, size_t level);

// The wagers until a hit, the hit included, are geometric: this is the smallest number by which it has come with
// probability `by`, 0 < by < 1. The mean is 1/hit.
int64_t wagers_until(const Rational& hit, double by);

// Of a wager made while the meters show these: 1 − fixed − envy − Σ share · meter / wager.
Rational advantage_at(const MeterPlan& plan, const std::vector<Rational>& meters);
// The meter of `level` at which that is 0, the others as given.
Rational break_even(const MeterPlan& plan, size_t level, const std::vector<Rational>& meters);

// The largest fixed award, in currency units, at the largest wager.
Rational largest_fixed_award(const MeterPlan& plan);

Rational to_units(base::Cents amount);  // currency units

}  // namespace cardroom::odds
