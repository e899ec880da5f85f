// A SQLite journal, made where that is asked for, looked at, opened and brought up to date.
#pragma once

#include "ledger/sqlite.h"
#include "ledger/sqlite_store.h"

namespace cardroom::ledger {

struct OpenedSqlite {
  SqliteConnection connection;
  int version = 0;
};

StoreResult<OpenedSqlite> open_sqlite_file(const std::string& path, OpenMode mode, const SqliteOptions& options);

}  // namespace cardroom::ledger
