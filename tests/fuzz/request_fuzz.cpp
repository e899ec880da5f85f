// Targets, queries, headers and cookies from anywhere: nothing crashes, and what is let through keeps the contract of
// Request.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "server/request.h"

using namespace cardroom::server;

namespace {

void check_target(std::string_view text) {
  const auto target = parse_target(text);
  if (!target) {
    CHECK(target.error().status == 400 && !target.error().code.empty());
    return;
  }
  CHECK(target->path.starts_with('/'));
  CHECK(is_utf8(target->path));
  CHECK(target->path.find('\0') == std::string::npos && target->path.find('\\') == std::string::npos);
  const std::string closed = target->path + "/";
  CHECK(closed.find("/../") == std::string::npos && closed.find("/./") == std::string::npos);
  CHECK(!target->query.contains(""));
  CHECK(parse_target(format_target(target->path, target->query)) == *target);
}

// Lines of "name: value", as a parser hands them over.
void check_headers_of(std::string_view text) {
  Request request;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(line.size() + (line.size() < text.size() ? 1 : 0));
    const size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    if (!add_header(request, line.substr(0, colon), line.substr(colon + 1))) return;
  }
  for (const auto& [name, value] : request.headers) {
    for (const char c : name) CHECK(c < 'A' || c > 'Z');
    CHECK(value.find('\0') == std::string::npos && value.find('\r') == std::string::npos);
  }
  if (check_headers(request)) {
    CHECK(!request.header("host").empty());
    CHECK(request.header("content-length").empty() || request.header("transfer-encoding").empty());
  }
  const std::string_view cookies = request.header("cookie");
  for (const std::string_view name :
       {std::string_view("session"), cookies.substr(0, cookies.find('=')), std::string_view()}) {
    const std::string_view value = request.cookie(name);
    CHECK(value.find(';') == std::string_view::npos);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  check_target(text);
  check_headers_of(text);
  return 0;
}
