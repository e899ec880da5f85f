// What is ours of reading requests: targets, queries, headers, cookies. Pure; nothing here knows a socket.
#pragma once

#include <expected>
#include <map>
#include <string>
#include <string_view>

#include "server/transport.h"

namespace cardroom::server {

// Why a request is refused before a Site sees it.
struct BadRequest {
  unsigned status = 400;
  std::string_view code;  // "bad_target"
  std::string_view text;  // a sentence
};

struct Target {
  std::string path;
  std::map<std::string, std::string, std::less<>> query;

  bool operator==(const Target&) const = default;
};

// Reads "/tables/7?from=2" (origin form only) into decoded text. Refuses malformed escapes, text that is not UTF-8,
// control characters, backslashes, escaped slashes, "." and ".." segments, and query names that come twice or are
// empty.
std::expected<Target, BadRequest> parse_target(std::string_view target);

// The other way: parse_target(format_target(t)) gives t, where t's path begins with '/' and could have been read.
std::string format_target(std::string_view path, const std::map<std::string, std::string, std::less<>>& query);

// Adds one header line. Lists that come twice are joined by a comma (cookies by a semicolon); what may come once only
// is refused the second time.
std::expected<void, BadRequest> add_header(Request& request, std::string_view name, std::string_view value);

// What all headers together must keep: one Host of plain form, a length or chunks and not both, a body as it is.
std::expected<void, BadRequest> check_headers(const Request& request);

// Whether the body says that it is JSON: names of types do not mind capitals, and may have parameters.
bool is_json(const Request& request);

bool is_utf8(std::string_view text);
std::string lower_case(std::string_view text);

}  // namespace cardroom::server
