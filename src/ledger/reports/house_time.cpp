#include "ledger/reports/house_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>

namespace cardroom::ledger::reports {

namespace {

constexpr int64_t minute_ms = 60'000;
constexpr int64_t day_ms = 24 * 60 * minute_ms;
// Times of a damaged journal still print: the calendar's years end here.
constexpr int64_t time_max_ms = 250'000'000 * day_ms / 1000;

int64_t floor_divide(int64_t a, int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);
}

int64_t within(int64_t time_ms) {
  return std::clamp(time_ms, -time_max_ms, time_max_ms);
}

bool all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

int number(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = 10 * value + (c - '0');
  return value;
}

struct Clock {
  std::string date;
  int64_t hours, minutes, seconds, ms;
};

Clock clock_at(int64_t time_ms, int utc_offset_minutes) {
  const int64_t local = within(time_ms) + utc_offset_minutes * minute_ms;
  const Day day = floor_divide(local, day_ms);
  const int64_t left = local - day * day_ms;
  return {day_text(day), left / 3'600'000, left / minute_ms % 60, left / 1000 % 60, left % 1000};
}

}  // namespace

Day HouseTime::day_of(int64_t time_ms) const {
  return floor_divide(within(time_ms) + (utc_offset_minutes - day_starts_minutes) * minute_ms, day_ms);
}

int64_t HouseTime::start_ms(Day day) const {
  return day * day_ms + (day_starts_minutes - utc_offset_minutes) * minute_ms;
}

Day week_of(Day day, int first_weekday) {
  // 1970-01-01 was a Thursday, weekday 3.
  const int64_t weekday = day + 3 - floor_divide(day + 3, 7) * 7;
  return day - (weekday - first_weekday + 7) % 7;
}

std::optional<Day> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  if (!all_digits(text.substr(0, 4)) || !all_digits(text.substr(5, 2)) || !all_digits(text.substr(8)))
    return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(number(text.substr(0, 4))),
                                         std::chrono::month(static_cast<unsigned>(number(text.substr(5, 2)))),
                                         std::chrono::day(static_cast<unsigned>(number(text.substr(8)))));
  if (!date.ok() || date.year() < std::chrono::year(1970)) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

std::string day_text(Day day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::optional<int> parse_clock(std::string_view text) {
  if (text.size() != 5 || text[2] != ':' || !all_digits(text.substr(0, 2)) || !all_digits(text.substr(3)))
    return std::nullopt;
  const int hours = number(text.substr(0, 2));
  const int minutes = number(text.substr(3));
  if (hours > 23 || minutes > 59) return std::nullopt;
  return hours * 60 + minutes;
}

std::optional<int> parse_offset(std::string_view text) {
  if (text.size() != 6 || (text[0] != '+' && text[0] != '-')) return std::nullopt;
  const auto size = parse_clock(text.substr(1));
  if (!size || *size > 14 * 60) return std::nullopt;
  return text[0] == '-' ? -*size : *size;
}

std::string offset_text(int minutes) {
  const int size = minutes < 0 ? -minutes : minutes;
  return fmt::format("{}{:02}:{:02}", minutes < 0 ? '-' : '+', size / 60, size % 60);
}

std::string time_text(int64_t time_ms, int utc_offset_minutes) {
  const Clock clock = clock_at(time_ms, utc_offset_minutes);
  return fmt::format("{} {:02}:{:02}:{:02}", clock.date, clock.hours, clock.minutes, clock.seconds);
}

std::string time_iso(int64_t time_ms, int utc_offset_minutes) {
  const Clock clock = clock_at(time_ms, utc_offset_minutes);
  return fmt::format("{}T{:02}:{:02}:{:02}.{:03}{}", clock.date, clock.hours, clock.minutes, clock.seconds, clock.ms,
                     offset_text(utc_offset_minutes));
}

}  // namespace cardroom::ledger::reports
