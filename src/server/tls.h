// OpenSSL's contexts: what a server shows and what a client trusts. TLS 1.2 and later only.
#pragma once

#include <openssl/ssl.h>

#include <expected>
#include <memory>
#include <string>

#include "base/error.h"
#include "server/listener.h"

namespace cardroom::server {

struct TlsDeleter {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  void operator()(SSL* tls) const { SSL_free(tls); }
};
using TlsContext = std::unique_ptr<SSL_CTX, TlsDeleter>;
using Tls = std::unique_ptr<SSL, TlsDeleter>;

std::expected<TlsContext, base::Error> make_server_tls(const TlsFiles& files);
// Trusts what the machine trusts, and `ca_file` as well where it is given.
std::expected<TlsContext, base::Error> make_client_tls(const std::string& ca_file);
// A client's side of one connection, which accepts a certificate for `host` (a name or an address) only.
Tls make_client_session(SSL_CTX* context, const std::string& host);
Tls make_server_session(SSL_CTX* context);

// The first error that OpenSSL keeps for this thread; empties its queue.
std::string tls_error_text();

}  // namespace cardroom::server
