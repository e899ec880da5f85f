#include "ledger/reports/level_books.h"

#include <fmt/format.h>

#include "progressive/laws.h"

namespace cardroom::ledger::reports {

std::vector<std::string> alarms_of_laws(const progressive::State& state,
                                        const std::optional<progressive::LinkId>& link) {
  std::vector<std::string> alarms;
  for (const auto& [id, ignored] : state.links)
    if (!link || *link == id)
      if (const auto broken = progressive::find_broken_law_of(state, id))
        alarms.push_back(fmt::format("Law '{}' is broken: {}. Run an audit.",
                                     in_words(progressive::law_name(broken->law)), broken->text));
  return alarms;
}

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
