// What stands on the books of every level at one moment, and the changes between two.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "ledger/reports/report.h"

namespace cardroom::ledger::reports {

using LevelKey = std::pair<progressive::LinkId, int>;

struct LevelBooks {
  base::MeterUnits held;       // display, overflow, pending, disputed: by the postings
  base::MeterUnits reserve;    // by the postings
  progressive::Totals totals;  // by the facts of the events
};

inline LevelBooks books_of(const progressive::LevelState& level) {
  return {level.funds.meter + level.funds.overflow + level.pending + level.disputed, level.funds.reserve, level.totals};
}

inline std::map<LevelKey, LevelBooks> books_of(const progressive::State& state) {
  std::map<LevelKey, LevelBooks> books;
  for (const auto& [id, link] : state.links)
    for (size_t i = 0; i < link.levels.size(); ++i) books[{id, static_cast<int>(i)}] = books_of(link.levels[i]);
  return books;
}

// What a journal cannot come to by the rules: a fund below zero, a meter above its limit, amounts that do not add up.
// An alarm for each link of the request that breaks a law, with the first that it breaks.
std::vector<std::string> alarms_of_laws(const progressive::State& state,
                                        const std::optional<progressive::LinkId>& link);

// Adds a row's money to the totals, which become the sums of the columns that hold some.
void add_to_totals(std::vector<Cell>& totals, const std::vector<Cell>& row);

}  // namespace cardroom::ledger::reports
