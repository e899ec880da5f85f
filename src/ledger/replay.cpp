#include "ledger/replay.h"

#include <fmt/format.h>

#include "ledger/codec.h"
#include "progressive/laws.h"

namespace cardroom::ledger {

using progressive::Event;
using progressive::TakeSnapshot;

std::string snapshot_command_id(uint64_t after) {
  return fmt::format("{}snapshot-{}", ledger_id_prefix, after);
}

std::string encode_snapshot(const progressive::State& state) {
  return to_json(state);
}

TakeSnapshot snapshot_command(uint64_t after, std::string_view body) {
  return {after, to_hex(digest_of(body)), snapshot_format};
}

Event snapshot_event(const TakeSnapshot& command, int64_t time_ms) {
  return {time_ms, {}, {}, command, {}, {}};
}

const TakeSnapshot* recorded_snapshot(const Event& event) {
  return event.outcome.refused ? nullptr : std::get_if<TakeSnapshot>(&event.command);
}

namespace {

// The entry that the snapshot was taken after is there, and the next one says that these are its bytes.
StoreResult<bool> is_vouched_for(Store& store, const Snapshot& snapshot) {
  bool after = false;
  bool vouched = false;
  const auto read = store.read(snapshot.head.sequence, [&](const Entry& entry) {
    if (!after) {
      after = entry.sequence == snapshot.head.sequence && entry.hash == snapshot.head.hash;
      return after;
    }
    if (chain_break(snapshot.head, entry)) return false;
    const auto event = from_json_text<Event>(entry.body, body_bytes_max);
    const TakeSnapshot* record = event ? recorded_snapshot(*event) : nullptr;
    if (record == nullptr) return false;
    const TakeSnapshot ours = snapshot_command(snapshot.head.sequence, snapshot.body);
    vouched = record->after == ours.after && record->format == ours.format && record->digest == ours.digest;
    return false;
  });
  if (!read) return std::unexpected(read.error());
  return vouched;
}

// The journal after `result`, applied to it. The text says what does not fit, if something does not.
StoreResult<std::string> replay_rest(Store& store, Replayed& result) {
  std::string wrong;
  const auto read = store.read(result.head.sequence + 1, [&](const Entry& entry) {
    if (const auto broken = chain_break(result.head, entry)) {
      wrong = *broken;
      return false;
    }
    const auto event = from_json_text<Event>(entry.body, body_bytes_max);
    if (!event) {
      wrong = fmt::format("entry {}: {}", entry.sequence, event.error().to_text());
      return false;
    }
    if (const auto applied = progressive::apply(result.state, *event); !applied) {
      wrong = fmt::format("entry {} does not fit: {}", entry.sequence, applied.error());
      return false;
    }
    if (const TakeSnapshot* record = recorded_snapshot(*event)) {
      // The one that was read from is the first that comes here.
      result.snapshot_kept = result.snapshot_kept && result.snapshot_after == Head{};
      result.snapshot_after = result.head;
      result.snapshot = *record;
    }
    result.head = {entry.sequence, entry.hash};
    result.time_ms = entry.time_ms;
    return true;
  });
  if (!read) return std::unexpected(read.error());
  if (wrong.empty())
    if (const auto broken = progressive::find_broken_law_after(result.state, nullptr))
      wrong = fmt::format("after entry {}, law {} is broken: {}", result.head.sequence,
                          progressive::law_name(broken->law), broken->text);
  return wrong;
}

}  // namespace

StoreResult<Replayed> replay(Store& store) {
  const auto snapshots = store.snapshots();
  if (!snapshots) return std::unexpected(snapshots.error());
  for (const Snapshot& snapshot : *snapshots) {
    const auto vouched = is_vouched_for(store, snapshot);
    if (!vouched) return std::unexpected(vouched.error());
    if (!*vouched) continue;
    auto state = from_json_text<progressive::State>(snapshot.body, snapshot_bytes_max);
    if (!state) continue;  // the journal has all of it
    Replayed result;
    result.state = std::move(*state);
    result.head = snapshot.head;
    result.snapshot_kept = true;
    const auto wrong = replay_rest(store, result);
    if (!wrong) return std::unexpected(wrong.error());
    if (wrong->empty()) return result;
    // It may be the snapshot that is wrong; the journal alone decides.
  }
  Replayed result;
  const auto wrong = replay_rest(store, result);
  if (!wrong) return std::unexpected(wrong.error());
  if (!wrong->empty()) return store_error(StoreFailure::not_a_ledger, "rebuild the state from the journal", *wrong);
  return result;
}

}  // namespace cardroom::ledger
