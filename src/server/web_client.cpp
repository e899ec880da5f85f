#include "server/web_client.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <optional>

#include "server/awaited.h"
#include "server/request.h"
#include "server/socket_channel.h"
#include "server/tls.h"

namespace cardroom::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::awaitable;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

// What the connections of one client share.
struct Trust {
  WebClientOptions options;
  std::expected<TlsContext, base::Error> tls;
  ChannelLimits channel_limits;
  std::shared_ptr<ChannelCounts> counts = std::make_shared<ChannelCounts>();
};

// The way to a server: name, connection, TLS, all before a deadline.
class Line {
 public:
  Line(asio::io_context& io, std::shared_ptr<const Trust> what_we_trust, ServerUrl where)
      : trust(std::move(what_we_trust)), url(std::move(where)), wire(tcp::socket(io)), timer(io), resolver_(io) {}

  // `keeper` owns this line.
  void limit_time(const std::shared_ptr<void>& keeper) {
    timer.expires_after(std::chrono::milliseconds(trust->options.timeout_ms));
    timer.async_wait([this, keeper](error_code error) {
      if (error) return;
      late = true;
      resolver_.cancel();
      wire.close();
    });
  }

  // Empty: connected. Otherwise why not.
  awaitable<std::string> connect() {
    error_code error;
    const asio::ip::address address = asio::ip::make_address(url.host, error);
    if (!error) {
      std::tie(error) = co_await wire.socket().async_connect(tcp::endpoint(address, url.port), awaited);
    } else {
      auto [unknown, found] = co_await resolver_.async_resolve(url.host, std::to_string(url.port), awaited);
      error = unknown;
      if (!error) std::tie(error, std::ignore) = co_await asio::async_connect(wire.socket(), found, awaited);
    }
    if (error) co_return why(error);
    wire.socket().set_option(tcp::no_delay(true), error);
    if (!url.secure) co_return std::string();
    if (!trust->tls) co_return trust->tls.error().to_text();
    wire.secure(make_client_session(trust->tls->get(), url.host));
    std::tie(error) = co_await wire.async_handshake(awaited);
    if (!error) co_return std::string();
    co_return late ? why(error) : "TLS: " + (wire.tls_failure().empty() ? error.message() : wire.tls_failure());
  }

  std::string why(error_code error) const { return late ? "no response in time" : error.message(); }

  void close() {
    resolver_.cancel();
    timer.cancel();
    wire.close();
  }

  const std::shared_ptr<const Trust> trust;
  const ServerUrl url;
  Wire wire;
  asio::steady_timer timer;
  bool late = false;

 private:
  tcp::resolver resolver_;
};

std::string format_target(const Request& request) {
  return server::format_target(request.path.empty() ? "/" : request.path, request.query);
}

class Exchange {
 public:
  using Done = std::function<void(std::expected<Response, base::Error>)>;
  Exchange(asio::io_context& io, std::shared_ptr<const Trust> trust, const ServerUrl& url, Request request, Done done)
      : line_(io, std::move(trust), url), request_(std::move(request)), done_(std::move(done)) {}

  // Begins some time after the call: what it works on is its own.
  static awaitable<void> run(std::shared_ptr<Exchange> self) {
    self->line_.limit_time(self);
    auto result = co_await self->exchange();
    self->line_.close();
    self->done_(std::move(result));
  }

 private:
  awaitable<std::expected<Response, base::Error>> exchange() {
    if (const std::string cause = co_await line_.connect(); !cause.empty()) co_return fail(cause);
    HttpRequest message;
    message.version(11);
    message.method_string(request_.method);
    message.target(format_target(request_));
    message.set(http::field::host, line_.url.authority());
    message.set(http::field::connection, "close");
    for (const auto& [name, value] : request_.headers) message.set(name, value);
    message.body() = std::move(request_.body);
    message.prepare_payload();
    const auto [unsent, sent] = co_await http::async_write(line_.wire, message, awaited);
    // A server that refuses early may have answered all the same.
    beast::flat_buffer buffer;
    buffer.reserve(4096);
    http::response_parser<http::string_body> parser;
    parser.body_limit(line_.trust->options.message_bytes_max);
    parser.skip(request_.method == "HEAD");
    const auto [unread, read] = co_await http::async_read(line_.wire, buffer, parser, awaited);
    if (unread) co_return fail(line_.why(unsent ? unsent : unread));
    auto answer = parser.release();
    Response response{.status = answer.result_int(), .type = "", .body = std::move(answer.body()), .headers = {}};
    for (const auto& field : answer) {
      if (field.name() == http::field::content_type) response.type = std::string(field.value());
      response.headers.emplace_back(field.name_string(), field.value());
    }
    co_return response;
  }

  std::unexpected<base::Error> fail(const std::string& cause) const {
    return std::unexpected(base::Error{request_.method + " " + line_.url.to_text() + request_.path, cause});
  }

  Line line_;
  Request request_;
  Done done_;
};

class Dialogue final : public Visitor, public std::enable_shared_from_this<Dialogue> {
 public:
  Dialogue(asio::io_context& io, std::shared_ptr<const Trust> trust, const ServerUrl& url, const Request& request,
           WebClient::Events events)
      : line_(io, std::move(trust), url), target_(format_target(request)), events_(std::move(events)) {
    for (const auto& [name, value] : request.headers) lines_.emplace_back(name, value);
  }

  void start() {
    channel_ = SocketChannel::make(weak_from_this(), line_.wire, line_.trust->channel_limits, line_.trust->counts);
    asio::co_spawn(line_.wire.get_executor(), run(shared_from_this()), asio::detached);
  }

  Channel& channel() { return *channel_; }

  void abandon() {
    abandoned_ = true;
    line_.close();
  }

  void message(std::string_view text) override {
    if (!abandoned_ && events_.message) events_.message(text);
  }
  void gone() override {}

 private:
  static awaitable<void> run(std::shared_ptr<Dialogue> self) {
    auto [code, reason] = co_await self->talk();
    self->line_.close();
    if (!self->abandoned_ && self->events_.closed) self->events_.closed(code, std::move(reason));
  }

  awaitable<SocketChannel::Ending> talk() {
    if (abandoned_) co_return SocketChannel::Ending{};
    line_.limit_time(shared_from_this());
    if (std::string cause = co_await line_.connect(); !cause.empty())
      co_return SocketChannel::Ending{0, std::move(cause)};
    unsigned refused = 0;
    const error_code error = co_await channel_->handshake(line_.url.authority(), target_, std::move(lines_), refused);
    if (refused != 0) co_return SocketChannel::Ending{1, std::to_string(refused)};
    if (error) co_return SocketChannel::Ending{0, line_.why(error)};
    watch();
    if (!abandoned_ && events_.opened) events_.opened(*channel_);
    co_return co_await channel_->run(*this);
  }

  void watch() {
    const int64_t each_ms = std::min(line_.trust->options.silence_ms / 2, line_.trust->options.close_ms) / 4;
    line_.timer.expires_after(std::chrono::milliseconds(std::max<int64_t>(each_ms, 2)));
    line_.timer.async_wait([this, weak = weak_from_this()](error_code error) {
      const auto self = weak.lock();
      if (error || !self) return;
      channel_->tick(steady_ms());
      watch();
    });
  }

  Line line_;
  std::string target_;
  HeaderLines lines_;
  WebClient::Events events_;
  std::unique_ptr<SocketChannel> channel_;
  bool abandoned_ = false;
};

class Handle final : public WebClient::Socket {
 public:
  explicit Handle(std::shared_ptr<Dialogue> dialogue) : dialogue_(std::move(dialogue)) {}
  ~Handle() override { dialogue_->abandon(); }
  Channel& channel() override { return dialogue_->channel(); }

 private:
  std::shared_ptr<Dialogue> dialogue_;
};

class BeastClient final : public WebClient {
 public:
  BeastClient(asio::io_context& io, WebClientOptions options) : io_(io) {
    auto tls = make_client_tls(options.ca_file);
    const ChannelLimits limits{.message_bytes_max = options.message_bytes_max,
                               .queue_bytes_max = options.queue_bytes_max,
                               .queue_messages_max = SIZE_MAX,
                               .messages_a_second_max = 0,
                               .silence_ms = options.silence_ms,
                               .close_ms = options.close_ms};
    trust_ = std::make_shared<const Trust>(std::move(options), std::move(tls), limits);
  }

  void request(const ServerUrl& url, Request request,
               std::function<void(std::expected<Response, base::Error>)> done) override {
    const auto exchange = std::make_shared<Exchange>(io_, trust_, url, std::move(request), std::move(done));
    asio::co_spawn(io_, Exchange::run(exchange), asio::detached);
  }

  std::unique_ptr<Socket> connect(const ServerUrl& url, const Request& request, Events events) override {
    auto dialogue = std::make_shared<Dialogue>(io_, trust_, url, request, std::move(events));
    dialogue->start();
    return std::make_unique<Handle>(std::move(dialogue));
  }

 private:
  asio::io_context& io_;
  std::shared_ptr<const Trust> trust_;
};

}  // namespace

std::unique_ptr<WebClient> WebClient::make(asio::io_context& io, WebClientOptions options) {
  return std::make_unique<BeastClient>(io, std::move(options));
}

}  // namespace cardroom::server
