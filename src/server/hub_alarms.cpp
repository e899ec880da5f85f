// Alarms: raised, seen, ended.
#include <algorithm>

#include "server/hub.h"
#include "server/log.h"

namespace cardroom::server {

namespace {

// Alarms that a condition ends; the others pass with time.
bool has_an_end(AlarmKind kind) {
  return kind == AlarmKind::table_lost || kind == AlarmKind::prize_fund_short || kind == AlarmKind::journal_failed ||
         kind == AlarmKind::audit_failed || kind == AlarmKind::journal_rolled_back || kind == AlarmKind::anchor_failed;
}

bool is_named(const AlarmView& alarm, const AcknowledgeAlarm& name) {
  return alarm.kind == name.kind && alarm.table == name.table && alarm.time_ms == name.raised_ms;
}

}  // namespace

uint64_t Hub::raise(AlarmKind kind, const TableId& table, std::string text, int64_t time_ms) {
  if (alarms_.size() >= alarms_max) {
    const auto passing = std::ranges::find_if(alarms_, [](const auto& a) { return !has_an_end(a.second.kind); });
    alarms_.erase(passing == alarms_.end() ? alarms_.begin() : passing);
  }
  note(LogLevel::warning, "alarm",
       {{"kind", boost::describe::enum_to_string(kind, "")}, {"table", table.text}, {"text", text}});
  AcknowledgeAlarm name{kind, table, time_ms > 0 ? time_ms : manager_.now_ms()};
  while (lasts(name)) ++name.raised_ms;
  const uint64_t number = ++last_alarm_;
  alarms_[number] = {number, name.raised_ms, kind, table, std::move(text), {}, 0};
  changes(Pace::others).alarms = true;
  schedule();
  return number;
}

void Hub::settle(AlarmKind kind, const TableId& table) {
  if (std::erase_if(alarms_, [&](const auto& a) { return a.second.kind == kind && a.second.table == table; }) == 0)
    return;
  changes(Pace::others).alarms = true;
  schedule();
}

bool Hub::lasts(const AcknowledgeAlarm& named) const {
  return std::ranges::any_of(alarms_, [&](const auto& a) { return is_named(a.second, named); });
}

void Hub::acknowledge(const AcknowledgeAlarm& named, const StaffId& by, int64_t time_ms) {
  const auto found = std::ranges::find_if(alarms_, [&](const auto& a) { return is_named(a.second, named); });
  if (found == alarms_.end() || found->second.acknowledged_ms > 0) return;
  found->second.acknowledged_by = by;
  found->second.acknowledged_ms = time_ms;
  changes(Pace::others).alarms = true;
  schedule();
}

void Hub::end_old_alarms() {
  const int64_t old_ms = manager_.now_ms() - alarm_lasts_ms;
  const auto is_old = [&](const auto& a) { return !has_an_end(a.second.kind) && a.second.time_ms < old_ms; };
  if (std::erase_if(alarms_, is_old) > 0) changes(Pace::others).alarms = true;
}

std::vector<AlarmView> Hub::alarms() const {
  std::vector<AlarmView> all;
  for (const auto& [number, alarm] : alarms_) all.push_back(alarm);
  return all;
}

}  // namespace cardroom::server
