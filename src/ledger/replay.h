// The state that a journal comes to, and the snapshots that spare reading all of it. A snapshot is believed only when
// the journal says what it is: the entry after the one it was taken after records its digest.
#pragma once

#include <optional>
#include <string>

#include "ledger/store.h"
#include "progressive/event.h"
#include "progressive/state.h"

namespace cardroom::ledger {

// How a snapshot's bytes are written. A snapshot of another format is not looked at. Raise it when the state's JSON
// changes in more than members that are left out at their default.
inline constexpr int snapshot_format = 4;

// Ids that begin so are the ledger's own; a sender's command under one is refused.
inline constexpr std::string_view ledger_id_prefix = "ledger/";
// "ledger/snapshot-1200": the id of the entry that records the snapshot after entry 1200.
std::string snapshot_command_id(uint64_t after);

std::string encode_snapshot(const progressive::State& state);
// What the entry after `after` says of a snapshot with these bytes.
progressive::TakeSnapshot snapshot_command(uint64_t after, std::string_view body);
progressive::Event snapshot_event(const progressive::TakeSnapshot& command, int64_t time_ms);
// The record of a snapshot in an event; null when it is none.
const progressive::TakeSnapshot* recorded_snapshot(const progressive::Event& event);

struct Replayed {
  progressive::State state;
  Head head;
  int64_t time_ms = 0;  // of the last entry

  // The last snapshot that the journal records, if any: after which entry, and the record.
  Head snapshot_after;
  progressive::TakeSnapshot snapshot;
  bool snapshot_kept = false;  // the store has it: the state was read from it
};

// The state after entry `head`, as a snapshot has it.
struct KnownState {
  progressive::State state;
  Head head;
};
// By the newest snapshot, after entry `last` or one before it, that the journal vouches for: the next entry follows the
// snapshot's, and records its digest and this program's format. Nothing where there is none.
StoreResult<std::optional<KnownState>> known_state(Store& store, uint64_t last = sequence_max);

// By the newest snapshot that the journal vouches for and the entries after it, or by all entries.
StoreResult<Replayed> replay(Store& store);

}  // namespace cardroom::ledger
