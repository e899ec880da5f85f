// The options of 'cardroom meter', and how they are read.
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
  std::string ledger;  // --change: the ledger whose link is changed

  bool changes() const {
    return !seeds.empty() || !contributions.empty() || !reserves.empty() || !limits.empty() || deduct_all ||
           !second_signature.empty();
  }
};

// planning::figures_of, for the paytable's first game if none is named.
odds::ProgressiveFigures figures_of(const games::PaytablePtr& paytable, const std::string& game_id);

// Throws a Stop if a game is named and the paytable does not belong to it.
void need_game_of(const games::Paytable& paytable, const std::string& game_id);

// Throws a Stop if a value looks like the thousands of the one before: "50,000" is $50 and $0 on two levels.
void need_no_thousands(const std::vector<std::string>& pieces, std::string_view option);
// One value per level. A comma separates levels, or thousands if there is only one level.
std::vector<std::string> one_per_level(const std::vector<std::string>& given, size_t levels, std::string_view option);
base::Cents amount_or_stop(const std::string& text, std::string_view option);

// Copies --seed, --limit, --contribution, --reserve and --second-signature into the choices, if they are given.
void put_choices(const MeterOptions& options, odds::Preset& choices);
// The wager to plan for, which is added to the sizes allowed.
base::Cents put_wager(const MeterOptions& options, odds::Preset& choices);

}  // namespace cardroom::cli
