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
ErrorBody not_recorded(const Key& key, bool known) {
  std::string text;
  if (!locks_in(key))
    text =
        "Not recorded: the ledger can't be written. Call a supervisor, and press the key again when the problem is "
        "fixed.";
  else if (known)
    text = fmt::format(
        "No wagers were locked in: the ledger can't be written. Return the progressive chips and call a supervisor. "
        "Press {} again when the problem is fixed.",
        lock_name(key));
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

}  // namespace

LiveDesk::Unsettled* LiveDesk::unsettled(const Asked& asked) {
  auto& all = lines_[asked.table].unsettled;
  const auto found = std::ranges::find(all, asked.command_id, &Unsettled::command_id);
  return found == all.end() ? nullptr : &*found;
}

void LiveDesk::take_press(Asked asked, const Device& device, Press press, const std::string& peer) {
  Line& line = lines_[asked.table];
  const auto reused = [&] {
    send(asked.visitor,
         refused_answer(
             asked.id, error_of({RefusalCode::command_id_reused, "id",
                                 "this ID was already used for a different key press; use a new ID for every press"})));
  };
  // Already answered, but the answer was lost.
  const auto known = std::ranges::find(line.answered, asked.command_id, &AnsweredPress::command_id);
  if (known != line.answered.end()) return known->key == press.key ? send(asked.visitor, known->answer) : reused();
  const Unsettled* left = unsettled(asked);
  if (left != nullptr && left->key != press.key) return reused();
  press.again = press.again || left != nullptr;
  asked.key = press.key;
  asked.again = press.again;
  // The chips as the dealer saw them: earlier keys still in the queue do not change what this one means.
  if (const Desk& desk = hub_.desk(asked.table); desk.told) asked.lit = desk.lit;
  if (line.waiting.size() >= presses_waiting_max)
    return send(asked.visitor,
                refused_answer(asked.id, error_of(ServerRefusal::table_busy,
                                                  "the last keys pressed are still being recorded; wait a moment")));
  line.waiting.push_back([this, asked, device, press = std::move(press), peer] {
    if (!names_person(press.key)) return press_now(asked, device, press);
    const Credentials credentials{press.key.staff, press.pin};
    gate_.prove(credentials, "table " + asked.table.text, peer,
                [this, asked, device, press](const std::expected<Person, ErrorBody>& person) {
                  if (!person) return finish_press(asked, refused_answer(asked.id, person.error()));
                  press_now(asked, device, press);
                });
  });
  if (!line.busy) next_press(asked.table);
}

void LiveDesk::next_press(const TableId& table) {
  Line& line = lines_[table];
  line.busy = !line.waiting.empty();
  if (!line.busy) return;
  const auto work = std::move(line.waiting.front());
  line.waiting.pop_front();
  work();
}

void LiveDesk::finish_press(const Asked& asked, const Answered& answer) {
  Line& line = lines_[asked.table];
  const Text message = text(message_text("answer", answer));
  // A failure may be retried; every other answer is final.
  if (!answer.failed) {
    std::erase_if(line.unsettled, [&](const Unsettled& left) { return left.command_id == asked.command_id; });
    line.answered.push_back({asked.command_id, asked.key, message});
    if (line.answered.size() > answers_kept) line.answered.pop_front();
  }
  send(asked.visitor, message);
  next_press(asked.table);
}

std::expected<Key, ErrorBody> LiveDesk::with_chips(const Asked& asked, const Device& device) {
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
  if (device.kind == DeviceKind::controller && !key.lit.empty()) return key;
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

void LiveDesk::press_now(const Asked& asked, const Device& device, const Press& press) {
  if (const Unsettled* left = unsettled(asked); left != nullptr && left->done > 0)
    return run_commands(asked, left->pressed, left->done, left->last);
  if (press.again) {
    Press now = press;
    now.again = false;
    return manager_.find(asked.command_id, [this, asked, device, now = std::move(now)](const Answer& answer) {
      if (answer.kind == Answer::Kind::failed) {
        if (answer.failure.empty()) return press_now(asked, device, now);
        return finish_press(asked, failed_answer(asked.id, not_recorded(asked.key, false)));
      }
      const Unsettled* left = unsettled(asked);
      if (left != nullptr && answer.kind == Answer::Kind::accepted)
        return run_commands(asked, left->pressed, 1, answer);
      finish_press(asked, answer_of(asked.id, answer));
    });
  }
  const State& state = manager_.state();
  const auto table = state.tables.find(asked.table);
  if (table == state.tables.end() || table->second.removed)
    return finish_press(asked, refused_answer(asked.id, error_of(ServerRefusal::wrong_table, "the table was removed")));
  const KeypadState& steps = hub_.desk(asked.table).steps;
  if (const auto in_order = progressive::press(state, asked.table, steps, asked.key); !in_order)
    return finish_press(asked, refused_answer(asked.id, error_of(in_order.error())));
  const auto key = with_chips(asked, device);
  if (!key) return finish_press(asked, refused_answer(asked.id, key.error()));
  auto pressed = progressive::press(state, asked.table, steps, *key);
  if (!pressed) return finish_press(asked, refused_answer(asked.id, error_of(pressed.error())));
  Answer nothing;
  nothing.kind = Answer::Kind::accepted;
  run_commands(asked, std::move(*pressed), 0, nothing);
}

void LiveDesk::run_commands(const Asked& asked, Pressed pressed, size_t index, const Answer& last) {
  if (index == pressed.commands.size()) {
    hub_.desk(asked.table).steps = pressed.keypad;
    hub_.touch_table(asked.table);
    return finish_press(asked, answer_of(asked.id, last));
  }
  const KeypadCommand& next = pressed.commands[index];
  // Senders cannot use a slash, so the IDs of a press's further commands never collide with another press.
  Command command{index == 0 ? asked.command_id : fmt::format("{}/{}", asked.command_id, index + 1), next.by,
                  next.second, next.body};
  manager_.submit(
      std::move(command), [this, asked, pressed = std::move(pressed), index, last](const Answer& answer) mutable {
        if (answer.kind == Answer::Kind::accepted)
          return run_commands(asked, std::move(pressed), index + 1, joined(last, answer));
        if (answer.kind == Answer::Kind::failed) return press_failed(asked, std::move(pressed), index, last);
        step_back(asked, pressed.commands[index], answer.refusal);
        Answered message = answer_of(asked.id, answer);
        if (index > 0) {
          message.accepted = last.event.outcome;
          message.refused->text =
              fmt::format("{}; the next was refused: {}", done_text(*message.accepted), message.refused->text);
        }
        finish_press(asked, message);
      });
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
    if (found.kind == Answer::Kind::accepted) return run_commands(asked, pressed, 1, found);
    if (found.kind == Answer::Kind::refused) return finish_press(asked, answer_of(asked.id, found));
    finish_press(asked, failed_answer(asked.id, not_recorded(asked.key, found.failure.empty())));
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
