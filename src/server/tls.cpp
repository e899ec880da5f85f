#include "server/tls.h"

#include <fcntl.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/check.h"

namespace cardroom::server {
namespace {

TlsContext make_context(const SSL_METHOD* method) {
  TlsContext context(SSL_CTX_new(method));
  CHECK(context != nullptr);
  CHECK(SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION) == 1);
  SSL_CTX_set_options(context.get(), SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  // Buffers of an idle connection are given back, and a write that is tried again may come from elsewhere.
  SSL_CTX_set_mode(context.get(),
                   SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  // Tickets carry the state of a resumed session; a cache would only grow.
  SSL_CTX_set_session_cache_mode(context.get(), SSL_SESS_CACHE_OFF);
  return context;
}

std::unexpected<base::Error> fail(std::string attempted) {
  return std::unexpected(base::Error{std::move(attempted), tls_error_text()});
}

// OpenSSL says of a file that is not there "system error".
std::unexpected<base::Error> fail_at(std::string attempted, const std::string& file) {
  const int handle = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) {
    ERR_clear_error();
    return std::unexpected(base::Error{attempted + " " + file, std::strerror(errno)});
  }
  close(handle);
  return fail(attempted + " " + file);
}

}  // namespace

std::string tls_error_text() {
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  if (code == 0) return "the other side closed the connection";
  if (ERR_SYSTEM_ERROR(code)) return ERR_reason_error_string(code) ? ERR_reason_error_string(code) : "system error";
  std::array<char, 256> text{};
  ERR_error_string_n(code, text.data(), text.size());
  const char* reason = ERR_reason_error_string(code);
  return reason ? reason : text.data();
}

std::expected<TlsContext, base::Error> make_server_tls(const TlsFiles& files) {
  TlsContext context = make_context(TLS_server_method());
  ERR_clear_error();
  if (SSL_CTX_use_certificate_chain_file(context.get(), files.certificate.c_str()) != 1) {
    return fail_at("read the certificate chain (PEM)", files.certificate);
  }
  if (SSL_CTX_use_PrivateKey_file(context.get(), files.key.c_str(), SSL_FILETYPE_PEM) != 1) {
    return fail_at("read the private key (PEM) of the certificate from", files.key);
  }
  return context;
}

std::expected<TlsContext, base::Error> make_client_tls(const std::string& ca_file) {
  TlsContext context = make_context(TLS_client_method());
  SSL_CTX_set_verify(context.get(), SSL_VERIFY_PEER, nullptr);
  ERR_clear_error();
  if (SSL_CTX_set_default_verify_paths(context.get()) != 1) return fail("find this machine's trusted certificates");
  if (!ca_file.empty() && SSL_CTX_load_verify_locations(context.get(), ca_file.c_str(), nullptr) != 1) {
    return fail_at("read the trusted certificate (PEM)", ca_file);
  }
  return context;
}

Tls make_client_session(SSL_CTX* context, const std::string& host) {
  Tls tls(SSL_new(context));
  CHECK(tls != nullptr);
  X509_VERIFY_PARAM* wanted = SSL_get0_param(tls.get());
  X509_VERIFY_PARAM_set_hostflags(wanted, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  if (X509_VERIFY_PARAM_set1_ip_asc(wanted, host.c_str()) != 1) {
    CHECK(X509_VERIFY_PARAM_set1_host(wanted, host.c_str(), host.size()) == 1);
    // What SSL_set_tlsext_host_name does, without its cast.
    SSL_ctrl(tls.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, const_cast<char*>(host.c_str()));
  }
  SSL_set_connect_state(tls.get());
  ERR_clear_error();
  return tls;
}

Tls make_server_session(SSL_CTX* context) {
  Tls tls(SSL_new(context));
  CHECK(tls != nullptr);
  SSL_set_accept_state(tls.get());
  return tls;
}

}  // namespace cardroom::server
