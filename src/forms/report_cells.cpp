#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "forms/report_render.h"
#include "ledger/reports/house_time.h"

namespace cardroom::forms {

namespace {

using namespace ledger::reports;

// "$1,250.00", "-$0.0125", with this many places.
std::string money_text(int64_t units, int places_of_unit, int places) {
  const uint64_t size = units < 0 ? -static_cast<uint64_t>(units) : static_cast<uint64_t>(units);
  uint64_t one = 1;
  for (int i = 0; i < places_of_unit; ++i) one *= 10;
  std::string whole = fmt::format("{}", size / one);
  for (size_t at = whole.size(); at > 3; at -= 3) whole.insert(at - 3, ",");
  std::string fraction = fmt::format("{:0{}}", size % one, places_of_unit);
  fraction.resize(static_cast<size_t>(places), '0');
  return fmt::format("{}${}.{}", units < 0 ? "-" : "", whole, fraction);
}

// Places that an amount needs: two to eight.
int places_needed(const Cell& cell) {
  const auto* units = std::get_if<base::MeterUnits>(&cell);
  if (units == nullptr) return 2;
  int places = 8;
  for (int64_t left = units->value(); places > 2 && left % 10 == 0; left /= 10) --places;
  return places;
}

std::string shown_in_column(const Cell& cell, int utc_offset_minutes, int places) {
  if (const auto* cents = std::get_if<base::Cents>(&cell))
    return *cents == base::Cents() ? "–" : money_text(cents->value(), 2, places);
  if (const auto* units = std::get_if<base::MeterUnits>(&cell))
    return *units == base::MeterUnits() ? "–" : money_text(units->value(), 8, places);
  return shown_cell(cell, utc_offset_minutes);
}

}  // namespace

std::string harmless(std::string text) {
  return base::find_unprintable(text) ? base::printable(text) : std::move(text);
}

std::string shown_cell(const Cell& cell, int utc_offset_minutes) {
  if (const auto* text = std::get_if<std::string>(&cell)) return harmless(*text);
  if (const auto* cents = std::get_if<base::Cents>(&cell)) return money_text(cents->value(), 2, 2);
  if (const auto* units = std::get_if<base::MeterUnits>(&cell))
    return money_text(units->value(), 8, places_needed(cell));
  if (const auto* instant = std::get_if<Instant>(&cell)) return time_text(instant->ms, utc_offset_minutes);
  if (const auto* count = std::get_if<int64_t>(&cell)) {
    std::string digits = fmt::format("{}", *count);
    const size_t sign = *count < 0 ? 1 : 0;
    for (size_t at = digits.size(); at > 3 + sign; at -= 3) digits.insert(at - 3, ",");
    return digits;
  }
  return "";
}

std::string plain_cell(const Cell& cell, int utc_offset_minutes) {
  if (const auto* cents = std::get_if<base::Cents>(&cell)) return plain_money(*cents);
  if (const auto* units = std::get_if<base::MeterUnits>(&cell)) return plain_money(*units);
  if (const auto* instant = std::get_if<Instant>(&cell)) return time_iso(instant->ms, utc_offset_minutes);
  if (const auto* count = std::get_if<int64_t>(&cell)) return fmt::format("{}", *count);
  return shown_cell(cell, utc_offset_minutes);
}

ShownTable shown(const Table& table, int utc_offset_minutes) {
  std::vector<int> places(table.columns.size(), 2);
  const auto look = [&](const std::vector<Cell>& row) {
    for (size_t i = 0; i < row.size(); ++i) places[i] = std::max(places[i], places_needed(row[i]));
  };
  for (const auto& row : table.rows) look(row);
  look(table.totals);
  const auto show = [&](const std::vector<Cell>& row) {
    std::vector<std::string> cells;
    for (size_t i = 0; i < row.size(); ++i) cells.push_back(shown_in_column(row[i], utc_offset_minutes, places[i]));
    return cells;
  };
  ShownTable result;
  for (const auto& row : table.rows) result.rows.push_back(show(row));
  result.totals = show(table.totals);
  return result;
}

std::string parameters_text(const Report& report) {
  std::string text;
  for (const Parameter& parameter : report.parameters) {
    const std::string value = harmless(parameter.value);
    std::string piece = in_words(parameter.name) + " " + value;
    if (parameter.name == "utc_offset") piece = "times in UTC" + (value == "+00:00" ? "" : value);
    if (parameter.name == "day_starts") piece = "days start at " + value;
    text += (text.empty() ? "" : ", ") + piece;
  }
  return text;
}

}  // namespace cardroom::forms
