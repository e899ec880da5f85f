// One wager at a table, counted: what figures, sessions and comparisons are made from.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "lab/counts.h"
#include "lab/question.h"
#include "odds/preset.h"

namespace cardroom::lab {

// The wager that is asked about: the game's first unless one is named. It is bet by itself; what goes with another one
// (a raise, an award) is refused, and the fault names the wager that it counts with.
std::expected<int, Fault> asked_wager(const games::Game& game, const WagerAsk& ask);

// The paytable group whose pays the wager's figures depend on.
std::string_view group_of(const games::Game& game, int wager);

bool is_progressive(const games::Game& game, int wager);
// Whether the wager's result depends on how the base game is played.
bool has_strategy(const games::Game& game, int wager);

std::expected<odds::Figures, Fault> count_wager(const GameCounts::Lease& lease, const games::Table& table, int wager,
                                                const WagerAsk& ask);

// A progressive as it is bet: the meters as asked, else at the seeds of the paytable's preset, else empty.
struct ProgressiveStudy {
  odds::ProgressiveFigures figures;
  odds::ProgressiveTerms terms;
  enum class MetersFrom : uint8_t { question, preset, nothing } meters_from{};
  odds::ProgressiveReturn at;  // with meters

  base::Rational house_edge() const { return 1 - *at.total; }
};
// `printed` is the designator whose preset is meant.
std::expected<ProgressiveStudy, Fault> count_progressive(const GameCounts::Lease& lease, const games::Table& table,
                                                         const std::string& printed, const WagerAsk& ask);

// "Mega"; "meter" where the only level has no name.
std::string level_id(const odds::MeterLevel& level);

}  // namespace cardroom::lab
