// Live channels: a device or a signed-in page on one WebSocket. Devices speak for their own table and nothing else;
// displays only listen.
#pragma once

#include <deque>
#include <map>
#include <unordered_map>

#include "server/gate.h"

namespace cardroom::server {

class LiveVisitor;

class LiveDesk {
 public:
  struct Options {
    std::string version;
    // Journal entries after a sequence, read elsewhere: told in pages until the last one, which is empty.
    std::function<void(uint64_t after, std::function<void(std::vector<EventView>)>)> read_events;
  };

  LiveDesk(Manager& manager, Hub& hub, Gate& gate, Options options);
  ~LiveDesk();

  Opening device_opening(const Device& device, std::string peer);
  Opening staff_opening(const Gate::Session& session, std::string peer);

  // From the manager: an event that may end a channel's right, or that subscribers of events hear.
  void note_event(uint64_t sequence, const Event& event);
  // This game manager leads, or no longer does: everybody is told, and a controller that must find the other one is
  // let go.
  void note_leading(bool leading);
  // Once a second: sessions that have ended.
  void tick();
  size_t count(DeviceKind kind) const;

 private:
  friend class LiveVisitor;

  struct AnsweredPress {
    std::string command_id;
    Key key;
    Text answer;
  };
  // One table's presses, one after the other: each is a step from what the last one left.
  struct Line {
    bool busy = false;
    std::deque<std::function<void()>> waiting;
    std::deque<AnsweredPress> answered;  // the last ones
  };
  static constexpr size_t presses_waiting_max = 16;  // a dealer's fingers are slower than this
  static constexpr size_t answers_kept = 16;

  struct Asked {
    uint64_t visitor = 0;
    std::string id;          // of the message
    std::string command_id;  // of what is recorded
    TableId table;
    Key key;  // of a press
  };

  void take_press(Asked asked, const Device& device, Press press, const std::string& peer);
  void next_press(const TableId& table);
  void press_now(const Asked& asked, const Device& device, Press press);
  void run_commands(const Asked& asked, Pressed pressed, size_t index, const ledger::Answer& last);
  void finish_press(const Asked& asked, Answered answer);
  void take_command(const Asked& asked, const Device& device, CommandBody body);
  void take_sensors(const Device& device, Sensors sensors);
  void take_deal(const Asked& asked, const Deal& deal);
  void take_fault(const Asked& asked, const Device& device, const Fault& fault);
  void take_events(uint64_t visitor, uint64_t after);
  void send(uint64_t visitor, const Answered& answer);
  void opened(LiveVisitor& visitor);
  void gone(LiveVisitor& visitor);
  void send_cover_all(const TableId& table, int hands);

  Manager& manager_;
  Hub& hub_;
  Gate& gate_;
  Options options_;
  uint64_t last_visitor_ = 0;
  std::map<uint64_t, LiveVisitor*> visitors_;
  std::set<uint64_t> hearing_;  // those of them that hear of every event
  std::map<TableId, Line> lines_;
};

Answered answer_of(const std::string& id, const ledger::Answer& answer);

}  // namespace cardroom::server
