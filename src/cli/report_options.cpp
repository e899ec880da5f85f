#include "cli/report_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "cli/command.h"

namespace cardroom::cli {

using namespace ledger::reports;

void add_period_options(Command command, PeriodOptions& options) {
  command.add_option("--since", options.since, "The first gaming day (the journal's first)").type_name("DATE");
  command.add_option("--until", options.until, "The last gaming day, included (the journal's last)").type_name("DATE");
  command.add_option("--day-starts", options.day_starts, "When a gaming day begins by the house's clocks (00:00)")
      .type_name("HH:MM");
  command.add_option("--utc-offset", options.utc_offset, "What the house's clocks are ahead of UTC (+00:00)")
      .type_name("±HH:MM");
}

void read_period(const PeriodOptions& options, Request& request) {
  const auto day = [](const char* name, const std::string& text) -> std::optional<Day> {
    if (text.empty()) return std::nullopt;
    const auto parsed = parse_day(text);
    if (!parsed) throw Stop(usage, fmt::format("{} {}: a date is written as 2026-01-31, from 1970 on", name, text));
    return parsed;
  };
  request.since = day("--since", options.since);
  request.until = day("--until", options.until);
  if (request.since && request.until && *request.since > *request.until)
    throw Stop(usage, fmt::format("--until {}: the last day is before the first, {}", options.until, options.since));
  const auto starts = parse_clock(options.day_starts);
  if (!starts)
    throw Stop(usage,
               fmt::format("--day-starts {}: a time of day is written as 06:00, 00:00 to 23:59", options.day_starts));
  const auto offset = parse_offset(options.utc_offset);
  if (!offset)
    throw Stop(usage, fmt::format("--utc-offset {}: an offset is written as +02:00 or -08:00, at most 14 hours",
                                  options.utc_offset));
  request.time = {*offset, *starts};
}

void read_pages(const std::string& text, Request& request) {
  if (text.empty()) return;
  const auto number = [&](std::string_view digits) {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value == 0)
      throw Stop(usage, fmt::format("--page {}: a page is written as 7, several as 3-9", text));
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
  if (found == names.end()) throw Stop(usage, fmt::format("--week-starts {}: a weekday is written as monday", text));
  return static_cast<int>(found - names.begin());
}

std::unique_ptr<ledger::Store> open_ledger(const std::string& address) {
  auto store = ledger::open_store(address, ledger::OpenMode::read_only);
  if (!store) throw Stop(failed, store.error().to_text());
  return std::move(*store);
}

}  // namespace cardroom::cli
