#include "server/open_desks.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>

#include "server/log.h"
#include "server/protocol.h"
#include "server/request.h"
#include "server/response.h"

namespace cardroom::server {

namespace {

constexpr std::string_view prefix = "/v1/";

Response refused(unsigned status, ServerRefusal code, const char* text) {
  return {status, "application/json", message_text("error", error_of(code, text)), {}};
}

Response come_back(unsigned status, ServerRefusal code, const char* text) {
  Response response = refused(status, code, text);
  response.headers.emplace_back("Retry-After", "1");
  return response;
}

// A name that needs no quoting in a header, and no folder.
std::string plain_name(std::string_view name) {
  std::string plain;
  for (const char c : name.substr(0, 100)) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                      c == '_' || (c == '.' && !plain.empty());
    if (kept) plain += c;
  }
  return plain;
}

// What goes wrong at a desk must not end the program that records wagers.
Response response_of(const cardroom::Desk& desk, const DeskQuestion& question) {
  DeskAnswer answer;
  try {
    answer = desk(question);
  } catch (const std::exception& error) {
    note(LogLevel::error, "open service failed", {{"path", std::string(question.path)}, {"why", error.what()}});
    return refusal({500, "desk_failed", "this could not be computed; see the server log for the reason"});
  }

  Response response{answer.status, std::move(answer.content_type), std::move(answer.body), {}};
  if (const std::string name = plain_name(answer.file_name); !name.empty())
    response.headers.emplace_back("Content-Disposition", fmt::format("attachment; filename=\"{}\"", name));
  return response;
}

}  // namespace

OpenDesks::OpenDesks(std::map<std::string, cardroom::Desk> desks, Limits limits, Workers::Post post,
                     std::function<int64_t()> steady_ms)
    : desks_(std::make_move_iterator(desks.begin()), std::make_move_iterator(desks.end())),
      limits_(limits),
      steady_ms_(std::move(steady_ms)),
      workers_(desks_.empty() ? 0 : limits.threads, limits.waiting_max, std::move(post)) {}

OpenDesks::Desks::const_iterator OpenDesks::find(std::string_view path) const {
  if (!path.starts_with(prefix)) return desks_.end();
  path.remove_prefix(prefix.size());
  const size_t slash = path.find('/');
  return slash == std::string_view::npos ? desks_.end() : desks_.find(path.substr(0, slash));
}

bool OpenDesks::may_ask(const std::string& peer) {
  const int64_t now_ms = steady_ms_();
  if (full_at_ms_.size() >= limits_.addresses_max)
    std::erase_if(full_at_ms_, [&](const auto& entry) { return entry.second <= now_ms; });
  if (full_at_ms_.size() >= limits_.addresses_max && !full_at_ms_.contains(peer)) return false;
  int64_t& full_at_ms = full_at_ms_[peer];
  const int64_t next_ms = std::max(full_at_ms, now_ms) + limits_.every_ms;
  if (next_ms > now_ms + limits_.burst * limits_.every_ms) return false;
  full_at_ms = next_ms;
  return true;
}

void OpenDesks::answer(const Request& request, Site::Done done) {
  const auto desk = find(request.path);
  if (request.method != "GET" && request.method != "POST")
    return done(refused(405, ServerRefusal::method_not_allowed, "use GET or POST"));
  if (!may_ask(request.peer))
    return done(
        come_back(429, ServerRefusal::too_many_attempts, "too many requests from this address; try again in a moment"));
  if (request.method == "POST" && !is_json(request))
    return done(refused(400, ServerRefusal::malformed, "the body must be JSON, with Content-Type: application/json"));
  if (request.body.size() > limits_.body_bytes_max)
    return done(refusal({413, "body_too_large", "the request body is too large"}));
  const std::string target = format_target("/", request.query);
  const size_t mark = target.find('?');
  const bool taken = workers_.run([&its = desk->second, method = request.method,
                                   path = request.path.substr(prefix.size() + desk->first.size() + 1),
                                   query = mark == std::string::npos ? std::string() : target.substr(mark + 1),
                                   body = request.body, done]() -> std::function<void()> {
    auto response = std::make_shared<Response>(response_of(its, {method, path, query, body}));
    return [done, response] { done(std::move(*response)); };
  });
  if (!taken) done(come_back(503, ServerRefusal::busy, "too many requests at once; try again in a moment"));
}

}  // namespace cardroom::server
