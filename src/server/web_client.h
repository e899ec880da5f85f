// The client's side of HTTP and WebSocket, for table controllers, the simulated floor and tests. Runs on the caller's
// io_context; every callback comes from it.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "server/transport.h"

namespace cardroom::server {

// "http://host:port" or "https://…", without a path.
struct ServerUrl {
  bool secure = false;
  std::string host;  // without the brackets of an IPv6 address
  uint16_t port = 80;

  std::string to_text() const;
  std::string authority() const;  // "host:port", for the Host header

  bool operator==(const ServerUrl&) const = default;
};
std::expected<ServerUrl, base::Error> parse_server_url(std::string_view text);

struct WebClientOptions {
  std::string ca_file = {};                     // trust this certificate as well; empty: what the machine trusts
  int64_t timeout_ms = 10'000;                  // to connect and shake hands; for a whole request and its answer
  int64_t silence_ms = 30'000;                  // of a WebSocket: pinged after half of it, ended after the whole
  int64_t close_ms = 2'000;                     // the server may take so long to answer a close
  size_t message_bytes_max = size_t{16} << 20;  // of an answer's body or a message: a snapshot of a whole floor
  size_t queue_bytes_max = size_t{16} << 20;    // unsent, of one WebSocket
};

class WebClient {
 public:
  virtual ~WebClient() = default;
  static std::unique_ptr<WebClient> make(boost::asio::io_context& io, WebClientOptions options);

  // One request on a connection of its own. Path and query are encoded; `headers` are added.
  virtual void request(const ServerUrl& url, Request request,
                       std::function<void(std::expected<Response, base::Error>)> done) = 0;

  // What a WebSocket's owner hears. Callbacks end with `closed`, which comes once, also when it could not be opened;
  // its code is the one the server closed with, or this side's own. 0: the connection failed, the reason says how; 1:
  // the handshake was refused, the reason is the HTTP status.
  struct Events {
    std::function<void(Channel&)> opened = {};
    std::function<void(std::string_view)> message = {};
    std::function<void(uint16_t code, std::string reason)> closed = {};
  };
  // Destroying the handle drops the connection without a word, and no callback comes after it. That may be done inside
  // a callback.
  class Socket {
   public:
    virtual ~Socket() = default;
    virtual Channel& channel() = 0;  // what is sent before `opened` waits for it
  };
  virtual std::unique_ptr<Socket> connect(const ServerUrl& url, const Request& request, Events events) = 0;
};

}  // namespace cardroom::server
