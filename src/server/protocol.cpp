#include "server/protocol.h"

#include <algorithm>

namespace cardroom::server {

ErrorBody error_of(ServerRefusal code, std::string text, std::string field) {
  return {boost::describe::enum_to_string(code, ""), std::move(field), std::move(text)};
}

ErrorBody error_of(const Refusal& refusal) {
  return {std::string(code_name(refusal.code)), refusal.field, refusal.text};
}

ErrorBody standby_error() {
  return error_of(ServerRefusal::standby,
                  "this game manager is on standby; send the request to the one that is leading");
}

namespace {

bool is_message_id(std::string_view id) {
  return id.size() <= message_id_length_max && is_id(id);
}

std::string readable_id(const boost::json::value& value) {
  if (!value.is_object()) return {};
  const auto found = value.get_object().find("id");
  if (found == value.get_object().end() || !found->value().is_string()) return {};
  const std::string_view id = found->value().get_string();
  return is_message_id(id) ? std::string(id) : std::string();
}

}  // namespace

std::expected<Incoming, BadMessage> read_message(std::string_view text) {
  std::string id;
  const auto bad = [&](std::string why, std::string field = {}) {
    return std::unexpected(BadMessage{id, error_of(ServerRefusal::malformed, std::move(why), std::move(field))});
  };
  try {
    const boost::json::value value = ledger::codec::parse(text);
    id = readable_id(value);
    auto message = ledger::from_json<Incoming>(value);
    if (!message) return bad(message.error().text, message.error().field);
    const int kinds = message->subscribe.has_value() + message->command.has_value() + message->press.has_value() +
                      message->sensors.has_value() + message->deal.has_value() + message->fault.has_value();
    if (kinds != 1) return bad("a message must contain exactly one of subscribe, command, press, sensors, deal, fault");
    if (!message->sensors && !is_message_id(message->id))
      return bad("required: 1 to 24 letters, digits, '-', '_' or '.'; use a new ID for every message", "id");
    if (message->subscribe && message->subscribe->topics.size() > 5)
      return bad("too many topics; there are five", "subscribe.topics");
    constexpr size_t lit_max = positions_max * links_of_table_max;
    if (message->sensors && message->sensors->lit.size() > lit_max)
      return bad("too many sensors; no table has that many", "sensors.lit");
    if (message->press && message->press->key.lit.size() > lit_max)
      return bad("too many sensors; no table has that many", "press.key.lit");
    return std::move(*message);
  } catch (const ledger::DecodeError& error) {
    return bad(error.text, error.field);
  }
}

}  // namespace cardroom::server
