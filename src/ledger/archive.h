// Which entries become segments of the archive.
#pragma once

#include <vector>

#include "ledger/segment.h"

namespace cardroom::ledger {

// The entries after `before`, to `last`.
struct ArchivePart {
  Head before;
  Head last;
};

// What follows the archived entries and is older than `before_ms`, in parts that end at a recorded snapshot and have at
// most `entries_max` entries, unless snapshots are farther apart. The two newest snapshots, and what a start may read
// after them, stay.
StoreResult<std::vector<ArchivePart>> plan_archive(Store& store, int64_t before_ms, uint64_t entries_max);

}  // namespace cardroom::ledger
