#include "ledger/postgres.h"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>

#include "base/check.h"

namespace cardroom::ledger {

namespace {

// Types of PostgreSQL's catalogue; fixed for ever.
constexpr uint32_t type_bytea = 17;
constexpr uint32_t type_bigint = 20;
constexpr uint32_t type_text = 25;

int64_t steady_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void put(std::string& bytes, uint64_t value, int size) {
  for (int shift = (size - 1) * 8; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
}

std::string without_line_end(const char* message) {
  std::string text(message == nullptr ? "" : message);
  while (!text.empty() && text.back() == '\n') text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

void receive_notice(void* warning, const PGresult* result) {
  const char* severity = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
  if (severity != nullptr && std::strcmp(severity, "WARNING") == 0) {
    *static_cast<std::string*>(warning) = without_line_end(PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
  }
}

}  // namespace

PostgresParameters& PostgresParameters::add(int64_t value) {
  put(values_.emplace_back(), static_cast<uint64_t>(value), 8);
  return *this;
}

PostgresParameters& PostgresParameters::add(std::string_view bytes) {
  values_.emplace_back(bytes);
  return *this;
}

PostgresParameters& PostgresParameters::add_array(uint32_t type, std::span<const std::string_view> values) {
  std::string& bytes = values_.emplace_back();
  size_t size = 20;
  for (const std::string_view value : values) size += 4 + value.size();
  bytes.reserve(size);
  put(bytes, 1, 4);  // dimensions
  put(bytes, 0, 4);  // no nulls
  put(bytes, type, 4);
  put(bytes, values.size(), 4);
  put(bytes, 1, 4);  // index of the first
  for (const std::string_view value : values) {
    put(bytes, value.size(), 4);
    bytes += value;
  }
  return *this;
}

PostgresParameters& PostgresParameters::add(std::span<const int64_t> values) {
  std::string all;
  for (const int64_t value : values) put(all, static_cast<uint64_t>(value), 8);
  std::vector<std::string_view> views;
  for (size_t i = 0; i < values.size(); ++i) views.push_back(std::string_view(all).substr(i * 8, 8));
  return add_array(type_bigint, views);
}

PostgresParameters& PostgresParameters::add_texts(std::span<const std::string_view> values) {
  return add_array(type_text, values);
}

PostgresParameters& PostgresParameters::add_blobs(std::span<const std::string_view> values) {
  return add_array(type_bytea, values);
}

int64_t PostgresRows::affected() const {
  const std::string_view text = PQcmdTuples(result_.get());
  int64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

int64_t PostgresRows::integer(int row, int column) const {
  const std::string_view raw = bytes(row, column);
  uint64_t value = 0;
  for (const char byte : raw) value = value << 8 | static_cast<unsigned char>(byte);
  return raw.size() == 4 ? static_cast<int32_t>(value) : static_cast<int64_t>(value);
}

std::string_view PostgresRows::bytes(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column), static_cast<size_t>(PQgetlength(result_.get(), row, column))};
}

PostgresResult<PostgresConnection> PostgresConnection::open(const std::string& url, bool for_writing, int connect_s) {
  const std::string seconds = std::to_string(connect_s);
  // Of several hosts the one that takes writes. Data that a dead host never confirms breaks the connection.
  const char* const names[] = {"application_name",
                               "connect_timeout",
                               "tcp_user_timeout",
                               "client_encoding",
                               "target_session_attrs",
                               "dbname",
                               nullptr};
  const char* const values[] = {"cardroom",  seconds.c_str(), "5000", "UTF8", for_writing ? "read-write" : "any",
                                url.c_str(), nullptr};
  PostgresConnection connection;
  connection.connection_.reset(PQconnectdbParams(names, values, 1));
  CHECK(connection.connection_ != nullptr);
  connection.warning_ = std::make_unique<std::string>();
  if (!connection.is_usable()) {
    return std::unexpected(PostgresFailure{.message = without_line_end(PQerrorMessage(connection.connection_.get()))});
  }
  PQsetNoticeReceiver(connection.connection_.get(), receive_notice, connection.warning_.get());
  CHECK(PQsetnonblocking(connection.connection_.get(), 1) == 0);
  return connection;
}

PostgresFailure PostgresConnection::broken(const std::string& cause) {
  // Closed at once: an answer that comes later belongs to nobody.
  connection_.reset();
  return {.maybe_done = true, .message = cause};
}

bool PostgresConnection::wait(bool for_writing, int64_t deadline_ms) {
  while (true) {
    const int64_t left_ms = deadline_ms - steady_ms();
    if (left_ms <= 0) return false;
    pollfd descriptor{.fd = PQsocket(connection_.get()), .events = POLLIN, .revents = 0};
    if (for_writing) descriptor.events |= POLLOUT;
    const int ready = ::poll(&descriptor, 1, static_cast<int>(left_ms));
    if (ready > 0) return true;
    if (ready < 0 && errno != EINTR) return false;
  }
}

PostgresResult<PostgresRows> PostgresConnection::answer(int sent, int answer_ms) {
  PGconn* connection = connection_.get();
  if (sent != 1) return std::unexpected(broken(without_line_end(PQerrorMessage(connection))));
  const int64_t deadline_ms = steady_ms() + answer_ms;
  const std::string late = "no response for " + std::to_string(answer_ms) + " ms";
  for (int left = PQflush(connection); left != 0; left = PQflush(connection)) {
    if (left < 0) return std::unexpected(broken(without_line_end(PQerrorMessage(connection))));
    if (!wait(true, deadline_ms)) return std::unexpected(broken(late));
    if (PQconsumeInput(connection) != 1) {
      return std::unexpected(broken(without_line_end(PQerrorMessage(connection))));
    }
  }
  // All results up to the server's "ready": a statement's own answer comes before its commit, whose failure would be
  // the next result.
  std::optional<PostgresRows> rows;
  std::optional<PostgresFailure> failure;
  while (true) {
    while (PQisBusy(connection) == 1) {
      if (!wait(false, deadline_ms)) return std::unexpected(broken(late));
      if (PQconsumeInput(connection) != 1) {
        return std::unexpected(broken(without_line_end(PQerrorMessage(connection))));
      }
    }
    PGresult* result = PQgetResult(connection);
    if (result == nullptr) break;
    const ExecStatusType status = PQresultStatus(result);
    rows.emplace(result);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || failure) continue;
    const char* sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    failure = PostgresFailure{.sqlstate = sqlstate == nullptr ? "" : sqlstate,
                              .message = without_line_end(PQresultErrorMessage(result))};
  }
  if (PQstatus(connection) != CONNECTION_OK) {
    auto lost = broken(failure ? failure->message : "the connection was lost");
    if (failure) lost.sqlstate = failure->sqlstate;
    return std::unexpected(lost);
  }
  if (failure) {
    // 57: somebody intervened (a cancel can arrive just after the commit); 58, XX: the server's own trouble.
    const std::string_view kind = std::string_view(failure->sqlstate).substr(0, 2);
    failure->maybe_done = kind.empty() || kind == "57" || kind == "58" || kind == "XX";
    return std::unexpected(*failure);
  }
  if (!rows) return std::unexpected(broken("the server sent no response"));
  return std::move(*rows);
}

PostgresResult<void> PostgresConnection::run(const std::string& sql, int answer_ms) {
  warning_->clear();
  const auto done = answer(PQsendQuery(connection_.get(), sql.c_str()), answer_ms);
  if (!done) return std::unexpected(done.error());
  return {};
}

PostgresResult<PostgresRows> PostgresConnection::query(const std::string& sql, int answer_ms) {
  warning_->clear();
  return answer(PQsendQueryParams(connection_.get(), sql.c_str(), 0, nullptr, nullptr, nullptr, nullptr, 1), answer_ms);
}

PostgresResult<void> PostgresConnection::prepare(const std::string& name, const std::string& sql, int answer_ms) {
  const auto prepared = answer(PQsendPrepare(connection_.get(), name.c_str(), sql.c_str(), 0, nullptr), answer_ms);
  if (!prepared) return std::unexpected(prepared.error());
  return {};
}

PostgresResult<PostgresRows> PostgresConnection::run_prepared(const std::string& name,
                                                              const PostgresParameters& parameters, int answer_ms) {
  warning_->clear();
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const std::string& value : parameters.values()) {
    values.push_back(value.data());
    lengths.push_back(static_cast<int>(value.size()));
  }
  const std::vector<int> formats(values.size(), 1);
  return answer(PQsendQueryPrepared(connection_.get(), name.c_str(), static_cast<int>(values.size()), values.data(),
                                    lengths.data(), formats.data(), 1),
                answer_ms);
}

}  // namespace cardroom::ledger
