#include "ledger/sqlite_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/check.h"
#include "ledger/sqlite.h"
#include "ledger/sqlite_archive.h"
#include "ledger/sqlite_check.h"
#include "ledger/sqlite_lease.h"
#include "ledger/sqlite_open.h"
#include "ledger/sqlite_schema.h"
#include "ledger/sqlite_writer_row.h"

namespace cardroom::ledger {

namespace {

// A page is handed on before it holds more than this, however large its bodies.
constexpr size_t page_bytes_max = size_t{4} << 20;

struct Statements {
  SqliteStatement begin, commit, epoch, insert, head, page, command;
};

class SqliteStore final : public Store {
 public:
  SqliteStore(std::string path, OpenMode mode, const SqliteOptions& options, SqliteConnection connection,
              Statements statements, int version)
      : path_(std::move(path)),
        mode_(mode),
        options_(options),
        version_(version),
        leases_(path_ + "-lease"),
        connection_(std::move(connection)),
        archive_(connection_.get(), path_, version),
        sql_(std::move(statements)) {}

  StoreResult<Head> head() override {
    const ResetOnExit reset(sql_.head);
    const auto row = sql_.head.step();
    if (!row) return sqlite_error(row.error(), "read " + path_);
    if (!*row) return Head{};
    return Head{static_cast<uint64_t>(sql_.head.integer(0)), digest_from(sql_.head.bytes(1))};
  }

  StoreResult<void> read(uint64_t first, const std::function<bool(const Entry&)>& visit) override {
    std::vector<Entry> page;
    first = std::max<uint64_t>(first, 1);
    // The statement is reset before anything is visited: a reader that thinks would keep the log from being copied.
    const auto fill = [&]() -> StoreResult<void> {
      const ResetOnExit reset(sql_.page);
      sql_.page.bind(1, static_cast<int64_t>(first)).bind(2, static_cast<int64_t>(page_entries));
      page.clear();
      size_t bytes = 0;
      while (bytes < page_bytes_max) {
        const auto row = sql_.page.step();
        if (!row) return sqlite_error(row.error(), fmt::format("read {} starting at entry {}", path_, first));
        if (!*row) break;
        page.push_back(entry_of_row(sql_.page));
        bytes += page.back().body.size();
      }
      // After the rows: entries that were removed just before are in a segment by now.
      return archive_.fill_gaps(first, page_entries, page_bytes_max, page);
    };
    while (true) {
      if (auto filled = fill(); !filled) return filled;
      if (page.empty()) return {};
      for (const Entry& entry : page) {
        if (!visit(entry)) return {};
      }
      // An entry that was put there by hand may bear the last number there is; one beyond would be the first again.
      if (page.back().sequence >= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return {};
      first = page.back().sequence + 1;
    }
  }

  StoreResult<std::optional<Entry>> entry(uint64_t sequence) override {
    if (sequence == 0 || sequence > sequence_max) return std::nullopt;
    {
      const ResetOnExit reset(sql_.page);
      const auto row = sql_.page.bind(1, static_cast<int64_t>(sequence)).bind(2, int64_t{1}).step();
      if (!row) return sqlite_error(row.error(), fmt::format("read entry {} of {}", sequence, path_));
      if (*row && sql_.page.integer(0) == static_cast<int64_t>(sequence)) return entry_of_row(sql_.page);
    }
    return archive_.entry(sequence);
  }

  StoreResult<std::vector<std::optional<Entry>>> find_commands(std::span<const std::string> ids) override {
    std::vector<std::optional<Entry>> found;
    found.reserve(ids.size());
    for (const std::string& id : ids) {
      {
        const ResetOnExit reset(sql_.command);
        const auto row = sql_.command.bind_text(1, id).step();
        if (!row) return sqlite_error(row.error(), "look up a command in " + path_);
        found.push_back(*row ? std::optional(entry_of_row(sql_.command)) : std::nullopt);
      }
      if (found.back()) continue;
      auto archived = archive_.find(id);
      if (!archived) return std::unexpected(archived.error());
      found.back() = std::move(*archived);
    }
    return found;
  }

  StoreResult<Lease> take_lease(const std::string& holder) override;
  StoreResult<void> renew_lease() override;
  StoreResult<void> release_lease() override;
  StoreResult<std::optional<Lease>> lease_holder() override;

  StoreResult<void> append(std::span<const Entry> entries) override;

  StoreResult<void> put_snapshot(const Snapshot& snapshot) override;
  StoreResult<void> drop_snapshot(uint64_t sequence) override;
  StoreResult<std::optional<Snapshot>> snapshot_until(uint64_t last) override;
  StoreResult<std::vector<Head>> snapshot_heads(uint64_t last, size_t most) override;

  StoreResult<Archive> archive() override { return archive_.all(); }
  StoreResult<void> set_archive_folder(const std::string& folder) override;
  StoreResult<void> add_segment(const Segment& segment) override;
  StoreResult<size_t> remove_archived(size_t most) override;

  StoreResult<std::vector<StoreFault>> check_archive() override {
    const auto archive = archive_.all();
    if (!archive) return std::unexpected(archive.error());
    return check_sqlite_archive(connection_, path_, *archive);
  }

  StoreResult<std::vector<StoreFault>> check_itself() override { return check_sqlite(connection_, path_, version_); }

  void interrupt() override { sqlite3_interrupt(connection_.get()); }

  StoreResult<void> idle() override {
    if (mode_ == OpenMode::read_only) return {};
    // Passive: it waits for no reader and blocks no writer. What it leaves is done the next time.
    const int code = sqlite3_wal_checkpoint_v2(connection_.get(), nullptr, SQLITE_CHECKPOINT_PASSIVE, nullptr, nullptr);
    if (code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED) return {};
    return sqlite_error({code, sqlite3_errmsg(connection_.get())}, "copy the write-ahead log of " + path_);
  }

 private:
  StoreResult<WriterRow> writer_row() { return read_writer_row(connection_, path_); }
  // Whether someone else holds this lease, alive and in time.
  StoreResult<bool> held_by_other(const WriterRow& row);
  // Begins a transaction in which this store holds the lease; lease_lost otherwise.
  StoreResult<void> begin_fenced(StoreFailure failure);
  StoreResult<void> run_fenced(SqliteStatement& statement, const std::string& attempted);
  std::unexpected<StoreError> lost();
  std::unexpected<StoreError> roll_back(StoreFailure failure, const SqliteFailure& cause);
  void forget_lease();

  std::string path_;
  OpenMode mode_;
  SqliteOptions options_;
  int version_;
  LeaseFile leases_;
  SqliteConnection connection_;
  SqliteArchive archive_;
  Statements sql_;  // before the connection goes, they do
  std::optional<Lease> lease_;
  bool unknown_ = false;  // the last group's outcome is
};

StoreResult<bool> SqliteStore::held_by_other(const WriterRow& row) {
  if (!row.holder || (lease_ && lease_->epoch == row.epoch)) return false;
  const auto alive = leases_.held_by_other(row.epoch);
  if (!alive) return std::unexpected(StoreError{StoreFailure::unavailable, alive.error()});
  return *alive && boot_clock_ms() < row.expires_ms;
}

void SqliteStore::forget_lease() {
  if (lease_) leases_.unlock(lease_->epoch);
  lease_.reset();
}

StoreResult<Lease> SqliteStore::take_lease(const std::string& holder) {
  const std::string attempted = "write to " + path_;
  if (mode_ == OpenMode::read_only) {
    return store_error(StoreFailure::unavailable, attempted, "it was opened read-only");
  }
  const auto held_error = [&](const WriterRow& writer) {
    return StoreError{StoreFailure::lease_held,
                      {attempted, fmt::format("{} is already writing to it", *writer.holder)}};
  };
  // A first look without the write lock, for which a busy writer would keep the asker waiting.
  const auto now = writer_row();
  if (!now) return std::unexpected(now.error());
  const auto held_now = held_by_other(*now);
  if (!held_now) return std::unexpected(held_now.error());
  if (*held_now) return std::unexpected(held_error(*now));
  if (auto begun = sql_.begin.run(); !begun) return sqlite_error(begun.error(), attempted);
  // Everything until the commit happens under SQLite's write lock: of two who ask at once, the second sees the first.
  const auto refuse = [&](const StoreError& error) {
    connection_.roll_back();
    return std::unexpected(error);
  };
  const auto row = writer_row();
  if (!row) return refuse(row.error());
  const auto held = held_by_other(*row);
  if (!held) return refuse(held.error());
  if (*held) return refuse(held_error(*row));
  const Lease lease{row->epoch + 1, holder};
  const auto locked = leases_.lock(lease.epoch);
  if (!locked) return refuse({StoreFailure::unavailable, locked.error()});
  if (!*locked) return refuse({StoreFailure::lease_held, {attempted, "another process is taking the lease"}});
  const auto give_up = [&](const StoreError& error) {
    leases_.unlock(lease.epoch);
    return refuse(error);
  };
  auto update =
      SqliteStatement::prepare(connection_.get(), "UPDATE writer SET epoch = ?1, holder = ?2, expires_ms = ?3");
  if (!update) return give_up(sqlite_error(update.error(), attempted).error());
  update->bind(1, static_cast<int64_t>(lease.epoch)).bind_text(2, holder);
  update->bind(3, boot_clock_ms() + options_.lease_ms);
  if (auto done = update->run(); !done) return give_up(sqlite_error(done.error(), attempted).error());
  if (auto done = sql_.commit.run(); !done) return give_up(sqlite_error(done.error(), attempted).error());

  forget_lease();
  lease_ = lease;
  const auto head = checked_head(*this, path_);
  if (!head) {
    forget_lease();
    return std::unexpected(head.error());
  }
  // That commit was written over whatever a failed one left in the log: it cannot come back.
  unknown_ = false;
  return *lease_;
}

std::unexpected<StoreError> SqliteStore::lost() {
  connection_.roll_back();
  forget_lease();
  const auto row = writer_row();
  return store_error(
      StoreFailure::lease_lost, "write to " + path_,
      row && row->holder ? fmt::format("{} has taken over", *row->holder) : "this process does not hold the lease");
}

std::unexpected<StoreError> SqliteStore::roll_back(StoreFailure failure, const SqliteFailure& cause) {
  connection_.roll_back();
  auto error = sqlite_error(cause, "append to " + path_).error();
  if (error.failure == StoreFailure::unavailable) error.failure = failure;
  return std::unexpected(error);
}

StoreResult<void> SqliteStore::begin_fenced(StoreFailure failure) {
  if (!lease_) return lost();
  if (auto begun = sql_.begin.run(); !begun) return roll_back(failure, begun.error());
  const auto row = sql_.epoch.step();
  const bool mine = row && *row && static_cast<uint64_t>(sql_.epoch.integer(0)) == lease_->epoch;
  sql_.epoch.reset();
  if (!row) return roll_back(failure, row.error());
  if (!mine) return lost();
  return {};
}

StoreResult<void> SqliteStore::append(std::span<const Entry> entries) {
  if (unknown_) {
    return store_error(StoreFailure::not_appended, "append to " + path_,
                       "the outcome of an earlier group is not known; take the lease again first");
  }
  check_group(entries);
  if (auto begun = begin_fenced(StoreFailure::not_appended); !begun) return begun;
  // In the transaction: what the file holds now, whatever it held when this store last looked.
  const auto end = head();
  if (!end) {
    connection_.roll_back();
    return store_error(StoreFailure::not_appended, "append to " + path_, end.error().error.cause);
  }
  if (auto placed = check_place(*end, entries, path_); !placed) {
    connection_.roll_back();
    return placed;
  }
  for (const Entry& entry : entries) {
    const auto archived = archive_.find(entry.command_id);
    bind_entry(sql_.insert, entry);
    const auto done = archived && !*archived ? sql_.insert.run() : SqliteResult<void>();
    if (archived && !*archived && done) continue;
    if (!done && done.error().primary_code() != SQLITE_CONSTRAINT)
      return roll_back(StoreFailure::not_appended, done.error());
    connection_.roll_back();
    return store_error(StoreFailure::not_appended, "append to " + path_,
                       archived ? fmt::format("command ID {} is already in the journal", entry.command_id)
                                : archived.error().error.to_text());
  }
  if (const auto done = sql_.commit.run(); !done) {
    // A full disk stops a write before the frame that makes the commit; a lock stops it before any. After another
    // failure, of the sync above all, that frame may be in the log, and a process that starts anew would find it.
    const int code = done.error().primary_code();
    const bool definite = code == SQLITE_FULL || code == SQLITE_BUSY;
    auto error = roll_back(StoreFailure::not_appended, done.error());
    unknown_ = !definite;
    if (unknown_) error.error().failure = StoreFailure::outcome_unknown;
    return error;
  }
  return {};
}

StoreResult<void> SqliteStore::run_fenced(SqliteStatement& statement, const std::string& attempted) {
  if (auto begun = begin_fenced(StoreFailure::unavailable); !begun) return begun;
  SqliteResult<void> done = statement.run();
  if (done) done = sql_.commit.run();
  if (done) return {};
  connection_.roll_back();
  return sqlite_error(done.error(), attempted);
}

StoreResult<void> SqliteStore::renew_lease() {
  auto update = SqliteStatement::prepare(connection_.get(), "UPDATE writer SET expires_ms = ?1");
  if (!update) return sqlite_error(update.error(), "renew the lease of " + path_);
  update->bind(1, boot_clock_ms() + options_.lease_ms);
  return run_fenced(*update, "renew the lease of " + path_);
}

StoreResult<void> SqliteStore::release_lease() {
  auto update = SqliteStatement::prepare(connection_.get(), "UPDATE writer SET holder = NULL");
  if (!update) return sqlite_error(update.error(), "release the lease of " + path_);
  auto done = run_fenced(*update, "release the lease of " + path_);
  // Without the lock nobody is kept out, whatever became of the row.
  forget_lease();
  return done;
}

StoreResult<std::optional<Lease>> SqliteStore::lease_holder() {
  const auto row = writer_row();
  if (!row) return std::unexpected(row.error());
  const auto held = held_by_other(*row);
  if (!held) return std::unexpected(held.error());
  const bool mine = lease_ && lease_->epoch == row->epoch && boot_clock_ms() < row->expires_ms;
  if (!*held && !mine) return std::nullopt;
  return Lease{row->epoch, *row->holder};
}

StoreResult<void> SqliteStore::put_snapshot(const Snapshot& snapshot) {
  CHECK(snapshot.body.size() <= snapshot_bytes_max);
  const std::string attempted = "store a snapshot in " + path_;
  auto insert = SqliteStatement::prepare(connection_.get(), "INSERT OR REPLACE INTO snapshot VALUES (?1, ?2, ?3)");
  if (!insert) return sqlite_error(insert.error(), attempted);
  insert->bind(1, static_cast<int64_t>(snapshot.head.sequence));
  insert->bind_blob(2, snapshot.head.hash.data(), snapshot.head.hash.size());
  insert->bind_blob(3, snapshot.body.data(), snapshot.body.size());
  return run_fenced(*insert, attempted);
}

StoreResult<void> SqliteStore::drop_snapshot(uint64_t sequence) {
  const std::string attempted = "remove a snapshot from " + path_;
  auto drop = SqliteStatement::prepare(connection_.get(), "DELETE FROM snapshot WHERE sequence = ?1");
  if (!drop) return sqlite_error(drop.error(), attempted);
  drop->bind(1, sql_number(sequence));
  return run_fenced(*drop, attempted);
}

StoreResult<std::optional<Snapshot>> SqliteStore::snapshot_until(uint64_t last) {
  if (version_ < 2) return std::nullopt;
  auto statement = SqliteStatement::prepare(
      connection_.get(),
      "SELECT sequence, hash, body FROM snapshot WHERE sequence <= ?1 ORDER BY sequence DESC LIMIT 1");
  if (!statement) return sqlite_error(statement.error(), "read the snapshots of " + path_);
  const auto row = statement->bind(1, sql_number(last)).step();
  if (!row) return sqlite_error(row.error(), "read the snapshots of " + path_);
  if (!*row) return std::nullopt;
  return Snapshot{.head = {static_cast<uint64_t>(statement->integer(0)), digest_from(statement->bytes(1))},
                  .body = std::string(statement->bytes(2))};
}

StoreResult<std::vector<Head>> SqliteStore::snapshot_heads(uint64_t last, size_t most) {
  std::vector<Head> heads;
  if (version_ < 2) return heads;
  auto statement = SqliteStatement::prepare(
      connection_.get(), "SELECT sequence, hash FROM snapshot WHERE sequence <= ?1 ORDER BY sequence DESC LIMIT ?2");
  if (!statement) return sqlite_error(statement.error(), "read the snapshots of " + path_);
  statement->bind(1, sql_number(last)).bind(2, sql_number(most));
  while (true) {
    const auto row = statement->step();
    if (!row) return sqlite_error(row.error(), "read the snapshots of " + path_);
    if (!*row) return heads;
    heads.push_back({static_cast<uint64_t>(statement->integer(0)), digest_from(statement->bytes(1))});
  }
}

StoreResult<void> SqliteStore::set_archive_folder(const std::string& folder) {
  if (mode_ == OpenMode::read_only)
    return store_error(StoreFailure::unavailable, "write to " + path_, "it was opened read-only");
  if (auto done = archive_.set_folder(folder); !done) return sqlite_error(done.error(), "write to " + path_);
  return {};
}

StoreResult<void> SqliteStore::add_segment(const Segment& segment) {
  const std::string attempted = "add a segment to " + path_;
  if (auto begun = begin_fenced(StoreFailure::unavailable); !begun) return begun;
  auto done = archive_.add(segment);
  if (done) done = sql_.commit.run();
  if (done) return {};
  connection_.roll_back();
  return sqlite_error(done.error(), attempted);
}

StoreResult<size_t> SqliteStore::remove_archived(size_t most) {
  const std::string attempted = "remove archived entries from " + path_;
  if (auto begun = begin_fenced(StoreFailure::unavailable); !begun) return std::unexpected(begun.error());
  const auto removed = archive_.remove(most);
  const auto done = removed ? sql_.commit.run() : std::unexpected(removed.error());
  if (done) return *removed;
  connection_.roll_back();
  return sqlite_error(done.error(), attempted);
}

SqliteResult<Statements> prepare_statements(const SqliteConnection& connection) {
  Statements statements;
  const std::pair<SqliteStatement Statements::*, const char*> all[] = {
      {&Statements::begin, "BEGIN IMMEDIATE"},
      {&Statements::commit, "COMMIT"},
      {&Statements::epoch, "SELECT epoch FROM writer"},
      {&Statements::insert, "INSERT INTO entry (" CARDROOM_ENTRY_COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6)"},
      {&Statements::head, "SELECT sequence, hash FROM entry WHERE sequence >= 1 ORDER BY sequence DESC LIMIT 1"},
      {&Statements::page,
       "SELECT " CARDROOM_ENTRY_COLUMNS " FROM entry WHERE sequence >= ?1 ORDER BY sequence LIMIT ?2"},
      {&Statements::command, "SELECT " CARDROOM_ENTRY_COLUMNS " FROM entry WHERE command_id = ?1 AND sequence >= 1"},
  };
  for (const auto& [member, sql] : all) {
    auto statement = SqliteStatement::prepare(connection.get(), sql);
    if (!statement) return std::unexpected(statement.error());
    statements.*member = std::move(*statement);
  }
  return statements;
}

}  // namespace

StoreResult<std::unique_ptr<Store>> open_sqlite_store(const std::string& path, OpenMode mode,
                                                      const SqliteOptions& options) {
  auto opened = open_sqlite_file(path, mode, options);
  if (!opened) return std::unexpected(opened.error());
  const std::string attempted = "open the ledger " + path;
  auto statements = prepare_statements(opened->connection);
  if (!statements) {
    const auto error = sqlite_error(statements.error(), attempted).error();
    if (statements.error().primary_code() != SQLITE_ERROR) return std::unexpected(error);
    return store_error(StoreFailure::not_a_ledger, attempted,
                       "its tables are not those of a journal: " + error.error.cause);
  }
  return std::make_unique<SqliteStore>(path, mode, options, std::move(opened->connection), std::move(*statements),
                                       opened->version);
}

}  // namespace cardroom::ledger
