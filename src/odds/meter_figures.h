// The figures of a planned progressive that are kept with a link's rules, each under its name.
#pragma once

#include <string>
#include <vector>

#include "odds/meter_plan.h"
#include "odds/run_dry.h"

namespace cardroom::odds {

struct NamedFigure {
  std::string name;     // "house_advantage", "break_even_mega"
  std::string exact;    // "1/4"; empty where only an interval is known
  std::string decimal;  // twelve digits; "0.354276318 to 0.354276845", rounded outwards
};
// `dry` where all pays are deducted. The plan must pass check_plan. Break-even meters are those with the others at
// their seeds.
std::vector<NamedFigure> meter_figures(const MeterPlan& plan, const RunDry* dry);

// The house's advantage with what it advances to a dry meter taken off, where all pays are deducted. Every run is taken
// to begin at the seed; a reserve lets later ones begin above it and cost less, so that the upper end is then the
// advantage without advances. There is no lower end (−∞) where the advances have no upper one.
Interval advantage_after_advances(const MeterPlan& plan, const RunDry& dry);

}  // namespace cardroom::odds
