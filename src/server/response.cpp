#include "server/response.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>

namespace cardroom::server {
namespace {

std::string_view reason_of(unsigned status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 422: return "Unprocessable Content";
    case 426: return "Upgrade Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return "";  // the phrase is optional
  }
}

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(a, b, {}, lower, lower);
}

bool stays_in_its_line(std::string_view text) {
  return std::ranges::none_of(text,
                              [](char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f; });
}

bool is_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

constexpr std::array<std::string_view, 5> framing = {"Content-Length", "Transfer-Encoding", "Connection", "Date",
                                                     "Content-Type"};

std::string http_date(int64_t unix_seconds) {
  const auto when = static_cast<time_t>(unix_seconds);
  tm utc{};
  gmtime_r(&when, &utc);
  constexpr std::array<std::string_view, 7> days = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<std::string_view, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  return fmt::format("{}, {:02} {} {} {:02}:{:02}:{:02} GMT", days[static_cast<size_t>(utc.tm_wday)], utc.tm_mday,
                     months[static_cast<size_t>(utc.tm_mon)], utc.tm_year + 1900, utc.tm_hour, utc.tm_min, utc.tm_sec);
}

}  // namespace

std::span<const std::pair<std::string_view, std::string_view>> security_headers(bool secure) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> headers = {{
      {"Cache-Control", "no-store"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Content-Security-Policy", "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Strict-Transport-Security", "max-age=31536000"},  // last: only where the connection is secure
  }};
  return std::span(headers).first(secure ? headers.size() : headers.size() - 1);
}

std::string response_head(const Response& response, const HeadOptions& options) {
  std::string out;
  out.reserve(640);
  fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\nDate: {}\r\n", response.status, reason_of(response.status),
                 http_date(options.unix_seconds));
  const auto line = [&out](std::string_view name, std::string_view value) {
    out.append(name).append(": ").append(value).append("\r\n");
  };
  const bool bodiless = response.status == 204 || response.status == 304;
  if (!bodiless) {
    if (stays_in_its_line(response.type)) line("Content-Type", response.type);
    line("Content-Length", fmt::format_int(response.body.size()).c_str());
  }
  if (!options.keep_alive) line("Connection", "close");
  for (const auto& [name, value] : security_headers(options.secure)) {
    if (std::ranges::none_of(response.headers, [&](const auto& set) { return same_name(set.first, name); })) {
      line(name, value);
    }
  }
  for (const auto& [name, value] : response.headers) {
    const bool ours = std::ranges::any_of(framing, [&](std::string_view frame) { return same_name(frame, name); });
    if (!ours && is_name(name) && stays_in_its_line(value)) line(name, value);
  }
  out += "\r\n";
  return out;
}

Response refusal(const BadRequest& why) {
  return {.status = why.status,
          .body = fmt::format(R"({{"error":{{"code":"{}","text":"{}"}}}})", why.code, why.text),
          .headers = {}};
}

}  // namespace cardroom::server
