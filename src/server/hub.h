// Who is told what changed. Changes are gathered for some milliseconds and written once for all who hear the same.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

#include "server/manager.h"
#include "server/transport.h"
#include "server/views.h"

namespace cardroom::server {

// What belongs to a table while the program runs: what the state does not hold.
struct Desk {
  KeypadState steps;
  std::vector<Wager> lit;
  int controllers = 0;  // connected
  int shufflers = 0;
  bool told = false;  // its sensors, since it connected
};

class Hub {
 public:
  struct Options {
    int64_t soon_ms = 20;    // to devices: a light, a meter
    int64_t later_ms = 250;  // to staff pages
    // Calls back once after so many milliseconds, on the io thread.
    std::function<void(int64_t, std::function<void()>)> after;
  };
  struct Subscriber {
    Channel* channel = nullptr;
    Audience audience = Audience::display;
    bool all = false;  // every link and table; else those of `table`
    TableId table;
    std::set<Topic> topics;
    bool is_device = false;
  };

  Hub(Manager& manager, Options options);

  // The subscriber hears of what changes from now on, and at once of what changed after the entry.
  void subscribe(uint64_t key, Subscriber subscriber, uint64_t after);
  void unsubscribe(uint64_t key);
  size_t subscribers() const { return subscribers_.size(); }

  Desk& desk(const TableId& table) { return desks_[table]; }
  // Something at the table's desk changed.
  void touch_table(const TableId& table);
  void touch_everything();

  uint64_t raise(AlarmKind kind, const TableId& table, std::string text);
  // Ends the alarms of this kind at the table.
  void settle(AlarmKind kind, const TableId& table);
  std::vector<AlarmView> alarms() const;

  // From the manager, in this order.
  void note_event(uint64_t sequence, const Event& event);
  void note_settled();
  // Once a second: claims that become visible, alarms that end.
  void tick();

  Meters meters(Audience audience, uint64_t after) const;
  Tables tables(uint64_t after);
  LinkView link(const LinkId& link, Audience audience) const;
  TableView table(const TableId& table);
  Claims claims() const;

 private:
  void touch_link(const LinkId& link);
  void schedule();
  void flush(bool later_too);
  void send_link(const LinkId& link, bool to_devices, bool to_staff);
  void send_table(const TableId& table, bool to_devices, bool to_staff);
  std::vector<LinkId> links_of(const TableId& table) const;

  Manager& manager_;
  Options options_;
  std::map<uint64_t, Subscriber> subscribers_;
  std::map<TableId, Desk> desks_;
  std::map<LinkId, uint64_t> link_changed_;  // by which entry
  std::map<TableId, uint64_t> table_changed_;
  std::unordered_map<ClaimNumber, TableId> table_of_claim_;
  std::set<LinkId> soon_links_, later_links_, hiding_links_;
  std::set<TableId> soon_tables_, later_tables_;
  bool claims_changed_ = false;
  bool alarms_changed_ = false;
  bool soon_scheduled_ = false;
  bool later_scheduled_ = false;
  uint64_t last_alarm_ = 0;
  std::map<uint64_t, AlarmView> alarms_;
};

inline constexpr size_t alarms_max = 200;  // older ones are in the journal
inline constexpr int64_t alarm_lasts_ms =
    10 * 60'000;  // of those that nothing ends: seen or not, they are in the journal

}  // namespace cardroom::server
