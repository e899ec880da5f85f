// The game manager under load, over the real protocol on loopback, in one process with its clients: a thousand
// connected tables on ten links, SQLite. Prints
//   - durable rounds a second as fast as they go, and what share that is of the ledger alone with groups of the same
//     size on the same disk, measured right after it;
//   - from START GAME to locked at a steady thousand rounds a second (percentiles);
//   - from a wager to the last of a thousand displays that shows its meter.
// Usage: bench_server_rounds [TABLES [SECONDS [DISPLAYS]]]
#include <fmt/format.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/parse.hpp>
#include <chrono>
#include <thread>

#include "base/check.h"
#include "ledger/sqlite_store.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"
#include "server/gate.h"
#include "server/log.h"
#include "server/service.h"
#include "server/web_client.h"

namespace {

using namespace cardroom;
using Clock = std::chrono::steady_clock;
using ledger::testing::TemporaryFolder;
using progressive::Command;

constexpr int links = 10;

double ms_since(Clock::time_point from) {
  return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
}

std::string start_text(int table, uint64_t number) {
  return fmt::format(R"({{"id":"s{}","command":{}}})", number,
                     ledger::to_json(ledger::testing::start_round("", table, links).body));
}
std::string end_text(int table, uint64_t number) {
  return fmt::format(R"({{"id":"e{}","command":{}}})", number,
                     ledger::to_json(ledger::testing::end_round("", table).body));
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
  Table(boost::asio::io_context& io, int number) : io_(io), number_(number), timer_(io) {}

  void connect(server::WebClient& client, const server::ServerUrl& url, const std::string& token,
               std::function<void()> ready) {
    server::Request request;
    request.path = "/v1/live";
    request.headers["authorization"] = "Bearer " + token;
    server::WebClient::Events events;
    events.opened = [ready](server::Channel&) { ready(); };
    events.message = [this](std::string_view text) { hear(text); };
    events.closed = [](uint16_t code, const std::string& reason) {
      fmt::print(stderr, "a table was dropped: {} {}\n", code, reason);
      std::abort();
    };
    socket_ = client.connect(url, request, std::move(events));
  }

  // As fast as it goes until stop, or one round every `every_ms` when that is above 0.
  void play(double every_ms, Clock::time_point stop) {
    every_ms_ = every_ms;
    stop_ = stop;
    due_ = Clock::now();
    start();
  }

  uint64_t rounds = 0;
  std::vector<double> lock_ms;
  std::function<void()> on_locked;

 private:
  void start() {
    if (Clock::now() >= stop_) return;
    asked_ = Clock::now();
    socket_->channel().send(server::text(start_text(number_, ++last_)));
    locking_ = true;
  }
  void hear(std::string_view text) {
    if (!text.starts_with("{\"answer\"")) return;
    if (text.find("\"refused\":null") == std::string_view::npos ||
        text.find("\"failed\":null") == std::string_view::npos) {
      fmt::print(stderr, "{}\n", text);
      std::abort();
    }
    if (locking_) {
      lock_ms.push_back(ms_since(asked_));
      if (on_locked) on_locked();
      locking_ = false;
      socket_->channel().send(server::text(end_text(number_, last_)));
      return;
    }
    ++rounds;
    if (every_ms_ <= 0) return start();
    due_ += std::chrono::microseconds(static_cast<int64_t>(every_ms_ * 1000));
    timer_.expires_at(due_);
    timer_.async_wait([this](const boost::system::error_code& error) {
      if (!error) start();
    });
  }

  boost::asio::io_context& io_;
  int number_;
  boost::asio::steady_timer timer_;
  std::unique_ptr<server::WebClient::Socket> socket_;
  uint64_t last_ = 0;
  bool locking_ = false;
  double every_ms_ = 0;
  Clock::time_point asked_, stop_, due_;
};

// A display that notes when it last heard of a meter.
struct Display {
  std::unique_ptr<server::WebClient::Socket> socket;
  Clock::time_point heard;
  uint64_t messages = 0;
};

double percentile(std::vector<double>& values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[std::min(values.size() - 1, static_cast<size_t>(share * static_cast<double>(values.size())))];
}

uint64_t groups_recorded(server::WebClient& client, boost::asio::io_context& io, const server::ServerUrl& url,
                         const std::string& token) {
  server::Request request;
  request.method = "GET";
  request.path = "/metrics";
  request.headers["authorization"] = "Bearer " + token;
  std::optional<uint64_t> groups;
  client.request(url, request, [&](std::expected<server::Response, base::Error> response) {
    CHECK(response.has_value());
    const size_t at = response->body.find("\ncardroom_groups_total ");
    CHECK(at != std::string::npos);
    groups = std::stoull(response->body.substr(at + 23));
  });
  while (!groups) {
    io.restart();
    io.run_one();
  }
  return *groups;
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
  const server::ServerUrl url{false, "127.0.0.1", service->port()};

  boost::asio::io_context io;
  const auto client = server::WebClient::make(io, {.timeout_ms = 60'000});
  std::vector<std::unique_ptr<Table>> floor;
  int ready = 0;
  for (int i = 0; i < tables; ++i) {
    floor.push_back(std::make_unique<Table>(io, i + 1));
    floor.back()->connect(*client, url, house.controllers[static_cast<size_t>(i)], [&] { ++ready; });
  }
  const auto run_until = [&](auto condition) {
    while (!condition()) {
      io.restart();
      io.run_one_for(std::chrono::milliseconds(10));
    }
  };
  run_until([&] { return ready == tables; });
  const auto settle = [&] {
    const auto until = Clock::now() + std::chrono::milliseconds(500);
    run_until([&] { return Clock::now() >= until; });
  };
  settle();

  // As fast as it goes.
  const uint64_t groups_before = groups_recorded(*client, io, url, house.monitor);
  const auto began = Clock::now();
  const auto stop = began + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  for (auto& table : floor) table->play(0, stop);
  run_until([&] { return Clock::now() >= stop; });
  uint64_t rounds = 0;
  for (auto& table : floor) rounds += table->rounds;
  const double rate = static_cast<double>(rounds) / (ms_since(began) / 1000);
  settle();
  const uint64_t groups = groups_recorded(*client, io, url, house.monitor) - groups_before;
  const auto group = std::max<size_t>(1, 2 * rounds / std::max<uint64_t>(1, groups));
  const double alone = ledger_alone(tables, group, seconds / 2);
  fmt::print("{} tables, as fast as it goes: {:.0f} rounds/s, {:.0f} wagers/s, {} commands a group\n", tables, rate,
             6 * rate, group);
  fmt::print("the ledger alone with such groups: {:.0f} rounds/s; share {:.2f} (target 0.5)\n", alone, rate / alone);

  // Steady.
  for (auto& table : floor) table->lock_ms.clear();
  const double every_ms = static_cast<double>(tables);  // together a thousand rounds a second
  const auto steady_stop = Clock::now() + std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
  for (size_t i = 0; i < floor.size(); ++i) {
    auto timer = std::make_shared<boost::asio::steady_timer>(io, std::chrono::milliseconds(i % 1000));
    timer->async_wait([&, i, timer](const boost::system::error_code&) { floor[i]->play(every_ms, steady_stop); });
  }
  const uint64_t before_steady = [&] {
    uint64_t sum = 0;
    for (auto& table : floor) sum += table->rounds;
    return sum;
  }();
  run_until([&] { return Clock::now() >= steady_stop; });
  std::vector<double> locks;
  uint64_t steady_rounds = 0;
  for (auto& table : floor) {
    locks.insert(locks.end(), table->lock_ms.begin(), table->lock_ms.end());
    steady_rounds += table->rounds;
  }
  fmt::print(
      "at {:.0f} rounds/s: START GAME to locked {:.2f} ms (half), {:.2f} ms (99 %), {:.2f} ms (worst); target 20\n",
      static_cast<double>(steady_rounds - before_steady) / seconds, percentile(locks, 0.5), percentile(locks, 0.99),
      percentile(locks, 1));
  settle();

  // Displays.
  std::vector<Display> displays(static_cast<size_t>(display_count));
  int shown = 0;
  for (size_t i = 0; i < displays.size(); ++i) {
    server::Request request;
    request.path = "/v1/live";
    request.headers["authorization"] = "Bearer " + house.displays[i];
    server::WebClient::Events events;
    events.message = [&, i](std::string_view text) {
      if (!text.starts_with("{\"meters\"")) return;
      if (displays[i].messages++ == 0) ++shown;
      displays[i].heard = Clock::now();
    };
    events.opened = [](server::Channel&) {};
    events.closed = [](uint16_t, const std::string&) {};
    displays[i].socket = client->connect(url, request, std::move(events));
  }
  run_until([&] { return shown == display_count; });
  settle();
  std::vector<double> spread;
  for (int turn = 0; turn < 10; ++turn) {
    for (Display& display : displays) display.messages = 0;
    shown = 0;
    const auto asked = Clock::now();
    floor[0]->play(1e6, asked + std::chrono::seconds(10));  // one round
    run_until([&] { return shown == display_count; });
    Clock::time_point last = asked;
    for (const Display& display : displays) last = std::max(last, display.heard);
    spread.push_back(std::chrono::duration<double, std::milli>(last - asked).count());
    settle();
  }
  fmt::print("from START GAME to the last of {} displays: {:.1f} ms (half of 10), {:.1f} ms (worst); target 50\n",
             display_count, percentile(spread, 0.5), percentile(spread, 1));
  floor.clear();
  displays.clear();
  service->stop();
  thread.join();
  return 0;
}
