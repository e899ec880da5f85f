// A PAR sheet: pays, exact figures, strategy, and a hash by which they are known again.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "games/table.h"
#include "odds/analysis.h"

namespace cardroom::lab {

// All that a sheet says, before it takes a form.
struct Sheet {
  games::Table table;
  games::PaytablePtr paytable;
  std::vector<odds::Figures> figures;
  std::optional<odds::ProgressiveFigures> progressive;
  std::string strategy;  // in words; empty where the sheet has no base game
  std::string hash;      // of the figures, as JSON
};

// The wagers that the paytable says something about: its group's, an award or a raise standing for the base game. The
// message says why one cannot be counted.
std::expected<Sheet, std::string> make_sheet(odds::Analyst& analyst, const games::Table& table,
                                             const games::PaytablePtr& paytable);

std::string sheet_json(const Sheet& sheet);
std::string sheet_csv(const Sheet& sheet);
std::string sheet_html(const Sheet& sheet, odds::Progress* progress);

}  // namespace cardroom::lab
