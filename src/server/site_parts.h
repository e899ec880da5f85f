// What the addresses of the site have in common.
#pragma once

#include "server/request.h"
#include "server/site.h"

namespace cardroom::server {

// The body, read strictly, or what to answer instead.
template <class Body>
std::expected<Body, Response> read_body(const Request& request) {
  const auto refuse = [](std::string text, std::string field = {}) {
    return std::unexpected(error_response(400, error_of(ServerRefusal::malformed, std::move(text), std::move(field))));
  };
  if (!is_json(request)) return refuse("the body must be JSON, with Content-Type: application/json");
  auto body = ledger::from_json_text<Body>(request.body, ledger::command_bytes_max);
  if (!body) return refuse(body.error().text, body.error().field);
  return std::move(*body);
}

// In the journal: where somebody signed in.
inline std::string where_text(const Request& request) {
  return "console at " + request.peer;
}

}  // namespace cardroom::server
