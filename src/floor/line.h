// A device's live channel that comes back: to the next server, after a pause, and says again what was not answered,
// under the same id.
#pragma once

#include <boost/asio/steady_timer.hpp>

#include "floor/net.h"

namespace cardroom::floor {

class Line {
 public:
  // `token` is the device's. The line outlives its asks.
  Line(Net& net, std::string device, std::string token);

  // Connects, and again, until close().
  void open();
  void close();

  // One at a time. Comes back with the answer, or with nothing when the floor gave up. The id is given here.
  awaitable<std::optional<server::Answered>> ask(server::Incoming message);
  // Which sensors are lit; said again on every connection.
  void tell(std::vector<progressive::Wager> lit);

  // What the game manager last showed of the device's table; nothing before the first connection.
  const std::optional<server::TableView>& table() const { return table_; }
  // Until the table was shown on this connection. False: the floor gave up.
  awaitable<bool> ready();

  const std::string& device() const { return device_; }
  uint64_t reconnections() const { return connections_ > 0 ? connections_ - 1 : 0; }

 private:
  void connect();
  void on_message(std::string_view text);
  void on_closed(uint16_t code, const std::string& reason);
  awaitable<void> reconnect();
  void send(std::string text);
  awaitable<void> wait_turn();

  Net& net_;
  std::string device_;
  std::string token_;
  std::unique_ptr<server::WebClient::Socket> socket_;
  bool greeted_ = false;  // by a server that leads
  bool closing_ = false;
  size_t server_ = 0;
  int failures_ = 0;
  int refusals_ = 0;  // of the handshake
  int64_t lost_ms_ = 0;
  uint64_t connections_ = 0;
  int64_t next_send_ms_ = 0;
  std::optional<std::vector<progressive::Wager>> lit_;
  std::optional<server::TableView> table_;

  server::Incoming asked_;
  bool asking_ = false;
  bool sent_ = false;  // at least once
  std::optional<server::Answered> answer_;
  boost::asio::steady_timer changed_;
};

}  // namespace cardroom::floor
