// SQLite's connection and statement, owned and typed. Nothing of the ledger.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

namespace cardroom::ledger {

struct SqliteFailure {
  int code = SQLITE_ERROR;  // extended
  std::string message;

  int primary_code() const { return code & 0xff; }
};

template <class T>
using SqliteResult = std::expected<T, SqliteFailure>;

// A prepared statement. Bound bytes must live until the statement is reset.
class SqliteStatement {
 public:
  static SqliteResult<SqliteStatement> prepare(sqlite3* connection, std::string_view sql);

  SqliteStatement& bind(int index, int64_t value);
  SqliteStatement& bind_text(int index, std::string_view text);
  SqliteStatement& bind_blob(int index, const void* bytes, size_t size);

  SqliteResult<bool> step();  // true: there is a row
  // Runs a statement that gives no rows, and resets it.
  SqliteResult<void> run();
  // Ends the read transaction that an unfinished statement keeps open.
  void reset();

  bool is_null(int column) const;
  int64_t integer(int column) const;
  std::string_view bytes(int column) const;  // until the next step

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// Resets a statement when the scope ends.
class ResetOnExit {
 public:
  explicit ResetOnExit(SqliteStatement& statement) : statement_(statement) {}
  ~ResetOnExit() { statement_.reset(); }
  ResetOnExit(const ResetOnExit&) = delete;
  ResetOnExit& operator=(const ResetOnExit&) = delete;

 private:
  SqliteStatement& statement_;
};

class SqliteConnection {
 public:
  // flags as sqlite3_open_v2 takes them; vfs empty: the default one.
  static SqliteResult<SqliteConnection> open(const std::string& path, int flags, const std::string& vfs);

  sqlite3* get() const { return connection_.get(); }

  // One or more statements without rows that matter.
  SqliteResult<void> run(const char* sql);
  SqliteResult<int64_t> integer(std::string_view sql);
  SqliteResult<std::string> text(std::string_view sql);
  // Ends a transaction that failed. SQLite may have ended it by itself.
  void roll_back();

 private:
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
  };
  std::unique_ptr<sqlite3, Close> connection_;
};

}  // namespace cardroom::ledger
