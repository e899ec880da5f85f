#include "server/wire.h"

#include <openssl/err.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <boost/asio/error.hpp>
#include <cerrno>

#include "base/check.h"

namespace cardroom::server {

namespace asio = boost::asio;

// OpenSSL's own socket BIO raises SIGPIPE where the other side is gone, and does not count.
int Wire::bio_read(BIO* bio, char* into, int size) {
  auto& wire = *static_cast<Wire*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  const ssize_t got = ::recv(wire.socket_.native_handle(), into, static_cast<size_t>(size), MSG_DONTWAIT);
  if (got > 0) wire.bytes_in_ += static_cast<uint64_t>(got);
  if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) BIO_set_retry_read(bio);
  return static_cast<int>(got);
}

int Wire::bio_write(BIO* bio, const char* from, int size) {
  auto& wire = *static_cast<Wire*>(BIO_get_data(bio));
  BIO_clear_retry_flags(bio);
  const ssize_t put =
      ::send(wire.socket_.native_handle(), from, static_cast<size_t>(size), MSG_DONTWAIT | MSG_NOSIGNAL);
  if (put > 0) wire.bytes_out_ += static_cast<uint64_t>(put);
  if (put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) BIO_set_retry_write(bio);
  return static_cast<int>(put);
}

long Wire::bio_control(BIO*, int command, long, void*) {
  return command == BIO_CTRL_FLUSH ? 1 : 0;
}

BIO_METHOD* Wire::bio_method() {
  static BIO_METHOD* const method = [] {
    BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire");
    CHECK(made != nullptr);
    BIO_meth_set_read(made, bio_read);
    BIO_meth_set_write(made, bio_write);
    BIO_meth_set_ctrl(made, bio_control);
    return made;
  }();
  return method;
}

void Wire::secure(Tls tls) {
  BIO* bio = BIO_new(bio_method());
  CHECK(bio != nullptr);
  BIO_set_data(bio, this);
  BIO_set_init(bio, 1);
  SSL_set_bio(tls.get(), bio, bio);
  tls_ = std::move(tls);
}

std::span<char> Wire::scratch() {
  thread_local std::array<char, SSL3_RT_MAX_PLAIN_LENGTH> record;
  return record;
}

Wire::Step Wire::judge(int result) {
  switch (SSL_get_error(tls_.get(), result)) {
    case SSL_ERROR_WANT_READ: return {Need::read, {}, 0};
    case SSL_ERROR_WANT_WRITE: return {Need::write, {}, 0};
    case SSL_ERROR_ZERO_RETURN: return {Need::nothing, asio::error::eof, 0};
    case SSL_ERROR_SYSCALL:
      tls_failure_ = errno == 0 ? "the other side closed the connection" : std::generic_category().message(errno);
      ERR_clear_error();
      return {Need::nothing,
              errno == 0 ? error_code(asio::error::eof) : error_code(errno, asio::error::get_system_category()), 0};
    default: {
      const long verdict = SSL_get_verify_result(tls_.get());
      tls_failure_ = verdict != X509_V_OK ? X509_verify_cert_error_string(verdict) : tls_error_text();
      ERR_clear_error();
      return {Need::nothing, asio::error::connection_aborted, 0};
    }
  }
}

Wire::Step Wire::handshake_step() {
  if (!socket_.is_open()) return {Need::nothing, asio::error::operation_aborted, 0};
  ERR_clear_error();
  errno = 0;
  const int result = SSL_do_handshake(tls_.get());
  return result == 1 ? Step{} : judge(result);
}

Wire::Step Wire::read_step(asio::mutable_buffer into) {
  if (!socket_.is_open()) return {Need::nothing, asio::error::operation_aborted, 0};
  ERR_clear_error();
  errno = 0;
  size_t size = 0;
  const int result = SSL_read_ex(tls_.get(), into.data(), into.size(), &size);
  return result == 1 ? Step{Need::nothing, {}, size} : judge(result);
}

Wire::Step Wire::write_step(std::span<const char> from) {
  if (!socket_.is_open()) return {Need::nothing, asio::error::operation_aborted, 0};
  ERR_clear_error();
  errno = 0;
  size_t size = 0;
  const int result = SSL_write_ex(tls_.get(), from.data(), from.size(), &size);
  return result == 1 ? Step{Need::nothing, {}, size} : judge(result);
}

Wire::Step Wire::write_now(std::span<const asio::const_buffer> pieces) {
  if (!socket_.is_open()) return {Need::nothing, asio::error::operation_aborted, 0};
  if (tls_) {
    const std::span<char> record = scratch();
    const size_t size = asio::buffer_copy(asio::buffer(record.data(), record.size()), pieces);
    return write_step(record.first(size));
  }
  std::array<iovec, 64> parts;
  size_t count = 0;
  for (const asio::const_buffer& piece : pieces.first(std::min(pieces.size(), parts.size())))
    parts[count++] = {const_cast<void*>(piece.data()), piece.size()};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = count;
  const ssize_t put = ::sendmsg(socket_.native_handle(), &message, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (put < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return {Need::write, {}, 0};
  if (put < 0) return {Need::nothing, error_code(errno, asio::error::get_system_category()), 0};
  bytes_out_ += static_cast<uint64_t>(put);
  return {Need::nothing, {}, static_cast<size_t>(put)};
}

void Wire::shutdown_send() {
  if (!socket_.is_open()) return;
  if (outbox_ && outbox_->unsent() > 0) {
    shut_down_later_ = true;
    return;
  }
  if (tls_ && SSL_is_init_finished(tls_.get())) {
    ERR_clear_error();
    SSL_shutdown(tls_.get());  // what fits; the socket's own end follows
    ERR_clear_error();
  }
  error_code ignored;
  socket_.shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
}

void Wire::cancel() {
  error_code ignored;
  socket_.cancel(ignored);
}

void Wire::close() {
  error_code ignored;
  socket_.close(ignored);
}

}  // namespace cardroom::server
