// WebSockets at the server's side, spoken to frame by frame. Opcodes of RFC 6455: 0 continues, 1 text, 2 binary,
// 8 close, 9 ping, 10 pong.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/testing/loopback.h"

namespace cardroom::server::testing {
namespace {

using ::testing::HasSubstr;

TEST(Channel, OpensWithTheKeyOfTheStandardAndEchoes) {
  Server server;
  RawClient client(server.port());
  const std::string response = client.upgrade();
  EXPECT_EQ(status_of(response), 101);
  EXPECT_EQ(header_of(response, "Sec-WebSocket-Accept"), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");  // RFC 6455, 1.3
  EXPECT_EQ(header_of(response, "Sec-WebSocket-Protocol"), "");
  EXPECT_EQ(header_of(response, "Sec-WebSocket-Extensions"), "");
  EXPECT_EQ(header_of(response, "X-Content-Type-Options"), "nosniff");
  for (const std::string& said : {std::string("h\xc3\xa9llo"), std::string(), std::string(60'000, 'x')}) {
    client.say(said);
    const Frame heard = client.read_frame();
    EXPECT_EQ(heard.opcode, 1);
    EXPECT_EQ(heard.payload, said);
  }
  EXPECT_EQ(server.counts().channels, 1u);
  EXPECT_EQ(server.counts().messages_in, 3u);
  client.send_frame(8, "\x03\xe8");
  EXPECT_EQ(client.read_frame().close_code(), 1000);
  client.end_sending();
  EXPECT_TRUE(eventually([&] { return server.site.gone == 1; }));
  EXPECT_EQ(server.counts().messages_out, 3u);
  EXPECT_TRUE(eventually([&] { return server.counts().channels == 0; }));
}

TEST(Channel, TakesTheSubprotocolItKnows) {
  Server server;
  RawClient client(server.port());
  EXPECT_EQ(
      header_of(client.upgrade("/channel", "Sec-WebSocket-Protocol: other, cardroom.v1\r\n"), "Sec-WebSocket-Protocol"),
      "cardroom.v1");
  RawClient other(server.port());
  EXPECT_EQ(header_of(other.upgrade("/channel", "Sec-WebSocket-Protocol: cardroom.v10\r\n"), "Sec-WebSocket-Protocol"),
            "");
}

TEST(Channel, IsRefusedByTheSiteOverHttp) {
  Server server;
  RawClient client(server.port());
  EXPECT_EQ(status_of(client.upgrade("/refused")), 403);
  EXPECT_EQ(status_of(client.upgrade("/channel")), 101);  // the connection is still good
  EXPECT_TRUE(eventually([&] { return server.site.opened == 1; }));
}

TEST(Channel, OfAnotherVersionIsRefused) {
  Server server;
  RawClient client(server.port());
  client.send(get("/channel",
                  "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 8\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"));
  EXPECT_EQ(status_of(client.read_response()), 426);
  EXPECT_EQ(server.site.opened, 0);
}

TEST(Channel, PutsFragmentsTogether) {
  Server server;
  RawClient client(server.port());
  client.upgrade();
  client.send_frame(1, "one ", false);
  client.send_frame(9, "between");
  client.send_frame(0, "two ", false);
  client.send_frame(0, "three");
  const Frame pong = client.read_frame();
  EXPECT_EQ(pong.opcode, 10);
  EXPECT_EQ(pong.payload, "between");
  EXPECT_EQ(client.read_frame().payload, "one two three");
}

TEST(Channel, SendsWhatIsQueuedBeforeItClosesAndNothingAfter) {
  Server server;
  RawClient client(server.port());
  client.upgrade();
  client.say("close");
  EXPECT_EQ(client.read_frame().payload, "last words");
  const Frame close = client.read_frame();
  EXPECT_EQ(close.close_code(), 4003);
  EXPECT_EQ(close.payload.substr(2), "signed out");
  client.say("too late");
  client.send_frame(8, close.payload);
  client.end_sending();
  EXPECT_EQ(client.read_frame().opcode, -1);
  EXPECT_TRUE(eventually([&] { return server.site.gone == 1; }));
  EXPECT_EQ(server.site.messages, 1);
}

TEST(Channel, ClosesWhatBreaksTheProtocol) {
  struct Row {
    std::string_view name;
    int opcode;
    std::string payload;
    int code;
  };
  const Row rows[] = {
      {"binary", 2, "bytes", 1003},
      {"not UTF-8", 1, "\xff\xfe", 1007},
      {"half a pair", 1, "\xed\xa0\x80", 1007},
      {"too big", 1, std::string(1'001, 'x'), 1009},
      {"far too big", 1, std::string(2'000'000, 'x'), 1009},
      {"unknown opcode", 3, "", 1002},
      {"continues nothing", 0, "", 1002},
      {"a long ping", 9, std::string(126, 'x'), 1002},
      {"a close of one byte", 8, "x", 1002},
  };
  Server server({.message_bytes_max = 1'000, .close_ms = 500});
  for (const Row& row : rows) {
    RawClient client(server.port());
    client.upgrade();
    client.send_frame(row.opcode, row.payload);
    EXPECT_EQ(client.read_close().close_code(), row.code) << row.name;
  }
  EXPECT_EQ(server.site.messages, 0);
  EXPECT_TRUE(eventually([&] { return server.site.gone == static_cast<int>(std::size(rows)); }));
}

TEST(Channel, RefusesFramesWithoutAMask) {
  Server server;
  RawClient client(server.port());
  client.upgrade();
  client.send(std::string_view("\x81\x02hi", 4));
  EXPECT_EQ(client.read_close().close_code(), 1002);
}

TEST(Channel, CountsFragmentsOfOneMessageTogether) {
  Server server({.message_bytes_max = 1'000});
  RawClient client(server.port());
  client.upgrade();
  client.send_frame(1, std::string(600, 'x'), false);
  client.send_frame(0, std::string(600, 'x'));
  EXPECT_EQ(client.read_close().close_code(), 1009);
}

TEST(Channel, DropsWhoSaysTooMuch) {
  Server server({.messages_a_second_max = 10});
  RawClient client(server.port());
  client.upgrade();
  for (int i = 0; i < 200; ++i) client.say("again");
  EXPECT_EQ(client.read_close().close_code(), 4001);
  client.reset();
  EXPECT_TRUE(eventually([&] { return server.counts().dropped_fast == 1; }));
  EXPECT_GE(server.site.messages, 20);  // a burst is allowed
  EXPECT_LT(server.site.messages, 200);
}

TEST(Channel, DropsWhoPingsTooMuch) {
  Server server({.messages_a_second_max = 10, .silence_ms = 400});
  RawClient client(server.port());
  client.upgrade();
  for (int i = 0; i < 300; ++i) client.send_frame(9, "");
  EXPECT_EQ(client.read_close().close_code(), 4001);
}

TEST(Channel, DropsAReaderThatDoesNotKeepUp) {
  struct Row {
    ListenerLimits limits;
    std::string_view name;
  };
  const Row rows[] = {{{.queue_bytes_max = 50'000}, "bytes"}, {{.queue_messages_max = 20}, "messages"}};
  for (const Row& row : rows) {
    Server server(row.limits);
    RawClient client(server.port(), 4'096);
    client.upgrade();
    client.say("flood 10000");
    EXPECT_EQ(client.read_close().close_code(), 4000) << row.name;  // which it hears if it reads after all
    client.reset();
    EXPECT_TRUE(eventually([&] { return server.counts().dropped_slow == 1; })) << row.name;
    EXPECT_LT(server.counts().messages_out, 100u) << row.name;
  }
}

TEST(Channel, DropsAReaderThatTakesNothing) {
  Server server(
      {.queue_bytes_max = size_t{100} << 20, .queue_messages_max = 100'000, .silence_ms = 100, .close_ms = 50});
  RawClient client(server.port(), 4'096);
  client.upgrade();
  client.say("flood 20000");  // more than the system's own buffers take
  EXPECT_TRUE(eventually([&] { return server.counts().dropped_slow == 1; }));
  EXPECT_EQ(server.site.gone, 1);
}

TEST(Channel, PingsTheSilentAndDropsThem) {
  Server server({.silence_ms = 100, .close_ms = 50});
  RawClient client(server.port());
  client.upgrade();
  EXPECT_EQ(client.read_frame().opcode, 9);
  EXPECT_EQ(client.read_frame().close_code(), 4002);
  // It never answers the close either: a half-open connection.
  EXPECT_TRUE(eventually([&] { return server.site.gone == 1; }));
  EXPECT_EQ(server.counts().dropped_silent, 1u);
}

TEST(Channel, KeepsWhoAnswersPings) {
  Server server({.silence_ms = 600});
  RawClient client(server.port());
  client.upgrade();
  for (int i = 0; i < 3; ++i) {
    const Frame ping = client.read_frame();
    ASSERT_EQ(ping.opcode, 9);
    client.send_frame(10, ping.payload);
  }
  client.say("still here");
  Frame heard = client.read_frame();
  if (heard.opcode == 9) heard = client.read_frame();
  EXPECT_EQ(heard.payload, "still here");
}

TEST(Channel, AMessageThatNeverEndsIsNoSignOfLife) {
  Server server({.silence_ms = 100, .close_ms = 50});
  RawClient client(server.port());
  client.upgrade();
  client.send_frame(1, "", false);
  EXPECT_TRUE(eventually([&] {
    client.send_frame(0, "", false);
    return server.site.gone == 1;
  }));
  EXPECT_EQ(server.counts().dropped_silent, 1u);
}

TEST(Channel, HearsThatTheOtherSideIsGone) {
  Server server;
  RawClient polite(server.port());
  polite.upgrade();
  polite.end_sending();
  EXPECT_TRUE(eventually([&] { return server.site.gone == 1; }));
  RawClient rude(server.port());
  rude.upgrade();
  rude.say("flood 100");
  rude.reset();
  EXPECT_TRUE(eventually([&] { return server.site.gone == 2; }));
}

TEST(Channel, ClosesWhenTheServerStops) {
  Server server;
  RawClient client(server.port());
  client.upgrade();
  ASSERT_TRUE(eventually([&] { return server.site.opened == 1; }));
  std::atomic<bool> stopped = false;
  server.stop(60'000, [&] { stopped = true; });
  const Frame close = client.read_frame();
  EXPECT_EQ(close.close_code(), 1001);
  client.send_frame(8, close.payload);
  client.end_sending();
  EXPECT_TRUE(eventually([&] { return stopped.load(); }));
  EXPECT_EQ(server.site.gone, 1);
}

TEST(Channel, IsGoneWhenTheListenerIs) {
  Server server;
  RawClient client(server.port());
  client.upgrade();
  client.say("flood 10");
  ASSERT_TRUE(eventually([&] { return server.site.messages == 1; }));
  server.destroy_listener();
  EXPECT_EQ(server.site.gone, 1);
  while (client.read_frame().opcode == 1) {
  }
  EXPECT_EQ(client.read_frame().opcode, -1);
}

}  // namespace
}  // namespace cardroom::server::testing
