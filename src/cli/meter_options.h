// What 'cardroom meter' is asked, and how its choices are read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "games/table.h"
#include "odds/preset.h"
#include "odds/progressive_figures.h"

namespace cardroom::cli {

struct MeterOptions {
  std::string paytable;
  std::string preset;
  std::string game;
  std::string wager;
  std::vector<std::string> seeds, contributions, reserves, limits, meters;
  std::string second_signature;  // an amount, or "none"
  bool deduct_all = false;
  int players = 5;
  int wagers_per_hour = 0;
  bool json = false;
  std::string html, svg;
  std::string link, by, second;
  std::string ledger;  // whose link is changed

  bool changes() const {
    return !seeds.empty() || !contributions.empty() || !reserves.empty() || !limits.empty() || deduct_all ||
           !second_signature.empty();
  }
};

// planning::figures_of, of the paytable's first game where none is named.
odds::ProgressiveFigures figures_of(const games::PaytablePtr& paytable, const std::string& game_id);

// Stops where the paytable is not of this game; none named: of its first.
void need_game_of(const games::Paytable& paytable, const std::string& game_id);

// One value a level: a comma stands between levels, and between thousands where there is one level only.
std::vector<std::string> one_a_level(const std::vector<std::string>& given, size_t levels, std::string_view option);
base::Cents amount_or_stop(const std::string& text, std::string_view option);

// Puts --seed, --limit, --contribution, --reserve and --second-signature, where they are given, into the choices.
void put_choices(const MeterOptions& options, odds::Preset& choices);
// The wager that is meant; it joins the sizes allowed.
base::Cents put_wager(const MeterOptions& options, odds::Preset& choices);

}  // namespace cardroom::cli
