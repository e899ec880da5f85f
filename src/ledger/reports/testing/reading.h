// Reports of the scripted house, read cell by cell as plain text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "ledger/memory_store.h"
#include "ledger/reports/kinds.h"
#include "ledger/reports/testing/scripted_house.h"

namespace cardroom::ledger::reports::testing {

// Played once for the process.
inline std::shared_ptr<MemoryJournal> scripted_journal() {
  static const std::shared_ptr<MemoryJournal> journal = [] {
    auto made = std::make_shared<MemoryJournal>();
    play_scripted_house(make_memory_store(made, OpenMode::create, lease_ms_default));
    return made;
  }();
  return journal;
}

// One to be tampered with.
inline std::shared_ptr<MemoryJournal> copy_of_scripted_journal() {
  auto copy = std::make_shared<MemoryJournal>();
  copy->entries = scripted_journal()->entries;
  return copy;
}

inline Report report_of(std::string_view kind, const Request& request = {},
                        const std::shared_ptr<MemoryJournal>& journal = scripted_journal()) {
  const auto store = make_memory_store(journal, OpenMode::read_only, lease_ms_default);
  auto report = make_report(*store, *kind_named(kind), request);
  if (!report) throw std::runtime_error(report.error().text);
  return std::move(*report);
}

inline Request on_days(const char* since, const char* until) {
  Request request;
  request.since = parse_day(since);
  request.until = parse_day(until);
  return request;
}

inline std::string text_of(const Cell& cell) {
  if (const auto* text = std::get_if<std::string>(&cell)) return *text;
  if (const auto* count = std::get_if<int64_t>(&cell)) return std::to_string(*count);
  if (const auto* cents = std::get_if<base::Cents>(&cell)) return plain_money(*cents);
  if (const auto* units = std::get_if<base::MeterUnits>(&cell)) return plain_money(*units);
  if (const auto* instant = std::get_if<Instant>(&cell)) return time_text(instant->ms, 0);
  return "-";
}

inline const Table& table_of(const Report& report, std::string_view id) {
  const auto found = std::ranges::find(report.tables, id, &Table::id);
  if (found == report.tables.end()) throw std::runtime_error("no such table");
  return *found;
}

// The cells of the named columns, row by row, as "a | b | c".
inline std::vector<std::string> read(const Table& table, const std::vector<std::string>& columns) {
  std::vector<std::string> lines;
  for (const auto& row : table.rows) {
    std::string line;
    EXPECT_EQ(row.size(), table.columns.size());
    for (const std::string& name : columns) {
      const auto column = std::ranges::find(table.columns, name, &Column::name);
      if (column == table.columns.end()) throw std::runtime_error("no column " + name);
      line += (line.empty() ? "" : " | ") + text_of(row[static_cast<size_t>(column - table.columns.begin())]);
    }
    lines.push_back(line);
  }
  return lines;
}

}  // namespace cardroom::ledger::reports::testing
