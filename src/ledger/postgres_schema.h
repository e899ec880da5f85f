// The tables of a PostgreSQL journal, in a schema `cardroom` of their own, by numbered steps as SQLite's are.
#pragma once

#include <string>

#include "ledger/postgres.h"
#include "ledger/store.h"

namespace cardroom::ledger {

inline constexpr int postgres_version_newest = 3;

// The journal's version, 0 where there is none; not_a_ledger or newer_version where it has none that is known.
StoreResult<int> postgres_version(PostgresConnection& connection, const std::string& name, int answer_ms);

// Makes or brings up to date the journal, in one transaction, up to this version (older ones are for tests). lease_held
// while somebody writes; the epoch rises, so that a program of the older version can append nothing.
StoreResult<void> migrate_postgres(PostgresConnection& connection, const std::string& name, int version, int answer_ms);

// What a failure of the server means where no group was being committed.
std::unexpected<StoreError> postgres_error(const PostgresFailure& failure, std::string attempted);

}  // namespace cardroom::ledger
