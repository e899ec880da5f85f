#include "cli/report_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cli/command.h"

namespace cardroom::cli {

using namespace ledger::reports;

void add_period_options(Command command, PeriodOptions& options) {
  command.add_option("--since", options.since, "First gaming day (default: the journal's first)").type_name("DATE");
  command.add_option("--until", options.until, "Last gaming day, inclusive (default: the journal's last)")
      .type_name("DATE");
  command
      .add_option("--day-starts", options.day_starts, "Start of the gaming day on the house's clocks (default: 00:00)")
      .type_name("HH:MM");
  command.add_option("--utc-offset", options.utc_offset, "Offset of the house's clocks from UTC (default: +00:00)")
      .type_name("+HH:MM|-HH:MM");
}

void read_period(const PeriodOptions& options, Request& request) {
  const auto day = [](const char* name, const std::string& text) -> std::optional<Day> {
    if (text.empty()) return std::nullopt;
    const auto parsed = parse_day(text);
    if (!parsed)
      throw Stop(usage, fmt::format("{} {}: expected a date such as 2026-01-31, in 1970 or later", name, text));
    return parsed;
  };
  request.since = day("--since", options.since);
  request.until = day("--until", options.until);
  if (request.since && request.until && *request.since > *request.until)
    throw Stop(usage, fmt::format("--until {}: the last day is before the first, {}", options.until, options.since));
  const auto starts = parse_clock(options.day_starts);
  if (!starts)
    throw Stop(usage, fmt::format("--day-starts {}: expected a time of day such as 06:00, from 00:00 to 23:59",
                                  options.day_starts));
  const auto offset = parse_offset(options.utc_offset);
  if (!offset)
    throw Stop(usage, fmt::format("--utc-offset {}: expected an offset such as +02:00 or -08:00, at most 14 hours",
                                  options.utc_offset));
  request.time = {*offset, *starts};
}

void read_pages(const std::string& text, Request& request) {
  if (text.empty()) return;
  const auto number = [&](std::string_view digits) {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value == 0)
      throw Stop(usage, fmt::format("--page {}: expected a page such as 7, or a range such as 3-9", text));
    return value;
  };
  const size_t dash = text.find('-');
  request.first_page = number(std::string_view(text).substr(0, dash));
  request.last_page = dash == std::string::npos ? request.first_page : number(std::string_view(text).substr(dash + 1));
  if (request.last_page < request.first_page)
    throw Stop(usage, fmt::format("--page {}: the last page is before the first", text));
}

int read_weekday(const std::string& text) {
  constexpr std::array<std::string_view, 7> names = {"monday", "tuesday",  "wednesday", "thursday",
                                                     "friday", "saturday", "sunday"};
  const auto found = std::ranges::find(names, text);
  if (found == names.end()) throw Stop(usage, fmt::format("--week-starts {}: expected a weekday such as monday", text));
  return static_cast<int>(found - names.begin());
}

std::unique_ptr<ledger::Store> open_ledger(const std::string& address) {
  auto store = ledger::open_store(address, ledger::OpenMode::read_only);
  if (!store) throw Stop(failed, store.error().to_text());
  return std::move(*store);
}

}  // namespace cardroom::cli
