#include "ledger/sqlite_open.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

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

// SQLite makes a FILE-shm even to read a journal with a write-ahead log, and cannot in a folder that may not be
// written.
struct Place {
  bool folder_is_writable = true;
  bool has_log = false;  // somebody writes, or something is still to be copied back
};
Place place_of(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::path file = std::filesystem::weakly_canonical(path, ignored);
  Place place;
  place.folder_is_writable = ::faccessat(AT_FDCWD, file.parent_path().c_str(), W_OK, AT_EACCESS) == 0;
  const auto exists = [&](const char* suffix) { return std::filesystem::exists(file.string() + suffix, ignored); };
  const bool empty = exists("-wal") && std::filesystem::file_size(file.string() + "-wal", ignored) == 0;
  place.has_log = exists("-wal") && (!empty || exists("-shm"));
  return place;
}

// The file alone, as it lies: right while nobody writes to it.
std::string immutable_uri(const std::string& path) {
  std::string uri = "file:";
  std::error_code ignored;
  for (const char c : std::filesystem::weakly_canonical(path, ignored).string()) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '/')
      uri += c;
    else
      uri += fmt::format("%{:02x}", byte);
  }
  return uri + "?immutable=1";
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
  const Place place = place_of(path);
  const bool as_it_lies = reading && !place.folder_is_writable && !place.has_log;
  auto connection = SqliteConnection::open(as_it_lies ? immutable_uri(path) : path,
                                           (reading ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE) |
                                               SQLITE_OPEN_NOMUTEX | (as_it_lies ? SQLITE_OPEN_URI : 0),
                                           options.vfs);
  if (!connection) return sqlite_error(connection.error(), attempted);
  if (!reading && sqlite3_db_readonly(connection->get(), "main") == 1) {
    return store_error(StoreFailure::unavailable, attempted, "the file is read-only");
  }
  if (auto done = set_up(*connection, mode, options); !done) return sqlite_error(done.error(), attempted);
  const auto version = sqlite_version(*connection, path);
  if (!version) {
    const int code = sqlite3_errcode(connection->get()) & 0xff;
    const bool no_index = code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
    if (!reading || place.folder_is_writable || !no_index) return std::unexpected(version.error());
    return store_error(StoreFailure::unavailable, attempted,
                       "its write-ahead log cannot be read without write access to the folder; read it as a user with "
                       "write access, or copy the ledger and its -wal file to a folder you can write to");
  }
  if (!reading) {
    const auto journal = connection->text("PRAGMA journal_mode = WAL");
    if (!journal) return sqlite_error(journal.error(), attempted);
    if (*journal != "wal") {
      return store_error(StoreFailure::unavailable, attempted, "a write-ahead log cannot be kept here");
    }
    if (*version < sqlite_version_newest) {
      if (auto migrated = migrate_sqlite(*connection, path); !migrated) return std::unexpected(migrated.error());
    }
    sqlite3_db_config(connection->get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, nullptr);
  }
  return OpenedSqlite{std::move(*connection), reading ? *version : sqlite_version_newest};
}

}  // namespace cardroom::ledger
