#include "server/listener.h"

#include <malloc.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <utility>
#include <vector>

#include "server/connection.h"

namespace cardroom::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

namespace {

constexpr BadRequest no_place = {503, "too_many_connections",
                                 "The server has reached its connection limit. Try again later."};
constexpr BadRequest no_place_for_peer = {503, "too_many_connections_of_peer",
                                          "This address has too many open connections."};
constexpr std::chrono::milliseconds pause_after_failure(100);  // out of file descriptors: others may end meanwhile
constexpr std::chrono::milliseconds goodbye_time(200);         // for a client to answer a close
constexpr uint64_t rush_steps = 200;                           // fewer leave little, and a trim takes milliseconds
constexpr int64_t rush_over_ms = 500;

ChannelLimits channel_limits(const ListenerLimits& limits) {
  return {.message_bytes_max = limits.message_bytes_max,
          .queue_bytes_max = limits.queue_bytes_max,
          .queue_messages_max = limits.queue_messages_max,
          .messages_a_second_max = limits.messages_a_second_max,
          .silence_ms = limits.silence_ms,
          .close_ms = limits.close_ms};
}

class TcpListener final : public Listener {
 public:
  TcpListener(asio::io_context& io, Site& site, ListenerOptions& options, TlsContext tls)
      : floor_(std::make_shared<Floor>()), acceptor_(io), pause_(io), sweep_(io), patience_(io), goodbye_(io) {
    floor_->site = &site;
    floor_->limits = options.limits;
    floor_->channel_limits = channel_limits(options.limits);
    floor_->tls = std::move(tls);
    const ListenerLimits& limits = options.limits;
    const int64_t shortest =
        std::min({limits.request_timeout_ms, limits.idle_timeout_ms, limits.silence_ms / 2, limits.close_ms});
    sweep_each_ = std::chrono::milliseconds(std::clamp<int64_t>(shortest / 8, 2, 250));
  }

  ~TcpListener() override {
    floor_->site = nullptr;
    floor_->emptied = nullptr;
    for (Connection* connection : everybody()) connection->abandon();
  }

  error_code listen(const tcp::endpoint& endpoint) {
    error_code error;
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) port_ = acceptor_.local_endpoint(error).port();
    if (error) return error;
    accept();
    sweep();
    return error;
  }

  uint16_t port() const override { return port_; }

  ListenerCounts counts() const override {
    ListenerCounts counts = floor_->counts;
    counts.messages_in = floor_->traffic->messages_in;
    counts.messages_out = floor_->traffic->messages_out;
    return counts;
  }

  void stop(int64_t patience_ms, std::function<void()> done) override {
    done_ = std::move(done);
    floor_->stopping = true;
    error_code ignored;
    acceptor_.close(ignored);
    pause_.cancel();
    floor_->emptied = [this] { finish_when_empty(); };
    for (Connection* connection : everybody()) connection->stop();
    // The close is on its way; who does not answer it by then has no more to say.
    goodbye_.expires_after(std::min(goodbye_time, std::chrono::milliseconds(patience_ms)));
    goodbye_.async_wait([this](error_code error) {
      if (error) return;
      for (Connection* connection : everybody()) connection->hurry();
    });
    patience_.expires_after(std::chrono::milliseconds(patience_ms));
    patience_.async_wait([this](error_code error) {
      if (error) return;
      for (Connection* connection : everybody()) connection->abandon();
      finish();
    });
    finish_when_empty();
  }

 private:
  // Connections leave while they are visited.
  std::vector<Connection*> everybody() const { return {floor_->connections.begin(), floor_->connections.end()}; }

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (!error) {
        welcome(std::move(socket));
        accept();
        return;
      }
      spdlog::warn("cannot accept a connection: {}", error.message());
      pause_.expires_after(pause_after_failure);
      pause_.async_wait([this](error_code cancelled) {
        if (!cancelled) accept();
      });
    });
  }

  void welcome(tcp::socket socket) {
    error_code error;
    const tcp::endpoint other = socket.remote_endpoint(error);
    if (error) return;  // gone already
    socket.set_option(tcp::no_delay(true), error);
    asio::ip::address address = other.address();
    if (address.is_v6() && address.to_v6().is_v4_mapped()) {
      address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
    }
    std::string peer = address.to_string();
    const BadRequest* refused = nullptr;
    const auto found = floor_->of_peer.find(peer);
    if (floor_->counts.connections >= floor_->limits.connections_max) {
      refused = &no_place;
    } else if (found != floor_->of_peer.end() && found->second >= floor_->limits.connections_of_peer_max) {
      refused = &no_place_for_peer;
    }
    if (refused) {
      ++floor_->counts.refused;
      // A handshake to say no would cost more than the connection; and those who are told no need places too.
      if (floor_->tls || floor_->refusals > floor_->limits.connections_max / 8) return;
    } else {
      ++floor_->counts.accepted;
    }
    Connection::start(floor_, std::move(socket), std::move(peer), refused);
  }

  void sweep() {
    sweep_.expires_after(sweep_each_);
    sweep_.async_wait([this](error_code error) {
      if (error) return;
      const int64_t now = steady_ms();
      for (Connection* connection : everybody()) connection->tick(now);
      give_back_memory(now);
      sweep();
    });
  }

  // After a rush of handshakes the allocator holds what they needed, as much again as the connections themselves.
  void give_back_memory(int64_t now_ms) {
    // A handshake lies between the two; a machine that is slow may be quiet in the middle of a rush.
    const uint64_t steps = floor_->counts.accepted + floor_->counts.channels;
    if (std::exchange(steps_seen_, steps) != steps) steps_ms_ = now_ms;
    if (steps < steps_trimmed_ + rush_steps || now_ms - steps_ms_ < rush_over_ms) return;
    steps_trimmed_ = steps;
    malloc_trim(0);
  }

  void finish_when_empty() {
    if (floor_->connections.empty()) finish();
  }

  void finish() {
    sweep_.cancel();
    patience_.cancel();
    goodbye_.cancel();
    floor_->emptied = nullptr;
    // `done` may destroy this listener, and a connection may be in the middle of leaving.
    if (done_) asio::post(acceptor_.get_executor(), std::exchange(done_, nullptr));
  }

  std::shared_ptr<Floor> floor_;
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  asio::steady_timer sweep_;
  asio::steady_timer patience_;
  asio::steady_timer goodbye_;
  std::chrono::milliseconds sweep_each_{};
  uint64_t steps_seen_ = 0;
  uint64_t steps_trimmed_ = 0;
  int64_t steps_ms_ = 0;
  std::function<void()> done_;
  uint16_t port_ = 0;
};

std::expected<TlsContext, base::Error> tls_of(const ListenerOptions& options) {
  return options.tls ? make_server_tls(*options.tls) : TlsContext();
}

std::string attempt_of(const ListenerOptions& options) {
  return "listen on " + options.address + " port " + std::to_string(options.port);
}

std::expected<tcp::endpoint, base::Error> endpoint_of(const ListenerOptions& options) {
  error_code error;
  const asio::ip::address address = asio::ip::make_address(options.address, error);
  if (error)
    return std::unexpected(base::Error{attempt_of(options), "enter a numeric address, such as 127.0.0.1 or 0.0.0.0"});
  return tcp::endpoint{address, options.port};
}

base::Error cannot_listen(const ListenerOptions& options, const error_code& error) {
  std::string cause = error.message();
  if (error == asio::error::address_in_use) cause += "; choose another port, or stop the program that is using it";
  if (error == asio::error::access_denied) cause += "; ports below 1024 require special permission";
  return {attempt_of(options), std::move(cause)};
}

}  // namespace

std::expected<void, base::Error> Listener::check(const ListenerOptions& options) {
  if (const auto tls = tls_of(options); !tls) return std::unexpected(tls.error());
  const auto endpoint = endpoint_of(options);
  if (!endpoint) return std::unexpected(endpoint.error());
  asio::io_context io;
  tcp::acceptor acceptor(io);
  error_code error;
  acceptor.open(endpoint->protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(*endpoint, error);
  if (error) return std::unexpected(cannot_listen(options, error));
  return {};
}

std::expected<std::unique_ptr<Listener>, base::Error> Listener::open(asio::io_context& io, Site& site,
                                                                     ListenerOptions options) {
  auto tls = tls_of(options);
  if (!tls) return std::unexpected(tls.error());
  const auto endpoint = endpoint_of(options);
  if (!endpoint) return std::unexpected(endpoint.error());
  auto listener = std::make_unique<TcpListener>(io, site, options, std::move(*tls));
  if (const error_code error = listener->listen(*endpoint); error)
    return std::unexpected(cannot_listen(options, error));
  return listener;
}

}  // namespace cardroom::server
