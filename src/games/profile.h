// Jurisdiction profiles: limits that the law sets, each from a date on. They bind every single wager, PLAY and RAISE
// included, and no table limit may exceed them.
#pragma once

#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.h"

namespace cardroom::games {

using Date = std::chrono::year_month_day;

struct ProfilePeriod {
  Date from;                     // in force from this day on, until the next period
  base::Cents wager_max;         // the largest single wager
  std::optional<int> games_max;  // how many games (base game, bonus wagers, progressive) a position may bet on
  std::string source;
};

struct Profile {
  std::string id;                      // "washington"
  std::string name;                    // "Washington State, house-banked card rooms"
  std::vector<ProfilePeriod> periods;  // by date

  // What is in force on a day; nothing before the first period.
  const ProfilePeriod* on(Date day) const;
};

// "2023-08-01"
std::expected<Date, std::string> parse_date(std::string_view text);
std::string to_text(Date date);

}  // namespace cardroom::games
