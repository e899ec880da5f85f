// What the network layer does on loopback: memory of an idle WebSocket, requests and echoed messages a second. Server
// and client are two processes.  transport_load CONNECTIONS SECONDS [tls] [rush]
// Fails where an idle connection costs the server 32 KiB or more, or where somebody is not answered. With "rush" all of
// them come at once, as after a power cut, and are measured when that is over.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "server/testing/loopback.h"
#include "server/web_client.h"

using namespace cardroom;
using namespace cardroom::server;
using Clock = std::chrono::steady_clock;

namespace {

constexpr int64_t idle_bytes_max = 32 << 10;

// A file descriptor a connection, on both sides.
void allow_many_files() {
  rlimit files{};
  CHECK(getrlimit(RLIMIT_NOFILE, &files) == 0);
  files.rlim_cur = files.rlim_max;
  CHECK(setrlimit(RLIMIT_NOFILE, &files) == 0);
}

int64_t resident_bytes(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/statm", process));
  int64_t all = 0;
  int64_t resident = 0;
  file >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

[[noreturn]] void serve(int to_parent, std::unique_ptr<TlsFiles> tls) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  boost::asio::io_context io(1);
  server::testing::EchoSite site;
  ListenerOptions options;
  options.port = 0;
  options.tls = std::move(tls);
  options.limits.connections_max = 20'000;
  options.limits.connections_of_peer_max = 20'000;
  options.limits.messages_a_second_max = 1'000'000;
  options.limits.request_timeout_ms = 60'000;  // a busy machine shakes a thousand hands slowly
  auto listener = Listener::open(io, site, std::move(options));
  CHECK(listener);
  const uint16_t port = (*listener)->port();
  CHECK(write(to_parent, &port, sizeof port) == sizeof port);
  io.run();
  std::_Exit(1);
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Request get_request(std::string path) {
  return {.method = "GET", .path = std::move(path)};
}

// Keep-alive requests over eight blocking connections, sixteen of each under way at a time.
double requests_a_second(uint16_t port, double seconds) {
  std::vector<std::unique_ptr<server::testing::RawClient>> clients;
  for (int i = 0; i < 8; ++i) clients.push_back(std::make_unique<server::testing::RawClient>(port));
  std::string batch;
  for (int i = 0; i < 16; ++i) batch += server::testing::get("/echo");
  const Clock::time_point start = Clock::now();
  int64_t answered = 0;
  while (seconds_since(start) < seconds) {
    for (auto& client : clients) CHECK(client->send(batch));
    for (auto& client : clients) {
      for (int i = 0; i < 16; ++i) {
        CHECK(server::testing::status_of(client->read_response()) == 200);
        ++answered;
      }
    }
  }
  return static_cast<double>(answered) / seconds_since(start);
}

class Crowd {
 public:
  Crowd(boost::asio::io_context& io, const ServerUrl& url, WebClientOptions options, int size, int at_once = 32)
      : io_(io), client_(WebClient::make(io, std::move(options))), sockets_(static_cast<size_t>(size)) {
    int begun = 0;
    for (auto& socket : sockets_) {
      while (begun - opened_ >= at_once) io_.run_one();
      ++begun;
      socket = client_->connect(url, get_request("/channel"),
                                {.opened = [this](Channel&) { ++opened_; },
                                 .message =
                                     [this, &socket](std::string_view said) {
                                       ++echoed_;
                                       if (talking_) socket->channel().send(text(std::string(said)));
                                     },
                                 .closed =
                                     [](uint16_t code, const std::string& reason) {
                                       fmt::print(stderr, "closed {} {}\n", code, reason);
                                       std::abort();
                                     }});
    }
    while (opened_ < size) io_.run_one();
  }

  void rest(std::chrono::milliseconds time) { io_.run_for(time); }

  // Every socket has one message of 200 bytes under way.
  double echoes_a_second(double seconds) {
    talking_ = true;
    const Text said = text(std::string(200, 'x'));
    for (auto& socket : sockets_) socket->channel().send(said);
    echoed_ = 0;
    const Clock::time_point start = Clock::now();
    while (seconds_since(start) < seconds) io_.run_for(std::chrono::milliseconds(20));
    talking_ = false;
    return static_cast<double>(echoed_) / seconds_since(start);
  }

 private:
  boost::asio::io_context& io_;
  std::unique_ptr<WebClient> client_;
  std::vector<std::unique_ptr<WebClient::Socket>> sockets_;
  int opened_ = 0;
  int64_t echoed_ = 0;
  bool talking_ = false;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: transport_load CONNECTIONS SECONDS [tls] [rush]\n");
    return 2;
  }
  const int connections = std::atoi(argv[1]);
  const double seconds = std::atof(argv[2]);
  const auto asked = [&](std::string_view word) { return std::find(argv + 3, argv + argc, word) != argv + argc; };
  const bool tls = asked("tls");
  const bool rush = asked("rush");
  allow_many_files();
  const server::testing::TestCertificate certificate;
  std::array<int, 2> pipe_ends{};
  CHECK(pipe(pipe_ends.data()) == 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) serve(pipe_ends[1], tls ? certificate.files() : nullptr);
  uint16_t port = 0;
  CHECK(read(pipe_ends[0], &port, sizeof port) == sizeof port);

  const ServerUrl url{.secure = tls, .host = "127.0.0.1", .port = port};
  const WebClientOptions options{.ca_file = certificate.certificate(), .timeout_ms = 60'000};
  int64_t each = 0;
  {
    boost::asio::io_context io(1);
    {
      Crowd warm(io, url, options, 20);
    }
    io.restart();
    const int64_t before = resident_bytes(child);
    Crowd crowd(io, url, options, connections, rush ? connections : 32);
    const Clock::time_point begun = Clock::now();
    do {
      crowd.rest(std::chrono::milliseconds(200));
      each = (resident_bytes(child) - before) / connections;
    } while (rush && each >= idle_bytes_max && seconds_since(begun) < 10);
    if (rush) fmt::print("a rush is over after {:.1f} s\n", seconds_since(begun));
    fmt::print("idle WebSocket, {}: {} bytes of the server's memory ({} connections{})\n", tls ? "TLS" : "plain", each,
               connections, rush ? ", all at once" : "");
    fmt::print("WebSocket echo, 200 bytes, {} channels: {:.0f} messages a second each way\n", connections,
               crowd.echoes_a_second(seconds));
  }
  if (!tls) fmt::print("requests, 8 connections: {:.0f} a second\n", requests_a_second(port, seconds));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  if (each >= idle_bytes_max) {
    fmt::print(stderr, "an idle connection costs {} bytes, more than {}\n", each, idle_bytes_max);
    return 1;
  }
  return 0;
}
