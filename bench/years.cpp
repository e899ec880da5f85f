// What a journal of years costs: starts, a day's report, an audit, a round.
//
//   bench_years make FILE ENTRIES    a year of 40 tables on 4 progressives, so many entries, written without a commit
//   for
//                                    each round; every entry is decided by the rules and proves
//   bench_years measure FILE         starts with and without a record of proofs, a day's reports, an audit
//   bench_years rounds COUNT FILE…   microseconds and, where the kernel counts them, instructions for a round of two
//                                    commands, the files taking turns; writes to them
//   bench_years ENTRIES              all of it once on a temporary file of so many entries
#include <fmt/format.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "base/check.h"
#include "ledger/audit.h"
#include "ledger/replay.h"
#include "ledger/reports/kinds.h"
#include "ledger/sqlite_store.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"
#include "server/log.h"
#include "server/service.h"

namespace {

using namespace cardroom;
using namespace cardroom::ledger;
using progressive::Command;

constexpr int links = 4;
constexpr int tables = 40;
constexpr int64_t new_year_ms = 1'767'225'600'000;  // 2026-01-01
constexpr int64_t year_ms = 365LL * 86'400'000;
const uint64_t snapshot_every = LedgerOptions().snapshot_every;
constexpr uint64_t rounds_between_pays = 700;  // of a table, to be confirmed by nobody

double seconds_of(const std::function<void()>& work) {
  const auto started = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
}

// Of the processor, which other programs on the machine disturb less: all threads, the kernel's work included.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

void measured(const std::string& what, const std::function<void()>& work) {
  const double before = processor_seconds();
  const double spent = seconds_of(work);
  fmt::print("{}: {:.3f} s, {:.3f} s of the processor\n", what, spent, processor_seconds() - before);
}

std::unique_ptr<Store> open_file(const std::string& file, OpenMode mode) {
  auto store = open_sqlite_store(file, mode);
  CHECK(store.has_value());
  return std::move(*store);
}

// Rounds at all tables in turn.
class Play {
 public:
  Command next() {
    const uint64_t turn = step_++;
    if (is_marking_) {
      is_marking_ = false;
      return testing::mark(fmt::format("y-m-{}", turn), table_, links, 3, "full_house");
    }
    if (is_open_) {
      is_open_ = false;
      const int table = table_;
      table_ = table_ % tables + 1;
      return testing::end_round(fmt::format("y-e-{}", turn), table);
    }
    is_open_ = true;
    is_marking_ = ++rounds_ % rounds_between_pays == 0;
    return testing::start_round(fmt::format("y-s-{}", turn), table_, links);
  }
  uint64_t rounds() const { return rounds_; }

 private:
  uint64_t step_ = 0;
  uint64_t rounds_ = 0;
  int table_ = 1;
  bool is_open_ = false;
  bool is_marking_ = false;
};

void make(const std::string& file, uint64_t entries) {
  auto store = open_file(file, OpenMode::create);
  CHECK(store->take_lease("a benchmark").has_value());
  progressive::State state;
  Head head;
  std::vector<Entry> group;
  int64_t time_ms = new_year_ms;
  size_t snapshot_bytes = 0;
  Play play;
  const auto commit = [&] {
    if (!group.empty()) CHECK(store->append(group).has_value());
    group.clear();
  };
  const auto record = [&](const Command& command, progressive::Event event) {
    CHECK(progressive::apply(state, event).has_value());
    const Step step = Step::record(head, command.id, digest_of_command(command), std::move(event));
    head = step.head();
    group.push_back(step.entry());
  };
  const auto decide = [&](const Command& command) {
    auto event = progressive::decide(state, command, time_ms);
    CHECK(event.has_value());
    record(command, std::move(*event));
  };
  const double spent = seconds_of([&] {
    for (const Command& command : testing::opening(links, tables)) decide(command);
    while (head.sequence < entries) {
      time_ms = new_year_ms +
                static_cast<int64_t>(static_cast<double>(head.sequence) * (year_ms / static_cast<double>(entries)));
      decide(play.next());
      if (group.size() >= group_entries_max / 2) commit();
      if (head.sequence % snapshot_every != 0) continue;
      const Snapshot snapshot{head, encode_snapshot(state)};
      snapshot_bytes += snapshot.body.size();
      const auto body = snapshot_command(head.sequence, snapshot.body);
      record({snapshot_command_id(head.sequence), {}, {}, body}, snapshot_event(body, time_ms));
      commit();
      CHECK(store->put_snapshot(snapshot).has_value());
      if (head.sequence / snapshot_every % 10 == 0) CHECK(store->idle().has_value());
    }
    commit();
    CHECK(store->release_lease().has_value());
    CHECK(store->idle().has_value());
  });
  store.reset();
  const auto bytes = static_cast<double>(std::filesystem::file_size(file));
  fmt::print(
      "made: {} entries in {:.0f} s, {:.0f} bytes an entry, {:.0f} a round, of which snapshots {:.1f} an entry\n",
      head.sequence, spent, bytes / static_cast<double>(head.sequence), bytes / static_cast<double>(play.rounds()),
      static_cast<double>(snapshot_bytes) / static_cast<double>(head.sequence));
}

// A whole game manager, until it listens.
void start(const std::string& file, const char* what) {
  server::ServiceOptions options;
  options.ledger = "sqlite:" + file;
  options.secret_file = file + ".secret";
  options.port = 0;
  options.version = "benchmark";
  options.clock_ms = [] { return new_year_ms + year_ms; };
  std::unique_ptr<server::Service> service;
  measured(fmt::format("start, {}", what), [&] {
    auto opened = server::Service::open(std::move(options));
    if (!opened) fmt::print(stderr, "{}\n", opened.error().to_text());
    CHECK(opened.has_value());
    service = std::move(*opened);
  });
  service->stop();
  service->run(false);
}

void report(const std::string& file, std::string_view kind, const char* day) {
  reports::Request request;
  request.since = request.until = reports::parse_day(day);
  for (const char* run : {"", ", again"})
    measured(fmt::format("report {} of one day{}", kind, run), [&] {
      const auto store = open_file(file, OpenMode::read_only);
      CHECK(reports::make_report(*store, *reports::kind_named(kind), request).has_value());
    });
}

void measure(const std::string& file) {
  server::set_log_level(server::LogLevel::silent);
  for (const char* ending : {".secret", ".key", ".pub", ".anchor", ".proof"}) std::filesystem::remove(file + ending);
  for (const char* kind : {"activity", "accrual", "win-page", "hits"}) report(file, kind, "2026-07-01");
  start(file, "nothing proved before");
  start(file, "again");
  const auto store = open_file(file, OpenMode::read_only);
  measured("audit", [&] {
    const auto result = audit(*store, {});
    CHECK(result && result->is_clean());
  });
}

// Instructions of this process outside the kernel; nothing where the machine does not count them.
class Instructions {
 public:
  Instructions() {
    perf_event_attr counted{};
    counted.type = PERF_TYPE_HARDWARE;
    counted.size = sizeof counted;
    counted.config = PERF_COUNT_HW_INSTRUCTIONS;
    counted.exclude_kernel = 1;
    counted.exclude_hv = 1;
    counter_ = static_cast<int>(syscall(SYS_perf_event_open, &counted, 0, -1, -1, 0));
  }
  ~Instructions() {
    if (counter_ >= 0) ::close(counter_);
  }
  Instructions(const Instructions&) = delete;
  Instructions& operator=(const Instructions&) = delete;
  uint64_t now() const {
    uint64_t count = 0;
    return counter_ >= 0 && ::read(counter_, &count, sizeof count) == sizeof count ? count : 0;
  }

 private:
  int counter_ = -1;
};

void rounds(uint64_t count, const std::vector<std::string>& files) {
  struct Measured {
    std::unique_ptr<Ledger> ledger;
    std::vector<double> micros;
    std::vector<uint64_t> instructions;
  };
  std::vector<Measured> all;
  for (const std::string& file : files) {
    int64_t time_ms = new_year_ms + year_ms;
    auto ledger = Ledger::open(open_file(file, OpenMode::existing),
                               {.holder = "a benchmark", .clock_ms = [time_ms]() mutable { return ++time_ms; }});
    CHECK(ledger.has_value());
    all.push_back({std::move(*ledger), {}, {}});
  }
  const Instructions instructions;
  for (uint64_t round = 0; round < count; ++round) {
    for (Measured& its : all) {
      // The table whose round the making left open, if it did, is passed by.
      const int table = static_cast<int>(round % (tables / 2)) + 1;
      const std::string id = fmt::format("r-{}-{}", its.ledger->head().sequence, round);
      const auto& now = its.ledger->state().tables.at({fmt::format("T{}", table)});
      if (now.round) its.ledger->decide_one(testing::end_round("x" + id, table));
      const uint64_t before = instructions.now();
      const double spent = seconds_of([&] {
        CHECK(its.ledger->decide_one(testing::start_round("s" + id, table, links)).kind == Answer::Kind::accepted);
        CHECK(its.ledger->decide_one(testing::end_round("e" + id, table)).kind == Answer::Kind::accepted);
      });
      its.instructions.push_back(instructions.now() - before);
      its.micros.push_back(spent * 1e6);
    }
  }
  for (size_t i = 0; i < files.size(); ++i) {
    Measured& its = all[i];
    std::ranges::sort(its.micros);
    std::ranges::sort(its.instructions);
    fmt::print("{}: {} entries, median round {:.0f} µs, {} instructions\n", files[i], its.ledger->head().sequence,
               its.micros[its.micros.size() / 2], its.instructions[its.instructions.size() / 2]);
    CHECK(its.ledger->close(false).has_value());
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 3 && words[0] == "make") {
    make(words[1], std::strtoull(words[2].c_str(), nullptr, 10));
  } else if (words.size() == 2 && words[0] == "measure") {
    measure(words[1]);
  } else if (words.size() >= 3 && words[0] == "rounds") {
    rounds(std::strtoull(words[1].c_str(), nullptr, 10), {words.begin() + 2, words.end()});
  } else if (words.size() == 1) {
    const testing::TemporaryFolder folder;
    make(folder.file("years.ledger"), std::strtoull(words[0].c_str(), nullptr, 10));
    measure(folder.file("years.ledger"));
    rounds(20, {folder.file("years.ledger")});
  } else {
    fmt::print(stderr, "usage: bench_years make FILE ENTRIES | measure FILE | rounds COUNT FILE… | ENTRIES\n");
    return 2;
  }
}
