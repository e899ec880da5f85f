// The tables of a SQLite journal, by numbered steps: step n turns version n - 1 into version n, and the steps that a
// journal lacks are run in order when it is opened for writing. A step that was released is never changed.
#pragma once

#include <span>
#include <string>

#include "ledger/sqlite.h"
#include "ledger/store.h"

namespace cardroom::ledger {

inline constexpr int sqlite_version_newest = 4;

// Whether a file that begins so is a database of SQLite that this program made.
inline constexpr size_t sqlite_header_bytes = 100;
// The same field of a segment (segment.h) says "CarS".
inline constexpr uint32_t segment_application_id = 0x43617253;
bool is_segment_header(std::span<const unsigned char, sqlite_header_bytes> header);
bool is_sqlite_ledger_header(std::span<const unsigned char, sqlite_header_bytes> header);

// Makes a journal of this version at `path`, whole or not at all; an existing file is left alone. Older versions than
// the newest are for tests.
StoreResult<void> make_sqlite_file(const std::string& path, const std::string& vfs, int version);

// The tables and guards of this version in an empty database of its own, in memory: what a journal's are held against.
SqliteResult<SqliteConnection> make_sqlite_model(int version);

// Says whether the file can be a journal, by its kind, header and size, and changes nothing.
StoreResult<void> inspect_sqlite_file(const std::string& path, const std::string& vfs);

// The version of an open journal; not_a_ledger or newer_version where it has none that this program knows.
StoreResult<int> sqlite_version(SqliteConnection& connection, const std::string& path);

// Runs the steps up to the newest version, all in one transaction. lease_held while somebody writes; the epoch rises,
// so that a program of the older version that still runs can append nothing.
StoreResult<void> migrate_sqlite(SqliteConnection& connection, const std::string& path);

// What a failure of SQLite means where no group was being committed.
std::unexpected<StoreError> sqlite_error(const SqliteFailure& failure, std::string attempted);

}  // namespace cardroom::ledger
