#include "server/site_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "progressive/identifiers.h"
#include "server/secrets.h"

namespace cardroom::server {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 11> types = {{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".woff2", "font/woff2"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".txt", "text/plain; charset=utf-8"},
    {".map", "application/json"},
}};

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Calls with each item of a list that commas part, until it returns true.
template <class Fits>
bool any_item(std::string_view list, Fits fits) {
  while (!list.empty()) {
    const size_t comma = std::min(list.find(','), list.size());
    if (fits(trimmed(list.substr(0, comma)))) return true;
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return false;
}

// Scripts, styles and fonts of this server alone, none in the page itself; sockets to the same host, which some
// browsers do not count as 'self'.
std::string policy(const Request& request) {
  const std::string_view host = request.header("host");
  const std::string sockets = host.empty() ? "" : fmt::format(" {}://{}", request.secure ? "wss" : "ws", host);
  return fmt::format(
      "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src "
      "'self'{}; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      sockets);
}

Response file_response(const Request& request, const SiteFile& file, bool developing) {
  const bool packed = !file.gzip.empty() && takes_gzip(request.header("accept-encoding"));
  const std::string tag = fmt::format("\"{}{}\"", file.etag, packed ? "-gz" : "");
  Response response;
  response.type = content_type_of(file.path);
  const bool forever = !developing && file.path.starts_with("assets/");  // its name changes with its content
  response.headers = {{"Cache-Control", forever ? "public, max-age=31536000, immutable" : "no-cache"},
                      {"Content-Security-Policy", policy(request)},
                      {"ETag", tag},
                      {"Vary", "Accept-Encoding"}};
  if (names_tag(request.header("if-none-match"), tag)) {
    response.status = 304;
    return response;
  }
  if (packed) response.headers.emplace_back("Content-Encoding", "gzip");
  response.body = packed ? file.gzip : file.bytes;
  return response;
}

std::optional<std::string> read_listed(const std::string& folder, const std::string& wanted) {
  std::error_code error;
  for (auto at = std::filesystem::recursive_directory_iterator(folder, error);
       !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
    if (!at->is_regular_file(error) || at->path().lexically_relative(folder).generic_string() != wanted) continue;
    std::ifstream in(at->path(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  }
  return std::nullopt;
}

}  // namespace

std::string_view content_type_of(std::string_view file) {
  const auto found = std::ranges::find_if(types, [&](const auto& entry) { return file.ends_with(entry.first); });
  return found == types.end() ? "application/octet-stream" : found->second;
}

bool takes_gzip(std::string_view accept_encoding) {
  return any_item(accept_encoding, [](std::string_view item) {
    const size_t semicolon = std::min(item.find(';'), item.size());
    const std::string_view name = trimmed(item.substr(0, semicolon));
    if (name != "gzip" && name != "*") return false;
    const std::string_view weight = trimmed(item.substr(std::min(semicolon + 1, item.size())));
    return !weight.starts_with("q=0") || weight.find_first_of("123456789") != std::string_view::npos;
  });
}

bool names_tag(std::string_view if_none_match, std::string_view quoted_tag) {
  return any_item(if_none_match, [&](std::string_view item) {
    if (item.starts_with("W/")) item.remove_prefix(2);
    return item == "*" || item == quoted_tag;
  });
}

std::string site_file_of(std::string_view path) {
  if (path == "/") return "index.html";
  path.remove_prefix(std::min<size_t>(1, path.size()));
  for (const std::string_view page : {"table", "display", "shuffler"})
    if (path.starts_with(page) && path.substr(page.size()).starts_with('/'))
      return progressive::is_id(path.substr(page.size() + 1)) ? std::string(page) + ".html" : std::string();
  for (const std::string_view page : {"console", "practice", "math"})
    if (path == page || (path.starts_with(page) && path[page.size()] == '/')) return std::string(page) + ".html";
  // Pages have their own addresses; everything else is found by its name.
  return path.ends_with(".html") ? std::string() : std::string(path);
}

SitePages SitePages::in_folder(std::string folder) {
  SitePages pages;
  pages.folder_ = std::move(folder);
  return pages;
}

std::optional<Response> SitePages::show(const Request& request, const std::string& wanted) const {
  SiteFile file;
  std::optional<std::string> read;
  std::string etag;
  if (!folder_.empty()) {
    read = read_listed(folder_, wanted);
    if (!read) return std::nullopt;
    etag = digest_text(*read).substr(0, 32);
    file = {wanted, *read, {}, etag};
  } else {
    const auto found = std::ranges::find(files_, wanted, &SiteFile::path);
    if (found == files_.end()) return std::nullopt;
    file = *found;
  }
  return file_response(request, file, !folder_.empty());
}

std::optional<Response> SitePages::answer(const Request& request) const {
  const std::string wanted = site_file_of(request.path);
  if (wanted.empty()) return std::nullopt;
  auto response = show(request, wanted);
  if (response && request.method != "GET" && request.method != "HEAD")
    return Response{
        405,
        "application/json",
        R"({"error":{"code":"method_not_allowed","field":"","text":"method not allowed; pages take GET and HEAD"}})",
        {{"Allow", "GET, HEAD"}}};
  return response;
}

std::optional<Response> SitePages::missing(const Request& request) const {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (!reads || request.path.starts_with("/v1/")) return std::nullopt;
  if (!any_item(request.header("accept"), [](std::string_view item) { return item.starts_with("text/html"); }))
    return std::nullopt;
  Request whole = request;
  whole.headers.erase("if-none-match");
  auto response = show(whole, "missing.html");
  if (response) response->status = 404;
  return response;
}

}  // namespace cardroom::server
