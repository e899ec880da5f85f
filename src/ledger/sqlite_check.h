// What SQLite and a journal's schema say of a file, apart from its entries.
#pragma once

#include <string>
#include <vector>

#include "ledger/sqlite.h"
#include "ledger/store.h"

namespace cardroom::ledger {

// SQLite's integrity check, and the tables and triggers of the file against those that the program makes for this
// version. Triggers that the program does not make are faults; further tables, views and indexes are not. Rows numbered
// below 1, a version that the journal itself gives the lie, and a lost or impossible row of the writer are faults too.
StoreResult<std::vector<StoreFault>> check_sqlite(SqliteConnection& connection, const std::string& path, int version);

// Every segment, read whole, and whether the ids of its entries are known.
StoreResult<std::vector<StoreFault>> check_sqlite_archive(SqliteConnection& connection, const std::string& path,
                                                          const Archive& archive);

}  // namespace cardroom::ledger
