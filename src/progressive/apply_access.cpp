#include "progressive/apply_parts.h"

namespace cardroom::progressive {

void apply_body(State& state, const Event&, const SetPin& body) {
  state.access[body.staff] = {body.verifier, 0, 0};
}

void apply_body(State& state, const Event&, const EnrolDevice& body) {
  state.devices[body.device.device] = body.device;
}

void apply_body(State& state, const Event&, const RevokeDevice& body) {
  state.devices.erase(body.device);
}

void apply_body(State& state, const Event& event, const RecordSignIn& body) {
  if (body.staff.empty()) return;
  const auto access = state.access.find(body.staff);
  if (access == state.access.end()) return;  // an unknown card is written down, not remembered
  if (body.what == SignIn::signed_in) {
    access->second.failures = 0;
  } else if (body.what == SignIn::refused) {
    // After a lock-out has passed the count begins again.
    const bool old = event.time_ms >= access->second.last_failure_ms + lock_out_ms;
    access->second.failures = old ? 1 : access->second.failures + 1;
    access->second.last_failure_ms = event.time_ms;
  }
}

void apply_body(State&, const Event&, const RecordStop&) {}
void apply_body(State&, const Event&, const ReplaceAnchor&) {}

void apply_body(State&, const Event&, const ArchiveSegment&) {}

void apply_body(State& state, const Event&, const ReportDeal& body) {
  round_at(state, body.table).hands_dealt = body.hands;
}

}  // namespace cardroom::progressive
