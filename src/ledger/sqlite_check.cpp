#include "ledger/sqlite_check.h"

#include <fmt/format.h>

#include <map>

#include "ledger/segment.h"
#include "ledger/sqlite_archive.h"
#include "ledger/sqlite_schema.h"
#include "ledger/sqlite_writer_row.h"
#include "ledger/store_faults.h"

namespace cardroom::ledger {

namespace {

// "trigger entry_stays" and what it is made by.
using Schema = std::map<std::string, std::string>;

SqliteResult<Schema> schema_of(SqliteConnection& connection) {
  // SQLite's own (indexes of a UNIQUE, statistics) have no text; a trigger that bears such a name is nobody's.
  auto statement = SqliteStatement::prepare(connection.get(),
                                            "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema "
                                            "WHERE type = 'trigger' OR name NOT GLOB 'sqlite_*'");
  if (!statement) return std::unexpected(statement.error());
  Schema schema;
  while (true) {
    const auto row = statement->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return schema;
    schema.emplace(statement->bytes(0), statement->bytes(1));
  }
}

SqliteResult<void> check_guards(SqliteConnection& connection, int version, std::vector<StoreFault>& faults) {
  auto model = make_sqlite_model(version);
  if (!model) return std::unexpected(model.error());
  const auto expected = schema_of(*model);
  if (!expected) return std::unexpected(expected.error());
  const auto actual = schema_of(connection);
  if (!actual) return std::unexpected(actual.error());
  const auto fault = [&](std::string text) {
    if (faults.size() < store_faults_max) faults.push_back({StoreFault::Kind::guard, std::move(text)});
  };
  for (const auto& [name, sql] : *expected) {
    const auto found = actual->find(name);
    if (found == actual->end())
      fault(fmt::format("the {} is missing, so the database no longer blocks the changes it is meant to block", name));
    else if (found->second != sql)
      fault(
          fmt::format("the {} differs from the one that the program creates: {}", name, found->second.substr(0, 300)));
  }
  for (const auto& [name, sql] : *actual)
    if (name.starts_with("trigger ") && !expected->contains(name))
      fault(fmt::format("the {} was not created by the program: {}", name, sql.substr(0, 300)));
  return {};
}

SqliteResult<void> check_file(SqliteConnection& connection, std::vector<StoreFault>& faults) {
  auto statement =
      SqliteStatement::prepare(connection.get(), fmt::format("PRAGMA integrity_check({})", store_faults_max));
  if (!statement) return std::unexpected(statement.error());
  while (true) {
    const auto row = statement->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) return {};
    std::string text(statement->bytes(0));
    if (text != "ok" && faults.size() < store_faults_max)
      faults.push_back({StoreFault::Kind::file, "SQLite integrity check: " + std::move(text)});
  }
}

// Rows that the journal's readers pass by, what the journal says of its own version, and who may write.
SqliteResult<void> check_rows(SqliteConnection& connection, const std::string& path, int version,
                              std::vector<StoreFault>& faults) {
  const auto fault = [&](StoreFault::Kind kind, std::string text) {
    if (faults.size() < store_faults_max) faults.push_back({kind, std::move(text)});
  };
  auto below = SqliteStatement::prepare(
      connection.get(),
      fmt::format("SELECT sequence, command_id FROM entry WHERE sequence < 1 ORDER BY sequence LIMIT {}",
                  store_faults_max));
  if (!below) return std::unexpected(below.error());
  while (true) {
    const auto row = below->step();
    if (!row) return std::unexpected(row.error());
    if (!*row) break;
    fault(StoreFault::Kind::sequence, numbered_below_one(below->integer(0), below->bytes(1)));
  }
  if (version < 2) {
    const auto recorded = connection.integer(
        "SELECT count(*) FROM entry WHERE command_id GLOB 'ledger/snapshot-*' "
        "AND instr(body, CAST('\"take_snapshot\"' AS BLOB)) > 0");
    if (!recorded) return std::unexpected(recorded.error());
    if (*recorded > 0) fault(StoreFault::Kind::guard, std::string(version_is_false));
  }
  if (const auto writer = read_writer_row(connection, path); !writer)
    fault(StoreFault::Kind::guard, writer.error().error.cause);
  return {};
}

}  // namespace

StoreResult<std::vector<StoreFault>> check_sqlite(SqliteConnection& connection, const std::string& path, int version) {
  std::vector<StoreFault> faults;
  auto checked = check_guards(connection, version, faults);
  if (checked) checked = check_file(connection, faults);
  if (checked) {
    // What the file's own check has found may keep these from being read; it says more than they would.
    const auto rows = check_rows(connection, path, version, faults);
    if (!rows && faults.empty()) checked = rows;
  }
  if (!checked) return sqlite_error(checked.error(), "check the file " + path);
  return faults;
}

StoreResult<std::vector<StoreFault>> check_sqlite_archive(SqliteConnection& connection, const std::string& path,
                                                          const Archive& archive) {
  std::vector<StoreFault> faults;
  const auto fault = [&](StoreFault::Kind kind, std::string text) {
    if (faults.size() < store_faults_max) faults.push_back({kind, std::move(text)});
  };
  if (archive.segments.empty()) return faults;
  auto known =
      SqliteStatement::prepare(connection.get(),
                               "SELECT EXISTS (SELECT 1 FROM archived_id WHERE id_hash = ?1 AND sequence = ?2) "
                               "OR EXISTS (SELECT 1 FROM entry WHERE sequence = ?2 AND command_id = ?3)");
  if (!known) return sqlite_error(known.error(), "check the archive of " + path);
  std::optional<SqliteFailure> failed;
  for (const Segment& segment : archive.segments) {
    const auto visit = [&](const Entry& entry) {
      known->bind(1, archived_id_hash(entry.command_id)).bind(2, static_cast<int64_t>(entry.sequence));
      const auto row = known->bind_text(3, entry.command_id).step();
      if (!row) failed = row.error();
      if (row && known->integer(0) == 0)
        fault(StoreFault::Kind::guard,
              fmt::format("the ID of entry {}, {}, is no longer known: its command could be recorded again",
                          entry.sequence, entry.command_id));
      known->reset();
    };
    for (std::string& text : check_segment(segment, archive.folder, visit))
      fault(StoreFault::Kind::segment, std::move(text));
  }
  if (failed) return sqlite_error(*failed, "check the archive of " + path);
  return faults;
}

}  // namespace cardroom::ledger
