// The journal in one file of SQLite: the default. Write-ahead log, synchronous=FULL: a commit is in the log and synced
// before it is answered. The file must be on a disk of this machine (SQLite's log and the lease's locks need that).
#pragma once

#include "ledger/store.h"

namespace cardroom::ledger {

// Others hold SQLite's lock only for a commit, a lease or a migration, which take milliseconds; half a lease, so that
// whoever waits is answered before his lease runs out.
inline constexpr int sqlite_busy_ms = 5'000;
// The log is copied back when the ledger is idle. If it never is, SQLite does it at this size: some tenths of a second
// for the group that meets it.
inline constexpr int sqlite_log_bytes_max = 64 << 20;
// Thirty million entries a year, some 700 bytes each, for ten years. A file beyond that is a fault, and is not let
// fill a disk: the append is refused.
inline constexpr int64_t sqlite_file_bytes_max = int64_t{256} << 30;

struct SqliteOptions {
  int64_t lease_ms = lease_ms_default;
  int busy_ms = sqlite_busy_ms;
  std::string vfs{};  // SQLite's layer to the system, by name; empty: its default. Tests put faults there.
};

StoreResult<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, OpenMode mode,
                                                      const SqliteOptions& options = {});

}  // namespace cardroom::ledger
