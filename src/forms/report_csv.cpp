#include "forms/report_render.h"

namespace cardroom::forms {

namespace {

using namespace ledger::reports;

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string safe = "\"";
  for (const char c : text) safe += c == '"' ? std::string("\"\"") : std::string(1, c);
  return safe + "\"";
}

// Texts come from people, and a spreadsheet runs what begins like a formula. Numbers of ours may begin with a minus.
std::string cell_csv(const Cell& cell, int utc_offset_minutes) {
  std::string text = plain_cell(cell, utc_offset_minutes);
  const bool written = std::holds_alternative<std::string>(cell);
  if (written && !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos) text.insert(0, "'");
  return quoted(text);
}

}  // namespace

std::string report_csv(const Report& report, const Table& table) {
  std::string csv;
  const auto line = [&](const auto& items, const auto& cell) {
    bool first = true;
    for (const auto& item : items) {
      if (!first) csv += ',';
      first = false;
      csv += cell(item);
    }
    csv += "\r\n";
  };
  line(table.columns, [](const Column& column) { return column.name; });
  for (const auto& row : table.rows)
    line(row, [&](const Cell& cell) { return cell_csv(cell, report.utc_offset_minutes); });
  return csv;
}

}  // namespace cardroom::forms
