// Every limit of a listener, with what it answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "server/testing/loopback.h"

namespace cardroom::server::testing {
namespace {

using ::testing::HasSubstr;

std::string read_refusal(RawClient& client) {
  client.end_sending();
  return client.read_all();
}

TEST(ListenerLimits, AboveTheConnectionsThereIsNoPlace) {
  Server server({.connections_max = 2});
  RawClient one(server.port());
  RawClient two(server.port());
  ASSERT_TRUE(eventually([&] { return server.counts().connections == 2; }));
  RawClient three(server.port());
  three.send(get("/echo"));
  const std::string response = read_refusal(three);
  EXPECT_EQ(status_of(response), 503);
  EXPECT_THAT(body_of(response), HasSubstr("\"too_many_connections\""));
  EXPECT_EQ(server.counts().refused, 1u);
  one.reset();
  ASSERT_TRUE(eventually([&] { return server.counts().connections == 1; }));
  RawClient four(server.port());
  four.send(get("/echo"));
  EXPECT_EQ(status_of(four.read_response()), 200);
}

TEST(ListenerLimits, AboveTheConnectionsOfAPeerThereIsNoPlaceForIt) {
  Server server({.connections_of_peer_max = 1});
  RawClient one(server.port());
  ASSERT_TRUE(eventually([&] { return server.counts().connections == 1; }));
  RawClient two(server.port());
  const std::string response = read_refusal(two);
  EXPECT_EQ(status_of(response), 503);
  EXPECT_THAT(body_of(response), HasSubstr("\"too_many_connections_of_peer\""));
}

TEST(ListenerLimits, HeadersTooLongAreRefused) {
  Server server({.header_bytes_max = 2'000});
  RawClient fits(server.port());
  fits.send(get("/echo", "X: " + std::string(1'900, 'x') + "\r\n"));
  EXPECT_EQ(status_of(fits.read_response()), 200);
  for (const size_t size : {size_t{2'100}, size_t{1} << 20}) {
    RawClient client(server.port());
    client.send(get("/echo", "X: " + std::string(size, 'x') + "\r\n"));
    const std::string response = read_refusal(client);
    EXPECT_EQ(status_of(response), 431) << size;
    EXPECT_THAT(response, HasSubstr("header_too_large"));
  }
  RawClient endless(server.port());  // a first line that never ends
  endless.send("GET /" + std::string(100'000, 'x'));
  EXPECT_EQ(status_of(read_refusal(endless)), 431);
}

TEST(ListenerLimits, BodiesTooLongAreRefused) {
  Server server({.request_bytes_max = 1'000});
  const std::string head = "POST /echo HTTP/1.1\r\nHost: a\r\n";
  RawClient fits(server.port());
  fits.send(head + "Content-Length: 1000\r\n\r\n" + std::string(1'000, 'x'));
  EXPECT_EQ(status_of(fits.read_response()), 200);
  RawClient told(server.port());
  told.send(head + "Content-Length: 1001\r\n\r\n");  // refused before it comes
  EXPECT_EQ(status_of(read_refusal(told)), 413);
  RawClient sent(server.port());
  sent.send(head + "Content-Length: 500000\r\n\r\n" + std::string(500'000, 'x'));
  EXPECT_EQ(status_of(read_refusal(sent)), 413);
  RawClient chunked(server.port());
  chunked.send(head + "Transfer-Encoding: chunked\r\n\r\n3e9\r\n" + std::string(1'001, 'x') + "\r\n0\r\n\r\n");
  EXPECT_EQ(status_of(read_refusal(chunked)), 413);
  EXPECT_EQ(server.site.answered, 1);
}

TEST(ListenerLimits, RequestsTooSlowAreRefused) {
  Server server({.request_timeout_ms = 60});
  for (const std::string_view begun :
       {"G", "GET /echo HTTP/1.1\r\nHo", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"}) {
    RawClient client(server.port());
    client.send(begun);
    const std::string response = client.read_response();
    EXPECT_EQ(status_of(response), 408) << begun;
    EXPECT_THAT(body_of(response), HasSubstr("\"too_slow\""));
  }
}

TEST(ListenerLimits, DripsOfARequestDoNotBuyTime) {
  Server server({.request_timeout_ms = 60, .close_ms = 50});
  RawClient client(server.port());
  const std::string request = get("/" + std::string(20'000, 'x'));
  size_t sent = 0;
  while (sent < request.size() && client.send(request.substr(sent, 1))) {
    ++sent;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (server.counts().connections == 0) break;
  }
  EXPECT_LT(sent, request.size());
  EXPECT_EQ(server.site.answered, 0);
}

TEST(ListenerLimits, ConnectionsThatSayNothingAreClosedWithoutAWord) {
  Server server({.request_timeout_ms = 30, .idle_timeout_ms = 40});
  RawClient silent(server.port());
  EXPECT_EQ(silent.read_all(), "");
  RawClient idle(server.port());
  idle.send(get("/echo"));
  EXPECT_EQ(status_of(idle.read_response()), 200);
  EXPECT_EQ(idle.read_all(), "");
}

TEST(ListenerLimits, WaitingForTheNextRequestDoesNotMakeItLate) {
  Server server({.request_timeout_ms = 200});
  RawClient client(server.port());
  client.send(get("/echo"));
  EXPECT_EQ(status_of(client.read_response()), 200);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  client.send(get("/echo"));
  EXPECT_EQ(status_of(client.read_response()), 200);
}

TEST(ListenerLimits, AnswersThatNobodyReadsAreGivenUp) {
  Server server({.silence_ms = 60});
  RawClient client(server.port(), 4'096);
  for (int i = 0; i < 40; ++i) client.send(get("/large"));
  EXPECT_TRUE(eventually([&] { return server.counts().connections == 0; }));
  EXPECT_LT(server.site.answered, 40);
}

TEST(ListenerLimits, ManyConnectionsAtOnceAreAllAnswered) {
  Server server;
  std::vector<std::unique_ptr<RawClient>> clients;
  for (int i = 0; i < 300; ++i) clients.push_back(std::make_unique<RawClient>(server.port()));
  for (auto& client : clients) client->send(get("/echo"));
  for (auto& client : clients) EXPECT_EQ(status_of(client->read_response()), 200);
  EXPECT_EQ(server.counts().connections, 300u);
  clients.clear();
  EXPECT_TRUE(eventually([&] { return server.counts().connections == 0; }));
}

}  // namespace
}  // namespace cardroom::server::testing
