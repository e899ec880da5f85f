#include "server/connection.h"

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <chrono>
#include <optional>

#include "base/check.h"
#include "server/awaited.h"
#include "server/response.h"

namespace cardroom::server {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::awaitable;
using boost::system::error_code;

namespace {

constexpr std::string_view subprotocol = "cardroom.v1";
constexpr size_t read_bytes = 4096;  // at a time; large requests take as many turns as they need

using Parser = http::request_parser<http::string_body>;

// The parser joins a folded line with the one before it and does not say so: another reader of the same bytes may see
// two headers. What it takes of a head is looked through for one.
class ReadBuffer : public beast::flat_buffer {
 public:
  using beast::flat_buffer::flat_buffer;

  void consume(size_t size) {
    const std::string_view taken(static_cast<const char*>(data().data()), std::min(size, data().size()));
    if (in_head && (taken.contains("\n ") || taken.contains("\n\t"))) folded = true;
    beast::flat_buffer::consume(size);
  }

  bool in_head = false;
  bool folded = false;
};

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

int64_t unix_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// What the parser's error means to the other side; nothing where there is nobody to tell.
std::optional<BadRequest> refusal_of(error_code error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return BadRequest{431, "header_too_large", "The request's headers are too large."};
  }
  if (error == http::error::body_limit) return BadRequest{413, "body_too_large", "The request's body is too large."};
  if (error == http::error::bad_version) return BadRequest{505, "bad_version", "This server supports only HTTP/1.1."};
  if (error == http::error::end_of_stream || error == http::error::partial_message) return std::nullopt;
  if (error == http::error::bad_content_length || error == http::error::multiple_content_length)
    return BadRequest{400, "bad_length", "Content-Length must be a single plain number, without chunked transfer."};
  if (error == http::error::bad_transfer_encoding)
    return BadRequest{400, "bad_encoding", "Only chunked transfer encoding is supported, without Content-Length."};
  if (error == http::error::bad_field || error == http::error::bad_value || error == http::error::bad_obs_fold)
    return BadRequest{400, "bad_header", "A header is malformed."};
  if (error.category() == http::make_error_code(http::error::end_of_stream).category()) {
    return BadRequest{400, "bad_request", "The request is malformed."};
  }
  return std::nullopt;
}

bool offers_subprotocol(std::string_view offered) {
  while (!offered.empty()) {
    std::string_view one = offered.substr(0, offered.find(','));
    offered.remove_prefix(std::min(offered.size(), one.size() + 1));
    while (one.starts_with(' ') || one.starts_with('\t')) one.remove_prefix(1);
    while (one.ends_with(' ') || one.ends_with('\t')) one.remove_suffix(1);
    if (one == subprotocol) return true;
  }
  return false;
}

class HttpConnection final : public Connection, public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(std::shared_ptr<Floor> floor, asio::ip::tcp::socket socket, std::string peer,
                 const BadRequest* refused)
      : floor_(std::move(floor)), wire_(std::move(socket)), peer_(std::move(peer)), refused_(refused) {
    enter(Phase::reading);
    floor_->connections.insert(this);
    if (refused_) {
      ++floor_->refusals;
    } else {
      ++floor_->counts.connections;
      ++floor_->of_peer[peer_];
    }
  }

  // Begins some time after the call: what it works on is its own.
  static awaitable<void> run(std::shared_ptr<HttpConnection> self) { co_await self->serve(); }

  awaitable<void> serve() {
    if (refused_) {
      co_await reply(refusal(*refused_), false, false);
      co_await linger();
    } else if (!floor_->tls || co_await secure()) {
      auto upgrade = co_await converse();
      if (upgrade) co_await chat(std::move(upgrade));
    }
    leave();
  }

  void tick(int64_t now_ms) override {
    const ListenerLimits& limits = floor_->limits;
    const int64_t spent_ms = now_ms - since_ms_;
    switch (phase_) {
      case Phase::waiting:
        if (wire_.bytes_in() != seen_in_) {
          enter(Phase::reading);
        } else if (spent_ms >= limits.idle_timeout_ms) {
          wire_.close();
        }
        break;
      case Phase::reading:
        if (spent_ms >= limits.request_timeout_ms) {
          too_slow_ = true;
          wire_.cancel();
        }
        break;
      case Phase::answering: break;
      case Phase::writing:
        if (wire_.bytes_out() != seen_out_) {
          enter(Phase::writing);
        } else if (spent_ms >= limits.silence_ms) {
          wire_.close();
        }
        break;
      case Phase::lingering:
        if (spent_ms >= limits.close_ms) wire_.close();
        break;
      case Phase::channel: channel_->tick(now_ms); break;
    }
  }

  void stop() override {
    if (phase_ == Phase::waiting && wire_.bytes_in() == seen_in_) wire_.close();
    if (phase_ == Phase::channel) channel_->close(CloseCode::going_away, "the server is stopping");
  }

  void hurry() override {
    if (phase_ != Phase::answering && phase_ != Phase::writing) wire_.close();
  }

  void abandon() override {
    wire_.close();
    say_gone();
  }

 private:
  // waiting: between requests; answering: the site has it; lingering: all is said, the other side may end
  enum class Phase : uint8_t { waiting, reading, answering, writing, lingering, channel };

  struct Upgrade {
    HttpRequest request;
    Opening opening;
    bool subprotocol = false;
  };

  void enter(Phase phase) {
    phase_ = phase;
    since_ms_ = steady_ms();
    seen_in_ = wire_.bytes_in();
    seen_out_ = wire_.bytes_out();
  }

  awaitable<bool> secure() {
    const auto [waited] = co_await wire_.socket().async_wait(asio::socket_base::wait_read, awaited);
    if (waited) co_return false;
    char first = 0;
    const ssize_t got = ::recv(wire_.socket().native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT);
    if (got <= 0) co_return false;
    constexpr char handshake_record = 0x16;
    if (first != handshake_record) {
      co_await reply(refusal({400, "tls_needed", "This port requires TLS; use https."}), false, false);
      co_await linger();
      co_return false;
    }
    wire_.secure(make_server_session(floor_->tls.get()));
    const auto [error] = co_await wire_.async_handshake(awaited);
    co_return !error;
  }

  // Requests one after the other, until the connection ends or becomes a channel.
  awaitable<std::unique_ptr<Upgrade>> converse() {
    ReadBuffer buffer(floor_->limits.header_bytes_max + read_bytes);
    buffer.reserve(read_bytes);
    for (bool first = true;; first = false) {
      enter(first || buffer.size() > 0 ? Phase::reading : Phase::waiting);
      if (floor_->stopping && phase_ == Phase::waiting) co_return nullptr;
      Parser parser;
      parser.header_limit(static_cast<uint32_t>(floor_->limits.header_bytes_max));
      parser.body_limit(floor_->limits.request_bytes_max);
      Request request;
      const auto bad = co_await read_request(buffer, parser, request);
      if (bad) {
        if (bad->status != 0) {
          co_await reply(refusal(*bad), false, false);
          co_await linger();
        }
        co_return nullptr;
      }
      const bool head = request.method == "HEAD";
      const bool keep = parser.get().keep_alive();
      Response response;
      if (beast::websocket::is_upgrade(parser.get())) {
        const bool offered = offers_subprotocol(request.header("sec-websocket-protocol"));
        if (!floor_->site) co_return nullptr;
        ++floor_->counts.requests;
        auto decision = floor_->site->open_channel(request);
        if (auto* opening = std::get_if<Opening>(&decision)) {
          // Frames that came before the answer were not meant for us.
          if (buffer.size() > 0 || floor_->stopping) co_return nullptr;
          co_return std::make_unique<Upgrade>(parser.release(), std::move(*opening), offered);
        }
        response = std::get<Response>(std::move(decision));
      } else {
        auto answer = co_await ask(std::move(request));
        if (!answer) co_return nullptr;
        response = std::move(*answer);
      }
      if (!co_await reply(response, head, keep && !floor_->stopping)) co_return nullptr;
      if (!keep || floor_->stopping) {
        co_await linger();
        co_return nullptr;
      }
    }
  }

  // Nothing: `request` is whole. Status 0: the other side is gone.
  awaitable<std::optional<BadRequest>> read_request(ReadBuffer& buffer, Parser& parser, Request& request) {
    buffer.in_head = true;
    const auto [head_error, head_size] = co_await http::async_read_header(wire_, buffer, parser, awaited);
    buffer.in_head = false;
    if (head_error) co_return failed(head_error);
    if (buffer.folded) co_return BadRequest{400, "bad_header", "A header is folded over two lines."};
    if (phase_ == Phase::waiting) enter(Phase::reading);
    const auto& message = parser.get();
    request.method = view(message.method_string());
    request.peer = peer_;
    request.secure = wire_.is_secure();
    for (const auto& field : message) {
      if (auto added = add_header(request, view(field.name_string()), view(field.value())); !added) {
        co_return added.error();
      }
    }
    if (message.version() > 11) co_return BadRequest{505, "bad_version", "This server supports only HTTP/1.1."};
    if (auto checked = check_headers(request); !checked) co_return checked.error();
    auto target = parse_target(view(message.target()));
    if (!target) co_return target.error();
    request.path = std::move(target->path);
    request.query = std::move(target->query);
    const std::string_view expects = request.header("expect");
    if (!expects.empty() && lower_case(expects) != "100-continue")
      co_return BadRequest{417, "bad_expectation", "Only Expect: 100-continue is supported."};
    if (!expects.empty() && !parser.is_done()) {
      constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
      const auto [error, size] = co_await asio::async_write(wire_, asio::buffer(go_on), awaited);
      if (error) co_return failed(error);
    }
    if (!parser.is_done()) {
      const auto [error, size] = co_await http::async_read(wire_, buffer, parser, awaited);
      if (error) co_return failed(error);
    }
    request.body = std::move(parser.get().body());
    co_return std::nullopt;
  }

  BadRequest failed(error_code error) {
    if (too_slow_ && wire_.bytes_in() > 0) return {408, "too_slow", "The request did not arrive in time."};
    return refusal_of(error).value_or(BadRequest{0, "", ""});
  }

  awaitable<std::optional<Response>> ask(Request request) {
    if (!floor_->site) co_return std::nullopt;
    ++floor_->counts.requests;
    enter(Phase::answering);
    struct Waiting {
      std::optional<Response> response;
      asio::steady_timer wake;
    };
    const auto waiting = std::make_shared<Waiting>(
        std::nullopt, asio::steady_timer(wire_.get_executor(), asio::steady_timer::time_point::max()));
    // Nobody may be left to hear a late answer.
    floor_->site->answer(std::move(request), [waits = std::weak_ptr(waiting)](Response response) {
      const auto asked = waits.lock();
      if (!asked) return;
      CHECK(!asked->response);
      asked->response = std::move(response);
      asked->wake.cancel();
    });
    if (!waiting->response) co_await waiting->wake.async_wait(awaited);
    co_return std::move(waiting->response);
  }

  awaitable<bool> reply(const Response& response, bool head_only, bool keep_alive) {
    enter(Phase::writing);
    const std::string head = response_head(
        response, {.secure = wire_.is_secure(), .keep_alive = keep_alive, .unix_seconds = unix_seconds()});
    const bool bodiless = head_only || response.status == 204 || response.status == 304;
    const std::array<asio::const_buffer, 2> parts = {asio::buffer(head),
                                                     bodiless ? asio::const_buffer() : asio::buffer(response.body)};
    const auto [error, size] = co_await asio::async_write(wire_, parts, awaited);
    co_return !error;
  }

  awaitable<void> linger() {
    enter(Phase::lingering);
    wire_.shutdown_send();
    std::array<char, 512> bytes;
    for (;;) {
      const auto [error, size] = co_await wire_.async_read_some(asio::buffer(bytes), awaited);
      if (error) co_return;
    }
  }

  awaitable<void> chat(std::unique_ptr<Upgrade> upgrade) {
    channel_ = SocketChannel::make(weak_from_this(), wire_, floor_->channel_limits, floor_->traffic);
    HeaderLines lines;
    for (const auto& [name, value] : security_headers(wire_.is_secure())) lines.emplace_back(name, value);
    if (upgrade->subprotocol) lines.emplace_back("Sec-WebSocket-Protocol", subprotocol);
    enter(Phase::writing);
    const error_code error = co_await channel_->accept(upgrade->request, std::move(lines));
    if (error) {
      co_await linger();
      co_return;
    }
    if (!floor_->site) co_return;
    phase_ = Phase::channel;
    ++floor_->counts.channels;
    visitor_ = upgrade->opening(*channel_);
    CHECK(visitor_ != nullptr);
    upgrade.reset();
    if (floor_->stopping) stop();
    co_await channel_->run(*visitor_);
    --floor_->counts.channels;
    switch (channel_->dropped()) {
      case SocketChannel::Drop::none: break;
      case SocketChannel::Drop::slow: ++floor_->counts.dropped_slow; break;
      case SocketChannel::Drop::fast: ++floor_->counts.dropped_fast; break;
      case SocketChannel::Drop::silent: ++floor_->counts.dropped_silent; break;
    }
  }

  void say_gone() {
    if (const std::unique_ptr<Visitor> visitor = std::move(visitor_)) visitor->gone();
  }

  void leave() {
    say_gone();
    wire_.close();
    floor_->connections.erase(this);
    if (refused_) {
      --floor_->refusals;
    } else {
      --floor_->counts.connections;
      if (const auto peer = floor_->of_peer.find(peer_); --peer->second == 0) floor_->of_peer.erase(peer);
    }
    if (floor_->emptied) floor_->emptied();
  }

  std::shared_ptr<Floor> floor_;
  Wire wire_;
  std::string peer_;
  const BadRequest* refused_;
  std::unique_ptr<SocketChannel> channel_;
  std::unique_ptr<Visitor> visitor_;
  int64_t since_ms_ = 0;
  uint64_t seen_in_ = 0;
  uint64_t seen_out_ = 0;
  Phase phase_ = Phase::reading;
  bool too_slow_ = false;
};

}  // namespace

void Connection::start(std::shared_ptr<Floor> floor, asio::ip::tcp::socket socket, std::string peer,
                       const BadRequest* refused) {
  const auto executor = socket.get_executor();
  const auto connection =
      std::make_shared<HttpConnection>(std::move(floor), std::move(socket), std::move(peer), refused);
  asio::co_spawn(executor, HttpConnection::run(connection), asio::detached);
}

}  // namespace cardroom::server
