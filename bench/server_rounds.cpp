// The game manager under load, over the real protocol on loopback, in one process with its clients: a thousand
// connected tables on ten links, SQLite. Prints
//   - durable rounds a second as fast as they go, and what share that is of the ledger alone with groups of the same
//     size on the same disk, measured right after it; and what a round costs each thread. The clients use the same
//     processors: where there are two, they take from the server what they need;
//   - from START GAME to locked at a steady thousand rounds a second (percentiles);
//   - from a wager to the last of a thousand displays that shows its meter.
// Usage: bench_server_rounds [TABLES [SECONDS [DISPLAYS]]]
#include <fmt/format.h>

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/check.h"
#include "ledger/sqlite_store.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"
#include "raw_sockets.h"
#include "server/gate.h"
#include "server/log.h"
#include "server/service.h"

namespace {

using namespace cardroom;
using bench::Clock;
using bench::RawSocket;
using bench::RawSockets;
using ledger::testing::TemporaryFolder;
using progressive::Command;

constexpr int links = 10;

double ms_since(Clock::time_point from) {
  return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
}

// A house of so many tables, each with a controller and some with displays; their tokens.
struct House {
  std::vector<std::string> controllers;
  std::vector<std::string> displays;
  std::string monitor;
};

House furnish(const std::string& file, int tables, int displays) {
  House house;
  auto store = ledger::open_sqlite_store(file, ledger::OpenMode::create);
  CHECK(store.has_value());
  auto ledger = ledger::testing::open_house(std::move(*store), links, tables);
  std::vector<Command> commands;
  const auto enrol = [&](const std::string& name, progressive::DeviceKind kind, const std::string& table) {
    std::string digest;
    const std::string token = server::Gate::new_device_token({name}, digest);
    commands.push_back({"enrol-" + name, {"adm"}, {}, progressive::EnrolDevice{{{name}, kind, {table}, digest}}});
    return token;
  };
  for (int i = 1; i <= tables; ++i)
    house.controllers.push_back(
        enrol(fmt::format("c{}", i), progressive::DeviceKind::controller, fmt::format("T{}", i)));
  for (int i = 1; i <= displays; ++i)
    house.displays.push_back(enrol(fmt::format("d{}", i), progressive::DeviceKind::display, "T1"));
  house.monitor = enrol("monitor", progressive::DeviceKind::monitor, "");
  for (size_t i = 0; i < commands.size(); i += 500) {
    const auto last = std::min(commands.size(), i + 500);
    for (const auto& answer : ledger->decide_group(std::span(commands).subspan(i, last - i)))
      CHECK(answer.kind == ledger::Answer::Kind::accepted);
  }
  CHECK(ledger->close().has_value());
  return house;
}

// A table that plays rounds, one command at a time.
class Table {
 public:
  Table(RawSockets& sockets, int number, uint16_t port, const std::string& token)
      : start_body_(ledger::to_json(ledger::testing::start_round("", number, links).body)),
        end_body_(ledger::to_json(ledger::testing::end_round("", number).body)),
        socket_(sockets.connect(port, token, [this](std::string_view text) { hear(text); })) {}

  bool is_playing() const { return playing_; }
  void start() {
    playing_ = true;
    asked_ = Clock::now();
    locking_ = true;
    say('s', ++last_, start_body_);
  }

  uint64_t rounds = 0;
  std::vector<double> lock_ms;
  std::function<void()> on_ended;

 private:
  void say(char kind, uint64_t number, const std::string& body) {
    message_.clear();
    fmt::format_to(std::back_inserter(message_), R"({{"id":"{}{}","command":{}}})", kind, number, body);
    socket_.send(message_);
  }
  void hear(std::string_view text) {
    if (!text.starts_with("{\"answer\"")) return;
    // The last two members: whether a rule refused it, and whether it failed.
    if (!text.ends_with(R"("refused":null,"failed":null}})")) {
      fmt::print(stderr, "{}\n", text);
      std::abort();
    }
    if (std::exchange(locking_, false)) {
      lock_ms.push_back(ms_since(asked_));
      return say('e', last_, end_body_);
    }
    ++rounds;
    playing_ = false;
    if (on_ended) on_ended();
  }

  std::string start_body_;
  std::string end_body_;
  std::string message_;
  uint64_t last_ = 0;
  bool locking_ = false;
  bool playing_ = false;
  Clock::time_point asked_;
  RawSocket& socket_;
};

// Processor time by thread: what a round costs whom, whoever else uses the machine.
struct Spent {
  double io_us = 0;      // the server's network thread
  double ledger_us = 0;  // its other threads: the ledger's
  double client_us = 0;  // this one

  static double read_us(clockid_t clock) {
    timespec time{};
    CHECK(clock_gettime(clock, &time) == 0);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
  }
  static Spent now(std::thread& io) {
    clockid_t clock{};
    CHECK(pthread_getcpuclockid(io.native_handle(), &clock) == 0);
    Spent spent;
    spent.io_us = read_us(clock);
    spent.client_us = read_us(CLOCK_THREAD_CPUTIME_ID);
    spent.ledger_us = read_us(CLOCK_PROCESS_CPUTIME_ID) - spent.io_us - spent.client_us;
    return spent;
  }
  Spent since(const Spent& before, uint64_t rounds) const {
    const auto each = [&](double to, double from) {
      return (to - from) / static_cast<double>(std::max<uint64_t>(1, rounds));
    };
    return {each(io_us, before.io_us), each(ledger_us, before.ledger_us), each(client_us, before.client_us)};
  }
};

double percentile(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[std::min(values.size() - 1, static_cast<size_t>(share * static_cast<double>(values.size())))];
}

uint64_t groups_recorded(uint16_t port, const std::string& token) {
  const std::string figures = bench::get(port, "/metrics", token);
  const size_t at = figures.find("\ncardroom_groups_total ");
  CHECK(at != std::string::npos);
  return std::stoull(figures.substr(at + 23));
}

// Rounds a second of the ledger alone, so many commands a group.
double ledger_alone(int tables, size_t group, double seconds) {
  const TemporaryFolder folder;
  auto store = ledger::open_sqlite_store(folder.file("ledger"), ledger::OpenMode::create);
  CHECK(store.has_value());
  auto ledger = ledger::testing::open_house(std::move(*store), links, tables);
  uint64_t step = 0;
  const auto began = Clock::now();
  while (ms_since(began) < seconds * 1000) {
    std::vector<Command> commands;
    for (size_t i = 0; i < group; ++i, ++step) {
      const int table = static_cast<int>(step % static_cast<uint64_t>(tables)) + 1;
      const std::string id = fmt::format("T{}-{}", table, step);
      const bool starts = (step / static_cast<uint64_t>(tables)) % 2 == 0;
      commands.push_back(starts ? ledger::testing::start_round(id, table, links)
                                : ledger::testing::end_round(id, table));
    }
    for (const auto& answer : ledger->decide_group(commands)) CHECK(answer.kind == ledger::Answer::Kind::accepted);
  }
  return static_cast<double>(step) / 2 / (ms_since(began) / 1000);
}

}  // namespace

int main(int argc, char** argv) {
  const int tables = argc > 1 ? std::stoi(argv[1]) : 1000;
  const double seconds = argc > 2 ? std::stod(argv[2]) : 5;
  const int display_count = argc > 3 ? std::stoi(argv[3]) : 1000;
  server::set_log_level(server::LogLevel::error);
  const TemporaryFolder folder;
  const House house = furnish(folder.file("floor.ledger"), tables, display_count);

  server::ServiceOptions options;
  options.ledger = "sqlite:" + folder.file("floor.ledger");
  options.secret_file = folder.file("secret");
  options.port = 0;
  options.version = "bench";
  options.limits.connections_max = 10'000;
  options.limits.connections_of_peer_max = 10'000;
  options.limits.messages_a_second_max = 10'000;
  options.clock_ms = [] {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
  };
  auto opened = server::Service::open(std::move(options));
  if (!opened) {
    fmt::print(stderr, "{}\n", opened.error().to_text());
    return 1;
  }
  auto& service = *opened;
  std::thread thread([&] { service->run(false); });
  const uint16_t port = service->port();

  RawSockets sockets;
  std::vector<std::unique_ptr<Table>> floor;
  for (int i = 0; i < tables; ++i)
    floor.push_back(std::make_unique<Table>(sockets, i + 1, port, house.controllers[static_cast<size_t>(i)]));
  const auto rest = [&](double ms) {
    const auto until = Clock::now() + std::chrono::microseconds(static_cast<int64_t>(ms * 1000));
    while (Clock::now() < until) sockets.wait_until(until);
  };
  const auto rounds_played = [&] {
    uint64_t sum = 0;
    for (const auto& table : floor) sum += table->rounds;
    return sum;
  };
  rest(500);

  // As fast as it goes.
  const uint64_t groups_before = groups_recorded(port, house.monitor);
  bool playing = true;
  for (auto& table : floor)
    table->on_ended = [&playing, at = table.get()] {
      if (playing) at->start();
    };
  const Spent spent_before = Spent::now(thread);
  const auto began = Clock::now();
  for (auto& table : floor) table->start();
  rest(seconds * 1000);
  const uint64_t rounds = rounds_played();
  const double rate = static_cast<double>(rounds) / (ms_since(began) / 1000);
  const Spent each = Spent::now(thread).since(spent_before, rounds);
  playing = false;
  rest(500);
  const uint64_t groups = groups_recorded(port, house.monitor) - groups_before;
  const auto group = std::max<size_t>(1, 2 * rounds / std::max<uint64_t>(1, groups));
  const double alone = ledger_alone(tables, group, seconds / 2);
  fmt::print("{} tables, as fast as it goes: {:.0f} rounds/s, {:.0f} wagers/s, {} commands a group\n", tables, rate,
             6 * rate, group);
  fmt::print("the ledger alone with such groups: {:.0f} rounds/s; share {:.2f} (target 0.5)\n", alone, rate / alone);
  fmt::print("processor time a round: network thread {:.0f} us, ledger {:.0f} us, these clients {:.0f} us\n",
             each.io_us, each.ledger_us, each.client_us);

  // Steady: together a thousand rounds a second, each table's a second apart.
  for (auto& table : floor) {
    table->lock_ms.clear();
    table->on_ended = nullptr;
  }
  const uint64_t before_steady = rounds_played();
  const auto steady_began = Clock::now();
  const auto due = [&](uint64_t number) { return steady_began + std::chrono::milliseconds(number); };
  const auto steady_rounds = static_cast<uint64_t>(seconds * 1000);
  for (uint64_t next = 0; next < steady_rounds;) {
    Table& table = *floor[next % floor.size()];
    // A table whose last round is not over keeps everybody waiting; then the rate shows it.
    if (Clock::now() < due(next) || table.is_playing()) {
      sockets.wait_until(std::max(due(next), Clock::now() + std::chrono::milliseconds(1)));
      continue;
    }
    table.start();
    ++next;
  }
  while (rounds_played() - before_steady < steady_rounds) rest(10);
  const double steady_rate = static_cast<double>(steady_rounds) / (ms_since(steady_began) / 1000);
  std::vector<double> locks;
  for (auto& table : floor) locks.insert(locks.end(), table->lock_ms.begin(), table->lock_ms.end());
  fmt::print(
      "at {:.0f} rounds/s: START GAME to locked {:.2f} ms (half), {:.2f} ms (99 %), {:.2f} ms (worst); target 20\n",
      steady_rate, percentile(locks, 0.5), percentile(locks, 0.99), percentile(locks, 1));

  // Displays.
  std::vector<bool> heard(static_cast<size_t>(display_count));
  size_t shown = 0;
  Clock::time_point last;
  for (size_t i = 0; i < heard.size(); ++i)
    sockets.connect(port, house.displays[i], [&, i](std::string_view text) {
      if (!text.starts_with("{\"meters\"") || heard[i]) return;
      heard[i] = true;
      ++shown;
      last = Clock::now();
    });
  std::vector<double> spread;
  for (int turn = 0; turn < 10; ++turn) {
    rest(500);
    heard.assign(heard.size(), false);
    shown = 0;
    const auto asked = Clock::now();
    floor[0]->start();
    while (shown < heard.size()) sockets.wait_until(asked + std::chrono::seconds(10));
    spread.push_back(std::chrono::duration<double, std::milli>(last - asked).count());
  }
  fmt::print("from START GAME to the last of {} displays: {:.1f} ms (half of 10), {:.1f} ms (worst); target 50\n",
             display_count, percentile(spread, 0.5), percentile(spread, 1));
  sockets.close();
  service->stop();
  thread.join();
  return 0;
}
