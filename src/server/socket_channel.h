// A WebSocket over a Wire, either side of it: a queue of messages out, one reader in, and the limits of both. Known to
// connection.cpp and web_client.cpp only.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/transport.h"
#include "server/wire.h"

namespace cardroom::server {

struct ChannelLimits {
  size_t message_bytes_max = 0;
  size_t queue_bytes_max = 0;
  size_t queue_messages_max = 0;
  int messages_a_second_max = 0;  // in bursts of twice that; 0: as many as come
  int64_t silence_ms = 0;
  int64_t close_ms = 0;
};

struct ChannelCounts {
  uint64_t messages_in = 0;
  uint64_t messages_out = 0;
};

using HttpRequest = boost::beast::http::request<boost::beast::http::string_body>;
using HeaderLines = std::vector<std::pair<std::string, std::string>>;

class SocketChannel : public Channel {
 public:
  enum class Drop : uint8_t { none, slow, fast, silent };

  // How it ended: the code of the other side's close, or of ours; 0: the connection failed, `reason` tells how.
  struct Ending {
    uint16_t code = 0;
    std::string reason;
  };

  // `keeper` owns `wire` and this channel; it is kept alive while anything is under way.
  static std::unique_ptr<SocketChannel> make(std::weak_ptr<void> keeper, Wire& wire, const ChannelLimits& limits,
                                             std::shared_ptr<ChannelCounts> counts);

  // One of the two comes first. Both add `lines`. `handshake` tells in `refused` the HTTP status that refused it.
  virtual boost::asio::awaitable<boost::system::error_code> accept(const HttpRequest& request, HeaderLines lines) = 0;
  virtual boost::asio::awaitable<boost::system::error_code> handshake(std::string host, std::string target,
                                                                      HeaderLines lines, unsigned& refused) = 0;
  // Until the end; then nothing of `visitor` is touched. Does not call gone().
  virtual boost::asio::awaitable<Ending> run(Visitor& visitor) = 0;
  // Keeps the limits of time; called several times within the shortest of them.
  virtual void tick(int64_t now_ms) = 0;
  virtual Drop dropped() const = 0;
};

// A clock that never jumps, for limits of time.
int64_t steady_us();
inline int64_t steady_ms() {
  return steady_us() / 1000;
}

}  // namespace cardroom::server
