#include "server/site_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "ledger/testing/temporary_folder.h"

namespace cardroom::server {
namespace {

constexpr SiteFile page_files[] = {
    {"index.html", "<p>start</p>", "packed start", "aa11"},
    {"table.html", "<p>table</p>", {}, "bb22"},
    {"console.html", "<p>console</p>", {}, "cc33"},
    {"assets/table-0123abcd.js", "let table;", "packed js", "dd44"},
    {"favicon.svg", "<svg/>", {}, "ee55"},
    {"missing.html", "<p>nothing</p>", {}, "ff66"},
};

Request asks(std::string path, std::map<std::string, std::string, std::less<>> headers = {}) {
  Request request;
  request.method = "GET";
  request.path = std::move(path);
  request.headers = std::move(headers);
  request.headers["host"] = "floor.example:8443";
  return request;
}

std::string header_of(const Response& response, std::string_view name) {
  const auto found = std::ranges::find(response.headers, name, &std::pair<std::string, std::string>::first);
  return found == response.headers.end() ? "" : found->second;
}

TEST(SitePages, EveryAddressShowsItsPage) {
  const std::pair<const char*, const char*> rows[] = {
      {"/", "index.html"},
      {"/table/T1", "table.html"},
      {"/display/floor-3.a", "display.html"},
      {"/shuffler/T1", "shuffler.html"},
      {"/console", "console.html"},
      {"/console/links/three", "console.html"},
      {"/practice", "practice.html"},
      {"/practice/three-card-poker", "practice.html"},
      {"/math", "math.html"},
      {"/math/", "math.html"},
      {"/assets/x-1.js", "assets/x-1.js"},
      {"/table", "table"},  // a name that no file has
      {"/table/", ""},
      {"/table/T1/more", ""},
      {"/table/T 1", ""},
      {"/mathematics", "mathematics"},
      {"/index.html", ""},
      {"", ""},
  };
  for (const auto& [path, file] : rows) EXPECT_EQ(site_file_of(path), file) << path;
}

TEST(SitePages, AFileThatIsNotThereIsNobodysAddress) {
  const SitePages pages{std::span(page_files)};
  for (const char* path : {"/display/T1", "/assets/", "/assets/none.js", "/table", "/v1/floor", "/etc/passwd"})
    EXPECT_FALSE(pages.answer(asks(path))) << path;
}

TEST(SitePages, APersonIsToldByAPageThatNothingIsThere) {
  const SitePages pages{std::span(page_files)};
  const auto page =
      pages.missing(asks("/nonesuch", {{"accept", "text/html,*/*;q=0.8"}, {"if-none-match", "\"ff66\""}}));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->status, 404U);
  EXPECT_EQ(page->body, "<p>nothing</p>");
  EXPECT_FALSE(pages.missing(asks("/nonesuch")));
  EXPECT_FALSE(pages.missing(asks("/nonesuch", {{"accept", "application/json"}})));
  EXPECT_FALSE(pages.missing(asks("/v1/nonesuch", {{"accept", "text/html"}})));
  EXPECT_FALSE(pages.answer(asks("/missing.html")));
}

TEST(SitePages, PagesAreAskedForAgainAndAssetsAreKept) {
  const SitePages pages{std::span(page_files)};
  const auto page = pages.answer(asks("/table/T1"));
  ASSERT_TRUE(page);
  EXPECT_EQ(page->body, "<p>table</p>");
  EXPECT_EQ(page->type, "text/html; charset=utf-8");
  EXPECT_EQ(header_of(*page, "Cache-Control"), "no-cache");
  EXPECT_EQ(header_of(*page, "ETag"), "\"bb22\"");
  const auto asset = pages.answer(asks("/assets/table-0123abcd.js"));
  ASSERT_TRUE(asset);
  EXPECT_EQ(asset->type, "text/javascript; charset=utf-8");
  EXPECT_EQ(header_of(*asset, "Cache-Control"), "public, max-age=31536000, immutable");
}

TEST(SitePages, WhoHasItAlreadyIsTold304) {
  const SitePages pages{std::span(page_files)};
  for (const char* tags : {"\"bb22\"", "W/\"bb22\"", "\"x\", \"bb22\"", "*"}) {
    const auto page = pages.answer(asks("/table/T1", {{"if-none-match", tags}}));
    EXPECT_EQ(page->status, 304U) << tags;
    EXPECT_EQ(page->body, "");
  }
  EXPECT_EQ(pages.answer(asks("/table/T1", {{"if-none-match", "\"bb2\""}}))->status, 200U);
  // The packed form is another one.
  EXPECT_EQ(pages.answer(asks("/", {{"if-none-match", "\"aa11\""}, {"accept-encoding", "gzip"}}))->status, 200U);
  EXPECT_EQ(pages.answer(asks("/", {{"if-none-match", "\"aa11-gz\""}, {"accept-encoding", "gzip"}}))->status, 304U);
}

TEST(SitePages, GzipComesOnlyToWhoTakesIt) {
  const std::pair<const char*, bool> rows[] = {
      {"gzip", true},     {"gzip, deflate, br", true}, {"br;q=1, gzip;q=0.5", true}, {"*", true},
      {"", false},        {"deflate, br", false},      {"gzip;q=0", false},          {"gzip; q=0.0", false},
      {"x-gzip2", false},
  };
  const SitePages pages{std::span(page_files)};
  for (const auto& [accepts, packed] : rows) {
    const auto page = pages.answer(asks("/", {{"accept-encoding", accepts}}));
    EXPECT_EQ(page->body, packed ? "packed start" : "<p>start</p>") << accepts;
    EXPECT_EQ(header_of(*page, "Content-Encoding"), packed ? "gzip" : "") << accepts;
    EXPECT_EQ(header_of(*page, "Vary"), "Accept-Encoding");
  }
  EXPECT_EQ(pages.answer(asks("/table/T1", {{"accept-encoding", "gzip"}}))->body, "<p>table</p>") << "not packed";
}

TEST(SitePages, ThePolicyAllowsThisServerAndNothingInThePageItself) {
  const SitePages pages{std::span(page_files)};
  Request request = asks("/");
  const std::string plain = header_of(*pages.answer(request), "Content-Security-Policy");
  EXPECT_NE(plain.find("connect-src 'self' ws://floor.example:8443;"), std::string::npos) << plain;
  EXPECT_NE(plain.find("script-src 'self';"), std::string::npos);
  EXPECT_EQ(plain.find("unsafe"), std::string::npos);
  request.secure = true;
  EXPECT_NE(header_of(*pages.answer(request), "Content-Security-Policy").find(" wss://floor.example:8443;"),
            std::string::npos);
}

TEST(SitePages, APageIsOnlyRead) {
  const SitePages pages{std::span(page_files)};
  Request request = asks("/console");
  request.method = "POST";
  EXPECT_EQ(pages.answer(request)->status, 405U);
  EXPECT_EQ(header_of(*pages.answer(request), "Allow"), "GET, HEAD");
  request.method = "HEAD";
  EXPECT_EQ(pages.answer(request)->status, 200U);
}

TEST(SitePages, AFolderIsReadAnewAndNothingOutsideOfIt) {
  const ledger::testing::TemporaryFolder folder;
  const std::string site = folder.file("site");
  std::filesystem::create_directories(site + "/assets");
  const auto write = [](const std::string& file, const char* text) { std::ofstream(file) << text; };
  write(site + "/index.html", "one");
  write(site + "/assets/a.js", "let a;");
  write(folder.file("secret.txt"), "secret");
  const SitePages pages = SitePages::in_folder(site);
  const auto first = pages.answer(asks("/"));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->body, "one");
  write(site + "/index.html", "two");
  EXPECT_EQ(pages.answer(asks("/"))->body, "two");
  EXPECT_NE(header_of(*pages.answer(asks("/")), "ETag"), header_of(*first, "ETag"));
  EXPECT_EQ(header_of(*pages.answer(asks("/assets/a.js")), "Cache-Control"), "no-cache");
  for (const char* path : {"/../secret.txt", "/assets/../../secret.txt", "/secret.txt", "//secret.txt"})
    EXPECT_FALSE(pages.answer(asks(path))) << path;
}

}  // namespace
}  // namespace cardroom::server
