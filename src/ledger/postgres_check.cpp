#include "ledger/postgres_check.h"

#include <fmt/format.h>

#include "ledger/postgres_schema.h"

namespace cardroom::ledger {

namespace {

// By the catalogue, not by its texts, which depend on the session's search path. tgtype: 1 each row, 2 before,
// 8 delete, 16 update, 32 truncate. A trigger may be enabled as origin (O) or always (A); R and D leave it asleep.
constexpr const char* guards_sql = R"(
  SELECT * FROM (
    SELECT 'the trigger ' || made.name || ' ' || CASE
        WHEN t.oid IS NULL THEN 'is missing: the database no longer refuses what it was made to refuse'
        WHEN t.tgenabled NOT IN ('O', 'A') THEN 'is disabled'
        WHEN t.tgtype <> made.type OR t.tgfoid <> coalesce(to_regprocedure('cardroom.refuse()'), 0)
          OR t.tgqual IS NOT NULL OR t.tgattr::text <> '' THEN 'is not the one that the program makes'
      END AS fault
      FROM (VALUES ('entry_stays', 27), ('entry_is_never_emptied', 34)) AS made (name, type)
      LEFT JOIN pg_trigger t ON t.tgrelid = 'cardroom.entry'::regclass AND t.tgname = made.name AND NOT t.tgisinternal
    UNION ALL
    SELECT 'the function cardroom.refuse is not the one that the program makes'
      FROM pg_proc p
      WHERE p.oid = to_regprocedure('cardroom.refuse()')
        AND p.prosrc <> $$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$
    UNION ALL
    SELECT format('the program makes no trigger %s on %s', t.tgname, c.relname)
      FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE c.relnamespace = 'cardroom'::regnamespace AND c.relname IN ('entry', 'writer', 'snapshot', 'version')
        AND NOT t.tgisinternal AND NOT (c.relname = 'entry' AND t.tgname IN ('entry_stays', 'entry_is_never_emptied'))
    UNION ALL
    SELECT format('the program makes no rule %s on %s', r.rulename, c.relname)
      FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
      WHERE c.relnamespace = 'cardroom'::regnamespace AND c.relname IN ('entry', 'writer', 'snapshot', 'version')
  ) AS found WHERE fault IS NOT NULL ORDER BY fault LIMIT )";

}  // namespace

StoreResult<std::vector<StoreFault>> check_postgres(PostgresConnection& connection, const std::string& name,
                                                    int version, int answer_ms) {
  std::vector<StoreFault> faults;
  if (version < 2) return faults;
  const auto rows = connection.query(guards_sql + fmt::format("{}", store_faults_max), answer_ms);
  if (!rows) return postgres_error(rows.error(), "check the ledger " + name);
  for (int row = 0; row < rows->count(); ++row)
    faults.push_back({StoreFault::Kind::guard, std::string(rows->bytes(row, 0))});
  return faults;
}

}  // namespace cardroom::ledger
