// WebSocket clients that cost as little as clients can, so that a measurement on one machine is of the server: one
// epoll, whole reads into one buffer, frames without a mask's work. Plain TCP on loopback, one thread.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

namespace cardroom::bench {

using Clock = std::chrono::steady_clock;

class RawSocket {
 public:
  using Hear = std::function<void(std::string_view)>;

  RawSocket(uint16_t port, const std::string& token, Hear hear);
  ~RawSocket();
  RawSocket(const RawSocket&) = delete;
  RawSocket& operator=(const RawSocket&) = delete;

  // One text message of at most 64 KiB.
  void send(std::string_view text);
  int descriptor() const { return socket_; }
  // Takes what has arrived. A connection that ends ends the program.
  void read();

 private:
  void send_frame(uint8_t opcode, std::string_view payload);
  // How much of `bytes` were whole frames.
  size_t take_frames(std::string_view bytes);

  int socket_ = -1;
  Hear hear_;
  std::string rest_;  // of a frame that has not all arrived
};

class RawSockets {
 public:
  RawSockets();
  ~RawSockets();

  RawSocket& connect(uint16_t port, const std::string& token, RawSocket::Hear hear);
  // Ends them all, without a word.
  void close() { sockets_.clear(); }
  // Hears for so long, at most; returns after the first that arrived.
  void wait_until(Clock::time_point time);

 private:
  int epoll_ = -1;
  std::deque<RawSocket> sockets_;
};

// The body of an answer to GET.
std::string get(uint16_t port, const std::string& path, const std::string& token);

}  // namespace cardroom::bench
