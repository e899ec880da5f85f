#include "ledger/testing/cutting_proxy.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <utility>

#include "base/check.h"

namespace cardroom::ledger::testing {

namespace {

constexpr int poll_ms = 20;  // how soon a thread sees that it should stop

void send_all(int socket, const char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes += sent;
    size -= static_cast<size_t>(sent);
  }
}

bool readable(int socket, int timeout_ms) {
  pollfd descriptor{.fd = socket, .events = POLLIN, .revents = 0};
  return ::poll(&descriptor, 1, timeout_ms) > 0;
}

}  // namespace

CuttingProxy::CuttingProxy(std::string socket_path) : socket_path_(std::move(socket_path)) {
  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  CHECK(::bind(listener_, generic, size) == 0 && ::listen(listener_, 8) == 0);
  CHECK(::getsockname(listener_, generic, &size) == 0);
  port_ = ntohs(address.sin_port);
  server_ = std::jthread([this] { serve(); });
}

CuttingProxy::~CuttingProxy() {
  stopping_ = true;
  server_.join();
  carriers_.clear();
  ::close(listener_);
}

void CuttingProxy::arm(Cut cut, int n) {
  const std::scoped_lock lock(mutex_);
  cut_ = cut;
  left_ = n;
  fired_ = false;
}

Cut CuttingProxy::next() {
  const std::scoped_lock lock(mutex_);
  if (cut_ == Cut::none || --left_ > 0) return Cut::none;
  fired_ = true;
  return std::exchange(cut_, Cut::none);
}

void CuttingProxy::serve() {
  while (!stopping_) {
    if (!readable(listener_, poll_ms)) continue;
    const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) continue;
    if (refusing_) {
      ::close(client);
    } else {
      carriers_.emplace_back([this, client] { carry(client); });
    }
  }
}

void CuttingProxy::carry(int client) {
  const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  CHECK(socket_path_.size() < sizeof address.sun_path);
  std::strcpy(address.sun_path, socket_path_.c_str());
  CHECK(::connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  // Larger than any group of these tests: one read is one message.
  std::vector<char> bytes(1 << 20);
  bool silent = false;
  while (!stopping_) {
    std::array<pollfd, 2> ends = {pollfd{.fd = client, .events = POLLIN, .revents = 0},
                                  pollfd{.fd = server, .events = POLLIN, .revents = 0}};
    if (::poll(ends.data(), ends.size(), poll_ms) <= 0) continue;
    if (ends[1].revents != 0) {
      const ssize_t size = ::recv(server, bytes.data(), bytes.size(), 0);
      if (size <= 0) break;
      if (!silent) send_all(client, bytes.data(), static_cast<size_t>(size));
    }
    if (ends[0].revents != 0) {
      const ssize_t got = ::recv(client, bytes.data(), bytes.size(), 0);
      if (got <= 0) break;
      const auto size = static_cast<size_t>(got);
      const Cut cut = silent ? Cut::silence : next();
      if (cut == Cut::before) break;
      if (cut == Cut::midway) {
        send_all(server, bytes.data(), size / 2);
        break;
      }
      if (cut == Cut::silence) {
        silent = true;
        continue;
      }
      send_all(server, bytes.data(), size);
      if (cut == Cut::after_answer) {
        // The last message of a client, its farewell, has no answer but the end.
        while (!stopping_ && !readable(server, poll_ms)) {
        }
        break;
      }
    }
  }
  ::close(server);
  ::close(client);
}

}  // namespace cardroom::ledger::testing
