#include "ledger/reports/level_books.h"

namespace cardroom::ledger::reports {

void add_to_totals(std::vector<Cell>& totals, const std::vector<Cell>& row) {
  totals.resize(row.size());
  for (size_t i = 0; i < row.size(); ++i) {
    const auto add = [&]<class T>(const T& value) {
      T* sum = std::get_if<T>(&totals[i]);
      if (sum == nullptr) sum = &totals[i].emplace<T>();
      *sum += value;
    };
    if (const auto* units = std::get_if<base::MeterUnits>(&row[i])) add(*units);
    if (const auto* cents = std::get_if<base::Cents>(&row[i])) add(*cents);
    if (const auto* count = std::get_if<int64_t>(&row[i])) add(*count);
  }
}

}  // namespace cardroom::ledger::reports
