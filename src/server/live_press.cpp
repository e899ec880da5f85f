// Key presses: handled one at a time per table, each with the commands that it produces, and what is left of a press
// that could not be recorded.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "server/live.h"

namespace cardroom::server {

using ledger::Answer;

namespace {

bool locks_in(const Key& key) {
  return key.kind == KeyKind::start_game || key.kind == KeyKind::coin_in;
}

bool names_person(const Key& key) {
  return key.kind == KeyKind::card || key.kind == KeyKind::key_to_jph;
}

std::string_view lock_name(const Key& key) {
  return key.kind == KeyKind::coin_in ? "COIN IN" : "START GAME";
}

// The combined result of a press's commands: the last outcome, and every payment.
Answer joined(const Answer& before, const Answer& now) {
  Answer both = now;
  const auto put_before = [](auto& list, const auto& first) { list.insert(list.begin(), first.begin(), first.end()); };
  const Outcome& first = before.event.outcome;
  put_before(both.event.outcome.priced, first.priced);
  put_before(both.event.outcome.paid, first.paid);
  put_before(both.event.outcome.envy, first.envy);
  put_before(both.event.outcome.dropped, first.dropped);
  return both;
}

std::string done_text(const Outcome& outcome) {
  std::vector<std::string> done;
  for (const Payment& payment : outcome.paid)
    done.push_back(fmt::format("claim {}{} is confirmed, {}", payment.claim,
                               payment.position ? fmt::format(" at position {}", *payment.position) : "",
                               base::to_text(payment.amount)));
  if (done.empty()) return "the first part was recorded";
  return fmt::format("{}", fmt::join(done, ", "));
}

// In the dealer's words; the alarm says why the journal can't be written.
ErrorBody not_recorded(const Key& key, bool known, bool barred = false) {
  std::string text;
  if (!locks_in(key))
    text =
        "Not recorded: the ledger can't be written. Call a supervisor, and press the key again when the problem is "
        "fixed.";
  else if (known)
    text = fmt::format(
        "No wagers were locked in: the ledger {}. Return the progressive chips and call a supervisor. "
        "Press {} again when the problem is fixed.",
        barred ? "failed its verification" : "can't be written", lock_name(key));
  else
    text = fmt::format(
        "Lock-in not confirmed: the ledger can't be read. Leave the chips in place and call a supervisor. Press {} "
        "again when the problem is fixed.",
        lock_name(key));
  return error_of(ServerRefusal::recording_failed, std::move(text));
}

Answered failed_answer(const std::string& id, ErrorBody error) {
  Answered message;
  message.id = id;
  message.failed = std::move(error);
  return message;
}

// Whether a press of this key records this command.
bool records(const Key& key, const TableId& table, bool has_own_sensors, const Event& event) {
  const auto* start = std::get_if<StartRound>(&event.command);
  const auto* mark = std::get_if<MarkHand>(&event.command);
  const auto* end = std::get_if<EndRound>(&event.command);
  const bool confirms = std::holds_alternative<ConfirmClaim>(event.command);
  switch (key.kind) {
    case KeyKind::coin_in:
    case KeyKind::start_game:
      return start && start->table == table && (key.lit.empty() || !has_own_sensors || start->wagers == key.lit);
    case KeyKind::hand:
      if (!mark) return std::holds_alternative<UnmarkHand>(event.command);
      return mark->table == table && mark->link == key.link && mark->hand == key.hand && mark->folded == key.folded;
    case KeyKind::card: return confirms && (event.second.empty() ? event.by : event.second) == key.staff;
    case KeyKind::key_to_run: return confirms;
    case KeyKind::j_pot: return std::holds_alternative<AcknowledgeClaim>(event.command);
    case KeyKind::game_over:
    case KeyKind::end_game: return end && end->table == table;
    default: return false;  // only moves the keypad
  }
}

// The answer to a press of several commands, of which the last was refused.
Answered partly_refused(const std::string& id, const Answer& last, const Answer& refused) {
  Answered message = answer_of(id, refused);
  message.accepted = last.event.outcome;
  message.refused->text =
      fmt::format("{}; the next was refused: {}", done_text(*message.accepted), message.refused->text);
  return message;
}

// Senders cannot use a slash, so the IDs of a press's further commands never collide with another press.
std::string numbered(const std::string& command_id, size_t number) {
  return number == 1 ? command_id : fmt::format("{}/{}", command_id, number);
}

}  // namespace

LiveDesk::Unsettled* LiveDesk::unsettled(const Asked& asked) {
  auto& all = lines_[asked.table].unsettled;
  const auto found = std::ranges::find(all, asked.command_id, &Unsettled::command_id);
  return found == all.end() ? nullptr : &*found;
}

LiveDesk::QueuedPress* LiveDesk::in_line(Line& line, const std::string& command_id) {
  if (line.now && line.now->asked.command_id == command_id) return &*line.now;
  const auto found = std::ranges::find_if(
      line.waiting, [&](const QueuedPress& queued) { return queued.asked.command_id == command_id; });
  return found == line.waiting.end() ? nullptr : &*found;
}

bool LiveDesk::is_press(const Asked& asked) {
  Line& line = lines_[asked.table];
  return line.answered.find(asked.command_id) || in_line(line, asked.command_id) || unsettled(asked);
}

void LiveDesk::take_press(Asked asked, const Press& press, const std::string& peer) {
  Line& line = lines_[asked.table];
  const auto reused = [&] { send(asked.visitor, refused_answer(asked.id, press_id_reused())); };
  if (const AnsweredPresses::Known* known = line.answered.find(asked.command_id))
    return known->key == press.key ? send(asked.visitor, known->answer) : reused();
  if (QueuedPress* same = in_line(line, asked.command_id)) {
    if (same->asked.key != press.key) return reused();
    return same->resent_by.push_back(asked.visitor);
  }
  const Unsettled* left = unsettled(asked);
  if (left != nullptr && left->key != press.key) return reused();
  asked.key = press.key;
  asked.again = press.again || left != nullptr;
  // The chips as the dealer saw them: earlier keys still in the queue do not change what this one means.
  if (const Desk& desk = hub_.desk(asked.table); desk.told) asked.lit = desk.lit;
  if (line.waiting.size() >= presses_waiting_max && left == nullptr)
    return look_up(asked, [this, asked](const std::optional<Answered>& before) {
      if (before) return send(asked.visitor, *before);
      const Answered refused = refused_answer(
          asked.id,
          error_of(ServerRefusal::table_busy, "the last keys pressed are still being recorded; wait a moment"));
      lines_[asked.table].answered.keep(asked.command_id, asked.key, refused);
      send(asked.visitor, refused);
    });
  const TableId table = asked.table;
  line.waiting.push_back({std::move(asked), press.pin, peer});
  if (!line.now) next_press(table);
}

void LiveDesk::next_press(const TableId& table) {
  Line& line = lines_[table];
  line.now.reset();
  if (line.waiting.empty()) return;
  line.now = std::move(line.waiting.front());
  line.waiting.pop_front();
  begin_press(QueuedPress(*line.now));
}

void LiveDesk::finish_press(const Asked& asked, const Answered& answer) {
  Line& line = lines_[asked.table];
  // A failure may be retried; every other answer is final. The journal keeps its own.
  if (!answer.failed) {
    std::erase_if(line.unsettled, [&](const Unsettled& left) { return left.command_id == asked.command_id; });
    if (answer.sequence == 0) line.answered.keep(asked.command_id, asked.key, answer);
  }
  send(asked.visitor, answer);
  Answered again = answer;
  again.repeated = !answer.failed;
  for (const uint64_t visitor : line.now->resent_by) send(visitor, again);
  next_press(asked.table);
}

std::expected<Key, ErrorBody> LiveDesk::with_chips(const Asked& asked) {
  Key key = asked.key;
  if (!locks_in(key)) return key;
  const auto refuse = [](ServerRefusal code, std::string why) {
    return std::unexpected(error_of(code, std::move(why)));
  };
  const Desk& desk = hub_.desk(asked.table);
  if (desk.controllers == 0)
    return refuse(
        ServerRefusal::table_not_connected,
        "the sensors are not connected and no wager was locked in; return the progressive chips and call a technician");
  if (asked.kind == DeviceKind::controller && !key.lit.empty()) return key;
  if (!desk.told || !asked.lit)
    return refuse(ServerRefusal::table_not_connected,
                  fmt::format("the controller has not reported which sensors are lit, and no wager was locked in; "
                              "press {} again in a moment",
                              lock_name(key)));
  key.lit = *asked.lit;
  if (!asked.again) return key;
  // The dealer saw "not locked in" or no answer at all, so the chips may have changed since.
  const Unsettled* left = unsettled(asked);
  if (left == nullptr || !left->lit)
    return refuse(ServerRefusal::chips_moved, fmt::format("no wager was locked in, and it is not known which chips "
                                                          "were on the sensors when {0} was pressed; press {0} again",
                                                          lock_name(key)));
  if (!std::ranges::is_permutation(*left->lit, desk.lit))
    return refuse(
        ServerRefusal::chips_moved,
        fmt::format("the chips have changed since {0} was pressed, and no wager was locked in; press {0} again",
                    lock_name(key)));
  key.lit = *left->lit;
  return key;
}

std::expected<Pressed, ErrorBody> LiveDesk::pressed_by(const Asked& asked) {
  const State& state = manager_.state();
  const auto table = state.tables.find(asked.table);
  if (table == state.tables.end() || table->second.removed)
    return std::unexpected(error_of(ServerRefusal::wrong_table, "the table was removed"));
  const KeypadState& steps = hub_.desk(asked.table).steps;
  if (const auto in_order = progressive::press(state, asked.table, steps, asked.key); !in_order)
    return std::unexpected(error_of(in_order.error()));
  const auto key = with_chips(asked);
  if (!key) return std::unexpected(key.error());
  auto pressed = progressive::press(state, asked.table, steps, *key);
  if (!pressed) return std::unexpected(error_of(pressed.error()));
  return std::move(*pressed);
}

void LiveDesk::begin_press(const QueuedPress& queued) {
  const Asked& asked = queued.asked;
  if (const Unsettled* left = unsettled(asked); left != nullptr && left->done > 0)
    return run_commands(asked, left->pressed, left->done, left->last);
  // Most presses are new and record something: the journal looks their ID up by itself. Only a press that would be
  // refused, or record nothing, has to be looked up before.
  if (!asked.again && !names_person(asked.key))
    if (auto pressed = pressed_by(asked); pressed && !pressed->commands.empty()) {
      Answer nothing;
      nothing.kind = Answer::Kind::accepted;
      return run_commands(asked, std::move(*pressed), 0, nothing);
    }
  look_up(asked, [this, queued](const std::optional<Answered>& before) {
    if (before) return finish_press(queued.asked, *before);
    if (!names_person(queued.asked.key)) return press_new(queued.asked);
    gate_.prove({queued.asked.key.staff, queued.pin}, "table " + queued.asked.table.text, queued.peer,
                [this, asked = queued.asked](const std::expected<Person, ErrorBody>& person) {
                  if (!person) return finish_press(asked, refused_answer(asked.id, person.error()));
                  press_new(asked);
                });
  });
}

void LiveDesk::press_new(const Asked& asked) {
  auto pressed = pressed_by(asked);
  if (!pressed) return finish_press(asked, refused_answer(asked.id, pressed.error()));
  Answer nothing;
  nothing.kind = Answer::Kind::accepted;
  run_commands(asked, std::move(*pressed), 0, nothing);
}

void LiveDesk::look_up(const Asked& asked, Before done) {
  manager_.find(asked.command_id, [this, asked, done = std::move(done)](const Answer& answer) {
    if (answer.kind == Answer::Kind::failed) {
      if (answer.failure.empty()) return done(std::nullopt);
      return done(failed_answer(asked.id, not_recorded(asked.key, false)));
    }
    if (!records(asked.key, asked.table, asked.kind == DeviceKind::controller, answer.event))
      return done(refused_answer(asked.id, press_id_reused()));
    if (answer.kind == Answer::Kind::refused) return done(answer_of(asked.id, answer));
    // What was left of it when it failed is done now.
    if (const Unsettled* left = unsettled(asked)) return run_commands(asked, left->pressed, 1, answer);
    look_up_rest(asked, 2, answer, done);
  });
}

void LiveDesk::look_up_rest(const Asked& asked, size_t number, const Answer& last, Before done) {
  if (asked.key.kind != KeyKind::key_to_run) return done(answer_of(asked.id, last));
  manager_.find(numbered(asked.command_id, number),
                [this, asked, number, last, done = std::move(done)](const Answer& answer) {
                  if (answer.kind == Answer::Kind::accepted)
                    return look_up_rest(asked, number + 1, joined(last, answer), done);
                  if (answer.kind == Answer::Kind::refused) return done(partly_refused(asked.id, last, answer));
                  if (answer.failure.empty()) return done(answer_of(asked.id, last));
                  done(failed_answer(asked.id, not_recorded(asked.key, false)));
                });
}

void LiveDesk::run_commands(const Asked& asked, Pressed pressed, size_t index, const Answer& last) {
  if (index == pressed.commands.size()) {
    hub_.desk(asked.table).steps = pressed.keypad;
    hub_.touch_table(asked.table);
    return finish_press(asked, answer_of(asked.id, last));
  }
  const KeypadCommand& next = pressed.commands[index];
  Command command{numbered(asked.command_id, index + 1), next.by, next.second, next.body};
  manager_.submit(std::move(command),
                  [this, asked, pressed = std::move(pressed), index, last](const Answer& answer) mutable {
                    after_command(asked, std::move(pressed), index, last, answer);
                  });
}

void LiveDesk::after_command(const Asked& asked, Pressed pressed, size_t index, const Answer& last,
                             const Answer& answer) {
  // The journal had this ID: the press came before, and what it means now does not count.
  const bool reused = answer.kind == Answer::Kind::refused && answer.refusal.code == RefusalCode::command_id_reused;
  if (index == 0 && (answer.repeated || reused) && unsettled(asked) == nullptr)
    return look_up(asked, [this, asked](const std::optional<Answered>& before) {
      finish_press(asked, before ? *before : refused_answer(asked.id, press_id_reused()));
    });
  if (answer.kind == Answer::Kind::accepted)
    return run_commands(asked, std::move(pressed), index + 1, joined(last, answer));
  if (answer.kind == Answer::Kind::failed) return press_failed(asked, std::move(pressed), index, last);
  step_back(asked, pressed.commands[index], answer.refusal);
  finish_press(asked, index > 0 ? partly_refused(asked.id, last, answer) : answer_of(asked.id, answer));
}

void LiveDesk::press_failed(const Asked& asked, Pressed pressed, size_t index, const Answer& last) {
  auto& all = lines_[asked.table].unsettled;
  std::optional<std::vector<Wager>> lit = asked.lit;
  if (const Unsettled* before = unsettled(asked)) lit = before->lit;
  std::erase_if(all, [&](const Unsettled& left) { return left.command_id == asked.command_id; });
  all.push_back({asked.command_id, asked.key, std::move(lit), pressed, index, last});
  if (all.size() > unsettled_kept) all.pop_front();
  if (index > 0) {
    Answered message = failed_answer(asked.id, not_recorded(asked.key, true));
    message.sequence = last.sequence;
    message.accepted = last.event.outcome;
    message.failed->text = fmt::format("{}. The rest: {}", done_text(*message.accepted), message.failed->text);
    return finish_press(asked, message);
  }
  if (!locks_in(asked.key)) return finish_press(asked, failed_answer(asked.id, not_recorded(asked.key, true)));
  // Chips are returned only when it is certain that the wagers were not taken.
  manager_.find(asked.command_id, [this, asked, pressed = std::move(pressed)](const Answer& found) {
    Answer answer = found;
    answer.repeated = asked.again;
    if (found.kind == Answer::Kind::accepted) return run_commands(asked, pressed, 1, answer);
    if (found.kind == Answer::Kind::refused) return finish_press(asked, answer_of(asked.id, answer));
    finish_press(asked, failed_answer(asked.id, not_recorded(asked.key, found.failure.empty(), manager_.is_barred())));
  });
}

// After a refusal the keypad keeps its state, except for steps already done and a card that cannot be used.
void LiveDesk::step_back(const Asked& asked, const KeypadCommand& refused, const Refusal& why) {
  const State& state = manager_.state();
  KeypadState& steps = hub_.desk(asked.table).steps;
  std::erase_if(steps.seen, [&](ClaimNumber number) {
    const auto claim = state.claims.find(number);
    return claim == state.claims.end() || !claim->second.is_open();
  });
  const auto table = state.tables.find(asked.table);
  const bool first_generation = table != state.tables.end() && table->second.table.keypad == Keypad::first_generation;
  const bool about_person = why.code == RefusalCode::staff_unknown || why.code == RefusalCode::staff_inactive ||
                            why.code == RefusalCode::role_not_allowed || why.code == RefusalCode::executive_needed ||
                            why.code == RefusalCode::second_person_same;
  // The second generation keeps the first of two cards, the first generation the only one.
  const bool of_second = why.field == "second";
  const StaffId& whose = of_second ? refused.second : refused.by;
  if (about_person && !steps.card.empty() && whose == steps.card && (first_generation || !of_second)) steps.card = {};
  hub_.touch_table(asked.table);
}

}  // namespace cardroom::server
