// What a house may start a progressive from: seed, contribution and reserve a level, wagers and thresholds, one file a
// paytable (data/presets) with its reasons. Figures are computed from it, never stored in it.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "games/paytable_file.h"
#include "odds/meter_plan.h"
#include "odds/progressive_figures.h"

namespace cardroom::odds {

struct PresetLevel {
  std::string name;
  base::Cents seed{};
  int64_t contribution_ppm = 0;
  int64_t reserve_ppm = 0;
  std::optional<base::Cents> limit = {};
  base::Cents increment_max{};
  bool executive = false;  // every award of the level needs an executive
};

struct Preset {
  std::string paytable;
  std::vector<base::Cents> wagers;  // rising
  base::Cents confirm_at{};
  std::optional<base::Cents> executive_at = {};
  std::optional<base::Cents> second_signature_at = {};  // below executive_at
  std::vector<PresetLevel> levels;                      // in the order of the paytable's
};

// Reports every error, with its line.
std::expected<Preset, std::vector<games::FileRemark>> parse_preset(std::string_view text, std::string_view file);

// Those that ship with Cardroom, in the order of their paytables' names.
const std::vector<Preset>& shipped_presets();
const Preset* find_preset(std::string_view paytable);

// "12.5%", "12.5 %" or "12.5" as parts per million: up to 100, at most four decimals.
std::optional<int64_t> parse_percent_ppm(std::string_view text);

// The plan of a paytable's figures with a preset's choices at one of its wagers, with `others` other bettors. Nothing
// where the levels are not as many as the paytable's.
std::optional<MeterPlan> plan_of(const ProgressiveFigures& figures, const Preset& preset, base::Cents wager,
                                 int others);

}  // namespace cardroom::odds
