// What the server's parts know of the network: requests and answers, channels that carry messages both ways.
// Boost.Beast is behind it, in listener.cpp and web_client.cpp, and nowhere else. Everything here runs on the one io
// thread.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace cardroom::server {

struct Request {
  std::string method = {};  // "GET"
  std::string path = {};    // decoded, begins with '/', without "." and ".." segments, NUL or backslash
  std::map<std::string, std::string, std::less<>> query = {};    // decoded; a name that comes twice was refused before
  std::map<std::string, std::string, std::less<>> headers = {};  // names in lower case
  std::string body = {};
  std::string peer = {};  // the other side's address: "127.0.0.1"
  bool secure = false;

  // Empty when absent; a cookie also when it comes twice.
  std::string_view header(std::string_view name) const;
  std::string_view parameter(std::string_view name) const;
  std::string_view cookie(std::string_view name) const;
};

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
};

// Why a channel ends; numbers of RFC 6455, and ours from 4000 on.
enum class CloseCode : uint16_t {
  normal = 1000,
  going_away = 1001,  // the server is stopping
  protocol_error = 1002,
  not_text = 1003,
  policy = 1008,  // this side may not say that
  too_big = 1009,
  try_later = 1013,
  too_slow = 4000,         // the reader is not keeping up
  too_fast = 4001,         // more messages a second than allowed
  silent = 4002,           // no activity
  right_withdrawn = 4003,  // signed out, card switched off, token revoked
  replaced = 4004,         // a newer channel of the same device
};

using Text = std::shared_ptr<const std::string>;
inline Text text(std::string value) {
  return std::make_shared<const std::string>(std::move(value));
}

// The way out of one WebSocket.
class Channel {
 public:
  virtual ~Channel() = default;
  // Queued and sent in order. A channel whose reader does not keep up is closed (too_slow), never buffered without end.
  virtual void send(Text message) = 0;
  // What is queued is sent first. After it no message comes in and none goes out.
  virtual void close(CloseCode code, std::string reason) = 0;
};

// What happens to one WebSocket. Destroyed after gone().
class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void message(std::string_view text) = 0;  // one whole text message, valid UTF-8, within the size limit
  virtual void gone() = 0;                          // once; the channel is not used after it
};

// Makes the visitor when the handshake is done.
using Opening = std::function<std::unique_ptr<Visitor>(Channel&)>;

// What the listener serves.
class Site {
 public:
  virtual ~Site() = default;
  // `done` is called once, on the io thread, now or later.
  using Done = std::function<void(Response)>;
  virtual void answer(Request request, Done done) = 0;
  // An upgrade to WebSocket: whether it is allowed, or the answer that refuses it.
  virtual std::variant<Opening, Response> open_channel(const Request& request) = 0;
};

}  // namespace cardroom::server
