// PostgreSQL's connection, owned, with a limit on every wait. Nothing of the ledger.
#pragma once

#include <libpq-fe.h>

#include <cstdint>
#include <expected>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cardroom::ledger {

struct PostgresFailure {
  // The connection broke, the time ran out, or the server was stopping: what was asked for may have been done.
  bool maybe_done = false;
  std::string sqlstate{};  // empty when the server said none
  std::string message{};
};

template <class T>
using PostgresResult = std::expected<T, PostgresFailure>;

// The values of one statement, in PostgreSQL's binary form.
class PostgresParameters {
 public:
  PostgresParameters& add(int64_t value);
  PostgresParameters& add(std::string_view bytes);  // text or bytea
  PostgresParameters& add(std::span<const int64_t> values);
  PostgresParameters& add_texts(std::span<const std::string_view> values);
  PostgresParameters& add_blobs(std::span<const std::string_view> values);

  const std::vector<std::string>& values() const { return values_; }

 private:
  PostgresParameters& add_array(uint32_t type, std::span<const std::string_view> values);

  std::vector<std::string> values_;
};

// Rows in binary form.
class PostgresRows {
 public:
  explicit PostgresRows(PGresult* result) : result_(result) {}

  int count() const { return PQntuples(result_.get()); }
  int64_t affected() const;
  bool is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) == 1; }
  int64_t integer(int row, int column) const;  // of a bigint or integer
  std::string_view bytes(int row, int column) const;

 private:
  struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  std::unique_ptr<PGresult, Clear> result_;
};

class PostgresConnection {
 public:
  // What the URL says wins over what is set here. connect_s: for each host of the URL.
  static PostgresResult<PostgresConnection> open(const std::string& url, bool for_writing, int connect_s);

  bool is_usable() const { return PQstatus(connection_.get()) == CONNECTION_OK; }

  // Each waits at most answer_ms; a connection that did not answer in time is not usable any more.
  PostgresResult<void> run(const std::string& sql, int answer_ms);  // one or more statements
  PostgresResult<PostgresRows> query(const std::string& sql, int answer_ms);
  PostgresResult<void> prepare(const std::string& name, const std::string& sql, int answer_ms);
  PostgresResult<PostgresRows> run_prepared(const std::string& name, const PostgresParameters& parameters,
                                            int answer_ms);
  // What the server warned of during the last statement; empty: nothing.
  const std::string& warning() const { return *warning_; }

 private:
  PostgresResult<PostgresRows> answer(int sent, int answer_ms);
  bool wait(bool for_writing, int64_t deadline_ms);
  PostgresFailure broken(const std::string& cause);

  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  std::unique_ptr<PGconn, Finish> connection_;
  std::unique_ptr<std::string> warning_;  // its address is the receiver's
};

}  // namespace cardroom::ledger
