// Durable rounds of six wagers, a thousand tables on ten links: commands decided, checked against the laws, hashed and
// appended, `group` of them a commit. Beside it, in turns within one run, the raw limit: the bytes of the same entries
// appended to a file, one fdatasync a group. `share` is ours of theirs (1: as fast). `decide` is the same without any
// store that syncs: what the processor bounds. Labels hash the last entry.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>

#include "base/check.h"
#include "ledger/sqlite_store.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"

namespace {

using namespace cardroom::ledger;
using cardroom::ledger::testing::TemporaryFolder;
using cardroom::progressive::Command;

constexpr int links = 10;
constexpr int tables = 1000;
constexpr int wagers_of_round = 6;

double seconds_of(const std::function<void()>& work) {
  const auto started = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

// Starts at all tables in turn, then the ends, and so on.
class Floor {
 public:
  std::vector<Command> next(size_t count) {
    std::vector<Command> commands;
    for (size_t i = 0; i < count; ++i, ++step_) {
      const int table = static_cast<int>(step_ % tables) + 1;
      const std::string id = fmt::format("T{}-{}", table, step_);
      commands.push_back((step_ / tables) % 2 == 0 ? cardroom::ledger::testing::start_round(id, table, links)
                                                   : cardroom::ledger::testing::end_round(id, table));
    }
    return commands;
  }

 private:
  uint64_t step_ = 0;
};

void play(benchmark::State& state, std::unique_ptr<Store> store, Store& reader, int raw_file) {
  auto ledger = cardroom::ledger::testing::open_house(std::move(store), links, tables);
  const auto group = static_cast<size_t>(state.range(0));
  Floor floor;
  double ours = 0;
  double theirs = 0;
  uint64_t commands_done = 0;
  for (auto _ : state) {
    const std::vector<Command> commands = floor.next(group);
    const uint64_t first = ledger->head().sequence + 1;
    const double spent = seconds_of([&] {
      for (const Answer& answer : ledger->decide_group(commands)) CHECK(answer.kind == Answer::Kind::accepted);
    });
    ours += spent;
    state.SetIterationTime(spent);
    commands_done += group;
    if (raw_file < 0) continue;
    std::string bytes;
    const auto read = reader.read(first, [&](const Entry& entry) {
      bytes += fmt::format("{} {} {} ", entry.sequence, entry.time_ms, entry.command_id);
      bytes.append(reinterpret_cast<const char*>(entry.command_digest.data()), entry.command_digest.size());
      bytes += entry.body;
      bytes.append(reinterpret_cast<const char*>(entry.hash.data()), entry.hash.size());
      return true;
    });
    CHECK(read.has_value());
    theirs += seconds_of([&] {
      CHECK(::write(raw_file, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()) &&
            ::fdatasync(raw_file) == 0);
    });
  }
  // Every round is a start and an end.
  const double rounds = static_cast<double>(commands_done) / 2;
  state.counters["commands/s"] = benchmark::Counter(static_cast<double>(commands_done) / ours);
  state.counters["wagers/s"] = benchmark::Counter(rounds * wagers_of_round / ours);
  if (raw_file >= 0) {
    state.counters["limit/s"] = benchmark::Counter(static_cast<double>(commands_done) / theirs);
    state.counters["share"] = theirs / ours;
  }
  state.SetLabel(to_hex(ledger->head().hash).substr(0, 16));
}

void sqlite_beside_a_file(benchmark::State& state) {
  const TemporaryFolder folder;
  auto store = open_sqlite_store(folder.file("ledger"), OpenMode::create);
  auto reader = open_sqlite_store(folder.file("ledger"), OpenMode::read_only);
  CHECK(store.has_value() && reader.has_value());
  const int file = ::open(folder.file("raw").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  CHECK(file >= 0);
  play(state, std::move(*store), **reader, file);
  ::close(file);
}

void memory(benchmark::State& state) {
  auto store = open_store("memory:", OpenMode::create);
  CHECK(store.has_value());
  Store& same = **store;
  play(state, std::move(*store), same, -1);
}

BENCHMARK(sqlite_beside_a_file)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->UseManualTime()->Unit(benchmark::kMicrosecond);
BENCHMARK(memory)->Arg(100)->UseManualTime()->Unit(benchmark::kMicrosecond);

}  // namespace
