// A table as the lab was asked for it: printed paytables, and pays that somebody edited. An edit is one text,
//
//   WAGER/HAND=PAY          pair-plus/flush=3 to 1      a pay; a bare number keeps the printed form ("to 1", "for 1",
//   "%") WAGER/HAND=             ante-bonus/straight=        the row is taken out WAGER/HAND/HANDS=PAY
//   cover-all/flush/4=3 to 1    where pays depend on the number of hands WAGER/HAND/envy=AMOUNT
//   progressive/flush/envy=$10  the envy pay
//
// and a hand that has no row gets one. What comes of the edits passes the same reader as a house's own file.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "games/table.h"
#include "lab/question.h"

namespace cardroom::lab {

struct AskedTable {
  games::Table table;                      // with the edits
  games::Table printed;                    // without
  std::vector<std::string> edited_groups;  // whose pays differ from the printed ones
  std::vector<std::string> warnings;
  std::string rows;  // which hands have rows: what counts may depend on, where pays do not matter

  bool edited() const { return !edited_groups.empty(); }
};
std::expected<AskedTable, Fault> asked_table(const TableAsk& ask);

// The paytable of a group.
const games::PaytablePtr& paytable_of(const games::Table& table, std::string_view group);
// A paytable as the file that a house keeps, and that 'cardroom --paytable' takes.
std::string paytable_text(const games::Paytable& paytable);

// All fractional pays of a table have a common denominator up to this: beyond it a session's nets become too many to
// count, and no layout prints such pays.
inline constexpr int64_t pay_denominator_max = 1000;

}  // namespace cardroom::lab
