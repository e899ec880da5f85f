// Live channels: a device or a signed-in page on one WebSocket. Devices speak for their own table and nothing else;
// displays only listen.
#pragma once

#include <deque>
#include <expected>
#include <map>

#include "server/answered_presses.h"
#include "server/gate.h"

namespace cardroom::server {

class LiveVisitor;

// Entries of the journal, or why they cannot be read now.
using EventPage = std::expected<std::vector<EventView>, ErrorBody>;

class LiveDesk {
 public:
  struct Options {
    std::string version;
    // Journal entries after a sequence, read elsewhere: told in pages until the last one, which is empty. Where that
    // cannot be done now, it is asked again a second later.
    std::function<void(uint64_t after, std::function<void(const EventPage&)>)> read_events;
  };

  LiveDesk(Manager& manager, Hub& hub, Gate& gate, Options options);
  ~LiveDesk();

  Opening device_opening(const Device& device, std::string peer);
  Opening staff_opening(const Gate::Session& session, std::string peer);

  // From the manager: an event that may end a channel's right, or that subscribers of events hear.
  void note_event(uint64_t sequence, const Event& event);
  // This game manager leads now, or no longer does: every channel is closed with the reason, so that each client finds
  // the one that leads.
  void close_all(const std::string& why);
  // Once a second: sessions that have ended, entries that could not be read.
  void tick();
  size_t count(DeviceKind kind) const;

 private:
  friend class LiveVisitor;

  // A press of which not everything is recorded, and that may come again.
  struct Unsettled {
    std::string command_id;
    Key key;                                // as it came
    std::optional<std::vector<Wager>> lit;  // when it was pressed
    Pressed pressed;
    size_t done = 0;      // of its commands
    ledger::Answer last;  // what those came to
  };
  struct Asked {
    uint64_t visitor = 0;
    std::string id;          // of the message
    std::string command_id;  // of what is recorded
    TableId table;
    DeviceKind kind = DeviceKind::keypad;  // whose message it is
    // Of a press.
    Key key;                                // as it came
    std::optional<std::vector<Wager>> lit;  // the sensors when it came, if they were told
    bool again = false;                     // it came before, or its sender says so
  };
  struct QueuedPress {
    Asked asked;
    std::string pin;
    std::string peer;
    std::vector<uint64_t> resent_by = {};  // visitors who sent it again before it was answered
  };
  // One table's presses, one after the other: each is a step from what the last one left.
  struct Line {
    std::optional<QueuedPress> now;
    std::deque<QueuedPress> waiting;
    AnsweredPresses answered;  // those of which the journal knows nothing
    std::deque<Unsettled> unsettled;
  };
  static constexpr size_t presses_waiting_max = 16;  // a dealer's fingers are slower than this
  static constexpr size_t unsettled_kept = 16;       // as many as may wait

  void take_press(Asked asked, const Press& press, const std::string& peer);
  static QueuedPress* in_line(Line& line, const std::string& command_id);
  // Whether a press of the table has this id, though the journal may not know it.
  bool is_press(const Asked& asked);
  void next_press(const TableId& table);
  void begin_press(const QueuedPress& queued);
  void press_new(const Asked& asked);
  // What the key does now, with the chips that it locks in.
  std::expected<Pressed, ErrorBody> pressed_by(const Asked& asked);
  std::expected<Key, ErrorBody> with_chips(const Asked& asked);
  // The answer that the press got before, from the journal; nothing where it is new.
  using Before = std::function<void(const std::optional<Answered>&)>;
  void look_up(const Asked& asked, Before done);
  // Adds what the further commands of a press led to.
  void look_up_rest(const Asked& asked, size_t number, const ledger::Answer& last, Before done);
  void run_commands(const Asked& asked, Pressed pressed, size_t index, const ledger::Answer& last);
  void after_command(const Asked& asked, Pressed pressed, size_t index, const ledger::Answer& last,
                     const ledger::Answer& answer);
  void press_failed(const Asked& asked, Pressed pressed, size_t index, const ledger::Answer& last);
  void step_back(const Asked& asked, const KeypadCommand& refused, const Refusal& why);
  void finish_press(const Asked& asked, const Answered& answer);
  Unsettled* unsettled(const Asked& asked);
  void take_command(const Asked& asked, const Device& device, CommandBody body);
  void take_sensors(const Asked& asked, Sensors sensors);
  void take_deal(const Asked& asked, const Deal& deal);
  void take_fault(const Asked& asked, const Device& device, const Fault& fault);
  void take_events(uint64_t visitor, uint64_t after);
  void send(uint64_t visitor, const Answered& answer);
  void opened(LiveVisitor& visitor);
  // Older channels of the device that a newer one takes the place of.
  void replace_older(const LiveVisitor& newer);
  // Nothing that the visitor says counts from now on. Once.
  void leave(LiveVisitor& visitor, const std::string& why);
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
Answered refused_answer(const std::string& id, ErrorBody error);
ErrorBody press_id_reused();
// What is wrong with the sensors that a table's controller tells of: a position, link or wager that the table does not
// have, or one place twice. Nothing: they can be locked in.
std::optional<ErrorBody> wrong_sensor(const State& state, const TableId& table, const std::vector<Wager>& lit);

}  // namespace cardroom::server
