// Accepts connections, speaks HTTP/1.1 and WebSocket, with or without TLS, and keeps the limits: connections, sizes,
// rates, silence, slow readers.
//
// What a limit answers: above connections_max or connections_of_peer_max 503 (with TLS the connection just ends);
// headers too long 431; body too long 413; request too slow 408; a message too long closes with 1009, one that is not
// text with 1003, one that is not UTF-8 with 1007; messages or pings too fast 4001; a reader too slow 4000; silence
// 4002. A message counts as a sign of life when all of it is there. Answers of ours have the body
// {"error":{"code":…,"text":…}}.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <string>

#include "base/error.h"
#include "server/transport.h"

namespace cardroom::server {

struct ListenerLimits {
  size_t connections_max = 4'000;                // a floor of 1,000 tables with displays and pages, twice
  size_t connections_of_peer_max = 2'000;        // a back-office computer may draw every display
  size_t request_bytes_max = size_t{256} << 10;  // a configuration with its prize tables
  size_t header_bytes_max = size_t{16} << 10;
  size_t message_bytes_max = size_t{64} << 10;
  size_t queue_bytes_max = size_t{1} << 20;  // unsent, of one channel: seconds of the busiest topic
  size_t queue_messages_max = 4'096;
  int messages_a_second_max = 200;      // of one channel, in bursts of twice that
  int64_t request_timeout_ms = 10'000;  // a whole request must arrive in this time
  int64_t idle_timeout_ms = 60'000;     // keep-alive without a request
  int64_t silence_ms = 15'000;          // a WebSocket is pinged after half of it, dropped after the whole
  int64_t close_ms = 2'000;             // the other side may take so long to end what we ended
};

struct TlsFiles {
  std::string certificate;  // PEM, the chain
  std::string key;
};

struct ListenerOptions {
  std::string address = "127.0.0.1";
  uint16_t port = 8080;  // 0: any free one
  std::unique_ptr<TlsFiles> tls;
  ListenerLimits limits;
};

struct ListenerCounts {
  uint64_t connections = 0;  // open now
  uint64_t channels = 0;     // WebSockets open now
  uint64_t accepted = 0;
  uint64_t refused = 0;   // above a limit
  uint64_t requests = 0;  // that reached the site
  uint64_t messages_in = 0;
  uint64_t messages_out = 0;
  uint64_t dropped_slow = 0;
  uint64_t dropped_fast = 0;
  uint64_t dropped_silent = 0;
};

class Listener {
 public:
  // Listens at once; `site` and `io` outlive it. Why it cannot (port in use, certificate not read) is told with what
  // to do.
  static std::expected<std::unique_ptr<Listener>, base::Error> open(boost::asio::io_context& io, Site& site,
                                                                    ListenerOptions options);
  // Why open() would fail now, before anything else is prepared: a certificate, an address, a port in use.
  static std::expected<void, base::Error> check(const ListenerOptions& options);
  // Drops every connection without a word; visitors hear gone().
  virtual ~Listener() = default;

  virtual uint16_t port() const = 0;
  virtual ListenerCounts counts() const = 0;
  // Takes no new connection, answers requests under way, closes channels with going_away; who does not go then is cut
  // off after a fifth of a second. `done` when all are gone or after `patience_ms`.
  virtual void stop(int64_t patience_ms, std::function<void()> done) = 0;
};

}  // namespace cardroom::server
