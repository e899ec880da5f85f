#include "ledger/reports/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::ledger::reports {

namespace {

std::string plain(int64_t value, int places) {
  const uint64_t size = value < 0 ? -static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
  uint64_t one = 1;
  for (int i = 0; i < places; ++i) one *= 10;
  std::string text = fmt::format("{}{}.{:0{}}", value < 0 ? "-" : "", size / one, size % one, places);
  for (int i = places; i > 2 && text.back() == '0'; --i) text.pop_back();
  return text;
}

}  // namespace

bool Report::is_empty() const {
  return std::ranges::all_of(tables, [](const Table& table) { return table.rows.empty(); });
}

std::string plain_money(base::Cents amount) {
  return plain(amount.value(), 2);
}

std::string plain_money(base::MeterUnits amount) {
  return plain(amount.value(), 8);
}

std::string person(const progressive::State& state, const progressive::StaffId& staff) {
  if (staff.empty()) return "the table";
  const auto found = state.staff.find(staff);
  if (found == state.staff.end() || found->second.name.empty()) return staff.text;
  return fmt::format("{} ({})", found->second.name, staff.text);
}

std::string level_name(const progressive::State& state, const progressive::LinkId& link, int level) {
  const auto found = state.links.find(link);
  if (found == state.links.end() || level < 0 || static_cast<size_t>(level) >= found->second.rules.levels.size())
    return fmt::format("{}", level);
  return found->second.rules.levels[static_cast<size_t>(level)].name;
}

std::string in_words(std::string_view name) {
  std::string words(name);
  std::ranges::replace(words, '_', ' ');
  return words;
}

}  // namespace cardroom::ledger::reports
