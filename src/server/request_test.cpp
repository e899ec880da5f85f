#include "server/request.h"

#include <gtest/gtest.h>

namespace cardroom::server {
namespace {

TEST(Target, IsDecoded) {
  const auto target = parse_target("/tables/pit%201/caf%C3%A9?from=2&name=a+b%26c&flag&empty=");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/tables/pit 1/caf\xc3\xa9");
  const std::map<std::string, std::string, std::less<>> query = {
      {"from", "2"}, {"name", "a b&c"}, {"flag", ""}, {"empty", ""}};
  EXPECT_EQ(target->query, query);
}

TEST(Target, ThatNamesNothingPlainIsRefused) {
  struct Row {
    std::string_view target;
    std::string_view code;
  };
  constexpr Row rows[] = {
      {"", "bad_target"},
      {"*", "bad_target"},
      {"tables", "bad_target"},
      {"http://localhost/tables", "bad_target"},
      {"localhost:443", "bad_target"},
      {"/a/../b", "bad_target"},
      {"/..", "bad_target"},
      {"/.", "bad_target"},
      {"/a/./b", "bad_target"},
      {"/%2e%2e/secret", "bad_target"},
      {"/%2E./secret", "bad_target"},
      {"/..%2fsecret", "bad_target"},
      {"/a%2fb", "bad_target"},
      {"/a\\b", "bad_target"},
      {"/a%5cb", "bad_target"},
      {"/a%00b", "bad_target"},
      {"/a%0d%0ab", "bad_target"},
      {"/a b", "bad_target"},
      {"/a\xc3\xa9", "bad_target"},
      {"/a%ff", "bad_target"},
      {"/a%c0%ae", "bad_target"},        // an overlong '.'
      {"/a%ed%a0%80", "bad_target"},     // half of a pair
      {"/a%f4%90%80%80", "bad_target"},  // above the last code point
      {"/a%e2%82", "bad_target"},        // cut short
      {"/a#b", "bad_target"},
      {"/a?b=%00", "bad_target"},
      {"/a%", "bad_escape"},
      {"/a%4", "bad_escape"},
      {"/a%zz", "bad_escape"},
      {"/a?b=%g0", "bad_escape"},
      {"/a?b=1&b=2", "duplicate_query"},
      {"/a?b=1&%62=2", "duplicate_query"},
      {"/a?=1", "bad_query"},
  };
  for (const Row& row : rows) {
    const auto target = parse_target(row.target);
    ASSERT_FALSE(target) << row.target;
    EXPECT_EQ(target.error().code, row.code) << row.target;
    EXPECT_EQ(target.error().status, 400u);
  }
}

TEST(Target, DotsWithinNamesArePlain) {
  for (const std::string_view path : {"/...", "/a..b", "/.well-known", "/app.js", "//", "/a/"}) {
    const auto target = parse_target(path);
    ASSERT_TRUE(target) << path;
    EXPECT_EQ(target->path, path);
  }
}

TEST(Target, IsWrittenAsItIsRead) {
  const Target target{"/pit 1/\xe2\x82\xac%", {{"a b", "c&d=e+f"}, {"\xc3\xa9", "line\r\nline"}}};
  const std::string text = format_target(target.path, target.query);
  EXPECT_EQ(text, "/pit%201/%E2%82%AC%25?a%20b=c%26d%3De%2Bf&%C3%A9=line%0D%0Aline");
  EXPECT_EQ(parse_target(text), target);
}

TEST(Headers, AreKeptInLowerCaseAndListsAreJoined) {
  Request request;
  EXPECT_TRUE(add_header(request, "Accept", " text/html "));
  EXPECT_TRUE(add_header(request, "ACCEPT", "text/plain"));
  EXPECT_TRUE(add_header(request, "Cookie", "a=1"));
  EXPECT_TRUE(add_header(request, "cookie", "b=2"));
  EXPECT_EQ(request.header("accept"), "text/html, text/plain");
  EXPECT_EQ(request.cookie("a"), "1");
  EXPECT_EQ(request.cookie("b"), "2");
  EXPECT_EQ(request.header("absent"), "");
}

TEST(Headers, ThatMayComeOnceAreRefusedTwice) {
  for (const std::string_view name : {"Host", "Content-Length", "Transfer-Encoding", "Authorization", "Origin"}) {
    Request request;
    EXPECT_TRUE(add_header(request, name, "1"));
    const auto again = add_header(request, name, "1");
    ASSERT_FALSE(again) << name;
    EXPECT_EQ(again.error().code, "duplicate_header");
  }
}

TEST(Headers, WithControlCharactersAreRefused) {
  Request request;
  EXPECT_FALSE(add_header(request, "X", std::string_view("a\0b", 3)));
  EXPECT_FALSE(add_header(request, "X", "a\rb"));
  EXPECT_TRUE(add_header(request, "X", "a\tb"));
}

TEST(Headers, MustNotContradictEachOther) {
  struct Row {
    std::vector<std::pair<std::string_view, std::string_view>> headers;
    std::string_view code;  // empty: they may
  };
  const Row rows[] = {
      {{{"host", "localhost:80"}}, ""},
      {{{"host", "[::1]:80"}}, ""},
      {{}, "bad_host"},
      {{{"host", ""}}, "bad_host"},
      {{{"host", "a/b"}}, "bad_host"},
      {{{"host", "a, b"}}, "bad_host"},
      {{{"host", "a"}, {"content-length", "5"}, {"transfer-encoding", "chunked"}}, "bad_length"},
      {{{"host", "a"}, {"content-length", "+5"}}, "bad_length"},
      {{{"host", "a"}, {"content-length", "5, 5"}}, "bad_length"},
      {{{"host", "a"}, {"transfer-encoding", "gzip, chunked"}}, "bad_encoding"},
      {{{"host", "a"}, {"transfer-encoding", "Chunked"}}, ""},
  };
  for (const Row& row : rows) {
    Request request;
    for (const auto& [name, value] : row.headers) ASSERT_TRUE(add_header(request, name, value));
    const auto checked = check_headers(request);
    EXPECT_EQ(checked ? "" : checked.error().code, row.code);
  }
}

TEST(Cookie, IsFoundByItsWholeNameAndOnlyWhenItIsAlone) {
  Request request;
  ASSERT_TRUE(add_header(request, "Cookie", "session=abc=; xsession=no ;  Session=other; twice=1; twice=2; =; broken"));
  EXPECT_EQ(request.cookie("session"), "abc=");
  EXPECT_EQ(request.cookie("Session"), "other");
  EXPECT_EQ(request.cookie("twice"), "");
  EXPECT_EQ(request.cookie("broken"), "");
  EXPECT_EQ(request.cookie("absent"), "");
}

}  // namespace
}  // namespace cardroom::server
