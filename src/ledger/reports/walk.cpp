#include "ledger/reports/walk.h"

#include <fmt/format.h>

#include <array>

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/parse.hpp>

#include "ledger/codec.h"

namespace cardroom::ledger::reports {

namespace {

// An ordinary event is read without asking the heap for its JSON.
std::expected<progressive::Event, DecodeError> read_event(const Entry& entry) {
  if (entry.body.size() > body_bytes_max) return std::unexpected(DecodeError{"", "the text is too long"});
  std::array<unsigned char, 16384> memory;
  boost::json::monotonic_resource resource(memory.data(), memory.size());
  boost::json::error_code error;
  const boost::json::value value = boost::json::parse({entry.body.data(), entry.body.size()}, error, &resource);
  if (error) return std::unexpected(DecodeError{"", "is not JSON: " + error.message()});
  return from_json<progressive::Event>(value);
}

}  // namespace

std::expected<WalkEnd, WalkError> for_each_event(Store& store, const WalkOptions& options, Visitor& visitor) {
  const auto head = store.head();
  if (!head) return std::unexpected(WalkError{false, head.error().to_text()});
  WalkEnd end;
  Head before;
  bool begun = false;
  std::string damage;
  const auto visit = [&](const Entry& entry) {
    if (const auto broken = chain_break(before, entry)) {
      damage = *broken;
      return false;
    }
    const auto event = read_event(entry);
    if (!event) {
      damage = fmt::format("entry {} cannot be read: {}", entry.sequence, event.error().to_text());
      return false;
    }
    const bool in_period = options.period.contains(entry.time_ms);
    if (entry.time_ms >= options.period.until_ms) {
      end.goes_on = true;
      if (!options.to_end) return false;
    }
    if (!begun && entry.time_ms >= options.period.since_ms) {
      begun = true;
      visitor.begin(end.state);
    }
    visitor.before({entry, *event, end.state, in_period});
    if (const auto applied = progressive::apply(end.state, *event); !applied) {
      damage = fmt::format("entry {} does not fit the entries before it: {}", entry.sequence, applied.error());
      return false;
    }
    visitor.after({entry, *event, end.state, in_period});
    before = {entry.sequence, entry.hash};
    end.last_ms = entry.time_ms;
    if (in_period) ++end.entries;
    if (options.progress && entry.sequence % 1000 == 0) options.progress(entry.sequence, head->sequence);
    return entry.sequence < head->sequence;
  };
  const auto read = head->sequence == 0 ? StoreResult<void>{} : store.read(1, visit);
  if (!read) return std::unexpected(WalkError{false, read.error().to_text()});
  if (!damage.empty()) return std::unexpected(WalkError{true, std::move(damage)});
  if (!begun) visitor.begin(end.state);
  return end;
}

}  // namespace cardroom::ledger::reports
