// A journal carried from one store to another, entry by entry with its hashes: a backup of a running ledger, its
// restoration, and the way from one kind of store to another.
#pragma once

#include <functional>

#include "ledger/store.h"

namespace cardroom::ledger {

struct CopyOptions {
  std::string holder;                                             // who writes, for people: this_process()
  std::function<bool(uint64_t done, uint64_t total)> progress{};  // false: stop
};

// Appends the entries of `from` to `to`, which must be empty, and stores the snapshots of `from`; what is appended to
// `from` meanwhile may be left out.
// Needs the lease of `to` only. Every entry is checked to follow the one before: a broken chain is not copied. The head
// of the copy is returned.
StoreResult<Head> copy_journal(Store& from, Store& to, const CopyOptions& options);

}  // namespace cardroom::ledger
