// Several channels of one device: who speaks for a table, and what a token in two places shows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "server/testing/house.h"
#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using testing::eventually;
using testing::RawClient;
using testing::TestChannel;
using testing::TestHouse;
namespace json = boost::json;

constexpr int replaced_code = 4004;
const std::string start_now = R"("press":{"key":{"kind":"start_game"}})";

std::string outcome_of(const json::object& answer) {
  if (!answer.at("failed").is_null()) return "failed";
  const json::value& refused = answer.at("refused");
  return refused.is_null() ? "accepted" : std::string(refused.at("code").as_string());
}

std::string lit_sensor(int position) {
  return fmt::format(R"({{"sensors":{{"lit":[{{"position":{},"link":"link-1","wager":"1.00"}}]}}}})", position);
}

json::array alarms_in(TestHouse& house, const std::string& kind) {
  json::array found;
  const json::value floor = house.get("/v1/floor", "3001");
  for (const json::value& alarm : floor.at("alarms").at("alarms").as_array())
    if (alarm.at("kind").as_string() == kind) found.push_back(alarm);
  return found;
}

// A channel from another address of this machine.
class Elsewhere {
 public:
  Elsewhere(TestHouse& house, const std::string& device, const std::string& address)
      : client_(house.port(), 0, address) {
    response_ = client_.upgrade("/v1/live", fmt::format("Authorization: Bearer {}\r\n", house.token(device)));
  }
  int status() const { return testing::status_of(response_); }

 private:
  RawClient client_;
  std::string response_;
};

TEST(Replaced, ALateReportOfAnOlderChannelDoesNotDecideWhatIsLockedIn) {
  TestHouse house;
  RawClient old(house.port());
  ASSERT_EQ(testing::status_of(
                old.upgrade("/v1/live", fmt::format("Authorization: Bearer {}\r\n", house.token("T1-controller")))),
            101);
  ASSERT_TRUE(old.say(lit_sensor(4)));
  ASSERT_TRUE(eventually([&] { return house.get("/v1/tables/T1", "3001").at("lit").as_array().size() == 1; }));

  const auto controller = house.device("T1-controller");
  controller->next("hello");
  // It has reported nothing yet, and what the other one saw does not count.
  EXPECT_EQ(outcome_of(controller->ask("early", start_now)), "table_not_connected");
  controller->send(lit_sensor(2));
  EXPECT_EQ(outcome_of(controller->ask("1", R"("fault":{"serial":"","cause":"comes after the sensors"})")), "accepted");
  // Half dead, it delivers late.
  old.say(lit_sensor(5));
  old.say(R"({"id":"late",)" + start_now + "}");
  EXPECT_EQ(old.read_close().close_code(), replaced_code);
  EXPECT_EQ(outcome_of(controller->ask("start", start_now)), "accepted");
  const json::value wagers = house.get("/v1/tables/T1", "3001").at("round").at("wagers");
  ASSERT_EQ(wagers.as_array().size(), 1U);
  EXPECT_EQ(wagers.at(0).at("position").to_number<int>(), 2);
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 1);
  EXPECT_TRUE(alarms_in(house, "table_lost").empty());
  EXPECT_TRUE(alarms_in(house, "token_shared").empty());
}

TEST(Replaced, ControllersKeypadsAndShufflersAreOneEachAndDisplaysMayBeMany) {
  TestHouse house;
  for (const char* device : {"T1-controller", "T1-keypad", "T1-shuffler"}) {
    const auto older = house.device(device);
    older->next("hello");
    const auto newer = house.device(device);
    EXPECT_EQ(newer->next("hello").at("who").as_string(), device);
    EXPECT_EQ(older->closed(), replaced_code) << device;
    EXPECT_EQ(outcome_of(newer->ask("f", R"("fault":{"serial":"","cause":"none"})")), "accepted") << device;
  }
  const auto first = house.device("T1-display");
  const auto second = house.device("T1-display");
  first->next("meters");
  second->next("meters");
  const auto controller = house.device("T1-controller");
  EXPECT_EQ(outcome_of(controller->ask("s", R"("command":{"start_round":{"table":"T1","wagers":[)"
                                            R"({"position":1,"link":"link-1","wager":"1.00"}]}})")),
            "accepted");
  for (TestChannel* display : {first.get(), second.get()}) EXPECT_FALSE(display->next("meters").empty());
}

TEST(Replaced, AnotherControllerOfTheTableTakesItsSensorsOver) {
  TestHouse house;
  house.enrol("T1-spare", "controller", "T1");
  const auto old = house.device("T1-controller");
  old->next("hello");
  const auto spare = house.device("T1-spare");
  spare->next("hello");
  EXPECT_EQ(old->closed(), replaced_code);
  spare->send(lit_sensor(3));
  EXPECT_EQ(outcome_of(spare->ask("s", start_now)), "accepted");
}

TEST(Replaced, APressThatWasUnderWayIsAnsweredToTheNewerChannel) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  controller->send(lit_sensor(2));
  EXPECT_EQ(outcome_of(controller->ask("f", R"("fault":{"serial":"","cause":"none"})")), "accepted");
  const auto older = house.device("T1-keypad");
  older->next("hello");
  older->send(R"({"id":"k1",)" + start_now + "}");
  const auto newer = house.device("T1-keypad");
  newer->next("hello");
  EXPECT_EQ(outcome_of(newer->ask("k1", start_now)), "accepted");
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 1);
}

TEST(SharedToken, AtTwoAddressesAtOnceIsAnAlarm) {
  TestHouse house;
  const auto display = house.device("T1-display");
  display->next("meters");
  const Elsewhere copy(house, "T1-display", "127.0.0.2");
  EXPECT_EQ(copy.status(), 101);
  ASSERT_TRUE(eventually([&] { return !alarms_in(house, "token_shared").empty(); }));
  const json::array alarms = alarms_in(house, "token_shared");
  EXPECT_EQ(alarms.at(0).at("table").as_string(), "T1");
  EXPECT_EQ(alarms.at(0).at("text").as_string(),
            "the token of T1-display was used from both 127.0.0.1 and 127.0.0.2; if nobody moved the device, revoke it "
            "and enroll it again");
  // One alarm is enough.
  const Elsewhere third(house, "T1-display", "127.0.0.3");
  EXPECT_EQ(third.status(), 101);
  house.get("/v1/floor", "3001");
  EXPECT_EQ(alarms_in(house, "token_shared").size(), 1U);
}

TEST(SharedToken, AtTwoAddressesInTurnIsAnAlarmAndAMoveIsNot) {
  TestHouse house;
  const auto use_at = [&](const std::string& address) {
    RawClient client(house.port(), 0, address);
    client.send(fmt::format("GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\n\r\n",
                            house.token("monitor")));
    EXPECT_EQ(testing::status_of(client.read_response()), 200);
  };
  use_at("127.0.0.1");
  use_at("127.0.0.2");
  use_at("127.0.0.2");
  EXPECT_TRUE(alarms_in(house, "token_shared").empty()) << "it was moved";
  house.advance_clock(10 * 60'000 + 1);
  use_at("127.0.0.1");
  EXPECT_TRUE(alarms_in(house, "token_shared").empty()) << "and later moved back";
  use_at("127.0.0.2");
  EXPECT_TRUE(alarms_in(house, "token_shared").empty());
  use_at("127.0.0.1");
  EXPECT_EQ(alarms_in(house, "token_shared").size(), 1U);
}

}  // namespace
}  // namespace cardroom::server
