// The client's side of HTTP and WebSocket, for table controllers, the simulated floor and tests. Runs on the caller's
// io_context; every callback comes from it.
#pragma once

#include <boost/asio/io_context.hpp>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "base/error.h"
#include "server/transport.h"

namespace cardroom::server {

// "http://host:port" or "https://…", without a path.
struct ServerUrl {
  bool secure = false;
  std::string host;
  uint16_t port = 80;

  std::string to_text() const;
};
std::expected<ServerUrl, base::Error> parse_server_url(std::string_view text);

struct WebClientOptions {
  std::string ca_file;  // trust this certificate as well; empty: what the machine trusts
  int64_t timeout_ms = 10'000;
};

class WebClient {
 public:
  virtual ~WebClient() = default;
  static std::unique_ptr<WebClient> make(boost::asio::io_context& io, WebClientOptions options);

  // One request on a connection of its own. `headers` are added.
  virtual void request(const ServerUrl& url, Request request,
                       std::function<void(std::expected<Response, base::Error>)> done) = 0;

  // What a WebSocket's owner hears. Callbacks end with `closed`, which comes once, also when it could not be opened.
  struct Events {
    std::function<void(Channel&)> opened;
    std::function<void(std::string_view)> message;
    std::function<void(uint16_t code, std::string reason)> closed;  // 0: the connection failed; 1: the handshake was
                                                                    // refused, with the HTTP status in the reason
  };
  // Destroying the handle drops the connection without a word.
  class Socket {
   public:
    virtual ~Socket() = default;
    virtual Channel& channel() = 0;
  };
  virtual std::unique_ptr<Socket> connect(const ServerUrl& url, const Request& request, Events events) = 0;
};

}  // namespace cardroom::server
