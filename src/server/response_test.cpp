#include "server/response.h"

#include <gtest/gtest.h>

#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using testing::header_of;

TEST(ResponseHead, SaysWhatEveryAnswerCarries) {
  // 784111777 is the example of RFC 9110, 5.6.7.
  const std::string head = response_head({.body = "{}", .headers = {}}, {.unix_seconds = 784111777});
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200 OK\r\n"));
  EXPECT_TRUE(head.ends_with("\r\n\r\n"));
  EXPECT_EQ(header_of(head, "Date"), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(header_of(head, "Content-Type"), "application/json");
  EXPECT_EQ(header_of(head, "Content-Length"), "2");
  EXPECT_EQ(header_of(head, "Cache-Control"), "no-store");
  EXPECT_EQ(header_of(head, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(header_of(head, "X-Frame-Options"), "DENY");
  EXPECT_EQ(header_of(head, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(header_of(head, "Content-Security-Policy"),
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'");
  EXPECT_EQ(header_of(head, "Cross-Origin-Opener-Policy"), "same-origin");
  EXPECT_EQ(header_of(head, "Cross-Origin-Resource-Policy"), "same-origin");
  EXPECT_EQ(header_of(head, "Strict-Transport-Security"), "");
  EXPECT_EQ(header_of(head, "Connection"), "");
}

TEST(ResponseHead, AsksForTlsNextTimeWhereThereIsTls) {
  const std::string head = response_head({.body = "", .headers = {}}, {.secure = true, .keep_alive = false});
  EXPECT_EQ(header_of(head, "Strict-Transport-Security"), "max-age=31536000");
  EXPECT_EQ(header_of(head, "Connection"), "close");
}

TEST(ResponseHead, LetsTheSiteChangeDefaultsButNotTheFrame) {
  const std::string head = response_head({.body = "abc",
                                          .headers = {{"cache-control", "max-age=60"},
                                                      {"content-length", "9"},
                                                      {"Transfer-Encoding", "chunked"},
                                                      {"X-Evil", "a\r\nSet-Cookie: b"},
                                                      {"X Evil", "a"},
                                                      {"ETag", "\"1\""}}},
                                         {});
  EXPECT_EQ(header_of(head, "cache-control"), "max-age=60");
  EXPECT_EQ(header_of(head, "Cache-Control"), "");
  EXPECT_EQ(header_of(head, "Content-Length"), "3");
  EXPECT_EQ(header_of(head, "ETag"), "\"1\"");
  for (const std::string_view absent : {"content-length", "Transfer-Encoding", "X-Evil", "Set-Cookie", "X Evil"}) {
    EXPECT_EQ(head.find(absent), std::string::npos) << absent;
  }
}

TEST(ResponseHead, OfAnAnswerWithoutBodyHasNoLength) {
  const std::string head = response_head({.status = 204, .body = "", .headers = {}}, {});
  EXPECT_TRUE(head.starts_with("HTTP/1.1 204 No Content\r\n"));
  EXPECT_EQ(header_of(head, "Content-Length"), "");
  EXPECT_EQ(header_of(head, "Content-Type"), "");
}

TEST(Refusal, IsJsonWithACodeAndASentence) {
  const Response response = refusal({413, "body_too_large", "The request's body is too large."});
  EXPECT_EQ(response.status, 413u);
  EXPECT_EQ(response.body, R"({"error":{"code":"body_too_large","text":"The request's body is too large."}})");
}

}  // namespace
}  // namespace cardroom::server
