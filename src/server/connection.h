// One accepted connection: HTTP requests one after the other, perhaps a WebSocket after that. Made by listener.cpp.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>

#include "server/listener.h"
#include "server/request.h"
#include "server/socket_channel.h"
#include "server/tls.h"

namespace cardroom::server {

class Connection;

// What the connections of one listener share.
struct Floor {
  Site* site = nullptr;  // null when the listener is gone
  ListenerLimits limits;
  ChannelLimits channel_limits;
  TlsContext tls;
  ListenerCounts counts;
  std::shared_ptr<ChannelCounts> traffic = std::make_shared<ChannelCounts>();
  std::unordered_set<Connection*> connections;
  std::map<std::string, size_t> of_peer;
  size_t refusals = 0;  // connections that are being told that there is no place
  bool stopping = false;
  std::function<void()> emptied;  // after a connection left
};

class Connection {
 public:
  virtual ~Connection() = default;

  // Enters the floor and lives until it is served. One that is `refused` is told so and closed.
  static void start(std::shared_ptr<Floor> floor, boost::asio::ip::tcp::socket socket, std::string peer,
                    const BadRequest* refused);

  // Keeps the limits of time; called several times within the shortest of them.
  virtual void tick(int64_t now_ms) = 0;
  // Ends what is under way, then the connection.
  virtual void stop() = 0;
  // Ends, unless an answer is under way: who was told to go has had time to.
  virtual void hurry() = 0;
  // Ends at once. The site is not called any more, but for gone().
  virtual void abandon() = 0;
};

}  // namespace cardroom::server
