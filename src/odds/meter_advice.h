// What the manufacturers' documents recommend for a progressive, said with the figures of the one at hand.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "odds/meter_plan.h"
#include "odds/run_dry.h"

namespace cardroom::odds {

enum class AdviceCode : uint8_t {
  advantage_negative,          // the house loses in the long run
  no_room_for_meter,           // fixed pays and envy alone leave less than the usual quarter
  runs_dry,                    // all pays are deducted: with what chance the meter runs dry
  contribution_below_seventy,  // all pays are deducted, and less than 70 % is contributed
  contribution_above_preset,   // shares only: what the higher contribution costs the house
  seed_zero,
  reserve_only_seed,
  seed_below_award,
  reserve_missing,
  hit_too_rare,  // less than 1 in 100 million
};
std::string_view code_name(AdviceCode code);

struct Advice {
  AdviceCode code = AdviceCode::advantage_negative;
  std::string text;  // a sentence or two
};

// What is known beside the plan; either may be missing.
struct AdviceContext {
  const MeterPlan* preset = nullptr;  // the same jackpot as its preset has it
  const RunDry* dry = nullptr;        // where all pays are deducted
};
// In the order of the codes; empty where there is nothing to say.
std::vector<Advice> advise(const MeterPlan& plan, const AdviceContext& context);

// "12.3 %", or "12.1 % to 12.5 %": as many digits as the interval is sure of, at most four after the point.
std::string chance_text(const Interval& chance);

}  // namespace cardroom::odds
