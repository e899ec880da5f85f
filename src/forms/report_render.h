// A report in the forms that people and machines read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "ledger/reports/report.h"

namespace cardroom::forms {

// A table's cells as people read them, the totals last if there are any. Amounts of a column all have as many places as
// the finest of them needs; zero is a dash.
struct ShownTable {
  std::vector<std::vector<std::string>> rows;
  std::vector<std::string> totals;
};
ShownTable shown(const ledger::reports::Table& table, int utc_offset_minutes);
std::string shown_cell(const ledger::reports::Cell& cell, int utc_offset_minutes);
// As machines read it: amounts as decimals without sign or separators, times as in ISO 8601.
std::string plain_cell(const ledger::reports::Cell& cell, int utc_offset_minutes);
// Control characters and others that a terminal would obey, and bytes that are not UTF-8, replaced (base::printable).
std::string harmless(std::string text);
// "since 2026-01-01, until the last entry, …"
std::string parameters_text(const ledger::reports::Report& report);

std::string report_text(const ledger::reports::Report& report);
std::string report_json(const ledger::reports::Report& report);
// One table: lines end with CR LF, and a text that a spreadsheet would take for a formula gets an apostrophe before it.
std::string report_csv(const ledger::reports::Report& report, const ledger::reports::Table& table);

struct HtmlOptions {
  bool checklist = false;                         // on every win slip: what is verified before a large win is paid
  std::string house = {};                         // at the head; empty: none
  std::map<std::string, std::string> names = {};  // of links and games, by id: what people call them
  std::string font_faces = {};                    // CSS rules that load Inter; empty: the machine's own fonts
};
std::string report_html(const ledger::reports::Report& report, const HtmlOptions& options);
// The pages of a table whose rows are documents.
std::string win_pages_html(const ledger::reports::Report& report, const ledger::reports::Table& table,
                           const HtmlOptions& options);

}  // namespace cardroom::forms
