#include "ledger/postgres_check.h"

#include <fmt/format.h>

#include <functional>
#include <optional>

#include "ledger/postgres_schema.h"
#include "ledger/store_faults.h"

namespace cardroom::ledger {

namespace {

// By the catalogue, not by its texts, which depend on the session's search path. tgtype: 1 each row, 2 before,
// 8 delete, 16 update, 32 truncate. A trigger may be enabled as origin (O) or always (A); R and D leave it asleep.
constexpr const char* guards_sql = R"(
  SELECT * FROM (
    SELECT 'the trigger ' || made.name || ' ' || CASE
        WHEN t.oid IS NULL THEN 'is missing, so the database no longer blocks the changes it is meant to block'
        WHEN t.tgenabled NOT IN ('O', 'A') THEN 'is disabled'
        WHEN t.tgtype <> made.type OR t.tgfoid <> coalesce(to_regprocedure('cardroom.refuse()'), 0)
          OR t.tgqual IS NOT NULL OR t.tgattr::text <> '' THEN 'differs from the one that the program creates'
      END AS fault
      FROM (VALUES ('entry_stays', 27), ('entry_is_never_emptied', 34)) AS made (name, type)
      LEFT JOIN pg_trigger t ON t.tgrelid = 'cardroom.entry'::regclass AND t.tgname = made.name AND NOT t.tgisinternal
    UNION ALL
    SELECT 'the function cardroom.refuse differs from the one that the program creates'
      FROM pg_proc p
      WHERE p.oid = to_regprocedure('cardroom.refuse()')
        AND p.prosrc <> $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$
    UNION ALL
    SELECT format('the trigger %s on %s was not created by the program', t.tgname, c.relname)
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = 'cardroom'::regnamespace AND c.relname IN ('entry', 'writer', 'snapshot', 'version')
        AND NOT t.tgisinternal AND NOT (c.relname = 'entry' AND t.tgname IN ('entry_stays', 'entry_is_never_emptied'))
    UNION ALL
    SELECT format('the rule %s on %s was not created by the program', r.rulename, c.relname)
      FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
      WHERE c.relnamespace = 'cardroom'::regnamespace AND c.relname IN ('entry', 'writer', 'snapshot', 'version')
    {}
  ) AS found WHERE fault IS NOT NULL ORDER BY fault LIMIT {})";

// Of version 3 on.
constexpr const char* constraint_sql = R"(
    UNION ALL
    SELECT 'the constraint entry_is_numbered ' || CASE
        WHEN c.oid IS NULL THEN 'is missing, so the database no longer blocks the changes it is meant to block'
        WHEN pg_get_constraintdef(c.oid) NOT IN ('CHECK ((sequence >= 1))', 'CHECK ((sequence >= 1)) NOT VALID')
          THEN 'differs from the one that the program creates'
      END
      FROM (VALUES ('entry_is_numbered')) AS made (name)
      LEFT JOIN pg_constraint c ON c.conrelid = 'cardroom.entry'::regclass AND c.conname = made.name)";

}  // namespace

StoreResult<std::vector<StoreFault>> check_postgres(PostgresConnection& connection, const std::string& name,
                                                    int version, int answer_ms) {
  std::vector<StoreFault> faults;
  const auto fault = [&](StoreFault::Kind kind, std::string text) {
    if (faults.size() < store_faults_max) faults.push_back({kind, std::move(text)});
  };
  std::optional<PostgresFailure> failed;
  const auto each_row = [&](const std::string& sql, const std::function<void(const PostgresRows&, int)>& visit) {
    if (failed) return;
    const auto rows = connection.query(sql, answer_ms);
    if (!rows) {
      failed = rows.error();
      return;
    }
    for (int row = 0; row < rows->count(); ++row) visit(*rows, row);
  };
  if (version >= 2)
    each_row(
        fmt::format(guards_sql, version >= 3 ? constraint_sql : "", store_faults_max),
        [&](const PostgresRows& rows, int row) { fault(StoreFault::Kind::guard, std::string(rows.bytes(row, 0))); });
  else
    each_row(
        "SELECT 1 FROM cardroom.entry WHERE command_id LIKE 'ledger/snapshot-%' "
        "AND position('\"take_snapshot\"'::bytea IN body) > 0 LIMIT 1",
        [&](const PostgresRows&, int) { fault(StoreFault::Kind::guard, std::string(version_is_false)); });
  each_row(fmt::format("SELECT sequence, command_id FROM cardroom.entry WHERE sequence < 1 ORDER BY sequence LIMIT {}",
                       store_faults_max),
           [&](const PostgresRows& rows, int row) {
             fault(StoreFault::Kind::sequence, numbered_below_one(rows.integer(row, 0), rows.bytes(row, 1)));
           });
  each_row("SELECT count(*), coalesce(max(epoch), 0) FROM cardroom.writer", [&](const PostgresRows& rows, int row) {
    if (rows.integer(row, 0) != 1)
      fault(StoreFault::Kind::guard, std::string(postgres_writer_is_missing));
    else if (rows.integer(row, 1) < 0 || rows.integer(row, 1) > epoch_max)
      fault(StoreFault::Kind::guard,
            fmt::format("table 'writer' holds epoch {}, which was never issued", rows.integer(row, 1)));
  });
  if (failed) return postgres_error(*failed, "check the ledger " + name);
  return faults;
}

}  // namespace cardroom::ledger
