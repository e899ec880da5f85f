#include "ledger/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

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

// Snapshots asked about at once, at most. The newest is nearly always the one, and records of older ones may be in
// segments, which a start should not need.
constexpr size_t snapshot_heads_page = 16;
// A snapshot that was vouched for and does not lead to the journal's end is a bug or a forgery. The one before it may
// do; after that only the journal decides.
constexpr int snapshots_tried = 2;

// The digest that the entry after `head` records of a snapshot in this program's format; empty if it does not.
std::string digest_recorded(const Head& head, const Entry& entry) {
  if (chain_break(head, entry)) return {};
  const auto event = from_json_text<Event>(entry.body, body_bytes_max);
  const TakeSnapshot* record = event ? recorded_snapshot(*event) : nullptr;
  return record != nullptr && record->after == head.sequence && record->format == snapshot_format ? record->digest
                                                                                                  : std::string();
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

StoreResult<std::optional<KnownState>> known_state(Store& store, uint64_t last) {
  for (size_t most = 1;; most = std::min(2 * most, snapshot_heads_page)) {
    const auto heads = store.snapshot_heads(last, most);
    if (!heads) return std::unexpected(heads.error());
    std::vector<std::string> ids;
    for (const Head& head : *heads) ids.push_back(snapshot_command_id(head.sequence));
    const auto records = store.find_commands(ids);
    if (!records) return std::unexpected(records.error());
    for (size_t i = 0; i < heads->size(); ++i) {
      const Head& head = (*heads)[i];
      const std::string digest = (*records)[i] ? digest_recorded(head, *(*records)[i]) : std::string();
      if (digest.empty()) continue;
      const auto snapshot = store.snapshot_until(head.sequence);
      if (!snapshot) return std::unexpected(snapshot.error());
      if (!*snapshot || (*snapshot)->head != head || to_hex(digest_of((*snapshot)->body)) != digest) continue;
      auto state = from_json_text<progressive::State>((*snapshot)->body, snapshot_bytes_max);
      if (state) return KnownState{std::move(*state), head};
    }
    if (heads->size() < most || heads->back().sequence == 0) return std::nullopt;
    last = heads->back().sequence - 1;
  }
}

StoreResult<Replayed> replay(Store& store) {
  uint64_t last = sequence_max;
  for (int tries = 0; tries < snapshots_tried; ++tries) {
    auto known = known_state(store, last);
    if (!known) return std::unexpected(known.error());
    if (!*known) break;
    Replayed result;
    result.state = std::move((*known)->state);
    result.head = (*known)->head;
    result.snapshot_kept = true;
    last = result.head.sequence - 1;
    const auto wrong = replay_rest(store, result);
    if (!wrong) return std::unexpected(wrong.error());
    if (wrong->empty()) return result;
  }
  Replayed result;
  const auto wrong = replay_rest(store, result);
  if (!wrong) return std::unexpected(wrong.error());
  if (!wrong->empty()) return store_error(StoreFailure::not_a_ledger, "rebuild the state from the journal", *wrong);
  return result;
}

}  // namespace cardroom::ledger
