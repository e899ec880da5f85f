// What 'cardroom meter' computes of a planned progressive, and how it shows it.
#pragma once

#include <boost/json/object.hpp>
#include <optional>
#include <string>
#include <vector>

#include "forms/svg_plot.h"
#include "games/paytable.h"
#include "odds/meter_advice.h"
#include "odds/meter_hit.h"
#include "odds/meter_plan.h"
#include "odds/preset.h"
#include "odds/run_dry.h"

namespace cardroom::lab {

// Probabilities at which the time to a hit and the meter at it are reported.
inline constexpr double meter_quantiles[] = {0.5, 0.9, 0.99};

struct LevelReport {
  std::string name;  // for people: "Mega", "the meter"
  odds::LevelGrowth growth;
  std::vector<int64_t> wagers_by;  // for each of meter_quantiles
  // Nothing where fixed pays are deducted from the level.
  std::optional<odds::HitMeter> first;
  std::optional<odds::HitMeter> long_run;
  std::vector<odds::Interval> first_by;  // the meter at a hit, for each of meter_quantiles
  std::vector<odds::Interval> later_by;
  base::Rational even;                   // the break-even meter, the others at their seeds
  std::optional<base::Rational> at_hit;  // the house's advantage at the mean meter of a hit
};

struct MeterReport {
  std::string paytable;
  std::string games;   // "Four Card Poker, Crazy 4 Poker"
  std::string origin;  // "as its preset has it", "its preset, changed"
  odds::MeterPlan plan;
  odds::Preset choices;  // what the plan was made from, for a link's other settings
  odds::HouseAdvantage advantage;
  std::vector<LevelReport> levels;
  std::optional<odds::RunDry> dry;
  std::vector<odds::Advice> advice;
  std::vector<base::Cents> meters;  // as given; may be empty
  int wagers_per_hour = 0;          // 0: not given
};

struct MeterTerms {
  std::vector<base::Cents> meters = {};
  int wagers_per_hour = 0;
  const odds::MeterPlan* preset = nullptr;  // the preset's own plan, for advice
};
// What a house begins with where its paytable has no preset: a wager of $1, nothing seeded, nothing contributed.
odds::Preset blank_preset(const games::Paytable& paytable, const odds::ProgressiveFigures& figures);

// The plan must pass check_plan.
MeterReport make_meter_report(odds::MeterPlan plan, odds::Preset choices, const MeterTerms& terms);

std::string meter_text(const MeterReport& report);
boost::json::object meter_json(const MeterReport& report);
std::string meter_html(const MeterReport& report);
// The plots of the page, one below the other.
std::string meter_svg(const MeterReport& report);

// The meter that a hit finds as sixty bars up to where 199 of 200 hits are: the middle between its two bounds, which
// are closer than a pixel.
std::vector<forms::ScaleBar> hit_bars(const odds::HitMeter& meter);

// "$12,345.67", or "$12,340 to $12,350" where that is all that is known.
std::string money_interval(const odds::Interval& amount);
// "12.3456 %" where both ends round to it; else "12.3456 % to 12.3458 %", "at most 12.3456 %", rounded outwards.
std::string percent_interval(const odds::Interval& value);
// The mean meter at the first hit where fixed pays are deducted: seed + contributions − pays + advances.
odds::Interval deducted_hit_mean(const MeterReport& report);
// As odds/meter_figures.h has it, where all pays are deducted.
odds::Interval advantage_after_advances(const MeterReport& report);

}  // namespace cardroom::lab
