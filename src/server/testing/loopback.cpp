#include "server/testing/loopback.h"

#include <fmt/format.h>

#include <boost/asio/post.hpp>
#include <chrono>
#include <future>

#include "base/check.h"

namespace cardroom::server::testing {
namespace {

class EchoVisitor : public Visitor {
 public:
  EchoVisitor(EchoSite& site, Channel& channel) : site_(site), channel_(channel) { ++site_.opened; }

  void message(std::string_view said) override {
    ++site_.messages;
    if (said.starts_with("flood ")) {
      const int count = std::stoi(std::string(said.substr(6)));
      const Text each = text(std::string(1000, 'x'));
      for (int i = 0; i < count; ++i) channel_.send(each);
    } else if (said == "close") {
      channel_.send(text("last words"));
      channel_.close(CloseCode::right_withdrawn, "signed out");
      channel_.send(text("never said"));
    } else {
      channel_.send(text(std::string(said)));
    }
  }
  void gone() override { ++site_.gone; }

 private:
  EchoSite& site_;
  Channel& channel_;
};

}  // namespace

void EchoSite::answer(Request request, std::function<void(Response)> done) {
  ++answered;
  if (request.path == "/later") {
    waiting.push_back(std::move(done));
    ++asked_later;
    return;
  }
  if (request.path == "/large") return done({.body = std::string(1'000'000, 'x'), .headers = {}});
  if (request.path == "/none") return done({.status = 204, .body = "", .headers = {}});
  if (request.path == "/headers") {
    return done({.body = "",
                 .headers = {{"cache-control", "max-age=60"}, {"Set-Cookie", "a=b"}, {"X-Split", "a\r\nX-Evil: 1"}}});
  }
  if (request.method != "GET" && request.method != "POST" && request.method != "HEAD") {
    return done({.status = 405, .headers = {{"Allow", "GET, HEAD, POST"}}});
  }
  std::string told = request.method + " " + request.path;
  for (const auto& [name, value] : request.query) told += " " + name + "=" + value;
  done({.type = "text/plain", .body = told + "|" + request.body + "|" + request.peer, .headers = {}});
}

std::variant<Opening, Response> EchoSite::open_channel(const Request& request) {
  if (request.path == "/refused") return Response{.status = 403, .body = "{}", .headers = {}};
  return [this](Channel& channel) { return std::make_unique<EchoVisitor>(*this, channel); };
}

Server::Server(const ListenerLimits& limits, std::unique_ptr<TlsFiles> tls) {
  ListenerOptions options;
  options.port = 0;
  options.limits = limits;
  options.tls = std::move(tls);
  auto opened = Listener::open(io, site, std::move(options));
  CHECK(opened);
  listener_ = std::move(*opened);
  port_ = listener_->port();
  thread_ = std::thread([this] { io.run(); });
}

Server::~Server() {
  boost::asio::post(io, [this] {
    listener_.reset();
    site.waiting.clear();
    io.stop();
  });
  thread_.join();
}

void Server::run(std::function<void(Listener&)> what) {
  std::promise<void> done;
  boost::asio::post(io, [&] {
    what(*listener_);
    done.set_value();
  });
  done.get_future().wait();
}

ListenerCounts Server::counts() {
  ListenerCounts counts;
  run([&](const Listener& listener) { counts = listener.counts(); });
  return counts;
}

void Server::stop(int64_t patience_ms, std::function<void()> done) {
  run([&](Listener& listener) { listener.stop(patience_ms, std::move(done)); });
}

void Server::destroy_listener() {
  run([this](Listener&) { listener_.reset(); });
}

bool eventually(const std::function<bool()>& holds) {
  for (int i = 0; i < 5'000; ++i) {
    if (holds()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

std::string get(std::string_view target, std::string_view more_headers) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: localhost\r\n{}\r\n", target, more_headers);
}

int status_of(std::string_view response) {
  return response.size() < 12 ? 0 : std::stoi("0" + std::string(response.substr(9, 3)));
}

std::string body_of(std::string_view response) {
  const size_t end = response.find("\r\n\r\n");
  return end == std::string_view::npos ? "" : std::string(response.substr(end + 4));
}

std::string header_of(std::string_view response, std::string_view name) {
  const std::string_view head = response.substr(0, response.find("\r\n\r\n"));
  const size_t at = head.find(fmt::format("\r\n{}: ", name));
  if (at == std::string_view::npos) return "";
  const std::string_view value = head.substr(at + name.size() + 4);
  return std::string(value.substr(0, value.find("\r\n")));
}

}  // namespace cardroom::server::testing
