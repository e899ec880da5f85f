#include "ledger/sqlite_writer_row.h"

#include <fmt/format.h>

#include "ledger/sqlite_schema.h"

namespace cardroom::ledger {

StoreResult<WriterRow> read_writer_row(SqliteConnection& connection, const std::string& path) {
  const std::string attempted = "read the lease of " + path;
  auto statement = SqliteStatement::prepare(connection.get(), "SELECT epoch, holder, expires_ms FROM writer");
  if (!statement) return sqlite_error(statement.error(), attempted);
  const auto row = statement->step();
  if (!row) return sqlite_error(row.error(), attempted);
  const auto wrong = [&](const std::string& what) {
    return store_error(StoreFailure::not_a_ledger, attempted,
                       what + "; 'cardroom restore' rebuilds the ledger from its entries");
  };
  if (!*row) return wrong("table 'writer' has lost its row, so no writer can be assigned");
  const int64_t epoch = statement->integer(0);
  if (epoch < 0 || epoch > epoch_max)
    return wrong(fmt::format("table 'writer' holds epoch {}, which was never issued", epoch));
  WriterRow writer{.epoch = static_cast<uint64_t>(epoch), .expires_ms = statement->integer(2)};
  if (!statement->is_null(1)) writer.holder = std::string(statement->bytes(1));
  return writer;
}

}  // namespace cardroom::ledger
