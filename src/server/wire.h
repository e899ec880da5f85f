// One TCP connection, plain or TLS, as a stream for Asio and Beast: one type for both, so that what is built on it is
// compiled once. TLS works on the socket itself, without buffers of its own: an idle connection stays small.
// One read and one write may be under way at a time. Runs on the io thread.
#pragma once

#include <array>
#include <boost/asio/compose.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/role.hpp>
#include <boost/system/error_code.hpp>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "server/tls.h"

namespace cardroom::server {

enum class WireAct : uint8_t { handshake, read, write };

// Takes what is written over a wire, whole and in order: see Wire::use_outbox.
class Outbox {
 public:
  virtual ~Outbox() = default;
  virtual void append(std::string bytes) = 0;
  virtual size_t unsent() const = 0;
};

class Wire {
 public:
  using executor_type = boost::asio::ip::tcp::socket::executor_type;
  using error_code = boost::system::error_code;

  explicit Wire(boost::asio::ip::tcp::socket socket) : socket_(std::move(socket)) {}
  Wire(const Wire&) = delete;
  Wire& operator=(const Wire&) = delete;

  executor_type get_executor() { return socket_.get_executor(); }
  boost::asio::ip::tcp::socket& socket() { return socket_; }
  bool is_secure() const { return tls_ != nullptr; }
  // Grow whenever the network moves something.
  uint64_t bytes_in() const { return bytes_in_; }
  uint64_t bytes_out() const { return bytes_out_; }

  // From here on everything is TLS. The socket is connected; async_handshake comes next.
  void secure(Tls tls);
  // Completes with (error_code); why it failed is told by tls_failure().
  template <class Token>
  auto async_handshake(Token&& token);
  const std::string& tls_failure() const { return tls_failure_; }

  template <class Buffers, class Token>
  auto async_read_some(const Buffers& buffers, Token&& token);
  template <class Buffers, class Token>
  auto async_write_some(const Buffers& buffers, Token&& token);

  // From now on async_write_some hands everything to `outbox`, which writes it by write_now: then what Beast says of
  // itself (pong, close) and the messages of a channel follow each other without cutting each other in two.
  void use_outbox(Outbox* outbox) { outbox_ = outbox; }
  enum class Need : uint8_t { nothing, read, write };
  struct Step {
    Need need = Need::nothing;  // what to wait for; then nothing was taken, and the same bytes come again
    error_code error;
    size_t size = 0;
  };
  // One system call, or one TLS record, of as much as fits.
  Step write_now(std::span<const boost::asio::const_buffer> pieces);
  template <class Handler>
  void when_ready(Need need, Handler&& handler) {
    wait(need, std::forward<Handler>(handler));
  }
  // The outbox is empty again.
  void sent_all() {
    if (std::exchange(shut_down_later_, false)) shutdown_send();
  }

  // Tells the other side that nothing more comes; reading goes on.
  void shutdown_send();
  // Ends what is under way with operation_aborted; the connection stays.
  void cancel();
  void close();

 private:
  // One try of OpenSSL, which ends or says what it waits for.
  Step handshake_step();
  Step read_step(boost::asio::mutable_buffer into);
  Step write_step(std::span<const char> from);
  Step judge(int result);
  static std::span<char> scratch();  // one TLS record

  static int bio_read(BIO* bio, char* into, int size);
  static int bio_write(BIO* bio, const char* from, int size);
  static long bio_control(BIO* bio, int command, long number, void* pointer);
  static BIO_METHOD* bio_method();

  template <class Self>
  void wait(Need need, Self&& self) {
    socket_.async_wait(need == Need::read ? boost::asio::socket_base::wait_read : boost::asio::socket_base::wait_write,
                       std::forward<Self>(self));
  }

  template <WireAct act, class Buffers>
  struct Operation;

  boost::asio::ip::tcp::socket socket_;
  Tls tls_;
  uint64_t bytes_in_ = 0;
  uint64_t bytes_out_ = 0;
  std::string tls_failure_;
  Outbox* outbox_ = nullptr;
  bool shut_down_later_ = false;
};

// A handler of async_compose: plain sockets do it themselves; TLS steps until OpenSSL has what it needs.
template <WireAct act, class Buffers>
struct Wire::Operation {
  Wire& wire;
  Buffers buffers;
  bool begun = false;
  bool ended = false;
  Step step{};

  template <class Self>
  void operator()(Self& self) {
    if (ended) return finish(self);
    if constexpr (act == WireAct::write) {
      if (wire.outbox_) {
        std::string bytes(boost::asio::buffer_size(buffers), '\0');
        step.size = boost::asio::buffer_copy(boost::asio::buffer(bytes), buffers);
        wire.outbox_->append(std::move(bytes));
        ended = true;
        return boost::asio::post(wire.get_executor(), std::move(self));
      }
    }
    if (!begun && !wire.is_secure()) {
      begun = true;
      if constexpr (act == WireAct::read) return wire.socket_.async_read_some(buffers, std::move(self));
      if constexpr (act == WireAct::write) return wire.socket_.async_write_some(buffers, std::move(self));
    }
    step = take();
    if (step.need != Need::nothing) {
      begun = true;
      return wire.wait(step.need, std::move(self));
    }
    ended = true;
    // A handler may not run inside the call that started it.
    if (!begun) return boost::asio::post(wire.get_executor(), std::move(self));
    finish(self);
  }

  template <class Self>
  void operator()(Self& self, error_code error) {
    if (!error) return (*this)(self);
    step = {Need::nothing, error, 0};
    finish(self);
  }

  template <class Self>
  void operator()(Self& self, error_code error, size_t size) {
    if constexpr (act == WireAct::read) wire.bytes_in_ += size;
    if constexpr (act == WireAct::write) wire.bytes_out_ += size;
    step = {Need::nothing, error, size};
    finish(self);
  }

  template <class Self>
  void finish(Self& self) {
    if constexpr (act == WireAct::handshake) {
      self.complete(step.error);
    } else {
      self.complete(step.error, step.size);
    }
  }

  Step take() {
    if constexpr (act == WireAct::handshake) {
      return wire.handshake_step();
    } else if constexpr (act == WireAct::read) {
      for (auto at = boost::asio::buffer_sequence_begin(buffers); at != boost::asio::buffer_sequence_end(buffers);
           ++at) {
        const boost::asio::mutable_buffer into = *at;
        if (into.size() > 0) return wire.read_step(into);
      }
      return {};
    } else {
      // A frame's head and its text go out as one record.
      const std::span<char> record = Wire::scratch();
      const size_t size = boost::asio::buffer_copy(boost::asio::buffer(record.data(), record.size()), buffers);
      return size == 0 ? Step{} : wire.write_step(record.first(size));
    }
  }
};

template <class Token>
auto Wire::async_handshake(Token&& token) {
  using Op = Operation<WireAct::handshake, boost::asio::mutable_buffer>;
  return boost::asio::async_compose<Token, void(error_code)>(Op{*this, {}}, token, socket_);
}

template <class Buffers, class Token>
auto Wire::async_read_some(const Buffers& buffers, Token&& token) {
  return boost::asio::async_compose<Token, void(error_code, size_t)>(Operation<WireAct::read, Buffers>{*this, buffers},
                                                                     token, socket_);
}

template <class Buffers, class Token>
auto Wire::async_write_some(const Buffers& buffers, Token&& token) {
  return boost::asio::async_compose<Token, void(error_code, size_t)>(Operation<WireAct::write, Buffers>{*this, buffers},
                                                                     token, socket_);
}

// Reads and forgets until the other side ends: closing with unread bytes would take back what was sent last. Whoever
// calls it keeps a deadline.
struct Drain {
  Wire& wire;
  std::array<char, 256> bytes{};
  bool begun = false;

  template <class Self>
  void operator()(Self& self, boost::system::error_code error = {}, size_t = 0) {
    if (!std::exchange(begun, true)) wire.shutdown_send();
    if (error) return self.complete({});
    wire.async_read_some(boost::asio::buffer(bytes), std::move(self));
  }
};

// What Beast asks of a stream under a WebSocket.
template <class Token>
void async_teardown(boost::beast::role_type, Wire& wire, Token&& token) {
  boost::asio::async_compose<Token, void(boost::system::error_code)>(Drain{wire}, token, wire.socket());
}
inline void teardown(boost::beast::role_type, Wire& wire, boost::system::error_code&) {
  wire.close();
}
inline void beast_close_socket(Wire& wire) {
  wire.close();
}

}  // namespace cardroom::server
