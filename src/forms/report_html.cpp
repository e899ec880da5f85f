#include <fmt/format.h>

#include <algorithm>

#include "forms/report_render.h"
#include "forms/svg_plot.h"

namespace cardroom::forms {

namespace {

using namespace ledger::reports;

// Columns that still fit a sheet in portrait.
constexpr size_t portrait_columns_max = 7;

constexpr std::string_view style = R"(
:root { color-scheme: light; --ink: #17211c; --soft: #5a6a62; --line: #dde4e0; --ground: #f5f7f6; --panel: #fff; --alarm: #b3261e; --accent: #0f5c3c; }
* { box-sizing: border-box; }
body { font: 15px/1.5 Inter, "Helvetica Neue", Arial, sans-serif; color: var(--ink); background: var(--ground); margin: 0; padding: 32px 24px; font-variant-numeric: tabular-nums; }
main { max-width: 1120px; margin: 0 auto; } main.wide { max-width: 1560px; }
header { margin: 0 0 24px; } h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; } h2 { font-size: 18px; line-height: 1.3; margin: 0 0 12px; }
.sub, footer, .none { color: var(--soft); } .sub::first-letter { text-transform: uppercase; } p { margin: 4px 0; }
section { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 20px 24px; margin: 0 0 20px; overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { padding: 6px 16px 6px 0; text-align: left; vertical-align: top; } th:last-child, td:last-child { padding-right: 0; }
th { font-weight: 600; color: var(--soft); border-bottom: 1px solid #b9c5bf; vertical-align: bottom; }
tbody tr + tr td { border-top: 1px solid #eef2f0; } .n { text-align: right; white-space: nowrap; } .t { white-space: nowrap; }
tfoot td { font-weight: 600; border-top: 1px solid #b9c5bf; }
.alarm { border: 2px solid var(--alarm); border-radius: 10px; background: #fdf0ef; color: var(--alarm); font-weight: 600; padding: 12px 16px; margin: 0 0 20px; }
footer { font-size: 13px; max-width: 88ch; }
@media print { body { background: #fff; padding: 0; font-size: 10pt; } main, main.wide { max-width: none; } section { border: 0; border-radius: 0; padding: 0; margin: 0 0 16pt; overflow: visible; }
  table { font-size: 8.5pt; } .wide table { font-size: 7pt; } .wide th, .wide td { padding: 3pt 6pt 3pt 0; } thead { display: table-header-group; } tr { break-inside: avoid; } h2 { break-after: avoid; } }
)";

std::string class_of(const Column& column) {
  if (is_right_aligned(column.unit)) return " class=\"n\"";
  return column.unit == Unit::time || column.unit == Unit::day ? " class=\"t\"" : "";
}

std::string table_html(const Table& table, int utc_offset_minutes) {
  std::string html = fmt::format("<section><h2>{}</h2>", escaped(table.title));
  if (table.rows.empty()) return html + "<p class=\"none\">None in this period.</p></section>\n";
  html += "<table><thead><tr>";
  for (const Column& column : table.columns)
    html += fmt::format("<th scope=\"col\"{}>{}</th>", class_of(column), escaped(column.title));
  html += "</tr></thead><tbody>\n";
  const auto line = [&](const std::vector<std::string>& cells) {
    html += "<tr>";
    for (size_t i = 0; i < cells.size(); ++i)
      html += fmt::format("<td{}>{}</td>", class_of(table.columns[i]), escaped(cells[i]));
    html += "</tr>\n";
  };
  const ShownTable cells = shown(table, utc_offset_minutes);
  for (const auto& row : cells.rows) line(row);
  html += "</tbody>";
  if (!cells.totals.empty()) {
    html += "<tfoot>";
    line(cells.totals);
    html += "</tfoot>";
  }
  return html + "</table></section>\n";
}

}  // namespace

std::string report_html(const Report& report, const HtmlOptions& options) {
  const bool wide = std::ranges::any_of(report.tables, [](const Table& table) {
    return table.layout == Layout::rows && table.columns.size() > portrait_columns_max;
  });
  const bool pages = !report.tables.empty() && report.tables.front().layout == Layout::pages;
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>{0}</title><style>{4}{1}@page {{ size: {2}; margin: 14mm; "
      "}}\n</style></head>"
      "<body><main{3}>\n",
      escaped(report.title), style, wide ? "landscape" : "portrait", wide ? " class=\"wide\"" : "", options.font_faces);
  std::string head = fmt::format("<header><h1>{}</h1><p class=\"sub\">{}</p></header>\n", escaped(report.title),
                                 escaped(parameters_text(report)));
  std::string alarms;
  for (const std::string& alarm : report.alarms)
    alarms += fmt::format("<div class=\"alarm\" role=\"alert\">⚠ {}</div>\n", escaped(harmless(alarm)));
  if (pages && !report.is_empty()) {
    html += alarms;
    for (const Table& table : report.tables) html += win_pages_html(report, table, options);
    return html + "</main></body></html>\n";
  }
  html += head + alarms;
  if (report.is_empty())
    html += "<section><p class=\"none\">No entries in this period.</p></section>\n";
  else
    for (const Table& table : report.tables) html += table_html(table, report.utc_offset_minutes);
  html += "<footer>";
  for (const std::string& note : report.notes) html += fmt::format("<p>{}</p>", escaped(harmless(note)));
  return html + fmt::format("<p>Built only from the journal by Cardroom {}.</p></footer>\n</main></body></html>\n",
                            CARDROOM_VERSION);
}

}  // namespace cardroom::forms
