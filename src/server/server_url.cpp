#include <charconv>

#include "server/web_client.h"

namespace cardroom::server {

std::string ServerUrl::authority() const {
  const std::string name = host.find(':') == std::string::npos ? host : "[" + host + "]";
  return name + ":" + std::to_string(port);
}

std::string ServerUrl::to_text() const {
  return (secure ? "https://" : "http://") + authority();
}

std::expected<ServerUrl, base::Error> parse_server_url(std::string_view text) {
  const auto fail = [&](std::string_view cause) {
    return std::unexpected(base::Error{"read the server address '" + std::string(text) + "'", std::string(cause)});
  };
  std::string_view rest = text;
  ServerUrl url;
  if (rest.starts_with("https://")) {
    url.secure = true;
    url.port = 443;
    rest.remove_prefix(8);
  } else if (rest.starts_with("http://")) {
    rest.remove_prefix(7);
  } else {
    return fail("it must begin with http:// or https://");
  }
  if (rest.ends_with('/')) rest.remove_suffix(1);
  const bool bracketed = rest.starts_with('[');
  const size_t end = bracketed ? rest.find(']') : rest.find(':');
  if (bracketed && end == std::string_view::npos) return fail("a ']' is missing");
  url.host = rest.substr(bracketed ? 1 : 0, bracketed ? end - 1 : end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + (bracketed ? 1 : 0));
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
  const std::string letters = std::string(allowed) + (bracketed ? ":" : "");
  if (url.host.empty() || url.host.find_first_not_of(letters) != std::string::npos) {
    return fail("the host must be a name or an address, without a path or a user");
  }
  if (rest.empty()) return url;
  const char* const last = rest.data() + rest.size();
  if (!rest.starts_with(':')) return fail("the host must be followed by ':' and a port");
  const auto [stop, error] = std::from_chars(rest.data() + 1, last, url.port);
  if (error != std::errc() || stop != last || url.port == 0) return fail("the port must be a number from 1 to 65535");
  return url;
}

}  // namespace cardroom::server
