#include "server/web_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "server/testing/loopback.h"

namespace cardroom::server::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

ServerUrl url_of(const Server& server, bool secure = false, std::string host = "127.0.0.1") {
  return {.secure = secure, .host = std::move(host), .port = server.port()};
}

std::expected<Response, base::Error> ask(const ServerUrl& url, Request request, WebClientOptions options = {}) {
  boost::asio::io_context io;
  const auto client = WebClient::make(io, std::move(options));
  std::optional<std::expected<Response, base::Error>> result;
  client->request(url, std::move(request), [&](auto answer) { result = std::move(answer); });
  io.run();
  return std::move(*result);
}

Request get_request(std::string path) {
  return {.method = "GET", .path = std::move(path), .query = {}, .headers = {}, .body = "", .peer = ""};
}

// Opens a channel, says `words`, ends when as many came back; returns how it closed.
struct Talk {
  bool opened = false;
  std::vector<std::string> heard;
  uint16_t code = 9999;
  std::string reason;
};
Talk talk(const ServerUrl& url, const std::string& path, std::vector<std::string> words,
          WebClientOptions options = {}) {
  boost::asio::io_context io;
  const auto client = WebClient::make(io, std::move(options));
  Talk talk;
  std::unique_ptr<WebClient::Socket> socket;
  const size_t count = words.size();
  socket = client->connect(url, get_request(path),
                           {.opened = [&](Channel&) { talk.opened = true; },
                            .message =
                                [&](std::string_view heard) {
                                  talk.heard.emplace_back(heard);
                                  if (talk.heard.size() == count) socket->channel().close(CloseCode::normal, "bye");
                                },
                            .closed =
                                [&](uint16_t code, std::string reason) {
                                  talk.code = code;
                                  talk.reason = std::move(reason);
                                }});
  for (std::string& word : words) socket->channel().send(text(std::move(word)));  // before it is open
  io.run();
  return talk;
}

TEST(ServerUrl, IsRead) {
  EXPECT_EQ(parse_server_url("http://floor-1:8080"), (ServerUrl{false, "floor-1", 8080}));
  EXPECT_EQ(parse_server_url("https://localhost/"), (ServerUrl{true, "localhost", 443}));
  EXPECT_EQ(parse_server_url("http://127.0.0.1"), (ServerUrl{false, "127.0.0.1", 80}));
  EXPECT_EQ(parse_server_url("https://[::1]:9"), (ServerUrl{true, "::1", 9}));
  EXPECT_EQ(parse_server_url("https://[::1]:9")->to_text(), "https://[::1]:9");
  for (const std::string_view bad :
       {"", "localhost", "ftp://a", "http://", "http://a:0", "http://a:65536", "http://a:x", "http://a/b", "http://u@a",
        "http://[::1", "http://a:80:80", "http://[::1]80"}) {
    EXPECT_FALSE(parse_server_url(bad)) << bad;
  }
}

TEST(WebClient, AsksAndIsAnswered) {
  Server server;
  Request request = get_request("/pit 1");
  request.method = "POST";
  request.query = {{"a", "b&c"}};
  request.body = "hello";
  const auto response = ask(url_of(server), request);
  ASSERT_TRUE(response) << response.error().to_text();
  EXPECT_EQ(response->status, 200u);
  EXPECT_EQ(response->type, "text/plain");
  EXPECT_EQ(response->body, "POST /pit 1 a=b&c|hello|127.0.0.1");
  EXPECT_EQ(ask(url_of(server, false, "localhost"), get_request("/large"))->body.size(), 1'000'000u);
}

TEST(WebClient, SaysWhatFailed) {
  uint16_t free_port = 0;
  {
    Server server;
    free_port = server.port();
  }
  const auto refused = ask({false, "127.0.0.1", free_port}, get_request("/x"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().to_text(), HasSubstr("cannot GET http://127.0.0.1:"));
  EXPECT_THAT(refused.error().to_text(), HasSubstr("refused"));
  Server server;
  const auto late = ask(url_of(server), get_request("/later"), {.timeout_ms = 50});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().cause, "no response in time");
  const auto large = ask(url_of(server), get_request("/large"), {.message_bytes_max = 1'000});
  EXPECT_FALSE(large);
}

TEST(WebClient, TalksOverAChannel) {
  Server server;
  const Talk heard = talk(url_of(server), "/channel", {"one", std::string(50'000, 'x'), ""});
  EXPECT_TRUE(heard.opened);
  EXPECT_EQ(heard.heard, (std::vector<std::string>{"one", std::string(50'000, 'x'), ""}));
  EXPECT_EQ(heard.code, 1000);
  EXPECT_TRUE(eventually([&] { return server.site.gone == 1; }));
}

TEST(WebClient, HearsHowAChannelEnded) {
  Server server;
  const Talk withdrawn = talk(url_of(server), "/channel", {"close", "never answered"});
  EXPECT_EQ(withdrawn.code, 4003);
  EXPECT_EQ(withdrawn.reason, "signed out");
  const Talk refused = talk(url_of(server), "/refused", {"x"});
  EXPECT_FALSE(refused.opened);
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.reason, "403");
}

TEST(WebClient, HearsThatAChannelCouldNotBeOpened) {
  uint16_t free_port = 0;
  {
    Server server;
    free_port = server.port();
  }
  const Talk nobody = talk({false, "127.0.0.1", free_port}, "/channel", {"x"});
  EXPECT_EQ(nobody.code, 0);
  EXPECT_THAT(nobody.reason, HasSubstr("refused"));
}

TEST(WebClient, NoticesAServerThatFellSilent) {
  // Accepts and shakes hands, and is not read from after that: its io thread sleeps.
  Server server;
  std::atomic<bool> asleep = true;
  boost::asio::io_context io;
  const auto client = WebClient::make(io, {.silence_ms = 100, .close_ms = 50});
  uint16_t ended = 9999;
  std::thread sleeper;
  const auto socket = client->connect(url_of(server), get_request("/channel"),
                                      {.opened =
                                           [&](Channel&) {
                                             sleeper = std::thread([&] {
                                               server.run([&](Listener&) {
                                                 while (asleep) std::this_thread::yield();
                                               });
                                             });
                                           },
                                       .message = {},
                                       .closed = [&](uint16_t code, const std::string&) { ended = code; }});
  io.run();
  asleep = false;
  sleeper.join();
  EXPECT_EQ(ended, 4002);
}

TEST(WebClient, DropsAChannelWithItsHandle) {
  Server server;
  boost::asio::io_context io;
  const auto client = WebClient::make(io, {});
  int calls = 0;
  std::unique_ptr<WebClient::Socket> socket;
  socket = client->connect(url_of(server), get_request("/channel"),
                           {.opened = [&](Channel& channel) { channel.send(text("flood 5")); },
                            .message =
                                [&](std::string_view) {
                                  ++calls;
                                  socket.reset();
                                },
                            .closed = [&](uint16_t, const std::string&) { ++calls; }});
  io.run();
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(eventually([&] { return server.site.gone == 1; }));
}

TEST(WebClient, NeverOpensAChannelWhoseHandleIsGone) {
  Server server;
  boost::asio::io_context io;
  const auto client = WebClient::make(io, {});
  int calls = 0;
  client->connect(url_of(server), get_request("/channel"),
                  {.opened = [&](Channel&) { ++calls; }, .closed = [&](uint16_t, const std::string&) { ++calls; }});
  io.run();
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(server.counts().accepted, 0u);
}

TEST(WebClient, HoldsManyChannelsOnOneThread) {
  Server server;
  boost::asio::io_context io;
  const auto client = WebClient::make(io, {});
  constexpr int many = 300;
  int closed_well = 0;
  std::vector<std::unique_ptr<WebClient::Socket>> sockets(many);
  for (auto& socket : sockets) {
    socket =
        client->connect(url_of(server), get_request("/channel"),
                        {.opened = [](Channel& channel) { channel.send(text("hello")); },
                         .message = [&socket](std::string_view) { socket->channel().close(CloseCode::normal, ""); },
                         .closed = [&](uint16_t code, const std::string&) { closed_well += code == 1000; }});
  }
  io.run();
  EXPECT_EQ(closed_well, many);
}

TEST(Tls, CarriesRequestsAndChannels) {
  const TestCertificate certificate;
  Server server({}, certificate.files());
  const WebClientOptions trusting{.ca_file = certificate.certificate()};
  const auto response = ask(url_of(server, true), get_request("/large"), trusting);
  ASSERT_TRUE(response) << response.error().to_text();
  EXPECT_EQ(response->body.size(), 1'000'000u);
  EXPECT_THAT(response->headers, ::testing::Contains(std::pair<std::string, std::string>("Strict-Transport-Security",
                                                                                         "max-age=31536000")));
  EXPECT_TRUE(ask(url_of(server, true, "localhost"), get_request("/echo"), trusting));
  const Talk heard = talk(url_of(server, true), "/channel", {"one", std::string(60'000, 'x'), "three"}, trusting);
  EXPECT_EQ(heard.heard.size(), 3u);
  EXPECT_EQ(heard.code, 1000);
}

TEST(Tls, IsRefusedWithACertificateThatIsNotTrusted) {
  const TestCertificate certificate;
  Server server({}, certificate.files());
  const auto response = ask(url_of(server, true), get_request("/echo"));
  ASSERT_FALSE(response);
  EXPECT_THAT(response.error().cause, HasSubstr("self-signed certificate"));
  EXPECT_EQ(talk(url_of(server, true), "/channel", {"x"}).code, 0);
  EXPECT_EQ(server.site.answered, 0);
}

TEST(Tls, IsRefusedWithACertificateOfAnotherName) {
  const TestCertificate other("elsewhere.example");
  Server server({}, other.files());
  for (const std::string host : {"127.0.0.1", "localhost"}) {
    const auto response = ask(url_of(server, true, host), get_request("/echo"), {.ca_file = other.certificate()});
    ASSERT_FALSE(response);
    EXPECT_THAT(response.error().cause, AnyOf(HasSubstr("IP address mismatch"), HasSubstr("hostname mismatch")));
  }
}

TEST(Tls, ToldInPlainWhenSpokenToInPlain) {
  const TestCertificate certificate;
  Server server({}, certificate.files());
  RawClient client(server.port());
  client.send(get("/echo"));
  const std::string response = client.read_response();
  EXPECT_EQ(status_of(response), 400);
  EXPECT_THAT(body_of(response), HasSubstr("\"tls_needed\""));
  const auto answer = ask(url_of(server, false), get_request("/echo"));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 400u);
}

TEST(Tls, SurvivesRubbishAndSilence) {
  const TestCertificate certificate;
  Server server({.request_timeout_ms = 60}, certificate.files());
  RawClient rubbish(server.port());
  rubbish.send("\x16\x03\x01\x02rubbish rubbish rubbish rubbish");
  RawClient silent(server.port());
  RawClient half(server.port());
  half.send("\x16\x03");
  silent.read_all();
  half.read_all();
  EXPECT_TRUE(eventually([&] { return server.counts().connections == 0; }));
  EXPECT_TRUE(ask(url_of(server, true), get_request("/echo"), {.ca_file = certificate.certificate()}));
}

TEST(Tls, ClientOfAPlainServerFails) {
  Server server;
  const auto response = ask(url_of(server, true), get_request("/echo"));
  ASSERT_FALSE(response);
  EXPECT_THAT(response.error().cause, HasSubstr("TLS"));
}

TEST(Tls, NoPlaceEndsTheConnection) {
  const TestCertificate certificate;
  Server server({.connections_max = 1}, certificate.files());
  RawClient one(server.port());
  ASSERT_TRUE(eventually([&] { return server.counts().connections == 1; }));
  RawClient two(server.port());
  EXPECT_EQ(two.read_all(), "");
}

TEST(WebClient, SaysThatTheTrustedCertificateCannotBeRead) {
  const TestCertificate certificate;
  Server server({}, certificate.files());
  const auto response = ask(url_of(server, true), get_request("/echo"), {.ca_file = "/nowhere.pem"});
  ASSERT_FALSE(response);
  EXPECT_THAT(response.error().cause, HasSubstr("/nowhere.pem"));
}

}  // namespace
}  // namespace cardroom::server::testing
