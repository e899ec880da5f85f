#include "server/gate.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::server {

using ledger::Answer;

namespace {

ErrorBody not_recorded() {
  return error_of(ServerRefusal::recording_failed, "the journal can't be written right now; try again in a moment");
}

ErrorBody wrong() {
  return error_of(ServerRefusal::wrong_card_or_pin, "wrong card or PIN");
}

// Attempts at the one-time code are recorded under this name; no card is involved.
constexpr const char* first_start_name = "first-start";

// Keeps only the part of outside text that fits the journal.
std::string printable(std::string_view text) {
  std::string result;
  for (const char c : text.substr(0, 100))
    if (c >= ' ' && c <= '~') result += c;
  return result;
}

}  // namespace

Gate::Gate(Manager& manager, Hub& hub, PinDesk& pins, GateLimits limits)
    : manager_(manager), hub_(hub), pins_(pins), limits_(limits), boot_(random_token().substr(0, 12)) {
  if (!administrator_can_sign_in()) first_code_ = random_code();
}

bool Gate::can_administer(const StaffId& staff) const {
  const State& state = manager_.state();
  const auto access = state.access.find(staff);
  const auto who = person(staff);
  return who && who->role == Role::administrator && access != state.access.end() && !access->second.verifier.empty();
}

bool Gate::administrator_can_sign_in() const {
  return std::ranges::any_of(manager_.state().staff, [&](const auto& entry) { return can_administer(entry.first); });
}

std::optional<Refusal> Gate::leaves_nobody(const ChangeStaff& change) const {
  const bool stays = change.active && change.role == Role::administrator;
  if (stays || !can_administer(change.staff)) return std::nullopt;
  const bool another = std::ranges::any_of(manager_.state().staff, [&](const auto& entry) {
    return entry.first != change.staff && can_administer(entry.first);
  });
  if (another) return std::nullopt;
  return Refusal{RefusalCode::last_administrator, "staff",
                 "this is the last administrator who can sign in; set a PIN for another administrator first"};
}

void Gate::recover() {
  recovering_ = true;
  first_code_ = random_code();
}

void Gate::record(CommandBody body, Manager::Done done) {
  manager_.submit({fmt::format("gm-{}-{}", boot_, ++recorded_), {}, {}, std::move(body)}, std::move(done));
}

void Gate::record_sign_in(const StaffId& staff, SignIn what, const std::string& where, Manager::Done done) {
  record(RecordSignIn{staff, {}, what, printable(where), {}}, std::move(done));
}

bool Gate::may_try(const std::string& peer) {
  const int64_t now_ms = manager_.now_ms();
  const int64_t most_ms = limits_.attempts_burst * limits_.attempt_every_ms;
  const auto [found, fresh] = attempts_.try_emplace(peer, Bucket{most_ms, now_ms});
  Bucket& bucket = found->second;
  bucket.tokens_ms = std::min(most_ms, bucket.tokens_ms + std::max<int64_t>(0, now_ms - bucket.filled_ms));
  bucket.filled_ms = now_ms;
  if (bucket.tokens_ms < limits_.attempt_every_ms) return false;
  bucket.tokens_ms -= limits_.attempt_every_ms;
  return true;
}

void Gate::give_back_try(const std::string& peer) {
  const auto found = attempts_.find(peer);
  if (found == attempts_.end()) return;
  const int64_t most_ms = limits_.attempts_burst * limits_.attempt_every_ms;
  found->second.tokens_ms = std::min(most_ms, found->second.tokens_ms + limits_.attempt_every_ms);
}

std::optional<Person> Gate::person(const StaffId& staff) const {
  const auto found = manager_.state().staff.find(staff);
  if (found == manager_.state().staff.end() || !found->second.active) return std::nullopt;
  return Person{staff, found->second.role, found->second.name};
}

void Gate::prove(const Credentials& credentials, const std::string& where, const std::string& peer,
                 Proof<Person> done) {
  const StaffId staff = credentials.staff;
  if (!is_id(staff.text) || credentials.pin.empty() || credentials.pin.size() > 64)
    return done(std::unexpected(wrong()));
  if (!manager_.is_leading()) return done(std::unexpected(standby_error()));
  if (!may_try(peer) || proving_.contains(staff))
    return done(
        std::unexpected(error_of(ServerRefusal::too_many_attempts, "too many sign-in attempts; wait a few seconds")));
  const State& state = manager_.state();
  if (const int64_t until_ms = locked_out_until_ms(state, staff, manager_.now_ms()); until_ms > 0) {
    record_sign_in(staff, SignIn::locked_out, where);
    const int64_t minutes = (until_ms - manager_.now_ms() + 59'999) / 60'000;
    return done(
        std::unexpected(error_of(ServerRefusal::card_locked_out,
                                 fmt::format("the card is locked out after {} wrong PINs; try again in {} {}",
                                             sign_in_failures_max, minutes, minutes == 1 ? "minute" : "minutes"))));
  }
  const auto access = state.access.find(staff);
  const bool known = person(staff) && access != state.access.end();
  proving_.insert(staff);
  const bool queued = pins_.verify(
      staff.text, credentials.pin, known ? access->second.verifier : std::string(),
      [this, staff, where, peer, done](bool right) {
        const std::optional<Person> who = person(staff);
        const bool good = right && who;
        // A correct PIN does not count as a guess, so a busy console or a floor behind one address is not made to wait.
        if (good) give_back_try(peer);
        record_sign_in(
            staff, good ? SignIn::signed_in : SignIn::refused, where,
            [this, staff, who, good, done](const Answer& answer) {
              proving_.erase(staff);
              if (answer.kind != Answer::Kind::accepted) return done(std::unexpected(not_recorded()));
              if (good) return done(*who);
              if (locked_out_until_ms(manager_.state(), staff, manager_.now_ms()) > 0)
                hub_.raise(AlarmKind::card_locked_out, {},
                           fmt::format("card {} is locked out after {} wrong PINs", staff.text, sign_in_failures_max));
              done(std::unexpected(wrong()));
            });
      });
  if (queued) return;
  proving_.erase(staff);
  done(std::unexpected(error_of(ServerRefusal::busy, "too many sign-ins at once; try again in a moment")));
}

int64_t Gate::ends_ms(const Kept& kept) const {
  return std::min(kept.used_ms + limits_.session_idle_ms, kept.opened_ms + limits_.session_most_ms);
}

Gate::NewSession Gate::open_session(const Person& person, const std::string& where) {
  const auto oldest_of = [&](auto matches) {
    auto oldest = sessions_.end();
    size_t count = 0;
    for (auto it = sessions_.begin(); it != sessions_.end(); ++it) {
      if (!matches(it->second)) continue;
      ++count;
      if (oldest == sessions_.end() || it->second.used_ms < oldest->second.used_ms) oldest = it;
    }
    return std::pair(oldest, count);
  };
  const auto [own, own_count] = oldest_of([&](const Kept& kept) { return kept.staff == person.staff; });
  if (own_count >= limits_.sessions_of_card_max) end(own, SignIn::expired);
  if (sessions_.size() >= limits_.sessions_max) end(oldest_of([](const Kept&) { return true; }).first, SignIn::expired);
  NewSession made{random_token(), 0};
  Kept kept{++last_session_, person.staff, person.role, where, manager_.now_ms(), manager_.now_ms()};
  made.expires_ms = ends_ms(kept);
  sessions_[digest_text(made.token)] = std::move(kept);
  return made;
}

std::optional<Gate::Session> Gate::session(std::string_view token) {
  if (token.empty()) return std::nullopt;
  const auto found = sessions_.find(digest_text(token));
  if (found == sessions_.end()) return std::nullopt;
  const std::optional<Person> who = person(found->second.staff);
  if (!who || manager_.now_ms() >= ends_ms(found->second)) {
    end(found, SignIn::expired);
    return std::nullopt;
  }
  found->second.used_ms = manager_.now_ms();
  return Session{found->second.number, *who, ends_ms(found->second)};
}

bool Gate::is_open(uint64_t number) const {
  return std::ranges::any_of(sessions_, [&](const auto& entry) {
    return entry.second.number == number && person(entry.second.staff).has_value();
  });
}

void Gate::end(std::map<std::string, Kept>::iterator session, SignIn what) {
  record_sign_in(session->second.staff, what, session->second.where);
  sessions_.erase(session);
}

void Gate::close_session(std::string_view token) {
  if (const auto found = sessions_.find(digest_text(token)); found != sessions_.end()) end(found, SignIn::signed_out);
}

void Gate::end_sessions(const StaffId& staff, uint64_t but) {
  for (auto it = sessions_.begin(); it != sessions_.end();) {
    const auto session = it++;
    if (session->second.staff == staff && session->second.number != but) end(session, SignIn::expired);
  }
}

void Gate::note_event(const Event& event) {
  if (event.outcome.refused) return;
  // One's own new PIN is told by whoever knows in which session it was set.
  if (const auto* pin = std::get_if<SetPin>(&event.command); pin && event.by != pin->staff) end_sessions(pin->staff);
  const auto* change = std::get_if<ChangeStaff>(&event.command);
  if (!change) return;
  const auto who = person(change->staff);
  for (auto it = sessions_.begin(); it != sessions_.end();) {
    const auto session = it++;
    if (session->second.staff == change->staff && (!who || who->role != session->second.role))
      end(session, SignIn::expired);
  }
}

std::string Gate::new_device_token(const DeviceId& device, std::string& digest) {
  std::string token = device.text + "." + random_token();
  digest = digest_text(token);
  return token;
}

std::expected<Device, ErrorBody> Gate::device(std::string_view token, const std::string& peer) {
  const auto refuse = [](const char* why) { return std::unexpected(error_of(ServerRefusal::token_not_valid, why)); };
  // A device's name may hold dots; the secret does not.
  const size_t dot = token.rfind('.');
  const DeviceId id{std::string(token.substr(0, dot == std::string_view::npos ? 0 : dot))};
  const State& state = manager_.state();
  const auto found = state.devices.find(id);
  if (found != state.devices.end() && equal_in_constant_time(digest_text(token), found->second.token_digest)) {
    const auto table = state.tables.find(found->second.table);
    const bool placed = table != state.tables.end() && !table->second.removed;
    if (found->second.kind != DeviceKind::monitor && !placed)
      return refuse("the device's table was removed; enroll the device again");
    note_use(found->second, peer);
    return found->second;
  }
  if (may_try(peer) && is_id(id.text)) {
    record(RecordSignIn{{}, id, SignIn::refused, printable(peer), "token not valid"});
    hub_.raise(AlarmKind::device_refused, {},
               fmt::format("a device claiming to be {} tried to connect from {} with an invalid token", id.text,
                           printable(peer)));
  }
  return refuse("the token is invalid or was revoked; an administrator can enroll the device again");
}

// A device that was moved is used at one address and then at another; a copied token goes back and forth. (What is open
// at two addresses at once is seen by the live channels.)
void Gate::note_use(const Device& device, const std::string& peer) {
  const int64_t now_ms = manager_.now_ms();
  TokenUse& use = token_uses_[device.device];
  std::erase_if(use.used_ms, [&](const auto& entry) { return now_ms - entry.second > alarm_lasts_ms; });
  const std::string before = std::exchange(use.last, peer);
  const bool returns = before != peer && use.used_ms.contains(peer) && use.used_ms.contains(before);
  use.used_ms[peer] = now_ms;
  if (returns) note_shared(device, before, peer);
}

void Gate::note_shared(const Device& device, const std::string& first, const std::string& second) {
  std::optional<int64_t>& alarm_ms = token_uses_[device.device].alarm_ms;
  if (alarm_ms && manager_.now_ms() - *alarm_ms <= alarm_lasts_ms) return;
  alarm_ms = manager_.now_ms();
  hub_.raise(
      AlarmKind::token_shared, device.table,
      fmt::format("the token of {} was used from both {} and {}; if nobody moved the device, revoke it and enroll "
                  "it again",
                  device.device.text, printable(first), printable(second)));
}

bool Gate::is_enrolled(const Device& device) const {
  const auto found = manager_.state().devices.find(device.device);
  if (found == manager_.state().devices.end() || found->second != device) return false;
  const auto table = manager_.state().tables.find(device.table);
  return device.kind == DeviceKind::monitor || (table != manager_.state().tables.end() && !table->second.removed);
}

bool Gate::awaits_first() const {
  return !first_code_.empty() && (recovering_ || !administrator_can_sign_in());
}

void Gate::enrol_first(const FirstStart& first, const std::string& peer, Proof<Person> done) {
  const auto refuse = [&](ServerRefusal code, std::string why, std::string field = {}) {
    done(std::unexpected(error_of(code, std::move(why), std::move(field))));
  };
  // A standby may have created its code before the leader enrolled an administrator.
  if (!awaits_first() && !enrolling_)
    return refuse(ServerRefusal::first_start_over, "setup is complete; ask an administrator to enroll you");
  if (!manager_.is_leading()) return done(std::unexpected(standby_error()));
  if (!may_try(peer)) return refuse(ServerRefusal::too_many_attempts, "too many attempts; wait a few seconds");
  if (enrolling_) return refuse(ServerRefusal::busy, "the code is in use right now; try again in a moment");
  const std::string where = "console at " + printable(peer);
  if (!equal_in_constant_time(first.code, first_code_)) {
    hub_.raise(AlarmKind::device_refused, {}, fmt::format("wrong one-time code entered from {}", printable(peer)));
    return record(RecordSignIn{{}, DeviceId{first_start_name}, SignIn::refused, where, "wrong one-time code"},
                  [done](const Answer& answer) {
                    if (answer.kind != Answer::Kind::accepted) return done(std::unexpected(not_recorded()));
                    done(std::unexpected(
                        error_of(ServerRefusal::code_wrong,
                                 "wrong code; enter the one-time code that the server printed at startup", "code")));
                  });
  }
  if (const auto weak = weakness_of_pin(first.pin)) return refuse(ServerRefusal::pin_weak, *weak, "pin");
  const State& state = manager_.state();
  const auto known = person(first.staff);
  const bool administrator = known && known->role == Role::administrator;
  if (!state.staff.empty() && !administrator) {
    std::string cards;
    for (const auto& [staff, member] : state.staff)
      if (member.active && member.role == Role::administrator) cards += (cards.empty() ? "" : ", ") + staff.text;
    return done(std::unexpected(error_of(Refusal{
        RefusalCode::staff_unknown, "staff",
        fmt::format(
            "the code sets a new PIN for an administrator's card, and this card is not one; administrator cards: {}",
            cards)})));
  }
  enrolling_ = true;
  const Proof<Person> settle = [this, peer, done = std::move(done),
                                code = std::exchange(first_code_, {})](const std::expected<Person, ErrorBody>& result) {
    enrolling_ = false;
    // What went wrong may be tried again.
    if (result)
      give_back_try(peer);
    else
      first_code_ = code;
    done(result);
  };
  const bool queued =
      pins_.hash(first.staff.text, first.pin, [this, first, where, settle, administrator](const std::string& verifier) {
        if (administrator) return set_first_pin(first, verifier, where, settle);
        manager_.submit({fmt::format("gm-{}-{}", boot_, ++recorded_),
                         {},
                         {},
                         EnrolStaff{first.staff, Role::administrator, first.name}},
                        [this, first, verifier, where, settle](const Answer& answer) {
                          if (answer.kind == Answer::Kind::refused)
                            return settle(std::unexpected(error_of(answer.refusal)));
                          if (answer.kind == Answer::Kind::failed) return settle(std::unexpected(not_recorded()));
                          set_first_pin(first, verifier, where, settle);
                        });
      });
  if (!queued)
    settle(std::unexpected(error_of(ServerRefusal::busy, "too many sign-ins at once; try again in a moment")));
}

// In the person's own name: the code is the proof that the PIN would be.
void Gate::set_first_pin(const FirstStart& first, const std::string& verifier, const std::string& where,
                         Proof<Person> settle) {
  manager_.submit({fmt::format("gm-{}-{}", boot_, ++recorded_), first.staff, {}, SetPin{first.staff, verifier}},
                  [this, staff = first.staff, where, settle = std::move(settle)](const Answer& pin) {
                    const std::optional<Person> who = person(staff);
                    if (pin.kind != Answer::Kind::accepted || !who) return settle(std::unexpected(not_recorded()));
                    end_sessions(staff);
                    record(RecordSignIn{staff, {}, SignIn::signed_in, where, "by the one-time code"},
                           [this, who, settle](const Answer& answer) {
                             if (answer.kind == Answer::Kind::accepted) return settle(*who);
                             settle(std::unexpected(not_recorded()));
                             first_code_.clear();  // the PIN is set
                           });
                  });
}

void Gate::tick() {
  const int64_t now_ms = manager_.now_ms();
  for (auto it = sessions_.begin(); it != sessions_.end();) {
    const auto session = it++;
    if (now_ms >= ends_ms(session->second)) end(session, SignIn::expired);
  }
  const int64_t full_after_ms = limits_.attempts_burst * limits_.attempt_every_ms;
  std::erase_if(attempts_, [&](const auto& entry) { return now_ms - entry.second.filled_ms > full_after_ms; });
}

}  // namespace cardroom::server
