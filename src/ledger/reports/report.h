// A report before it takes a form: tables of typed cells, with what was asked and what is to be said about them. Text,
// JSON, CSV and HTML are made of it elsewhere.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "base/money.h"
#include "progressive/state.h"

namespace cardroom::ledger::reports {

// What a column holds. Money stands in Cents or MeterUnits, the others in the types beside them.
enum class Unit : uint8_t {
  text,         // std::string
  count,        // int64_t
  money,        // Cents, MeterUnits
  percent,      // std::string, a decimal of a hundred: "12.34"
  probability,  // std::string, a fraction or a decimal of one
  number,       // std::string, any other decimal
  time,         // Instant
  day,          // std::string, "2026-01-31"
};

// Numbers stand at the right, so that their digits stand below each other.
constexpr bool is_right_aligned(Unit unit) {
  return unit != Unit::text && unit != Unit::time && unit != Unit::day;
}

struct Instant {
  int64_t ms = 0;  // UTC, since 1970
  bool operator==(const Instant&) const = default;
};

// Nothing, where the column does not apply to the row.
using Cell = std::variant<std::monostate, std::string, int64_t, base::Cents, base::MeterUnits, Instant>;

struct Column {
  std::string name;   // for machines: "opening"
  std::string title;  // for people: "Opening"
  Unit unit = Unit::text;
};

// pages: every row is a document of its own, printed on its own page and signed.
enum class Layout : uint8_t { rows, pages };

struct Table {
  std::string id;
  std::string title;
  Layout layout = Layout::rows;
  std::vector<Column> columns;
  std::vector<std::vector<Cell>> rows;  // each as long as columns
  std::vector<Cell> totals;             // as long as columns, or empty
};

struct Parameter {
  std::string name;
  std::string value;
};

struct Report {
  std::string id;
  std::string title;
  std::vector<Parameter> parameters;
  std::vector<Table> tables;
  std::vector<std::string> notes;
  std::vector<std::string> alarms;  // what does not add up; to be shown before everything else
  int utc_offset_minutes = 0;       // in which times are shown

  bool is_empty() const;
};

// "-1250.5", at least two places and no zeros after that.
std::string plain_money(base::Cents amount);
std::string plain_money(base::MeterUnits amount);

// "Ann Lee (sup7)", "sup7" when no name is known, "the table" for nobody.
std::string person(const progressive::State& state, const progressive::StaffId& staff);
// The name of a level: "Mega".
std::string level_name(const progressive::State& state, const progressive::LinkId& link, int level);
// A described enumerator or a hand in words: "seed_recovered" is "seed recovered".
std::string in_words(std::string_view name);

}  // namespace cardroom::ledger::reports
