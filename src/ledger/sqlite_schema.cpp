#include "ledger/sqlite_schema.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/check.h"
#include "ledger/sqlite_lease.h"
#include "ledger/sqlite_writer_row.h"

namespace cardroom::ledger {

namespace {

// "Card", in the field of the header that SQLite keeps for the application.
constexpr uint32_t application_id = 0x43617264;

constexpr std::array<const char*, sqlite_version_newest> sqlite_steps = {
    // 1: the journal, and who writes it.
    R"(
      CREATE TABLE entry (
        sequence INTEGER PRIMARY KEY,
        time_ms INTEGER NOT NULL,
        command_id TEXT NOT NULL UNIQUE,
        command_digest BLOB NOT NULL,
        body BLOB NOT NULL,
        hash BLOB NOT NULL
      ) STRICT;
      CREATE TABLE writer (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        epoch INTEGER NOT NULL,
        holder TEXT,
        expires_ms INTEGER NOT NULL
      ) STRICT;
      INSERT INTO writer VALUES (1, 0, NULL, 0);
    )",
    // 2: snapshots; entries can no longer be changed or removed by a slip at the keyboard.
    R"(
      CREATE TABLE snapshot (
        sequence INTEGER PRIMARY KEY,
        hash BLOB NOT NULL,
        body BLOB NOT NULL
      ) STRICT;
      CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
      CREATE TRIGGER entry_is_fixed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    )",
    // 3: nor by REPLACE, which removes rows without asking the trigger above; and entries begin at 1.
    R"(
      CREATE TRIGGER entry_is_new BEFORE INSERT ON entry
        WHEN NEW.sequence < 1 OR EXISTS (SELECT 1 FROM entry WHERE sequence = NEW.sequence)
          OR EXISTS (SELECT 1 FROM entry WHERE command_id = NEW.command_id)
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    )",
    // 4: segments. What may be removed is exactly what a segment holds, and no segment is added that does not continue
    // the one before, end with an entry of the journal, and have an entry that records it.
    R"(
      CREATE TABLE segment (
        first INTEGER PRIMARY KEY,
        last INTEGER NOT NULL,
        before BLOB NOT NULL,
        hash BLOB NOT NULL,
        first_ms INTEGER NOT NULL,
        last_ms INTEGER NOT NULL,
        digest BLOB NOT NULL,
        bytes INTEGER NOT NULL,
        file TEXT NOT NULL
      ) STRICT;
      CREATE TABLE archived_id (
        id_hash INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        PRIMARY KEY (id_hash, sequence)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE archive (one INTEGER PRIMARY KEY CHECK (one = 1), folder TEXT NOT NULL) STRICT;
      INSERT INTO archive VALUES (1, '');
      DROP TRIGGER entry_stays;
      CREATE TRIGGER entry_stays BEFORE DELETE ON entry
        WHEN OLD.sequence < 2
          OR coalesce((SELECT last FROM segment WHERE first <= OLD.sequence ORDER BY first DESC LIMIT 1), 0)
            < OLD.sequence
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
      DROP TRIGGER entry_is_new;
      CREATE TRIGGER entry_is_new BEFORE INSERT ON entry
        WHEN NEW.sequence < 1 OR EXISTS (SELECT 1 FROM entry WHERE sequence = NEW.sequence)
          OR EXISTS (SELECT 1 FROM entry WHERE command_id = NEW.command_id)
          OR NEW.sequence <= coalesce((SELECT last FROM segment ORDER BY first DESC LIMIT 1), 0)
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
      CREATE TRIGGER segment_is_new BEFORE INSERT ON segment
        WHEN NEW.first <> coalesce((SELECT last FROM segment ORDER BY first DESC LIMIT 1), 1) + 1
          OR NEW.last < NEW.first
          OR NOT EXISTS (SELECT 1 FROM entry WHERE sequence = NEW.last AND hash = NEW.hash)
          OR NOT EXISTS (SELECT 1 FROM entry WHERE command_id = 'ledger/segment-' || NEW.last || '-'
            || lower(substr(hex(NEW.digest), 1, 16)) AND sequence > NEW.last)
        BEGIN SELECT RAISE(ABORT, 'the journal does not record this segment as the next one'); END;
      CREATE TRIGGER segment_stays BEFORE DELETE ON segment
        BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
      CREATE TRIGGER segment_is_fixed BEFORE UPDATE ON segment
        BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
      CREATE TRIGGER archived_id_stays BEFORE DELETE ON archived_id
        BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
      CREATE TRIGGER archived_id_is_fixed BEFORE UPDATE ON archived_id
        BEGIN SELECT RAISE(ABORT, 'the archive is append-only'); END;
    )",
};

SqliteResult<void> run_steps(SqliteConnection& connection, int from, int to) {
  for (int version = from + 1; version <= to; ++version) {
    if (auto done = connection.run(sqlite_steps.at(static_cast<size_t>(version) - 1)); !done) return done;
  }
  return connection.run(fmt::format("PRAGMA user_version = {}", to).c_str());
}

SqliteResult<void> fill_new_file(const std::string& path, const std::string& vfs, int version) {
  auto connection = SqliteConnection::open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, vfs);
  if (!connection) return std::unexpected(connection.error());
  for (const std::string& sql :
       {std::string("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL"), std::string("BEGIN IMMEDIATE"),
        fmt::format("PRAGMA application_id = {}", application_id)}) {
    if (auto done = connection->run(sql.c_str()); !done) return done;
  }
  if (auto done = run_steps(*connection, 0, version); !done) return done;
  if (auto done = connection->run("COMMIT"); !done) return done;
  // All of it into the one file that is given its name next.
  return connection->run("PRAGMA wal_checkpoint(TRUNCATE)");
}

uint32_t big_endian(const unsigned char* bytes) {
  return uint32_t{bytes[0]} << 24 | uint32_t{bytes[1]} << 16 | uint32_t{bytes[2]} << 8 | bytes[3];
}

bool is_sqlite(const unsigned char* header) {
  constexpr std::string_view magic("SQLite format 3\0", 16);
  return std::memcmp(header, magic.data(), magic.size()) == 0;
}

// The header and size of a file, read through SQLite's own layer: a descriptor of ours, closed, would drop the locks
// that another connection of this process holds on the file (POSIX locks belong to the process).
SqliteResult<int64_t> read_header(const std::string& path, const std::string& vfs_name,
                                  std::array<unsigned char, sqlite_header_bytes>& header) {
  sqlite3_vfs* vfs = sqlite3_vfs_find(vfs_name.empty() ? nullptr : vfs_name.c_str());
  CHECK(vfs != nullptr);
  const auto memory =
      std::make_unique<std::max_align_t[]>(static_cast<size_t>(vfs->szOsFile) / sizeof(std::max_align_t) + 1);
  auto* file = reinterpret_cast<sqlite3_file*>(memory.get());
  // SQLite asks for a name with two zeros after it.
  const std::string name = std::filesystem::absolute(path).string() + std::string(2, '\0');
  int flags = 0;
  int code = vfs->xOpen(vfs, name.c_str(), file, SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &flags);
  sqlite3_int64 size = 0;
  if (code == SQLITE_OK) {
    code = file->pMethods->xFileSize(file, &size);
    if (code == SQLITE_OK && size > 0) {
      code = file->pMethods->xRead(file, header.data(), static_cast<int>(header.size()), 0);
      if (code == SQLITE_IOERR_SHORT_READ) code = SQLITE_OK;
    }
  }
  const int system_error = errno;
  if (file->pMethods != nullptr) file->pMethods->xClose(file);
  if (code == SQLITE_OK) return size;
  return std::unexpected(SqliteFailure{
      code, code == SQLITE_CANTOPEN && system_error != 0 ? std::strerror(system_error) : sqlite3_errstr(code)});
}

std::string in_folder_of(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path();
  return folder.empty() ? "." : folder.string();
}

}  // namespace

bool is_sqlite_ledger_header(std::span<const unsigned char, sqlite_header_bytes> header) {
  return is_sqlite(header.data()) && big_endian(&header[68]) == application_id;
}

bool is_segment_header(std::span<const unsigned char, sqlite_header_bytes> header) {
  return is_sqlite(header.data()) && big_endian(&header[68]) == segment_application_id;
}

std::unexpected<StoreError> sqlite_error(const SqliteFailure& failure, std::string attempted) {
  switch (failure.primary_code()) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return store_error(StoreFailure::not_a_ledger, std::move(attempted), "the file is damaged: " + failure.message);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return store_error(StoreFailure::unavailable, std::move(attempted),
                         "another program has locked the file: " + failure.message);
    default: break;
  }
  if (failure.code == SQLITE_IOERR_SHORT_READ) {
    return store_error(StoreFailure::not_a_ledger, std::move(attempted), "the file is shorter than its header states");
  }
  return store_error(StoreFailure::unavailable, std::move(attempted), failure.message);
}

SqliteResult<SqliteConnection> make_sqlite_model(int version) {
  auto connection =
      SqliteConnection::open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, "");
  if (!connection) return connection;
  if (auto done = run_steps(*connection, 0, version); !done) return std::unexpected(done.error());
  return connection;
}

StoreResult<void> make_sqlite_file(const std::string& path, const std::string& vfs, int version) {
  const std::string attempted = "create the ledger " + path;
  const auto failed = [&](int error) {
    return store_error(StoreFailure::unavailable, attempted, std::strerror(error));
  };
  const std::string folder = in_folder_of(path);
  const int folder_descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_descriptor < 0) {
    return store_error(StoreFailure::unavailable, attempted,
                       fmt::format("the folder {}: {}", folder, std::strerror(errno)));
  }
  const std::unique_ptr<const int, void (*)(const int*)> close_folder(&folder_descriptor,
                                                                      [](const int* d) { ::close(*d); });

  // Under another name until it is whole: a crash leaves no half-made journal, and of two who make it one wins.
  const std::string growing = fmt::format("{}-new-{}", path, getpid());
  const auto remove_all = [&] {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) ::unlink((growing + suffix).c_str());
  };
  remove_all();
  if (const auto made = fill_new_file(growing, vfs, version); !made) {
    remove_all();
    return sqlite_error(made.error(), attempted);
  }
  const int linked = ::link(growing.c_str(), path.c_str()) == 0 ? 0 : errno;
  remove_all();
  if (linked != 0 && linked != EEXIST) return failed(linked);
  if (::fsync(folder_descriptor) != 0) return failed(errno);
  return {};
}

StoreResult<void> inspect_sqlite_file(const std::string& path, const std::string& vfs) {
  const std::string attempted = "open the ledger " + path;
  const auto wrong = [&](std::string cause) {
    return store_error(StoreFailure::not_a_ledger, attempted, std::move(cause));
  };
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) {
    return store_error(errno == ENOENT ? StoreFailure::absent : StoreFailure::unavailable, attempted,
                       std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) return wrong("it is a folder");
  if (!S_ISREG(status.st_mode)) return wrong("it is not a regular file");
  if (status.st_size == 0) return wrong("the file is empty");

  std::array<unsigned char, sqlite_header_bytes> header{};
  errno = 0;
  const auto size = read_header(path, vfs, header);
  if (!size) return sqlite_error(size.error(), attempted);
  if (!is_sqlite(header.data())) return wrong("the file is not an SQLite database");
  if (is_segment_header(header)) return wrong("it is an archived segment, not a ledger");
  if (big_endian(&header[68]) != application_id) return wrong("the file is another program's database");
  const uint32_t version = big_endian(&header[60]);
  if (version > sqlite_version_newest) {
    return store_error(
        StoreFailure::newer_version, attempted,
        fmt::format("it has version {}, written by a newer Cardroom; this program supports versions up to {}", version,
                    sqlite_version_newest));
  }
  // With a write-ahead log beside it a file may lag behind its header: a checkpoint was cut short and will be repeated.
  struct stat log{};
  if (::stat((path + "-wal").c_str(), &log) == 0 && log.st_size > 0) return {};
  // A page of 65536 bytes is written as 1.
  const uint32_t page_field = uint32_t{header[16]} << 8 | header[17];
  const int64_t page_bytes = page_field == 1 ? 65536 : page_field;
  const int64_t said = page_bytes * big_endian(&header[28]);
  if (*size < said) return wrong(fmt::format("the file is truncated: {} bytes of {}", *size, said));
  return {};
}

StoreResult<int> sqlite_version(SqliteConnection& connection, const std::string& path) {
  const std::string attempted = "open the ledger " + path;
  const auto version = connection.integer("PRAGMA user_version");
  if (!version) return sqlite_error(version.error(), attempted);
  if (*version < 1) return store_error(StoreFailure::not_a_ledger, attempted, "it has no version");
  if (*version > sqlite_version_newest) {
    return store_error(
        StoreFailure::newer_version, attempted,
        fmt::format("it has version {}, written by a newer Cardroom; this program supports versions up to {}", *version,
                    sqlite_version_newest));
  }
  return static_cast<int>(*version);
}

StoreResult<void> migrate_sqlite(SqliteConnection& connection, const std::string& path) {
  const std::string attempted = fmt::format("upgrade the ledger {} to version {}", path, sqlite_version_newest);
  const auto failed = [&](const SqliteFailure& failure) {
    connection.roll_back();
    return sqlite_error(failure, attempted);
  };
  if (auto begun = connection.run("BEGIN IMMEDIATE"); !begun) return failed(begun.error());
  const auto version = sqlite_version(connection, path);
  if (!version || *version == sqlite_version_newest) {
    connection.roll_back();
    if (!version) return std::unexpected(version.error());
    return {};
  }
  const auto writer = read_writer_row(connection, path);
  if (!writer) {
    connection.roll_back();
    return std::unexpected(writer.error());
  }
  LeaseFile leases(path + "-lease");
  if (writer->holder && writer->epoch > 0 && leases.held_by_other(writer->epoch).value_or(true)) {
    connection.roll_back();
    return store_error(StoreFailure::lease_held, attempted,
                       fmt::format("{} is already writing to it", *writer->holder));
  }
  if (auto done = run_steps(connection, *version, sqlite_version_newest); !done) return failed(done.error());
  if (auto done = connection.run("UPDATE writer SET epoch = epoch + 1, holder = NULL"); !done) {
    return failed(done.error());
  }
  if (auto done = connection.run("COMMIT"); !done) return failed(done.error());
  return {};
}

}  // namespace cardroom::ledger
