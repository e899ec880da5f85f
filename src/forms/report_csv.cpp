#include <algorithm>

#include "base/text.h"
#include "forms/csv_text.h"
#include "forms/report_render.h"

namespace cardroom::forms {

namespace {

using namespace ledger::reports;

// A spreadsheet looks past blanks, and takes the wide forms of East Asian keyboards for the plain ones.
bool begins_like_a_formula(std::string_view text) {
  const std::string_view seen = base::after_blanks(text);
  constexpr std::string_view starts[] = {"=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"};
  return std::ranges::any_of(starts, [&](std::string_view start) { return seen.starts_with(start); });
}

// Texts come from people, and a spreadsheet runs what begins like a formula. Figures of ours may begin with a minus;
// some of them, percentages among them, stand in a text too, so that the column's unit tells.
std::string cell_csv(const Cell& cell, Unit unit, int utc_offset_minutes) {
  std::string text = plain_cell(cell, utc_offset_minutes);
  const bool written = std::holds_alternative<std::string>(cell) && !is_right_aligned(unit);
  if (written && begins_like_a_formula(text)) text.insert(0, "'");
  return csv_cell(text);
}

}  // namespace

std::string report_csv(const Report& report, const Table& table) {
  std::string csv;
  const auto line = [&](const auto& cell) {
    for (size_t at = 0; at < table.columns.size(); ++at) {
      if (at > 0) csv += ',';
      csv += cell(at);
    }
    csv += "\r\n";
  };
  line([&](size_t at) { return table.columns[at].name; });
  for (const auto& row : table.rows)
    line([&](size_t at) { return cell_csv(row[at], table.columns[at].unit, report.utc_offset_minutes); });
  return csv;
}

}  // namespace cardroom::forms
