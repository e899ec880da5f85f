// The journal in a database of PostgreSQL, for houses that keep one with its standbys. A group is one statement: it
// checks the epoch under a lock on the writer's row and inserts all of its entries, and is committed with
// synchronous_commit on. The lease runs by the server's clock.
#pragma once

#include "ledger/store.h"

namespace cardroom::ledger {

// All shorter than a lease, so that whoever waits is answered before his lease runs out.
inline constexpr int postgres_connect_s = 5;         // for each host of the address; a server in reach answers at once
inline constexpr int postgres_statement_ms = 5'000;  // the server gives a statement up; a group takes milliseconds
inline constexpr int postgres_answer_ms = 8'000;     // the server, or the way to it, is given up

struct PostgresOptions {
  int64_t lease_ms = lease_ms_default;
  int statement_ms = postgres_statement_ms;
  int answer_ms = postgres_answer_ms;
};

// The database must exist; `create` makes the journal's tables in it. A connection that broke is made anew by the next
// call.
StoreResult<std::unique_ptr<Store>> open_postgres_store(const std::string& url, OpenMode mode,
                                                        const PostgresOptions& options = {});

}  // namespace cardroom::ledger
