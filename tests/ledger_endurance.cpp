// Plays rounds on a SQLite ledger and looks at the memory of the process: it must not grow with the journal. Then the
// ledger is opened again, which must take the same short time whatever its length.
//   ledger_endurance ROUNDS
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

#include "base/check.h"
#include "ledger/sqlite_store.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"

namespace {

using namespace cardroom::ledger;

constexpr int links = 10;
constexpr int tables = 1000;
// A start and an end for every table, in one commit each.
constexpr uint64_t rounds_of_step = tables;

int64_t resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::strtoll(line.c_str() + 6, nullptr, 10);
  CHECK(false);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void play(Ledger& ledger, uint64_t step) {
  std::vector<cardroom::progressive::Command> starts;
  std::vector<cardroom::progressive::Command> ends;
  for (int table = 1; table <= tables; ++table) {
    starts.push_back(testing::start_round(fmt::format("T{}-{}-s", table, step), table, links));
    ends.push_back(testing::end_round(fmt::format("T{}-{}-e", table, step), table));
  }
  for (const auto* group : {&starts, &ends})
    for (const Answer& answer : ledger.decide_group(*group)) CHECK(answer.kind == Answer::Kind::accepted);
  CHECK(ledger.idle().has_value());
}

}  // namespace

int main(int argc, char** argv) {
  const uint64_t rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20'000;
  const uint64_t steps = std::max<uint64_t>(rounds / rounds_of_step, 10);
  const testing::TemporaryFolder folder;
  const std::string file = folder.file("ledger");
  auto store = open_sqlite_store(file, OpenMode::create);
  CHECK(store.has_value());
  auto ledger = testing::open_house(std::move(*store), links, tables);
  const auto started = std::chrono::steady_clock::now();
  int64_t early = 0;
  for (uint64_t step = 0; step < steps; ++step) {
    play(*ledger, step);
    if (step + 1 == steps / 5) early = resident_kilobytes();
    if ((step + 1) % std::max<uint64_t>(steps / 10, 1) == 0)
      fmt::print("{:>10} rounds  {:>7} KB  {:>8.1f} s\n", (step + 1) * rounds_of_step, resident_kilobytes(),
                 seconds_since(started));
  }
  const int64_t late = resident_kilobytes();
  const Head head = ledger->head();
  ledger.reset();  // no snapshot at the end: as after a crash
  const auto opening = std::chrono::steady_clock::now();
  auto again = open_sqlite_store(file, OpenMode::existing);
  CHECK(again.has_value());
  auto reopened = Ledger::open(std::move(*again), {this_process(), testing::ticking_clock()});
  CHECK(reopened.has_value() && (*reopened)->head() == head && (*reopened)->state().rounds == steps * rounds_of_step);
  const double open_seconds = seconds_since(opening);
  fmt::print("memory {} KB after a fifth, {} KB at the end; opened again in {:.2f} s\n", early, late, open_seconds);
  // An eighth and 8 MB leave room for the allocator and for SQLite's page cache, and none for a leak of a byte a round.
  if (late > early + early / 8 + 8192) {
    fmt::print("memory grew with the journal\n");
    return 1;
  }
  // On a machine that others use as well; a quiet one is several times faster.
  if (open_seconds > 10) {
    fmt::print("the ledger opens too slowly\n");
    return 1;
  }
  return 0;
}
