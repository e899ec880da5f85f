// Who is told what changed. Changes are gathered for some milliseconds and written once for all who hear the same.
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "server/manager.h"
#include "server/transport.h"
#include "server/views.h"

namespace cardroom::server {

// What belongs to a table while the program runs: what the state does not hold.
struct Desk {
  KeypadState steps;
  std::vector<Wager> lit;
  int controllers = 0;  // connected
  int keypads = 0;
  int shufflers = 0;
  bool told = false;  // its sensors, since it connected
};

class Hub {
 public:
  struct Options {
    // A change is told almost at once; those that follow it are gathered for so long.
    int64_t first_ms = 5;
    int64_t table_ms = 20;     // to a table's own devices
    int64_t display_ms = 100;  // meters, to displays: faster than digits can be read
    int64_t others_ms = 250;   // to staff pages; meters to keypads and controllers
    // Calls back once after so many milliseconds, on the io thread.
    std::function<void(int64_t, std::function<void()>)> after;
    std::function<int64_t()> steady_ms;  // a clock that only goes forward
  };
  struct Subscriber {
    Channel* channel = nullptr;
    Audience audience = Audience::display;
    bool all = false;  // every link and table; else those of `table`
    TableId table;
    std::set<Topic> topics;
    bool is_device = false;
    bool is_display = false;
    // The hub's own.
    uint64_t key = 0;
    int64_t meters_ms = 0;  // when a device last heard of its meters
  };

  Hub(Manager& manager, Options options);

  // The subscriber hears of what changes from now on, and at once of what changed since the entry: also of what changed
  // without one (a connection, a sensor) while it was the last.
  void subscribe(uint64_t key, Subscriber subscriber, uint64_t after);
  void unsubscribe(uint64_t key);
  size_t subscribers() const { return subscribers_.size(); }

  Desk& desk(const TableId& table) { return desks_[table]; }
  // Something at the table's desk changed.
  void touch_table(const TableId& table);
  void touch_everything();

  // At 0: now. No two of a kind and a table have the same time, which names them in the journal.
  uint64_t raise(AlarmKind kind, const TableId& table, std::string text, int64_t time_ms = 0);
  // Ends the alarms of this kind at the table.
  void settle(AlarmKind kind, const TableId& table);
  std::vector<AlarmView> alarms() const;
  bool lasts(const AcknowledgeAlarm& named) const;

  // From the manager.
  void note_event(uint64_t sequence, const Event& event);
  // Every sender of these events was answered: a table's own devices hear of it in the same breath.
  void tell_tables();
  // Once a second: claims that become visible, alarms that end.
  void tick();

  Meters meters(Audience audience, uint64_t after) const;
  Tables tables(uint64_t after);
  LinkView link(const LinkId& link, Audience audience) const;
  TableView table(const TableId& table);
  Claims claims() const;

 private:
  // Who hears what how fast.
  enum class Pace : uint8_t { table, display, others };
  struct Changes {
    std::set<LinkId> links;
    std::set<TableId> tables;
    bool claims = false;
    bool alarms = false;
    bool scheduled = false;
    int64_t flushed_ms = 0;
    uint64_t told = 0;  // up to which entry everything was told

    bool any() const { return !links.empty() || !tables.empty() || claims || alarms; }
  };
  // A message for many. It goes to a few at a time, so that who presses a key meanwhile does not wait for all of them.
  struct Fan {
    Text message;
    std::vector<uint64_t> keys;
    size_t next = 0;
  };
  static constexpr size_t fan_step = 32;
  // Channels by what they hear, made anew after somebody came or left.
  struct Listeners {
    std::map<LinkId, std::vector<Subscriber*>> links;
    std::map<TableId, std::vector<Subscriber*>> tables;
  };

  void touch_link(const LinkId& link);
  void acknowledge(const AcknowledgeAlarm& named, const StaffId& by, int64_t time_ms);
  // Those that nothing ends, when their time is over.
  void end_old_alarms();
  void start_afresh(const TableId& table);
  void note_owed();
  // All meters that the channel hears of.
  void send_meters(const Subscriber& subscriber, uint64_t after);
  void schedule();
  void flush(Pace pace);
  void send_link(const LinkId& link, Pace pace);
  void send_table(const TableId& table, Pace pace);
  void send_meters_along(Subscriber& subscriber);
  Text meters_text(const LinkId& link, Audience audience) const;
  void fan_out();
  const Listeners& listeners(Pace pace);
  static Pace pace_of(const Subscriber& subscriber, Topic topic);
  Changes& changes(Pace pace) { return changes_[static_cast<size_t>(pace)]; }
  std::vector<LinkId> links_of(const TableId& table) const;

  Manager& manager_;
  Options options_;
  std::map<uint64_t, Subscriber> subscribers_;
  std::map<TableId, Desk> desks_;
  std::vector<Debt> owed_told_;
  std::map<LinkId, uint64_t> link_changed_;  // by which entry
  std::map<TableId, uint64_t> table_changed_;
  std::set<LinkId> hiding_links_;
  std::array<Changes, 3> changes_;
  std::optional<std::array<Listeners, 3>> listeners_;
  std::deque<Fan> fans_;
  bool fanning_ = false;
  uint64_t telling_ = 0;  // what the messages of this flush say
  uint64_t last_alarm_ = 0;
  std::map<uint64_t, AlarmView> alarms_;
};

inline constexpr size_t alarms_max = 200;  // older ones are in the journal
inline constexpr int64_t alarm_lasts_ms =
    10 * 60'000;  // of those that nothing ends: seen or not, they are in the journal

}  // namespace cardroom::server
