#include "ledger/sqlite_open.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "ledger/sqlite_schema.h"

namespace cardroom::ledger {

namespace {

SqliteResult<void> set_up(SqliteConnection& connection, OpenMode mode, const SqliteOptions& options) {
  // A torn sector leaves its neighbours alone, as on every disk of today. append() relies on it when the disk is full:
  // without padding after it, the frame that makes a commit is the last that is written.
  int powersafe = 1;
  sqlite3_file_control(connection.get(), "main", SQLITE_FCNTL_POWERSAFE_OVERWRITE, &powersafe);
  sqlite3_busy_timeout(connection.get(), options.busy_ms);
  // Until the file has proved to be a journal, closing it changes nothing.
  sqlite3_db_config(connection.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  if (auto done = connection.run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON"); !done) return done;
  if (mode == OpenMode::read_only) return {};
  const auto page_bytes = connection.integer("PRAGMA page_size");
  if (!page_bytes) return std::unexpected(page_bytes.error());
  const int64_t page = std::max<int64_t>(*page_bytes, 512);
  return connection.run(fmt::format("PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = {};"
                                    "PRAGMA journal_size_limit = {}; PRAGMA max_page_count = {}",
                                    sqlite_log_bytes_max / page, sqlite_log_bytes_max, sqlite_file_bytes_max / page)
                            .c_str());
}

}  // namespace

StoreResult<OpenedSqlite> open_sqlite_file(const std::string& path, OpenMode mode, const SqliteOptions& options) {
  const std::string attempted = "open the ledger " + path;
  std::error_code ignored;
  if (mode == OpenMode::create && !std::filesystem::exists(path, ignored)) {
    if (auto made = make_sqlite_file(path, options.vfs, sqlite_version_newest); !made) {
      return std::unexpected(made.error());
    }
  }
  if (auto looked = inspect_sqlite_file(path, options.vfs); !looked) return std::unexpected(looked.error());

  const bool reading = mode == OpenMode::read_only;
  auto connection = SqliteConnection::open(
      path, (reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) | SQLITE_OPEN_NOMUTEX, options.vfs);
  if (!connection) return sqlite_error(connection.error(), attempted);
  if (!reading && sqlite3_db_readonly(connection->get(), "main") == 1) {
    return store_error(StoreFailure::unavailable, attempted, "the file may only be read");
  }
  if (auto done = set_up(*connection, mode, options); !done) return sqlite_error(done.error(), attempted);
  const auto version = sqlite_version(*connection, path);
  if (!version) return std::unexpected(version.error());
  if (!reading) {
    const auto journal = connection->text("PRAGMA journal_mode = WAL");
    if (!journal) return sqlite_error(journal.error(), attempted);
    if (*journal != "wal") {
      return store_error(StoreFailure::unavailable, attempted, "it can keep no write-ahead log here");
    }
    if (*version < sqlite_version_newest) {
      if (auto migrated = migrate_sqlite(*connection, path); !migrated) return std::unexpected(migrated.error());
    }
    sqlite3_db_config(connection->get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
  }
  return OpenedSqlite{std::move(*connection), reading ? *version : sqlite_version_newest};
}

}  // namespace cardroom::ledger
