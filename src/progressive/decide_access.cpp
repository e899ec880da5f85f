#include <algorithm>

#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

bool is_digest(std::string_view text) {
  return text.size() == 64 &&
         std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

// The program's own records carry no card.
Allowed<void> need_program(const Asked& asked) {
  if (asked.command.by.empty() && asked.command.second.empty()) return {};
  return refuse(RefusalCode::system_only, "by", "recorded only by the program itself; it cannot be sent as a command");
}

Allowed<void> need_printable(std::string_view text, std::string field) {
  CARDROOM_NEED(need_short_text(text, field));
  if (std::ranges::any_of(text, [](char c) { return c < ' ' || c > '~'; }))
    return refuse(RefusalCode::malformed_id, std::move(field), "use printable ASCII characters only");
  return {};
}

}  // namespace

int64_t locked_out_until_ms(const State& state, const StaffId& staff, int64_t time_ms) {
  const auto access = state.access.find(staff);
  if (access == state.access.end() || access->second.failures < sign_in_failures_max) return 0;
  const int64_t until_ms = access->second.last_failure_ms + lock_out_ms;
  return time_ms < until_ms ? until_ms : 0;
}

Allowed<Event> decide_body(const Asked& asked, const SetPin& body) {
  // Your own, or anyone's if you are an administrator.
  if (asked.command.by != body.staff || body.staff.empty())
    CARDROOM_NEED(need_role(asked, {Role::administrator}));
  else
    CARDROOM_NEED(
        need_role(asked, {Role::dealer, Role::supervisor, Role::executive, Role::auditor, Role::administrator}));
  if (!asked.state.staff.contains(body.staff))
    return refuse(RefusalCode::staff_unknown, "staff", fmt::format("card {} is not enrolled", body.staff.text));
  if (body.verifier.empty() || body.verifier.size() > verifier_length_max)
    return refuse(RefusalCode::digest_malformed, "verifier",
                  fmt::format("a PIN verifier must be 1 to {} characters", verifier_length_max));
  CARDROOM_NEED(need_printable(body.verifier, "verifier"));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const EnrolDevice& body) {
  CARDROOM_NEED(need_role(asked, {Role::administrator}));
  const Device& device = body.device;
  CARDROOM_NEED(need_id(device.device.text, "device.device"));
  if (device.kind == DeviceKind::monitor) {
    if (!device.table.empty())
      return refuse(RefusalCode::table_needed, "device.table",
                    "a monitor is not assigned to a table; leave this empty");
  } else if (device.table.empty()) {
    return refuse(RefusalCode::table_needed, "device.table", "required; enter the device's table");
  } else {
    CARDROOM_NEED(find_table(asked.state, device.table, "device.table"));
  }
  if (!is_digest(device.token_digest))
    return refuse(RefusalCode::digest_malformed, "device.token_digest",
                  "a digest must be 64 lowercase hexadecimal digits");
  if (asked.state.devices.contains(device.device))
    return refuse(RefusalCode::device_exists, "device.device",
                  fmt::format("device {} is already enrolled; revoke it first", device.device.text));
  if (asked.state.devices.size() >= devices_max)
    return refuse(
        RefusalCode::devices_too_many, "device.device",
        fmt::format("the limit of {} devices is reached; revoke devices that are no longer in use", devices_max));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const RevokeDevice& body) {
  CARDROOM_NEED(need_role(asked, {Role::administrator}));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  if (!asked.state.devices.contains(body.device))
    return refuse(RefusalCode::device_unknown, "device", fmt::format("device '{}' is not enrolled", body.device.text));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const RecordSignIn& body) {
  CARDROOM_NEED(need_program(asked));
  if (body.staff.empty() == body.device.empty())
    return refuse(RefusalCode::malformed_id, "staff", "name either a card or a device, not both");
  CARDROOM_NEED(need_id(body.staff.empty() ? body.device.text : body.staff.text, "staff"));
  CARDROOM_NEED(need_printable(body.where, "where"));
  CARDROOM_NEED(need_printable(body.detail, "detail"));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const RecordStart& body) {
  CARDROOM_NEED(need_program(asked));
  CARDROOM_NEED(need_printable(body.version, "version"));
  CARDROOM_NEED(need_printable(body.holder, "holder"));
  if (!is_digest(body.program_digest))
    return refuse(RefusalCode::digest_malformed, "program_digest", "a digest must be 64 lowercase hexadecimal digits");
  if (!is_digest(body.configuration_digest))
    return refuse(RefusalCode::digest_malformed, "configuration_digest",
                  "a digest must be 64 lowercase hexadecimal digits");
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const RecordStop& body) {
  CARDROOM_NEED(need_program(asked));
  CARDROOM_NEED(need_printable(body.reason, "reason"));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const ReplaceAnchor& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  const auto need_hash = [](uint64_t sequence, std::string_view hash, std::string field) -> Allowed<void> {
    if (sequence == 0 ? hash.empty() : is_digest(hash)) return {};
    return refuse(RefusalCode::digest_malformed, std::move(field),
                  "a hash must be 64 lowercase hexadecimal digits, and empty without an entry");
  };
  CARDROOM_NEED(need_hash(body.anchor_sequence, body.anchor_hash, "anchor_hash"));
  CARDROOM_NEED(need_hash(body.sequence, body.hash, "hash"));
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const ArchiveSegment& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  for (const auto& [digest, field] : {std::pair{&body.hash, "hash"}, std::pair{&body.digest, "digest"}})
    if (!is_digest(*digest))
      return refuse(RefusalCode::digest_malformed, field, "a digest must be 64 lowercase hexadecimal digits");
  if (body.first < 2 || body.last < body.first)
    return refuse(RefusalCode::amount_out_of_range, "first",
                  "a segment must begin at entry 2 or later and end where it begins or later");
  return event_of(asked);
}

Allowed<Event> decide_body(const Asked& asked, const ReportDeal& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  const auto table = find_table_in_round(asked.state, body.table);
  if (!table) return std::unexpected(table.error());
  if (body.hands < 0 || body.hands > hands_max)
    return refuse(RefusalCode::amount_out_of_range, "hands",
                  fmt::format("the number of hands must be 0 to {}", hands_max));
  Event event = event_of(asked);
  event.outcome.round = (*table)->round->number;
  return event;
}

}  // namespace cardroom::progressive
