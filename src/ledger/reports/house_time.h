// Gaming days: a house's day need not begin at midnight, nor in UTC. Days are counted from 1970-01-01.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace cardroom::ledger::reports {

using Day = int64_t;

struct HouseTime {
  int utc_offset_minutes = 0;  // what the house's clocks are ahead of UTC
  int day_starts_minutes = 0;  // after local midnight

  Day day_of(int64_t time_ms) const;
  // The first moment of the day, UTC.
  int64_t start_ms(Day day) const;
};

// The first day of the week that a day is in. Weekdays from 0, Monday.
Day week_of(Day day, int first_weekday);

// "2026-01-31" of the years 1970 to 9999.
std::optional<Day> parse_day(std::string_view text);
std::string day_text(Day day);
// "06:00", 00:00 to 23:59, in minutes.
std::optional<int> parse_clock(std::string_view text);
// "+02:00", "-08:00", at most 14 hours.
std::optional<int> parse_offset(std::string_view text);
std::string offset_text(int minutes);
// "2026-01-31 14:05:09" in that offset; with milliseconds "2026-01-31T14:05:09.123+02:00".
std::string time_text(int64_t time_ms, int utc_offset_minutes);
std::string time_iso(int64_t time_ms, int utc_offset_minutes);

}  // namespace cardroom::ledger::reports
