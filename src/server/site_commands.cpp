// Requests of signed-in people that are recorded: commands, PINs, devices.
#include <fmt/format.h>

#include "server/site_parts.h"

namespace cardroom::server {

void FloorSite::submit(Command command, Done done) {
  manager_.submit(std::move(command), [done](const ledger::Answer& answer) {
    switch (answer.kind) {
      case ledger::Answer::Kind::accepted:
        return done(
            json_response(ledger::to_full_json(Recorded{answer.sequence, answer.repeated, answer.event.outcome})));
      case ledger::Answer::Kind::refused: return done(error_response(409, error_of(answer.refusal)));
      case ledger::Answer::Kind::failed:
        return done(error_response(
            503, error_of(ServerRefusal::recording_failed, answer.failure + "; send it again with the same ID")));
    }
  });
}

void FloorSite::submit_change(Command command, Done done) {
  const auto& change = std::get<ChangeStaff>(command.body);
  if (const auto refusal = gate_.leaves_nobody(change))
    return refuse_if_new(std::move(command), error_of(*refusal), std::move(done));
  const auto who = gate_.person(change.staff);
  const bool revokes_admin = who && who->role == Role::administrator;
  if (!revokes_admin) return submit(std::move(command), std::move(done));
  // Two changes at once would each count on the other administrator.
  if (revoking_admin_)
    return done(error_response(
        503, error_of(ServerRefusal::busy, "another administrator's card is being changed; try again in a moment")));
  revoking_admin_ = true;
  submit(std::move(command), [this, done = std::move(done)](Response response) {
    revoking_admin_ = false;
    done(std::move(response));
  });
}

void FloorSite::submit_acknowledgement(Command command, Role role, Done done) {
  // For a role that is not allowed, the rules refuse the command and the refusal is recorded.
  const bool may = role == Role::supervisor || role == Role::executive || role == Role::administrator;
  if (!may || hub_.lasts(std::get<AcknowledgeAlarm>(command.body))) return submit(std::move(command), std::move(done));
  refuse_if_new(std::move(command),
                error_of(ServerRefusal::alarm_over,
                         "this alarm is no longer active; its cause has ended or it has expired", "command"),
                std::move(done));
}

void FloorSite::refuse_if_new(Command command, ErrorBody why, Done done) {
  const std::string id = command.id;
  manager_.find(id, [this, command = std::move(command), why = std::move(why),
                     done = std::move(done)](const ledger::Answer& before) {
    if (before.kind != ledger::Answer::Kind::failed) return submit(command, done);
    if (before.failure.empty()) return done(error_response(status_of(why), why));
    done(error_response(503, error_of(ServerRefusal::recording_failed, before.failure)));
  });
}

namespace {

// Only the table's own devices report play: no one else knows what is on the table.
bool is_of_round(const CommandBody& body) {
  return std::holds_alternative<StartRound>(body) || std::holds_alternative<MarkHand>(body) ||
         std::holds_alternative<UnmarkHand>(body) || std::holds_alternative<PayEnvy>(body) ||
         std::holds_alternative<EndRound>(body) || std::holds_alternative<ReportSensor>(body) ||
         std::holds_alternative<ReportDeal>(body);
}

// A command's ID is prefixed with the sender's card, so that no one can use up another person's IDs.
std::expected<std::string, Response> command_id(const Gate::Session& session, const std::string& id) {
  if (is_id(id) && id.size() <= message_id_length_max) return session.person.staff.text + ":" + id;
  return std::unexpected(error_response(
      400, error_of(ServerRefusal::malformed,
                    "required: 1 to 24 letters, digits, '-', '_' or '.'; use a new ID for every command", "id")));
}

}  // namespace

void FloorSite::command(const Request& request, const Gate::Session& session, Done done) {
  auto body = read_body<PostedCommand>(request);
  if (!body) return done(body.error());
  const auto id = command_id(session, body->id);
  if (!id) return done(id.error());
  const bool own_way = std::holds_alternative<SetPin>(body->command) ||
                       std::holds_alternative<EnrolDevice>(body->command) || is_system_command(body->command);
  if (own_way)
    return done(error_response(
        400,
        error_of(ServerRefusal::malformed,
                 "send PINs to /v1/pin and devices to /v1/devices; commands reserved for the program cannot be sent",
                 "command")));
  if (is_of_round(body->command))
    return done(error_response(
        403, error_of(ServerRefusal::table_only,
                      fmt::format("{} must come from the table's own controller, keypad or shuffler, not from a page",
                                  command_name(body->command)),
                      "command")));
  Command command{*id, session.person.staff, {}, std::move(body->command)};
  const auto record = [this, role = session.person.role](Command proved, Done told) {
    if (std::holds_alternative<AcknowledgeAlarm>(proved.body))
      return submit_acknowledgement(std::move(proved), role, std::move(told));
    if (std::holds_alternative<ChangeStaff>(proved.body)) return submit_change(std::move(proved), std::move(told));
    submit(std::move(proved), std::move(told));
  };
  if (!body->second) return record(std::move(command), std::move(done));
  gate_.prove(*body->second, where_text(request), request.peer,
              [record, command = std::move(command), done](const std::expected<Person, ErrorBody>& second) mutable {
                if (!second) {
                  ErrorBody error = second.error();
                  error.field = "second";
                  return done(error_response(status_of(error), error));
                }
                command.second = second->staff;
                record(std::move(command), done);
              });
}

void FloorSite::set_pin(const Request& request, const Gate::Session& session, Done done) {
  const auto body = read_body<PinBody>(request);
  if (!body) return done(body.error());
  const auto id = command_id(session, body->id);
  if (!id) return done(id.error());
  if (const auto weak = weakness_of_pin(body->pin))
    return done(error_response(400, error_of(ServerRefusal::pin_weak, *weak, "pin")));
  const StaffId by = session.person.staff;
  const bool queued =
      pins_.hash(body->staff.text, body->pin,
                 [this, id = *id, by, staff = body->staff, number = session.number, done](const std::string& verifier) {
                   submit({id, by, {}, SetPin{staff, verifier}}, [this, by, staff, number, done](Response response) {
                     // Sessions opened with the old PIN end.
                     if (response.status == 200 && by == staff) gate_.end_sessions(staff, number);
                     done(std::move(response));
                   });
                 });
  if (!queued)
    done(error_response(503, error_of(ServerRefusal::busy, "too many requests at once; try again in a moment")));
}

void FloorSite::enrol_device(const Request& request, const Gate::Session& session, Done done) {
  const auto body = read_body<DeviceBody>(request);
  if (!body) return done(body.error());
  const auto id = command_id(session, body->id);
  if (!id) return done(id.error());
  std::string digest;
  const std::string token = Gate::new_device_token(body->device, digest);
  manager_.submit({*id, session.person.staff, {}, EnrolDevice{{body->device, body->kind, body->table, digest}}},
                  [done, token, device = body->device](const ledger::Answer& answer) {
                    if (answer.kind == ledger::Answer::Kind::refused)
                      return done(error_response(409, error_of(answer.refusal)));
                    if (answer.kind == ledger::Answer::Kind::failed)
                      return done(error_response(503, error_of(ServerRefusal::recording_failed, answer.failure)));
                    done(json_response(ledger::to_full_json(NewDevice{answer.sequence, device, token})));
                  });
}

}  // namespace cardroom::server
