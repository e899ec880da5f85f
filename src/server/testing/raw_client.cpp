#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>

#include "base/check.h"
#include "server/testing/loopback.h"

namespace cardroom::server::testing {

int Frame::close_code() const {
  if (opcode != 8 || payload.size() < 2) return -1;
  return (static_cast<unsigned char>(payload[0]) << 8) | static_cast<unsigned char>(payload[1]);
}

RawClient::RawClient(uint16_t port, int receive_buffer_bytes, const std::string& from) {
  socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
  CHECK(socket_ >= 0);
  if (receive_buffer_bytes > 0) {
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer_bytes, sizeof receive_buffer_bytes);
  }
  const timeval patience{.tv_sec = 10, .tv_usec = 0};
  setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  CHECK(inet_pton(AF_INET, from.c_str(), &address.sin_addr) == 1);
  CHECK(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
}

RawClient::~RawClient() {
  if (socket_ >= 0) ::close(socket_);
}

void RawClient::reset() {
  const linger at_once{.l_onoff = 1, .l_linger = 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::close(socket_);
  socket_ = -1;
}

bool RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (put <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(put));
  }
  return true;
}

void RawClient::end_sending() {
  ::shutdown(socket_, SHUT_WR);
}

std::string RawClient::read_some() {
  std::array<char, 65536> bytes;
  const ssize_t got = ::recv(socket_, bytes.data(), bytes.size(), 0);
  return got <= 0 ? std::string() : std::string(bytes.data(), static_cast<size_t>(got));
}

bool RawClient::fill(size_t size) {
  while (rest_.size() < size) {
    const std::string more = read_some();
    if (more.empty()) return false;
    rest_ += more;
  }
  return true;
}

std::string RawClient::read_all() {
  while (fill(rest_.size() + 1)) {
  }
  return std::exchange(rest_, "");
}

std::string RawClient::read_response() {
  size_t end = 0;
  while ((end = rest_.find("\r\n\r\n")) == std::string::npos) {
    if (!fill(rest_.size() + 1)) return std::exchange(rest_, "");
  }
  const std::string length = header_of(rest_, "Content-Length");
  const size_t size = end + 4 + (length.empty() ? 0 : std::stoul(length));
  fill(size);
  const std::string response = rest_.substr(0, size);
  rest_.erase(0, size);
  return response;
}

std::string RawClient::upgrade(std::string_view path, std::string_view more_headers) {
  send(get(path, std::string("Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                             "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n") +
                     std::string(more_headers)));
  return read_response();
}

bool RawClient::send_frame(int opcode, std::string_view payload, bool final) {
  std::string frame;
  const auto byte = [&frame](size_t value) { frame += static_cast<char>(value); };
  byte(static_cast<size_t>(opcode) | (final ? 0x80u : 0u));
  if (payload.size() < 126) {
    byte(payload.size() | 0x80);
  } else {
    byte((payload.size() < 65536 ? 126u : 127u) | 0x80u);
    for (int shift = payload.size() < 65536 ? 8 : 56; shift >= 0; shift -= 8) byte((payload.size() >> shift) & 0xff);
  }
  constexpr std::string_view mask = "\x11\x22\x33\x44";
  frame += mask;
  for (size_t i = 0; i < payload.size(); ++i) frame += static_cast<char>(payload[i] ^ mask[i % 4]);
  return send(frame);
}

Frame RawClient::read_frame() {
  if (!fill(2)) return {};
  const auto at = [this](size_t index) { return static_cast<unsigned char>(rest_[index]); };
  size_t size = at(1) & 0x7fu;
  size_t head = 2;
  if (size >= 126) {
    head = size == 126 ? 4 : 10;
    if (!fill(head)) return {};
    size = 0;
    for (size_t i = 2; i < head; ++i) size = (size << 8) | at(i);
  }
  if (!fill(head + size)) return {};
  Frame frame{at(0) & 0x0f, rest_.substr(head, size)};
  rest_.erase(0, head + size);
  return frame;
}

Frame RawClient::read_close() {
  for (;;) {
    Frame frame = read_frame();
    if (frame.opcode == 8 || frame.opcode == -1) return frame;
  }
}

}  // namespace cardroom::server::testing
