#include "server/request.h"

#include <algorithm>
#include <array>

namespace cardroom::server {
namespace {

std::unexpected<BadRequest> refuse(std::string_view code, std::string_view text) {
  return std::unexpected(BadRequest{400, code, text});
}

bool is_control(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

enum class Part { path, query };

std::expected<std::string, BadRequest> decode(std::string_view text, Part part) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '%') {
      const int high = at + 2 < text.size() ? hex_digit(text[at + 1]) : -1;
      const int low = at + 2 < text.size() ? hex_digit(text[at + 2]) : -1;
      if (high < 0 || low < 0) return refuse("bad_escape", "The target contains a malformed percent escape.");
      c = static_cast<char>(high * 16 + low);
      at += 2;
      // A path is cut at its slashes after this: one that was part of a name would be lost.
      if (c == '/' && part == Part::path) return refuse("bad_target", "The path contains an escaped slash.");
    } else if (static_cast<unsigned char>(c) <= 0x20 || static_cast<unsigned char>(c) >= 0x7f) {
      return refuse("bad_target", "The target contains a character that must be escaped.");
    } else if (c == '+' && part == Part::query) {
      c = ' ';
    }
    const bool line_of_text = part == Part::query && (c == '\n' || c == '\r' || c == '\t');
    if (is_control(c) && !line_of_text) return refuse("bad_target", "The target contains a control character.");
    out += c;
  }
  if (!is_utf8(out)) return refuse("bad_target", "The target is not UTF-8.");
  return out;
}

std::expected<std::string, BadRequest> parse_path(std::string_view text) {
  if (!text.starts_with('/')) return refuse("bad_target", "The target must be a path that begins with '/'.");
  auto path = decode(text, Part::path);
  if (!path) return path;
  if (path->contains('\\')) return refuse("bad_target", "The path contains a backslash.");
  std::string_view rest = *path;
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view segment = rest.substr(0, rest.find('/'));
    if (segment == "." || segment == "..") return refuse("bad_target", "The path contains a '.' or '..' segment.");
    rest.remove_prefix(segment.size());
  }
  return path;
}

void encode(std::string& out, std::string_view text, bool keep_slash) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_unreserved(c) || (keep_slash && c == '/')) {
      out += c;
    } else {
      out += '%';
      out += digits[static_cast<unsigned char>(c) >> 4];
      out += digits[static_cast<unsigned char>(c) & 15];
    }
  }
}

// Two of them contradict each other, and somebody before us may have believed the other one.
constexpr std::array<std::string_view, 14> single_headers = {"authorization",
                                                             "content-length",
                                                             "content-type",
                                                             "expect",
                                                             "host",
                                                             "if-match",
                                                             "if-none-match",
                                                             "origin",
                                                             "referer",
                                                             "sec-websocket-key",
                                                             "sec-websocket-version",
                                                             "transfer-encoding",
                                                             "idempotency-key",
                                                             "user-agent"};

bool is_plain_host(std::string_view host) {
  return !host.empty() &&
         std::ranges::all_of(host, [](char c) { return is_unreserved(c) || c == ':' || c == '[' || c == ']'; });
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return out;
}

bool is_json(const Request& request) {
  const std::string_view type = request.header("content-type");
  return lower_case(trim(type.substr(0, type.find(';')))) == "application/json";
}

bool is_utf8(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const size_t more = lead < 0x80 ? 0 : lead < 0xc2 ? 4 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : lead < 0xf5 ? 3 : 4;
    if (more == 4 || text.size() - at <= more) return false;
    uint32_t point = more == 0 ? lead : lead & (0x3fu >> more);
    for (size_t i = 1; i <= more; ++i) {
      const auto next = static_cast<unsigned char>(text[at + i]);
      if ((next & 0xc0) != 0x80) return false;
      point = (point << 6) | (next & 0x3fu);
    }
    constexpr std::array<uint32_t, 4> smallest = {0, 0x80, 0x800, 0x10000};
    if (point < smallest[more] || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return false;
    at += more + 1;
  }
  return true;
}

std::expected<Target, BadRequest> parse_target(std::string_view target) {
  const size_t mark = target.find('?');
  auto path = parse_path(target.substr(0, mark));
  if (!path) return std::unexpected(path.error());
  if (target.contains('#')) return refuse("bad_target", "The target contains a fragment.");
  Target out{std::move(*path), {}};
  if (mark == std::string_view::npos) return out;
  std::string_view rest = target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view piece = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), piece.size() + 1));
    if (piece.empty()) continue;
    const size_t equals = piece.find('=');
    auto name = decode(piece.substr(0, equals), Part::query);
    if (!name) return std::unexpected(name.error());
    if (name->empty()) return refuse("bad_query", "A query parameter has no name.");
    auto value = decode(equals == std::string_view::npos ? "" : piece.substr(equals + 1), Part::query);
    if (!value) return std::unexpected(value.error());
    if (!out.query.try_emplace(std::move(*name), std::move(*value)).second) {
      return refuse("duplicate_query", "A query parameter appears twice.");
    }
  }
  return out;
}

std::string format_target(std::string_view path, const std::map<std::string, std::string, std::less<>>& query) {
  std::string out;
  encode(out, path, true);
  char before = '?';
  for (const auto& [name, value] : query) {
    out += before;
    encode(out, name, false);
    out += '=';
    encode(out, value, false);
    before = '&';
  }
  return out;
}

std::expected<void, BadRequest> add_header(Request& request, std::string_view name, std::string_view value) {
  if (std::ranges::any_of(value, [](char c) { return is_control(c) && c != '\t'; })) {
    return refuse("bad_header", "A header contains a control character.");
  }
  const auto [found, fresh] = request.headers.try_emplace(lower_case(name), trim(value));
  if (fresh) return {};
  if (std::ranges::find(single_headers, found->first) != single_headers.end()) {
    return refuse("duplicate_header", "A header that may appear only once appears twice.");
  }
  found->second += found->first == "cookie" ? "; " : ", ";
  found->second += trim(value);
  return {};
}

std::expected<void, BadRequest> check_headers(const Request& request) {
  if (!is_plain_host(request.header("host")))
    return refuse("bad_host", "The request must have exactly one plain Host header.");
  const auto transfer = request.headers.find("transfer-encoding");
  if (transfer != request.headers.end()) {
    if (request.headers.contains("content-length")) {
      return refuse("bad_length", "A request may have Content-Length or chunked transfer, not both.");
    }
    if (lower_case(transfer->second) != "chunked")
      return refuse("bad_encoding", "Only chunked transfer encoding is supported.");
  }
  const std::string_view content = request.header("content-encoding");
  if (!content.empty() && lower_case(content) != "identity")
    return std::unexpected(BadRequest{415, "bad_content_encoding", "A request's body must not be compressed."});
  const std::string_view length = request.header("content-length");
  if (!std::ranges::all_of(length, [](char c) { return c >= '0' && c <= '9'; })) {
    return refuse("bad_length", "Content-Length must be a plain number.");
  }
  return {};
}

std::string_view Request::header(std::string_view name) const {
  const auto found = headers.find(name);
  return found == headers.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view Request::parameter(std::string_view name) const {
  const auto found = query.find(name);
  return found == query.end() ? std::string_view() : std::string_view(found->second);
}

std::string_view Request::cookie(std::string_view name) const {
  std::string_view rest = header("cookie");
  std::string_view value;
  bool met = false;
  while (!rest.empty()) {
    const std::string_view piece = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), piece.size() + 1));
    const size_t equals = piece.find('=');
    if (equals == std::string_view::npos || trim(piece.substr(0, equals)) != name) continue;
    if (met) return {};
    met = true;
    value = trim(piece.substr(equals + 1));
  }
  return value;
}

}  // namespace cardroom::server
