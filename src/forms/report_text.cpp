#include <fmt/format.h>

#include "forms/report_render.h"
#include "forms/text_table.h"

namespace cardroom::forms {

namespace {

using namespace ledger::reports;

// The longest line that is still pleasant to read.
constexpr size_t note_columns = 100;

std::string rows_text(const Table& table, int utc_offset_minutes) {
  std::vector<TextTable::Column> columns;
  for (const Column& column : table.columns)
    columns.push_back({column.title, is_right_aligned(column.unit) ? Align::right : Align::left});
  TextTable text(std::move(columns));
  ShownTable cells = shown(table, utc_offset_minutes);
  for (auto& row : cells.rows) text.add(std::move(row));
  if (!cells.totals.empty()) text.add(std::move(cells.totals));
  return text.to_text(2);
}

std::string pages_text(const Table& table, int utc_offset_minutes) {
  std::string all;
  for (const auto& row : table.rows) {
    TextTable text({{""}, {""}});
    for (size_t i = 0; i < row.size(); ++i) {
      const std::string cell = shown_cell(row[i], utc_offset_minutes);
      if (!cell.empty()) text.add({table.columns[i].title, cell});
    }
    all += (all.empty() ? "" : "\n") + text.to_text(2);
  }
  return all;
}

}  // namespace

std::string report_text(const Report& report) {
  std::string text = fmt::format("{}: {}\n", report.title, parameters_text(report));
  for (const std::string& alarm : report.alarms) text += fmt::format("\n*** {} ***\n", harmless(alarm));
  if (report.is_empty()) text += "\nNo entries in this period.\n";
  for (const Table& table : report.tables) {
    if (report.is_empty()) break;
    if (table.rows.empty()) {
      text += fmt::format("\n{}: none\n", table.title);
      continue;
    }
    text += fmt::format("\n{}\n\n", table.title);
    text += table.layout == Layout::pages ? pages_text(table, report.utc_offset_minutes)
                                          : rows_text(table, report.utc_offset_minutes);
  }
  if (!report.notes.empty()) text += "\n";
  for (const std::string& note : report.notes) {
    TextTable lines({{""}});
    lines.add({harmless(note)});
    text += lines.to_text(0, note_columns);
  }
  return text;
}

}  // namespace cardroom::forms
