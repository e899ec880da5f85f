#include "ledger/sqlite.h"

#include "base/check.h"

namespace cardroom::ledger {

namespace {

std::unexpected<SqliteFailure> failure_of(sqlite3* connection, int code) {
  return std::unexpected(SqliteFailure{connection != nullptr ? sqlite3_extended_errcode(connection) : code,
                                       connection != nullptr ? sqlite3_errmsg(connection) : sqlite3_errstr(code)});
}

}  // namespace

SqliteResult<SqliteStatement> SqliteStatement::prepare(sqlite3* connection, std::string_view sql) {
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v3(connection, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &raw, nullptr);
  if (code != SQLITE_OK) return failure_of(connection, code);
  SqliteStatement statement;
  statement.statement_.reset(raw);
  return statement;
}

SqliteStatement& SqliteStatement::bind(int index, int64_t value) {
  CHECK(sqlite3_bind_int64(statement_.get(), index, value) == SQLITE_OK);
  return *this;
}

SqliteStatement& SqliteStatement::bind_text(int index, std::string_view text) {
  CHECK(sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(), nullptr, SQLITE_UTF8) == SQLITE_OK);
  return *this;
}

SqliteStatement& SqliteStatement::bind_blob(int index, const void* bytes, size_t size) {
  // A null pointer would be NULL, not an empty blob.
  CHECK(sqlite3_bind_blob64(statement_.get(), index, size == 0 ? "" : bytes, size, nullptr) == SQLITE_OK);
  return *this;
}

SqliteResult<bool> SqliteStatement::step() {
  const int code = sqlite3_step(statement_.get());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return failure_of(sqlite3_db_handle(statement_.get()), code);
}

SqliteResult<void> SqliteStatement::run() {
  const auto row = step();
  reset();
  if (!row) return std::unexpected(row.error());
  return {};
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view SqliteStatement::bytes(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column));
  return {static_cast<const char*>(bytes), bytes == nullptr ? 0 : size};
}

SqliteResult<SqliteConnection> SqliteConnection::open(const std::string& path, int flags, const std::string& vfs) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &raw, flags, vfs.empty() ? nullptr : vfs.c_str());
  SqliteConnection connection;
  connection.connection_.reset(raw);
  if (code != SQLITE_OK) return failure_of(raw, code);
  sqlite3_extended_result_codes(raw, 1);
  return connection;
}

SqliteResult<void> SqliteConnection::run(const char* sql) {
  const int code = sqlite3_exec(get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return failure_of(get(), code);
  return {};
}

SqliteResult<int64_t> SqliteConnection::integer(std::string_view sql) {
  auto statement = SqliteStatement::prepare(get(), sql);
  if (!statement) return std::unexpected(statement.error());
  const auto row = statement->step();
  if (!row) return std::unexpected(row.error());
  return *row ? statement->integer(0) : 0;
}

SqliteResult<std::string> SqliteConnection::text(std::string_view sql) {
  auto statement = SqliteStatement::prepare(get(), sql);
  if (!statement) return std::unexpected(statement.error());
  const auto row = statement->step();
  if (!row) return std::unexpected(row.error());
  return *row ? std::string(statement->bytes(0)) : std::string();
}

void SqliteConnection::roll_back() {
  if (sqlite3_get_autocommit(get()) == 0) sqlite3_exec(get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

}  // namespace cardroom::ledger
