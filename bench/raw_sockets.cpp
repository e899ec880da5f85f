#include "raw_sockets.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "base/check.h"

namespace cardroom::bench {
namespace {

constexpr size_t read_bytes = size_t{256} << 10;

std::string& buffer() {
  static std::string bytes(read_bytes, '\0');
  return bytes;
}

int connected(uint16_t port) {
  const int opened = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  CHECK(opened >= 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(::connect(opened, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  const int on = 1;
  CHECK(setsockopt(opened, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0);
  return opened;
}

void send_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    CHECK(put > 0);
    bytes.remove_prefix(static_cast<size_t>(put));
  }
}

std::string request(const std::string& path, const std::string& token, std::string_view more) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {}\r\n{}\r\n", path, token, more);
}

}  // namespace

RawSocket::RawSocket(uint16_t port, const std::string& token, Hear hear)
    : socket_(connected(port)), hear_(std::move(hear)) {
  send_all(socket_, request("/v1/live", token,
                            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: cardroom.v1\r\n"));
  std::string& bytes = buffer();
  size_t end = std::string::npos;
  while ((end = rest_.find("\r\n\r\n")) == std::string::npos) {
    const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
    CHECK(got > 0);
    rest_.append(bytes, 0, static_cast<size_t>(got));
  }
  CHECK(rest_.starts_with("HTTP/1.1 101"));
  rest_.erase(0, end + 4);
  rest_.erase(0, take_frames(rest_));
}

RawSocket::~RawSocket() {
  ::close(socket_);
}

void RawSocket::send(std::string_view text) {
  send_frame(1, text);
}

void RawSocket::send_frame(uint8_t opcode, std::string_view payload) {
  static std::string frame;
  frame.clear();
  frame += static_cast<char>(0x80 | opcode);
  if (payload.size() < 126) {
    frame += static_cast<char>(0x80 | payload.size());
  } else {
    CHECK(payload.size() < 65536);
    frame += static_cast<char>(0x80 | 126);
    frame += static_cast<char>(payload.size() >> 8);
    frame += static_cast<char>(payload.size() & 0xff);
  }
  frame.append(4, '\0');  // a mask that changes nothing
  frame += payload;
  send_all(socket_, frame);
}

size_t RawSocket::take_frames(std::string_view bytes) {
  size_t taken = 0;
  for (;;) {
    const std::string_view left = bytes.substr(taken);
    const auto byte = [&](size_t i) { return static_cast<uint8_t>(left[i]); };
    if (left.size() < 2) return taken;
    size_t head = 2;
    size_t size = byte(1);
    if (size >= 126) {
      const size_t length_bytes = size == 126 ? 2 : 8;
      head += length_bytes;
      if (left.size() < head) return taken;
      size = 0;
      for (size_t i = 0; i < length_bytes; ++i) size = size << 8 | byte(2 + i);
    }
    if (left.size() < head + size) return taken;
    const std::string_view payload = left.substr(head, size);
    const int opcode = byte(0) & 0xf;
    if (opcode == 8) fmt::print(stderr, "dropped: {}\n", payload.substr(std::min<size_t>(2, payload.size())));
    CHECK(opcode == 1 || opcode == 9);
    taken += head + size;
    if (opcode == 1)
      hear_(payload);
    else
      send_frame(10, payload);
  }
}

void RawSocket::read() {
  std::string& bytes = buffer();
  const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN) return;
  CHECK(got > 0);
  const std::string_view arrived(bytes.data(), static_cast<size_t>(got));
  if (rest_.empty()) {
    rest_ = arrived.substr(take_frames(arrived));
    return;
  }
  rest_ += arrived;
  rest_.erase(0, take_frames(rest_));
}

RawSockets::RawSockets() : epoll_(epoll_create1(EPOLL_CLOEXEC)) {
  CHECK(epoll_ >= 0);
}

RawSockets::~RawSockets() {
  ::close(epoll_);
}

RawSocket& RawSockets::connect(uint16_t port, const std::string& token, RawSocket::Hear hear) {
  RawSocket& socket = sockets_.emplace_back(port, token, std::move(hear));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.ptr = &socket;
  CHECK(epoll_ctl(epoll_, EPOLL_CTL_ADD, socket.descriptor(), &event) == 0);
  return socket;
}

void RawSockets::wait_until(Clock::time_point time) {
  const auto left = std::max(Clock::duration::zero(), time - Clock::now());
  const auto ns = std::chrono::duration_cast<std::chrono::nanoseconds>(left).count();
  const timespec patience{.tv_sec = ns / 1'000'000'000, .tv_nsec = ns % 1'000'000'000};
  std::array<epoll_event, 256> events;
  const int count = epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &patience, nullptr);
  for (int i = 0; i < count; ++i) static_cast<RawSocket*>(events[static_cast<size_t>(i)].data.ptr)->read();
}

std::string get(uint16_t port, const std::string& path, const std::string& token) {
  const int socket = connected(port);
  send_all(socket, request(path, token, "Connection: close\r\n"));
  std::string answer;
  std::string& bytes = buffer();
  for (ssize_t got = 0; (got = ::recv(socket, bytes.data(), bytes.size(), 0)) > 0;)
    answer.append(bytes, 0, static_cast<size_t>(got));
  ::close(socket);
  const size_t end = answer.find("\r\n\r\n");
  CHECK(end != std::string::npos && answer.starts_with("HTTP/1.1 200"));
  return answer.substr(end + 4);
}

}  // namespace cardroom::bench
