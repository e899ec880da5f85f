#include "ledger/postgres_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

#include "base/check.h"
#include "ledger/postgres.h"
#include "ledger/postgres_check.h"
#include "ledger/postgres_schema.h"

namespace cardroom::ledger {

namespace {

#define LEDGER_COLUMNS "sequence, time_ms, command_id, command_digest, body, hash"

struct Named {
  const char* name;
  const char* sql;
};

// FOR SHARE: who takes the lease waits for a group under way, and a group that waited for him sees his epoch.
// A group names the entry that it follows: $8, $9 are that entry's number and hash.
constexpr Named statements[] = {
    {"epoch", "SELECT epoch FROM cardroom.writer"},
    {"head", "SELECT sequence, hash FROM cardroom.entry WHERE sequence >= 1 ORDER BY sequence DESC LIMIT 1"},
    {"page",
     "SELECT " LEDGER_COLUMNS " FROM cardroom.entry WHERE sequence >= $1::bigint ORDER BY sequence LIMIT $2::bigint"},
    {"commands", "SELECT " LEDGER_COLUMNS " FROM cardroom.entry WHERE command_id = ANY($1::text[]) AND sequence >= 1"},
    {"writer", "SELECT epoch, holder FROM cardroom.writer WHERE holder IS NOT NULL AND expires > clock_timestamp()"},
};
constexpr Named writing_statements[] = {
    {"append",
     "WITH fence AS MATERIALIZED (SELECT 1 FROM cardroom.writer WHERE epoch = $1::bigint FOR SHARE) "
     "INSERT INTO cardroom.entry (" LEDGER_COLUMNS
     ") SELECT e.* FROM fence, unnest($2::bigint[], $3::bigint[], $4::text[], $5::bytea[], $6::bytea[], $7::bytea[])"
     " AS e WHERE coalesce((SELECT sequence = $8::bigint AND hash = $9::bytea FROM cardroom.entry WHERE sequence >= 1 "
     "ORDER BY sequence DESC LIMIT 1), $8::bigint = 0)"},
    {"take",
     "UPDATE cardroom.writer SET epoch = epoch + 1, holder = $1::text, "
     "expires = clock_timestamp() + $2::bigint * interval '1 ms' "
     "WHERE holder IS NULL OR expires <= clock_timestamp() OR epoch = $3::bigint "
     "OR ($4::bigint = 1 AND holder = $1::text AND epoch = $3::bigint + 1) RETURNING epoch"},
    {"renew",
     "UPDATE cardroom.writer SET expires = clock_timestamp() + $2::bigint * interval '1 ms' WHERE epoch = $1::bigint"},
    {"release", "UPDATE cardroom.writer SET holder = NULL WHERE epoch = $1::bigint"},
    {"put",
     "WITH fence AS MATERIALIZED (SELECT 1 FROM cardroom.writer WHERE epoch = $1::bigint FOR SHARE) "
     "INSERT INTO cardroom.snapshot SELECT $2::bigint, $3::bytea, $4::bytea FROM fence "
     "ON CONFLICT (sequence) DO UPDATE SET hash = excluded.hash, body = excluded.body"},
    {"drop",
     "WITH fence AS MATERIALIZED (SELECT 1 FROM cardroom.writer WHERE epoch = $1::bigint FOR SHARE), "
     "dropped AS (DELETE FROM cardroom.snapshot USING fence WHERE sequence = $2::bigint) SELECT count(*) FROM fence"},
};
// Not prepared: a journal of version 1, opened for reading, has no such table.
constexpr const char* snapshot_sql =
    "SELECT sequence, hash{} FROM cardroom.snapshot WHERE sequence <= {} ORDER BY sequence DESC LIMIT {}";

std::string_view view_of(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Entry entry_from(const PostgresRows& rows, int row) {
  return {.sequence = static_cast<uint64_t>(rows.integer(row, 0)),
          .time_ms = rows.integer(row, 1),
          .command_id = std::string(rows.bytes(row, 2)),
          .command_digest = digest_from(rows.bytes(row, 3)),
          .body = std::string(rows.bytes(row, 4)),
          .hash = digest_from(rows.bytes(row, 5))};
}

// The address as messages show it: without a password.
std::string name_of(const std::string& url) {
  const size_t user = url.find("://") + 3;
  const size_t end = url.find_first_of("/?", user);
  const size_t at = url.substr(0, end).rfind('@');
  const size_t query = url.find('?');
  const std::string tail = url.substr(at == std::string::npos ? user : at + 1);
  return "postgresql://" + (query == std::string::npos ? tail : tail.substr(0, tail.find('?')));
}

class PostgresStore final : public Store {
 public:
  PostgresStore(std::string url, OpenMode mode, const PostgresOptions& options)
      : url_(std::move(url)), name_(name_of(url_)), mode_(mode), options_(options) {}

  // Connects, makes or migrates the journal where the mode allows it, prepares the statements.
  StoreResult<void> connect();

  StoreResult<Head> head() override {
    const auto rows = run("head", {}, "read ");
    if (!rows) return std::unexpected(rows.error());
    if (rows->count() == 0) return Head{};
    return Head{static_cast<uint64_t>(rows->integer(0, 0)), digest_from(rows->bytes(0, 1))};
  }

  StoreResult<void> read(uint64_t first, const std::function<bool(const Entry&)>& visit) override {
    first = std::max<uint64_t>(first, 1);
    while (true) {
      PostgresParameters range;
      range.add(static_cast<int64_t>(first)).add(static_cast<int64_t>(page_entries));
      const auto rows = run("page", range, "read ");
      if (!rows) return std::unexpected(rows.error());
      for (int row = 0; row < rows->count(); ++row) {
        const Entry entry = entry_from(*rows, row);
        if (!visit(entry)) return {};
        first = entry.sequence + 1;
      }
      if (static_cast<size_t>(rows->count()) < page_entries) return {};
    }
  }

  StoreResult<std::optional<Entry>> entry(uint64_t sequence) override {
    if (sequence == 0 || sequence > sequence_max) return std::nullopt;
    const auto rows = run("page", PostgresParameters().add(sql_number(sequence)).add(int64_t{1}), "read ");
    if (!rows) return std::unexpected(rows.error());
    if (rows->count() == 0 || rows->integer(0, 0) != sql_number(sequence)) return std::nullopt;
    return entry_from(*rows, 0);
  }

  StoreResult<std::vector<std::optional<Entry>>> find_commands(std::span<const std::string> ids) override {
    std::vector<std::optional<Entry>> found(ids.size());
    if (ids.empty()) return found;
    const std::vector<std::string_view> views(ids.begin(), ids.end());
    const auto rows = run("commands", PostgresParameters().add_texts(views), "look up commands in ");
    if (!rows) return std::unexpected(rows.error());
    std::unordered_map<std::string_view, int> row_of;
    for (int row = 0; row < rows->count(); ++row) row_of.emplace(rows->bytes(row, 2), row);
    for (size_t i = 0; i < ids.size(); ++i) {
      if (const auto at = row_of.find(ids[i]); at != row_of.end()) found[i] = entry_from(*rows, at->second);
    }
    return found;
  }

  StoreResult<Lease> take_lease(const std::string& holder) override;

  StoreResult<void> renew_lease() override {
    return run_fenced("renew", PostgresParameters().add(epoch()).add(options_.lease_ms), "renew the lease of ");
  }

  StoreResult<void> release_lease() override {
    auto released = run_fenced("release", PostgresParameters().add(epoch()), "release the lease of ");
    if (released) lease_.reset();
    return released;
  }

  StoreResult<std::optional<Lease>> lease_holder() override {
    const auto rows = run("writer", {}, "read the lease of ");
    if (!rows) return std::unexpected(rows.error());
    if (rows->count() == 0) return std::nullopt;
    return Lease{static_cast<uint64_t>(rows->integer(0, 0)), std::string(rows->bytes(0, 1))};
  }

  StoreResult<void> append(std::span<const Entry> entries) override;

  StoreResult<void> put_snapshot(const Snapshot& snapshot) override {
    CHECK(snapshot.body.size() <= snapshot_bytes_max);
    PostgresParameters values;
    values.add(epoch()).add(static_cast<int64_t>(snapshot.head.sequence));
    return run_fenced("put", values.add(view_of(snapshot.head.hash)).add(snapshot.body), "store a snapshot in ");
  }

  StoreResult<void> drop_snapshot(uint64_t sequence) override {
    // No row at all is the answer both without the snapshot and without the lease.
    const auto rows =
        run("drop", PostgresParameters().add(epoch()).add(sql_number(sequence)), "remove a snapshot from ");
    if (!rows) return std::unexpected(rows.error());
    if (!lease_ || rows->integer(0, 0) == 0) return lost();
    return {};
  }

  StoreResult<std::optional<Snapshot>> snapshot_until(uint64_t last) override {
    const auto rows = read_snapshots(", body", last, 1);
    if (!rows) return std::unexpected(rows.error());
    if (!*rows || (*rows)->count() == 0) return std::nullopt;
    return Snapshot{.head = {static_cast<uint64_t>((*rows)->integer(0, 0)), digest_from((*rows)->bytes(0, 1))},
                    .body = std::string((*rows)->bytes(0, 2))};
  }

  StoreResult<std::vector<Head>> snapshot_heads(uint64_t last, size_t most) override {
    const auto rows = read_snapshots("", last, most);
    if (!rows) return std::unexpected(rows.error());
    std::vector<Head> heads;
    for (int row = 0; *rows && row < (*rows)->count(); ++row)
      heads.push_back({static_cast<uint64_t>((*rows)->integer(row, 0)), digest_from((*rows)->bytes(row, 1))});
    return heads;
  }

  StoreResult<Archive> archive() override { return Archive(); }
  StoreResult<void> set_archive_folder(const std::string&) override { return no_archive(); }
  StoreResult<void> add_segment(const Segment&) override { return no_archive(); }
  StoreResult<size_t> remove_archived(size_t) override { return 0; }
  StoreResult<std::vector<StoreFault>> check_archive() override { return std::vector<StoreFault>(); }

  StoreResult<std::vector<StoreFault>> check_itself() override {
    if (auto connected = connect(); !connected) return std::unexpected(connected.error());
    return check_postgres(*connection_, name_, version_, options_.answer_ms);
  }

  StoreResult<void> idle() override { return {}; }

 private:
  StoreResult<PostgresRows> run(const char* statement, const PostgresParameters& values, const char* attempted) {
    if (auto connected = connect(); !connected) return std::unexpected(connected.error());
    auto rows = connection_->run_prepared(statement, values, options_.answer_ms);
    if (!rows) return postgres_error(rows.error(), attempted + name_);
    return std::move(*rows);
  }

  // Nothing where the journal's version knows no snapshots.
  StoreResult<std::optional<PostgresRows>> read_snapshots(const char* body, uint64_t last, size_t most) {
    if (auto connected = connect(); !connected) return std::unexpected(connected.error());
    if (version_ < 2) return std::nullopt;
    auto rows =
        connection_->query(fmt::format(snapshot_sql, body, sql_number(last), sql_number(most)), options_.answer_ms);
    if (!rows) return postgres_error(rows.error(), "read the snapshots of " + name_);
    return std::move(*rows);
  }

  StoreResult<void> no_archive() {
    return store_error(StoreFailure::unavailable, "archive " + name_, "only SQLite ledgers can be archived");
  }

  // A statement that changes a row only where the epoch is ours.
  StoreResult<void> run_fenced(const char* statement, const PostgresParameters& values, const char* attempted) {
    if (!lease_) return lost();
    const auto rows = run(statement, values, attempted);
    if (!rows) return std::unexpected(rows.error());
    if (rows->affected() == 0) return lost();
    return {};
  }

  std::unexpected<StoreError> lost() {
    lease_.reset();
    const auto holder = lease_holder();
    return store_error(StoreFailure::lease_lost, "write to " + name_,
                       holder && *holder ? fmt::format("{} has taken over", (*holder)->holder)
                                         : "this process does not hold the lease");
  }

  // Why a group changed nothing: the lease is another's, or the journal ends elsewhere.
  StoreResult<void> not_here(std::span<const Entry> entries) {
    const auto rows = run("epoch", {}, "append to ");
    if (!rows) return store_error(StoreFailure::not_appended, "append to " + name_, rows.error().error.cause);
    if (rows->count() == 0 || rows->integer(0, 0) != epoch()) return lost();
    const auto end = head();
    if (!end) return store_error(StoreFailure::not_appended, "append to " + name_, end.error().error.cause);
    if (auto placed = check_place(*end, entries, name_); !placed) return placed;
    return store_error(StoreFailure::not_appended, "append to " + name_,
                       "it ended elsewhere when the group was sent; send the group again");
  }

  // No epoch is negative: this one is nobody's.
  int64_t epoch() const { return lease_ ? static_cast<int64_t>(lease_->epoch) : -1; }

  std::string url_;
  std::string name_;
  OpenMode mode_;
  PostgresOptions options_;
  std::optional<PostgresConnection> connection_;
  int version_ = 0;
  std::optional<Lease> lease_;
  Head head_;                     // the journal's end as this store knows it; every group is sent with it
  bool unknown_ = false;          // the last group's outcome is
  bool take_unanswered_ = false;  // the lease was asked for again, and the answer was lost
};

StoreResult<void> PostgresStore::connect() {
  if (connection_ && connection_->is_usable()) return {};
  const std::string attempted = "open the ledger " + name_;
  const bool writing = mode_ != OpenMode::read_only;
  connection_.reset();
  auto opened = PostgresConnection::open(url_, writing, postgres_connect_s);
  if (!opened) return postgres_error(opened.error(), attempted);
  PostgresConnection& fresh = *opened;
  const auto set =
      fresh.run(fmt::format("SET statement_timeout = {}; SET default_transaction_isolation = 'read committed'; "
                            "SET client_min_messages = warning",
                            options_.statement_ms),
                options_.answer_ms);
  if (!set) return postgres_error(set.error(), attempted);
  if (writing) {
    // remote_apply asks for even more, and stays; whatever asks for less would acknowledge what can be lost.
    const auto durable = fresh.query(
        "SELECT current_setting('fsync'), CASE WHEN current_setting('synchronous_commit') <> 'remote_apply' THEN "
        "set_config('synchronous_commit', 'on', false) END",
        options_.answer_ms);
    if (!durable) return postgres_error(durable.error(), attempted);
    if (durable->bytes(0, 0) != "on") {
      return store_error(StoreFailure::unavailable, attempted,
                         "the server runs with fsync off, so acknowledged writes would not be durable");
    }
  }
  auto version = postgres_version(fresh, name_, options_.answer_ms);
  if (version && writing && *version < postgres_version_newest && (*version > 0 || mode_ == OpenMode::create)) {
    if (auto made = migrate_postgres(fresh, name_, postgres_version_newest, options_.answer_ms); !made) return made;
    version = postgres_version_newest;
  }
  if (!version) return std::unexpected(version.error());
  if (*version == 0) {
    return store_error(StoreFailure::absent, attempted,
                       "the database has no journal: schema 'cardroom' does not exist");
  }
  const auto prepare = [&](std::span<const Named> all) -> PostgresResult<void> {
    for (const auto& [name, sql] : all) {
      if (auto prepared = fresh.prepare(name, sql, options_.answer_ms); !prepared) return prepared;
    }
    return {};
  };
  auto prepared = prepare(statements);
  if (prepared && writing) prepared = prepare(writing_statements);
  if (!prepared) {
    // 42: no such table or column.
    const bool other = prepared.error().sqlstate.starts_with("42P") || prepared.error().sqlstate == "42703";
    return store_error(other ? StoreFailure::not_a_ledger : StoreFailure::unavailable, attempted,
                       prepared.error().message);
  }
  version_ = *version;
  connection_ = std::move(fresh);
  return {};
}

StoreResult<Lease> PostgresStore::take_lease(const std::string& holder) {
  if (mode_ == OpenMode::read_only) {
    return store_error(StoreFailure::unavailable, "write to " + name_, "it was opened read-only");
  }
  if (auto connected = connect(); !connected) return std::unexpected(connected.error());
  PostgresParameters values;
  values.add(std::string_view(holder)).add(options_.lease_ms).add(epoch()).add(int64_t{take_unanswered_ ? 1 : 0});
  const auto taken = connection_->run_prepared("take", values, options_.answer_ms);
  // The next epoch under this name is then ours: nobody need wait for that lease to run out.
  take_unanswered_ = lease_ && !taken && taken.error().maybe_done;
  if (!taken) return postgres_error(taken.error(), "write to " + name_);
  if (taken->count() == 0) {
    const auto other = lease_holder();
    if (!other) return std::unexpected(other.error());
    const auto rows = connection_->query("SELECT count(*) FROM cardroom.writer", options_.answer_ms);
    if (!rows) return postgres_error(rows.error(), "write to " + name_);
    if (rows->integer(0, 0) == 0)
      return store_error(StoreFailure::not_a_ledger, "write to " + name_, std::string(postgres_writer_is_missing));
    return store_error(StoreFailure::lease_held, "write to " + name_,
                       *other ? fmt::format("{} is already writing to it", (*other)->holder)
                              : "its lease was released a moment ago; try again");
  }
  lease_ = Lease{static_cast<uint64_t>(taken->integer(0, 0)), holder};
  if (!connection_->warning().empty()) {
    // A standby may lack this commit, and with it a group before it that the lease was to settle.
    unknown_ = true;
    return store_error(StoreFailure::unavailable, "write to " + name_, connection_->warning());
  }
  const auto head = checked_head(*this, name_);
  if (!head) {
    std::ignore = release_lease();
    lease_.reset();
    return std::unexpected(head.error());
  }
  head_ = *head;
  // The new epoch waited for a group under way and fences one that was still to come: the head is settled.
  unknown_ = false;
  return *lease_;
}

StoreResult<void> PostgresStore::append(std::span<const Entry> entries) {
  const std::string attempted = "append to " + name_;
  if (unknown_) {
    return store_error(StoreFailure::not_appended, attempted,
                       "the outcome of an earlier group is not known; take the lease again first");
  }
  if (!lease_) return lost();
  check_group(entries);
  if (auto placed = check_place(head_, entries, name_); !placed) return placed;
  if (auto connected = connect(); !connected) return connected;

  std::vector<int64_t> sequences;
  std::vector<int64_t> times;
  std::vector<std::string_view> ids;
  std::vector<std::string_view> digests;
  std::vector<std::string_view> bodies;
  std::vector<std::string_view> hashes;
  for (const Entry& entry : entries) {
    sequences.push_back(static_cast<int64_t>(entry.sequence));
    times.push_back(entry.time_ms);
    ids.push_back(entry.command_id);
    digests.push_back(view_of(entry.command_digest));
    bodies.push_back(entry.body);
    hashes.push_back(view_of(entry.hash));
  }
  PostgresParameters values;
  values.add(epoch()).add(sequences).add(times).add_texts(ids).add_blobs(digests).add_blobs(bodies).add_blobs(hashes);
  values.add(static_cast<int64_t>(head_.sequence)).add(view_of(head_.hash));
  const auto done = connection_->run_prepared("append", values, options_.answer_ms);
  if (!done) {
    unknown_ = done.error().maybe_done;
    const bool repeated = done.error().sqlstate == "23505";
    return store_error(unknown_ ? StoreFailure::outcome_unknown : StoreFailure::not_appended, attempted,
                       repeated ? "a command ID in the group is already in the journal" : done.error().message);
  }
  if (!connection_->warning().empty()) {
    // The commit stands here, but a standby that it should have waited for may not have it.
    unknown_ = true;
    return store_error(StoreFailure::outcome_unknown, attempted, connection_->warning());
  }
  if (done->affected() == 0) return not_here(entries);
  CHECK(done->affected() == static_cast<int64_t>(entries.size()));
  head_ = {entries.back().sequence, entries.back().hash};
  return {};
}

}  // namespace

StoreResult<std::unique_ptr<Store>> open_postgres_store(const std::string& url, OpenMode mode,
                                                        const PostgresOptions& options) {
  auto store = std::make_unique<PostgresStore>(url, mode, options);
  if (auto connected = store->connect(); !connected) return std::unexpected(connected.error());
  return store;
}

}  // namespace cardroom::ledger
