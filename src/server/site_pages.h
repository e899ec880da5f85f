// The pages for browsers: which file answers which address, and how a browser may keep it. The files are built into the
// program; whoever develops the pages serves them from a folder.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "server/transport.h"

namespace cardroom::server {

// A file of the site as the build made it. All of it stays as long as the program runs.
struct SiteFile {
  std::string_view path;  // "table.html", "assets/table-1f2e3d4c.js"
  std::string_view bytes;
  std::string_view gzip;  // empty where it would not be shorter
  std::string_view etag;  // without quotes
};

class SitePages {
 public:
  SitePages() = default;
  explicit SitePages(std::span<const SiteFile> files) : files_(files) {}
  // Read anew for every request, without gzip: for who develops the pages.
  static SitePages in_folder(std::string folder);

  // Nothing where no page or file is at the address: the names are looked up, no path is made of them.
  std::optional<Response> answer(const Request& request) const;
  // The page that says so, to a browser that asks for a page; nothing to a program.
  std::optional<Response> missing(const Request& request) const;

 private:
  // Nothing where the site has no such file.
  std::optional<Response> show(const Request& request, const std::string& wanted) const;

  std::span<const SiteFile> files_;
  std::string folder_;
};

// The file that an address shows: "/" is "index.html", "/table/T1" "table.html", "/console/links" "console.html",
// "/assets/x.js" "assets/x.js". Empty where there is none.
std::string site_file_of(std::string_view path);
// By the file's name: "text/html; charset=utf-8".
std::string_view content_type_of(std::string_view file);
// Whether the header Accept-Encoding takes gzip.
bool takes_gzip(std::string_view accept_encoding);
// Whether the header If-None-Match names the tag.
bool names_tag(std::string_view if_none_match, std::string_view quoted_tag);

}  // namespace cardroom::server
