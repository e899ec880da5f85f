#include "ledger/postgres_schema.h"

#include <fmt/format.h>

#include <array>
#include <tuple>

namespace cardroom::ledger {

namespace {

constexpr std::array<const char*, postgres_version_newest> postgres_steps = {
    // 1: the journal, and who writes it.
    R"(
      CREATE SCHEMA IF NOT EXISTS cardroom;
      CREATE TABLE cardroom.version (one int PRIMARY KEY CHECK (one = 1), version int NOT NULL);
      INSERT INTO cardroom.version VALUES (1, 0);
      CREATE TABLE cardroom.entry (
        sequence bigint PRIMARY KEY,
        time_ms bigint NOT NULL,
        command_id text COLLATE "C" NOT NULL UNIQUE,
        command_digest bytea NOT NULL,
        body bytea NOT NULL,
        hash bytea NOT NULL
      );
      CREATE TABLE cardroom.writer (
        one int PRIMARY KEY CHECK (one = 1),
        epoch bigint NOT NULL,
        holder text,
        expires timestamptz NOT NULL
      );
      INSERT INTO cardroom.writer VALUES (1, 0, NULL, 'epoch');
    )",
    // 2: snapshots; entries can no longer be changed or removed by a slip at the keyboard.
    R"(
      CREATE TABLE cardroom.snapshot (sequence bigint PRIMARY KEY, hash bytea NOT NULL, body bytea NOT NULL);
      CREATE FUNCTION cardroom.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$;
      CREATE TRIGGER entry_stays BEFORE UPDATE OR DELETE ON cardroom.entry
        FOR EACH ROW EXECUTE FUNCTION cardroom.refuse();
      CREATE TRIGGER entry_is_never_emptied BEFORE TRUNCATE ON cardroom.entry
        FOR EACH STATEMENT EXECUTE FUNCTION cardroom.refuse();
    )",
    // 3: entries begin at 1. Not for rows of before: of those the audit tells.
    R"(
      ALTER TABLE cardroom.entry ADD CONSTRAINT entry_is_numbered CHECK (sequence >= 1) NOT VALID;
    )",
};

// Any number, as long as all of them take the same: those who make or migrate a journal do it one by one.
constexpr int64_t migration_lock = 0x63617264726f6f6d;

}  // namespace

std::unexpected<StoreError> postgres_error(const PostgresFailure& failure, std::string attempted) {
  // XX001, XX002: the server found its own files damaged.
  const bool damaged = failure.sqlstate == "XX001" || failure.sqlstate == "XX002";
  return store_error(damaged ? StoreFailure::not_a_ledger : StoreFailure::unavailable, std::move(attempted),
                     failure.message);
}

StoreResult<int> postgres_version(PostgresConnection& connection, const std::string& name, int answer_ms) {
  const std::string attempted = "open the ledger " + name;
  const auto present = connection.query(
      "SELECT (to_regclass('cardroom.version') IS NOT NULL)::int, (to_regclass('cardroom.entry') IS NOT NULL)::int",
      answer_ms);
  if (!present) return postgres_error(present.error(), attempted);
  if (present->integer(0, 0) == 0) {
    if (present->integer(0, 1) == 0) return 0;
    return store_error(StoreFailure::not_a_ledger, attempted, "its schema 'cardroom' has no version");
  }
  const auto version = connection.query("SELECT version FROM cardroom.version", answer_ms);
  if (!version) return postgres_error(version.error(), attempted);
  if (version->count() != 1 || version->integer(0, 0) < 1) {
    return store_error(StoreFailure::not_a_ledger, attempted, "its schema 'cardroom' has no version");
  }
  if (version->integer(0, 0) > postgres_version_newest) {
    return store_error(
        StoreFailure::newer_version, attempted,
        fmt::format("it has version {}, written by a newer Cardroom; this program supports versions up to {}",
                    version->integer(0, 0), postgres_version_newest));
  }
  return static_cast<int>(version->integer(0, 0));
}

StoreResult<void> migrate_postgres(PostgresConnection& connection, const std::string& name, int version,
                                   int answer_ms) {
  const std::string attempted = fmt::format("upgrade the ledger {} to version {}", name, version);
  const auto roll_back = [&](const StoreError& error) {
    if (connection.is_usable()) std::ignore = connection.run("ROLLBACK", answer_ms);
    return std::unexpected(error);
  };
  const auto begun = connection.run(fmt::format("BEGIN; SELECT pg_advisory_xact_lock({})", migration_lock), answer_ms);
  if (!begun) return roll_back(postgres_error(begun.error(), attempted).error());
  const auto before = postgres_version(connection, name, answer_ms);
  if (!before) return roll_back(before.error());
  if (*before > 0) {
    const auto held = connection.query(
        "SELECT holder FROM cardroom.writer WHERE holder IS NOT NULL AND expires > clock_timestamp() FOR UPDATE",
        answer_ms);
    if (!held) return roll_back(postgres_error(held.error(), attempted).error());
    if (*before < version && held->count() > 0) {
      return roll_back(
          {StoreFailure::lease_held, {attempted, fmt::format("{} is already writing to it", held->bytes(0, 0))}});
    }
  }
  std::string sql;
  for (int step = *before + 1; step <= version; ++step) sql += postgres_steps.at(static_cast<size_t>(step) - 1);
  if (*before < version) {
    sql += fmt::format("UPDATE cardroom.version SET version = {};", version);
    sql += "UPDATE cardroom.writer SET epoch = epoch + 1, holder = NULL;";
  }
  const auto done = connection.run(sql + "COMMIT", answer_ms);
  if (!done) return roll_back(postgres_error(done.error(), attempted).error());
  return {};
}

}  // namespace cardroom::ledger
