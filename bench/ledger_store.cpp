// Durable appends of entries of some 500 bytes, group by group. SQLite beside the raw limit: the same bytes appended to
// a file with one fdatasync a group. PostgreSQL beside a hand-written insert of the same rows into a bare table of the
// same columns and indexes. The two take turns within one run, so that a busy disk troubles both; `share` is ours of
// theirs (1: as fast). Labels hash the first group as it was read back.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>

#include "base/check.h"
#include "ledger/postgres.h"
#include "ledger/postgres_store.h"
#include "ledger/sqlite_store.h"
#include "ledger/testing/entries.h"
#include "ledger/testing/postgres_server.h"
#include "ledger/testing/temporary_folder.h"

namespace {

using namespace cardroom::ledger;
using cardroom::ledger::testing::PostgresServer;
using cardroom::ledger::testing::ServerPlace;
using cardroom::ledger::testing::TemporaryFolder;

constexpr int answer_ms = 30'000;

double seconds_of(const std::function<void()>& work) {
  const auto started = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

std::string raw(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

// As a journal would get them: ids without an order, as UUIDs are.
std::vector<Entry> group_after(Head head, size_t size) {
  std::vector<Entry> group;
  for (size_t i = 0; i < size; ++i) {
    const std::string id = to_hex(digest_of(std::to_string(head.sequence))).substr(0, 36);
    group.push_back(cardroom::ledger::testing::next_entry(head, id, std::string(400, 'b')));
    head = {group.back().sequence, group.back().hash};
  }
  return group;
}

void compare(benchmark::State& state, Store& store, const std::function<void(const std::vector<Entry>&)>& other) {
  CHECK(store.take_lease("a benchmark").has_value());
  const auto size = static_cast<size_t>(state.range(0));
  Head head;
  double ours = 0;
  double theirs = 0;
  for (auto _ : state) {
    const auto group = group_after(head, size);
    const double spent = seconds_of([&] { CHECK(store.append(group).has_value()); });
    theirs += seconds_of([&] { other(group); });
    ours += spent;
    state.SetIterationTime(spent);
    head = {group.back().sequence, group.back().hash};
  }
  CHECK(*store.head() == head);
  Digest first{};
  CHECK(store
            .read(size,
                  [&](const Entry& entry) {
                    first = entry.hash;
                    return false;
                  })
            .has_value());
  state.counters["entries/s"] = benchmark::Counter(static_cast<double>(head.sequence) / ours);
  state.counters["limit/s"] = benchmark::Counter(static_cast<double>(head.sequence) / theirs);
  state.counters["share"] = theirs / ours;
  state.SetLabel(to_hex(first).substr(0, 16));
}

void sqlite_beside_a_file(benchmark::State& state) {
  const TemporaryFolder folder;
  auto store = open_sqlite_store(folder.file("ledger"), OpenMode::create);
  CHECK(store.has_value());
  const int file = ::open(folder.file("raw").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  CHECK(file >= 0);
  compare(state, **store, [&](const std::vector<Entry>& group) {
    std::string bytes;
    for (const Entry& entry : group) {
      bytes += fmt::format("{} {} {} ", entry.sequence, entry.time_ms, entry.command_id);
      bytes += raw(entry.command_digest) + entry.body + raw(entry.hash);
    }
    CHECK(::write(file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) && ::fdatasync(file) == 0);
  });
  ::close(file);
}

void postgres_beside_an_insert(benchmark::State& state) {
  const std::string address = PostgresServer::shared(ServerPlace::disk).make_database();
  auto store = open_postgres_store(address, OpenMode::create);
  CHECK(store.has_value());
  auto connection = PostgresConnection::open(address, true, 5);
  CHECK(connection.has_value());
  CHECK(connection
            ->run("CREATE TABLE public.bare (sequence bigint PRIMARY KEY, time_ms bigint NOT NULL, command_id text "
                  "COLLATE \"C\" NOT NULL UNIQUE, command_digest bytea NOT NULL, body bytea NOT NULL, hash bytea NOT "
                  "NULL)",
                  answer_ms)
            .has_value());
  CHECK(connection
            ->prepare("insert",
                      "INSERT INTO public.bare SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], "
                      "$4::bytea[], $5::bytea[], $6::bytea[])",
                      answer_ms)
            .has_value());
  compare(state, **store, [&](const std::vector<Entry>& group) {
    std::vector<int64_t> sequences;
    std::vector<int64_t> times;
    std::vector<std::string_view> ids;
    std::vector<std::string_view> bodies;
    std::vector<std::string> digests;
    std::vector<std::string> hashes;
    for (const Entry& entry : group) {
      sequences.push_back(static_cast<int64_t>(entry.sequence));
      times.push_back(entry.time_ms);
      ids.push_back(entry.command_id);
      bodies.push_back(entry.body);
      digests.push_back(raw(entry.command_digest));
      hashes.push_back(raw(entry.hash));
    }
    PostgresParameters values;
    values.add(sequences).add(times).add_texts(ids);
    values.add_blobs(std::vector<std::string_view>(digests.begin(), digests.end())).add_blobs(bodies);
    values.add_blobs(std::vector<std::string_view>(hashes.begin(), hashes.end()));
    CHECK(connection->run_prepared("insert", values, answer_ms).has_value());
  });
}

BENCHMARK(sqlite_beside_a_file)->RangeMultiplier(10)->Range(1, 1000)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(postgres_beside_an_insert)
    ->RangeMultiplier(10)
    ->Range(1, 1000)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
