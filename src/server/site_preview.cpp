// What a command would come to, before anybody signs it: decided on the state as it is, and not recorded.
#include "progressive/decide.h"
#include "server/request.h"
#include "server/site.h"

namespace cardroom::server {

namespace {

// Whoever could be the second person: which one it is changes nothing of what the command does. Empty: nobody could.
StaffId other_than(const State& state, const StaffId& by) {
  StaffId other;
  for (const auto& [id, member] : state.staff) {
    if (!member.active || id == by) continue;
    if (member.role == Role::executive || member.role == Role::administrator) return id;
    if (member.role == Role::supervisor) other = id;
  }
  return other;
}

}  // namespace

void FloorSite::preview(const Request& request, const Gate::Session& session, Done done) {
  const auto refuse = [&](std::string text, std::string field) {
    done(error_response(400, error_of(ServerRefusal::malformed, std::move(text), std::move(field))));
  };
  if (!is_json(request)) return refuse("the body must be JSON, with Content-Type: application/json", "");
  auto body = ledger::from_json_text<AdjustFund>(request.body, ledger::command_bytes_max);
  if (!body) return refuse(body.error().text, body.error().field);
  const State& state = manager_.state();
  const StaffId by = session.person.staff;
  const Command command{"preview", by, other_than(state, by), *body};
  const auto event = decide(state, command, manager_.now_ms());
  if (!event) return done(error_response(409, error_of(event.error())));
  done(json_response(ledger::to_full_json(event->outcome)));
}

}  // namespace cardroom::server
