// Requests and answers over real sockets.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/testing/loopback.h"

namespace cardroom::server::testing {
namespace {

using ::testing::HasSubstr;

TEST(Listener, AnswersRequestsOneAfterTheOtherOnOneConnection) {
  Server server;
  RawClient client(server.port());
  for (int i = 0; i < 3; ++i) {
    client.send(get("/echo%20this?b=2&a=1"));
    const std::string response = client.read_response();
    EXPECT_EQ(status_of(response), 200);
    EXPECT_EQ(body_of(response), "GET /echo this a=1 b=2||127.0.0.1");
    EXPECT_EQ(header_of(response, "X-Content-Type-Options"), "nosniff");
  }
  EXPECT_EQ(server.counts().accepted, 1u);
  EXPECT_EQ(server.counts().requests, 3u);
}

TEST(Listener, AnswersPipelinedRequestsInOrder) {
  Server server;
  RawClient client(server.port());
  client.send(get("/1") + get("/2") + get("/3"));
  for (const std::string_view path : {"/1", "/2", "/3"}) {
    EXPECT_THAT(body_of(client.read_response()), HasSubstr(path));
  }
}

TEST(Listener, TakesBodiesByLengthAndByChunks) {
  Server server;
  RawClient client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello");
  EXPECT_THAT(body_of(client.read_response()), HasSubstr("POST /echo|hello|"));
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n");
  EXPECT_THAT(body_of(client.read_response()), HasSubstr("POST /echo|hello|"));
}

TEST(Listener, InvitesABodyThatWaitsForIt) {
  Server server;
  RawClient client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(client.read_response(), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("hello");
  EXPECT_THAT(body_of(client.read_response()), HasSubstr("|hello|"));
}

TEST(Listener, AnswersHeadWithTheLengthAndNoBody) {
  Server server;
  RawClient client(server.port());
  client.send("HEAD /echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const std::string response = client.read_all();
  EXPECT_EQ(status_of(response), 200);
  EXPECT_EQ(header_of(response, "Content-Length"), "21");  // "HEAD /echo||127.0.0.1"
  EXPECT_EQ(body_of(response), "");
}

TEST(Listener, AnswersWithoutContentAndGoesOn) {
  Server server;
  RawClient client(server.port());
  client.send(get("/none") + get("/echo"));
  EXPECT_EQ(status_of(client.read_response()), 204);
  EXPECT_EQ(status_of(client.read_response()), 200);
}

TEST(Listener, LeavesUnknownMethodsToTheSite) {
  Server server;
  RawClient client(server.port());
  client.send("BREW /pot HTTP/1.1\r\nHost: a\r\n\r\n");
  const std::string response = client.read_response();
  EXPECT_EQ(status_of(response), 405);
  EXPECT_EQ(header_of(response, "Allow"), "GET, HEAD, POST");
}

TEST(Listener, ClosesWhenAskedTo) {
  Server server;
  for (const std::string& request :
       {get("/echo", "Connection: close\r\n"), std::string("GET /echo HTTP/1.0\r\nHost: a\r\n\r\n")}) {
    RawClient client(server.port());
    client.send(request);
    const std::string response = client.read_all();
    EXPECT_EQ(status_of(response), 200);
    EXPECT_EQ(header_of(response, "Connection"), "close");
  }
}

TEST(Listener, WritesLargeAnswersWhole) {
  Server server;
  RawClient client(server.port());
  client.send(get("/large"));
  EXPECT_EQ(body_of(client.read_response()), std::string(1'000'000, 'x'));
}

TEST(Listener, WaitsForAnAnswerThatComesLater) {
  Server server;
  RawClient client(server.port());
  client.send(get("/later"));
  ASSERT_TRUE(eventually([&] { return server.site.asked_later == 1; }));
  server.run([&](Listener&) { server.site.waiting.back()({.body = "at last", .headers = {}}); });
  EXPECT_EQ(body_of(client.read_response()), "at last");
}

TEST(Listener, HearsALateAnswerToSomebodyWhoLeft) {
  Server server;
  {
    RawClient client(server.port());
    client.send(get("/later"));
    ASSERT_TRUE(eventually([&] { return server.site.asked_later == 1; }));
    client.reset();
  }
  server.run([&](Listener&) { server.site.waiting.back()({.body = "too late", .headers = {}}); });
  EXPECT_TRUE(eventually([&] { return server.counts().connections == 0; }));
}

// Each ends with an answer of its own and a closed connection, and the site hears of none.
TEST(Listener, RefusesWhatIsNotOnePlainRequest) {
  struct Row {
    std::string_view name;
    std::string request;
    int status;
    std::string_view code;
  };
  const std::string smuggled = "GET /admin HTTP/1.1\r\nHost: a\r\n\r\n";
  const Row rows[] = {
      {"traversal", get("/../etc/passwd"), 400, "bad_target"},
      {"escaped traversal", get("/%2e%2e/etc/passwd"), 400, "bad_target"},
      {"absolute form", get("http://localhost/echo"), 400, "bad_target"},
      {"malformed escape", get("/%zz"), 400, "bad_escape"},
      {"name twice", get("/echo?a=1&a=2"), 400, "duplicate_query"},
      {"no host", "GET /echo HTTP/1.1\r\n\r\n", 400, "bad_host"},
      {"two hosts", "GET /echo HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "duplicate_header"},
      {"length and chunks",
       "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + smuggled,
       400, ""},
      {"chunks and length",
       "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + smuggled,
       400, ""},
      {"two lengths", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 34\r\n\r\n" + smuggled,
       400, ""},
      {"the same length twice",
       "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n" + smuggled, 400, ""},
      {"a signed length", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: +0\r\n\r\n" + smuggled, 400, ""},
      {"other encoding", "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n" + smuggled, 400, ""},
      {"chunked twice", "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", 400,
       ""},
      {"space before colon", "GET /echo HTTP/1.1\r\nHost : a\r\n\r\n", 400, ""},
      {"bad chunk", "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400, ""},
      {"no HTTP", "hello there\r\n\r\n", 400, ""},
      {"other version", "GET /echo HTTP/2.0\r\nHost: a\r\n\r\n", 505, "bad_version"},
      {"other expectation", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: miracles\r\n\r\n", 417,
       "bad_expectation"},
      {"other expectation without a body", get("/echo", "Expect: miracles\r\n"), 417, "bad_expectation"},
      {"folded line", "GET /echo HTTP/1.1\r\nHost: a\r\nX-One: a\r\n b\r\n\r\n", 400, "bad_header"},
      {"folded with a tab", "GET /echo HTTP/1.1\r\nHost: a\r\nX-One: a\r\n\tX-Two: b\r\n\r\n", 400, "bad_header"},
      {"folded first line", "GET /echo HTTP/1.1\r\n Host: a\r\n\r\n", 400, ""},
      {"compressed", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx", 415,
       "bad_content_encoding"},
  };
  Server server;
  for (const Row& row : rows) {
    RawClient client(server.port());
    client.send(row.request);
    client.end_sending();
    const std::string response = client.read_all();
    EXPECT_EQ(status_of(response), row.status) << row.name;
    EXPECT_THAT(body_of(response), HasSubstr("{\"error\":{\"code\":\"" + std::string(row.code))) << row.name;
    EXPECT_EQ(header_of(response, "Connection"), "close") << row.name;
    EXPECT_EQ(response.find("HTTP/1.1 ", 1), std::string::npos) << row.name << ": answered twice";
  }
  EXPECT_EQ(server.site.answered, 0);
  EXPECT_TRUE(eventually([&] { return server.counts().connections == 0; }));
}

TEST(Listener, SaysWhyItCannotListen) {
  Server server;
  boost::asio::io_context io;
  EchoSite site;
  ListenerOptions options;
  options.port = server.port();
  const auto busy = Listener::open(io, site, std::move(options));
  ASSERT_FALSE(busy);
  EXPECT_THAT(busy.error().to_text(), HasSubstr("choose another port"));
  ListenerOptions nowhere;
  nowhere.address = "nowhere";
  EXPECT_THAT(Listener::open(io, site, std::move(nowhere)).error().to_text(), HasSubstr("numeric address"));
  ListenerOptions unreadable;
  unreadable.port = 0;
  unreadable.tls = std::make_unique<TlsFiles>("/nowhere/certificate.pem", "/nowhere/key.pem");
  EXPECT_THAT(Listener::open(io, site, std::move(unreadable)).error().to_text(), HasSubstr("/nowhere/certificate.pem"));
}

TEST(Listener, StopsWhenRequestsUnderWayAreAnswered) {
  Server server;
  RawClient under_way(server.port());
  RawClient idle(server.port());
  idle.send(get("/echo"));
  idle.read_response();
  under_way.send(get("/later"));
  ASSERT_TRUE(eventually([&] { return server.site.asked_later == 1; }));
  std::atomic<bool> stopped = false;
  server.stop(60'000, [&] { stopped = true; });
  EXPECT_EQ(idle.read_all(), "");
  EXPECT_FALSE(stopped);
  server.run([&](Listener&) { server.site.waiting.back()({.body = "done", .headers = {}}); });
  const std::string response = under_way.read_response();
  EXPECT_EQ(body_of(response), "done");
  EXPECT_EQ(header_of(response, "Connection"), "close");
  under_way.end_sending();
  EXPECT_TRUE(eventually([&] { return stopped.load(); }));
}

TEST(Listener, TakesBodiesWhoseLinesBeginWithASpace) {
  Server server;
  RawClient client(server.port());
  client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Encoding: identity\r\nContent-Length: 6\r\n\r\na\r\n b\n");
  EXPECT_EQ(status_of(client.read_response()), 200);
  client.send(get("/echo"));
  EXPECT_EQ(status_of(client.read_response()), 200);
}

TEST(Listener, StopsSoonThoughNobodyAnswersItsClose) {
  Server server;
  RawClient channel(server.port());
  channel.upgrade();
  const RawClient silent(server.port());  // has not asked for anything yet
  ASSERT_TRUE(eventually([&] { return server.counts().connections == 2 && server.site.opened == 1; }));
  std::atomic<bool> stopped = false;
  const auto began = std::chrono::steady_clock::now();
  server.stop(60'000, [&] { stopped = true; });
  EXPECT_TRUE(eventually([&] { return stopped.load(); }));
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::milliseconds(1'000));
  EXPECT_EQ(channel.read_close().close_code(), 1001);
}

TEST(Listener, StopsWithoutThoseWhoDoNotEndInTime) {
  Server server;
  RawClient client(server.port());
  client.send(get("/later"));
  ASSERT_TRUE(eventually([&] { return server.site.asked_later == 1; }));
  std::atomic<bool> stopped = false;
  server.stop(20, [&] { stopped = true; });
  EXPECT_TRUE(eventually([&] { return stopped.load(); }));
  EXPECT_EQ(client.read_all(), "");
}

}  // namespace
}  // namespace cardroom::server::testing
