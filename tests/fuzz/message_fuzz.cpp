// Messages and posted commands from anywhere: nothing crashes; what is read can be written and is read as the same;
// what is refused says so, and gives back no id that is not one.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "server/protocol.h"

using namespace cardroom;
using namespace cardroom::server;

namespace {

template <class T>
void check_round_trip(const T& value) {
  const std::string whole = ledger::to_full_json(value);
  const auto again = ledger::from_json_text<T>(whole, whole.size());
  CHECK(again.has_value());
  CHECK(ledger::to_full_json(*again) == whole);
}

void check_message(std::string_view text) {
  const auto message = read_message(text);
  if (!message) {
    CHECK(message.error().error.code == "malformed");
    CHECK(!message.error().error.text.empty());
    CHECK(message.error().id.empty() || progressive::is_id(message.error().id));
    CHECK(message.error().id.size() <= message_id_length_max);
    return;
  }
  const int kinds = message->subscribe.has_value() + message->command.has_value() + message->press.has_value() +
                    message->sensors.has_value() + message->deal.has_value() + message->fault.has_value();
  CHECK(kinds == 1);
  CHECK(message->sensors || progressive::is_id(message->id));
  check_round_trip(*message);
}

void check_posted(std::string_view text) {
  const auto posted = ledger::from_json_text<PostedCommand>(text, ledger::command_bytes_max);
  if (posted)
    check_round_trip(*posted);
  else
    CHECK(!posted.error().text.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  check_message(text);
  check_posted(text);
  return 0;
}
