// The one row of a SQLite journal's table `writer`: who writes, and until when.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "ledger/sqlite.h"
#include "ledger/store.h"

namespace cardroom::ledger {

struct WriterRow {
  uint64_t epoch = 0;  // at most epoch_max
  std::optional<std::string> holder{};
  int64_t expires_ms = 0;  // of the boot clock
};

// not_a_ledger where the row is missing or holds what no program writes; the cause says what.
StoreResult<WriterRow> read_writer_row(SqliteConnection& connection, const std::string& path);

}  // namespace cardroom::ledger
