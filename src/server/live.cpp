#include "server/live.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "server/cover_all.h"

namespace cardroom::server {

using ledger::Answer;

Answered answer_of(const std::string& id, const Answer& answer) {
  Answered message;
  message.id = id;
  message.sequence = answer.sequence;
  message.repeated = answer.repeated;
  switch (answer.kind) {
    case Answer::Kind::accepted: message.accepted = answer.event.outcome; break;
    case Answer::Kind::refused: message.refused = error_of(answer.refusal); break;
    case Answer::Kind::failed:
      message.failed = error_of(ServerRefusal::recording_failed,
                                "not confirmed as recorded: " + answer.failure + "; send it again with the same ID");
      break;
  }
  return message;
}

ErrorBody press_id_reused() {
  return error_of({RefusalCode::command_id_reused, "id",
                   "this ID was already used for a different message; use a new ID for every press or message"});
}

Answered refused_answer(const std::string& id, ErrorBody error) {
  Answered message;
  message.id = id;
  message.refused = std::move(error);
  return message;
}

namespace {

// Whether a newer channel takes the place of an older one. Who only listens may do so several times.
bool takes_over(DeviceKind kind) {
  return kind == DeviceKind::controller || kind == DeviceKind::keypad || kind == DeviceKind::shuffler;
}

bool plays_rounds(DeviceKind kind) {
  return kind == DeviceKind::controller || kind == DeviceKind::keypad;
}

bool may_read(Role role, Topic topic) {
  if (topic == Topic::events) return role != Role::dealer && role != Role::supervisor;
  return role != Role::dealer || topic == Topic::meters || topic == Topic::tables;
}

// What a controller may ask by itself, and at which table.
struct ForTable {
  const State& state;
  std::optional<TableId> operator()(const StartRound& body) const { return body.table; }
  std::optional<TableId> operator()(const MarkHand& body) const { return body.table; }
  std::optional<TableId> operator()(const PayEnvy& body) const { return body.table; }
  std::optional<TableId> operator()(const VoidDeal& body) const { return body.table; }
  std::optional<TableId> operator()(const EndRound& body) const { return body.table; }
  std::optional<TableId> operator()(const AcknowledgePayment& body) const { return body.table; }
  std::optional<TableId> operator()(const ReportSensor& body) const { return body.table; }
  std::optional<TableId> operator()(const ReportMalfunction& body) const { return body.table; }
  std::optional<TableId> operator()(const UnmarkHand& body) const {
    const auto claim = state.claims.find(body.claim);
    return claim == state.claims.end() ? TableId{} : claim->second.table;
  }
  template <class Body>
  std::optional<TableId> operator()(const Body&) const {
    return std::nullopt;
  }
};

}  // namespace

// One connection.
class LiveVisitor : public Visitor {
 public:
  LiveVisitor(LiveDesk& its_desk, Channel& its_channel, uint64_t its_key, std::string its_peer)
      : desk(its_desk), channel(its_channel), key(its_key), peer(std::move(its_peer)) {}

  void message(std::string_view text) override;
  void gone() override { desk.gone(*this); }
  void send(const Answered& answer) { channel.send(server::text(message_text("answer", answer))); }

  LiveDesk& desk;
  Channel& channel;
  uint64_t key;
  std::string peer;
  std::optional<Device> device;
  std::optional<Gate::Session> session;
  uint64_t heard = 0;  // the last event that was sent
  bool catching_up = false;
  bool read_again = false;  // what it asked for could not be read
  bool left = false;        // it is not part of the floor any more, though its connection may still be open
  uint64_t readings = 0;

 private:
  void device_message(Incoming message);
  void staff_message(Incoming message);
};

void LiveVisitor::message(std::string_view text) {
  if (left) return;
  if (device && device->kind == DeviceKind::display)
    return channel.close(CloseCode::policy, "a display may not send messages");
  auto incoming = read_message(text);
  if (!incoming) return send(refused_answer(incoming.error().id, incoming.error().error));
  if (device)
    device_message(std::move(*incoming));
  else
    staff_message(std::move(*incoming));
}

void LiveVisitor::device_message(Incoming message) {
  const auto not_this = [&] {
    send(refused_answer(message.id,
                        error_of(ServerRefusal::not_for_this_device,
                                 base::with_article(boost::describe::enum_to_string(device->kind, "device")) +
                                     " may not send this message")));
  };
  // Sensors are only kept in memory; everything else may have to be recorded, so it must go to the leader.
  if (!message.sensors && !desk.manager_.is_leading()) {
    Answered answer;
    answer.id = message.id;
    answer.failed = standby_error();
    return send(answer);
  }
  const LiveDesk::Asked asked{key, message.id, device->device.text + ":" + message.id, device->table, device->kind, {},
                              {},  false};
  if (message.press && plays_rounds(device->kind)) return desk.take_press(asked, *message.press, peer);
  if (!message.id.empty() && desk.is_press(asked)) return send(refused_answer(message.id, press_id_reused()));
  if (message.command && device->kind == DeviceKind::controller)
    return desk.take_command(asked, *device, std::move(*message.command));
  if (message.sensors && device->kind == DeviceKind::controller)
    return desk.take_sensors(asked, std::move(*message.sensors));
  if (message.deal && device->kind == DeviceKind::shuffler) return desk.take_deal(asked, *message.deal);
  if (message.fault && device->kind != DeviceKind::monitor) return desk.take_fault(asked, *device, *message.fault);
  not_this();
}

void LiveVisitor::staff_message(Incoming message) {
  if (!message.subscribe)
    return send(refused_answer(message.id,
                               error_of(ServerRefusal::not_for_this_device,
                                        "this channel takes subscriptions only; send commands to POST /v1/commands")));
  const auto person = desk.gate_.person(session->person.staff);
  if (!person) return channel.close(CloseCode::right_withdrawn, "the card was deactivated");
  const Audience audience = person->role == Role::dealer ? Audience::display : Audience::staff;
  Hub::Subscriber subscriber{&channel, audience, true, {}, {}, false, false};
  bool events = false;
  for (const Topic topic : message.subscribe->topics) {
    if (!may_read(person->role, topic))
      return send(refused_answer(
          message.id, error_of(ServerRefusal::role_not_allowed,
                               fmt::format("{} may not subscribe to {}",
                                           base::with_article(boost::describe::enum_to_string(person->role, "?")),
                                           boost::describe::enum_to_string(topic, "?")),
                               "subscribe.topics")));
    if (topic == Topic::events)
      events = true;
    else
      subscriber.topics.insert(topic);
  }
  Answered answer;
  answer.id = message.id;
  answer.sequence = desk.manager_.sequence();
  answer.accepted = Outcome{};
  send(answer);
  // A client that has seen more than exists saw another journal: this one was restored since.
  const uint64_t after = message.subscribe->after > answer.sequence ? 0 : message.subscribe->after;
  desk.hub_.subscribe(key, std::move(subscriber), after);
  if (!events) {
    desk.hearing_.erase(key);
    return;
  }
  desk.hearing_.insert(key);
  desk.take_events(key, after);
}

LiveDesk::LiveDesk(Manager& manager, Hub& hub, Gate& gate, Options options)
    : manager_(manager), hub_(hub), gate_(gate), options_(std::move(options)) {}

LiveDesk::~LiveDesk() = default;

Opening LiveDesk::device_opening(const Device& device, std::string peer) {
  return [this, device, peer](Channel& channel) {
    auto visitor = std::make_unique<LiveVisitor>(*this, channel, ++last_visitor_, peer);
    visitor->device = device;
    opened(*visitor);
    return visitor;
  };
}

Opening LiveDesk::staff_opening(const Gate::Session& session, std::string peer) {
  return [this, session, peer](Channel& channel) {
    auto visitor = std::make_unique<LiveVisitor>(*this, channel, ++last_visitor_, peer);
    visitor->session = session;
    opened(*visitor);
    return visitor;
  };
}

void LiveDesk::opened(LiveVisitor& visitor) {
  visitors_[visitor.key] = &visitor;
  Hello hello;
  hello.version = options_.version;
  hello.leading = manager_.is_leading();
  hello.sequence = manager_.sequence();
  hello.time_ms = manager_.now_ms();
  hello.who = visitor.device ? visitor.device->device.text : visitor.session->person.staff.text;
  if (visitor.device) {
    hello.device = visitor.device;
    hello.device->token_digest.clear();
  }
  visitor.channel.send(text(message_text("hello", hello)));
  if (!visitor.device) return;
  const Device& device = *visitor.device;
  gate_.record(RecordSignIn{{}, device.device, SignIn::signed_in, visitor.peer, {}});
  for (const auto& [key, other] : visitors_)
    if (other->device && other->device->device == device.device && !other->left && other->peer != visitor.peer) {
      gate_.note_shared(device, other->peer, visitor.peer);
      break;
    }
  if (device.kind == DeviceKind::monitor) return;
  Desk& desk = hub_.desk(device.table);
  if (device.kind == DeviceKind::controller) {
    ++desk.controllers;
    hub_.settle(AlarmKind::table_lost, device.table);
    hub_.touch_table(device.table);
  }
  if (device.kind == DeviceKind::keypad) {
    ++desk.keypads;
    hub_.touch_table(device.table);
  }
  if (device.kind == DeviceKind::shuffler) ++desk.shufflers;
  replace_older(visitor);
  const bool display = device.kind == DeviceKind::display;
  std::set<Topic> topics = {Topic::meters};
  if (!display) topics.insert(Topic::tables);
  hub_.subscribe(visitor.key,
                 {&visitor.channel, Audience::display, false, device.table, std::move(topics), true, display}, 0);
  if (device.kind == DeviceKind::shuffler)
    if (const auto table = manager_.state().tables.find(device.table); table != manager_.state().tables.end())
      send_cover_all(device.table, table->second.round ? table->second.round->hands_dealt : 0);
}

void LiveDesk::replace_older(const LiveVisitor& newer) {
  const Device& device = *newer.device;
  if (!takes_over(device.kind)) return;
  // A table has one set of sensors: the controller that came last reports them.
  const auto is_older = [&](const LiveVisitor& other) {
    if (&other == &newer || other.left || !other.device || other.device->kind != device.kind) return false;
    return other.device->device == device.device ||
           (device.kind == DeviceKind::controller && other.device->table == device.table);
  };
  std::vector<LiveVisitor*> older;
  for (const auto& [key, visitor] : visitors_)
    if (is_older(*visitor)) older.push_back(visitor);
  for (LiveVisitor* visitor : older) {
    leave(*visitor, "replaced by a newer connection");
    visitor->channel.close(CloseCode::replaced, "a newer connection has taken this one's place");
  }
  if (older.empty() || device.kind != DeviceKind::controller) return;
  Desk& desk = hub_.desk(device.table);
  desk.lit.clear();
  desk.told = false;
}

void LiveDesk::gone(LiveVisitor& visitor) {
  leave(visitor, "connection ended");
  visitors_.erase(visitor.key);
}

void LiveDesk::leave(LiveVisitor& visitor, const std::string& why) {
  if (std::exchange(visitor.left, true)) return;
  hearing_.erase(visitor.key);
  hub_.unsubscribe(visitor.key);
  if (!visitor.device) return;
  const Device& device = *visitor.device;
  gate_.record(RecordSignIn{{}, device.device, SignIn::signed_out, visitor.peer, why});
  Desk& desk = hub_.desk(device.table);
  if (device.kind == DeviceKind::shuffler) --desk.shufflers;
  if (device.kind == DeviceKind::keypad) {
    --desk.keypads;
    hub_.touch_table(device.table);
  }
  if (device.kind != DeviceKind::controller) return;
  if (--desk.controllers > 0) return;
  desk.lit.clear();
  desk.told = false;
  const auto table = manager_.state().tables.find(device.table);
  if (table != manager_.state().tables.end() && !table->second.removed)
    hub_.raise(AlarmKind::table_lost, device.table,
               fmt::format("table {} lost its connection{}", device.table.text,
                           table->second.round ? " during a round; the round stays open" : ""));
  hub_.touch_table(device.table);
}

void LiveDesk::send(uint64_t visitor, const Answered& answer) {
  if (const auto found = visitors_.find(visitor); found != visitors_.end()) found->second->send(answer);
}

size_t LiveDesk::count(DeviceKind kind) const {
  return static_cast<size_t>(std::ranges::count_if(visitors_, [&](const auto& entry) {
    const LiveVisitor& visitor = *entry.second;
    return !visitor.left && visitor.device && visitor.device->kind == kind;
  }));
}

void LiveDesk::take_command(const Asked& asked, const Device& device, CommandBody body) {
  const std::optional<TableId> table = std::visit(ForTable{manager_.state()}, body);
  if (!table)
    return send(asked.visitor,
                refused_answer(asked.id, error_of(ServerRefusal::not_for_this_device,
                                                  fmt::format("a table may not send {}; it requires a staff member",
                                                              command_name(body)),
                                                  "command")));
  // A claim that is gone has no table; the journal knows whether this is a repetition.
  const bool gone = table->empty() && std::holds_alternative<UnmarkHand>(body);
  if (*table != device.table && !gone)
    return send(asked.visitor,
                refused_answer(asked.id,
                               error_of(ServerRefusal::wrong_table,
                                        fmt::format("this device belongs to table {}", device.table.text), "command")));
  manager_.submit({asked.command_id, {}, {}, std::move(body)},
                  [this, asked](const Answer& answer) { send(asked.visitor, answer_of(asked.id, answer)); });
}

void LiveDesk::send_cover_all(const TableId& table, int hands) {
  const auto found = manager_.state().tables.find(table);
  if (found == manager_.state().tables.end()) return;
  const auto message = cover_all_of(found->second.table.game, hands);
  if (!message) return;
  for (const auto& [key, visitor] : visitors_)
    if (visitor->device && visitor->device->kind == DeviceKind::shuffler && visitor->device->table == table)
      visitor->channel.send(text(message_text("cover_all", *message)));
}

// ---- Events.

void LiveDesk::take_events(uint64_t key, uint64_t after) {
  const auto found = visitors_.find(key);
  if (found == visitors_.end()) return;
  found->second->heard = after;
  found->second->catching_up = true;
  found->second->read_again = false;
  // A later subscription reads for itself.
  const uint64_t reading = ++found->second->readings;
  options_.read_events(after, [this, key, reading](const EventPage& page) {
    const auto visitor = visitors_.find(key);
    if (visitor == visitors_.end() || !hearing_.contains(key) || visitor->second->readings != reading) return;
    if (!page) {
      visitor->second->read_again = true;
      return;
    }
    for (const EventView& event : *page) {
      visitor->second->channel.send(text(message_text("event", event)));
      visitor->second->heard = event.sequence;
    }
    if (page->empty() || visitor->second->heard >= manager_.sequence())
      visitor->second->catching_up = false;
    else
      take_events(key, visitor->second->heard);
  });
}

void LiveDesk::note_event(uint64_t sequence, const Event& event) {
  for (const uint64_t key : hearing_)
    if (const LiveVisitor& visitor = *visitors_.at(key); !visitor.catching_up && sequence > visitor.heard)
      take_events(key, visitor.heard);
  const bool may_end =
      std::holds_alternative<RevokeDevice>(event.command) || std::holds_alternative<RemoveTable>(event.command) ||
      std::holds_alternative<ChangeStaff>(event.command) || std::holds_alternative<SetPin>(event.command);
  if (!may_end) return;
  std::vector<LiveVisitor*> ended;
  for (const auto& [key, visitor] : visitors_)
    if (visitor->device ? !gate_.is_enrolled(*visitor->device) : !gate_.is_open(visitor->session->number))
      ended.push_back(visitor);
  for (LiveVisitor* visitor : ended) visitor->channel.close(CloseCode::right_withdrawn, "access was revoked");
}

void LiveDesk::close_all(const std::string& why) {
  std::vector<LiveVisitor*> all;
  for (const auto& [key, visitor] : visitors_) all.push_back(visitor);
  for (LiveVisitor* visitor : all) visitor->channel.close(CloseCode::try_later, why);
}

void LiveDesk::tick() {
  std::vector<LiveVisitor*> ended;
  for (const auto& [key, visitor] : visitors_)
    if (visitor->session && !gate_.is_open(visitor->session->number)) ended.push_back(visitor);
  for (LiveVisitor* visitor : ended) visitor->channel.close(CloseCode::right_withdrawn, "the session has ended");
  std::vector<std::pair<uint64_t, uint64_t>> again;
  for (const uint64_t key : hearing_)
    if (const LiveVisitor& visitor = *visitors_.at(key); visitor.read_again) again.emplace_back(key, visitor.heard);
  for (const auto& [key, heard] : again) take_events(key, heard);
}

}  // namespace cardroom::server
