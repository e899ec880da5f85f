// Alarms that people have seen: who and when are recorded and told, and what no longer active is refused.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "server/testing/house.h"

namespace cardroom::server {
namespace {

using testing::TestHouse;
namespace json = boost::json;

const std::string start_round = R"("command":{"start_round":{"table":"T1","wagers":[)"
                                R"({"position":1,"link":"link-1","wager":"1.00"}]}})";

// Two chips that come at the same moment, after the lock.
void place_two_late_chips(testing::TestChannel& controller) {
  controller.send(R"({"sensors":{"lit":[]}})");
  EXPECT_TRUE(controller.ask("s1", start_round).at("refused").is_null());
  controller.send(R"({"sensors":{"lit":[{"position":4,"link":"link-1","wager":"1.00"},)"
                  R"({"position":5,"link":"link-1","wager":"1.00"}]}})");
  // Comes after the sensors.
  EXPECT_EQ(controller.ask("n1", R"("press":{"key":{"kind":"spot","position":6}})").at("id").as_string(), "n1");
}

json::array alarms_of(TestHouse& house) {
  return house.get("/v1/floor", "3001").at("alarms").at("alarms").as_array();
}

std::string seen(const std::string& kind, const std::string& table, const json::value& raised_ms) {
  return fmt::format(R"({{"acknowledge_alarm":{{"kind":"{}","table":"{}","raised_ms":{}}}}})", kind, table,
                     json::serialize(raised_ms));
}

std::string seen(const json::value& alarm) {
  return seen(std::string(alarm.at("kind").as_string()), std::string(alarm.at("table").as_string()),
              alarm.at("time_ms"));
}

Response post(TestHouse& house, const std::string& id, const std::string& command) {
  return house.request("POST", "/v1/commands", fmt::format(R"({{"id":"{}","command":{}}})", id, command), "3001");
}

json::value error_in(const Response& response) {
  return json::parse(response.body).at("error");
}

TEST(Alarms, OneOfTwoOfTheSameMomentIsSeenAndSubscribersHearByWhomAndWhen) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  place_two_late_chips(*controller);
  const json::array before = alarms_of(house);
  ASSERT_EQ(before.size(), 2U);
  for (const json::value& alarm : before) {
    EXPECT_EQ(alarm.at("kind").as_string(), "sensor_changed");
    EXPECT_EQ(alarm.at("acknowledged_by").as_string(), "");
    EXPECT_EQ(alarm.at("acknowledged_ms").to_number<int64_t>(), 0);
  }
  EXPECT_NE(before[0].at("time_ms"), before[1].at("time_ms")) << "the time names it";

  const auto page = house.page("5001");
  page->ask("a1", R"("subscribe":{"topics":["alarms"]})");
  const int64_t now_ms = house.advance_clock(5'000);
  house.must("3001", seen(before[1]));
  json::array told;
  do told = page->next("alarms").at("alarms").as_array();
  while (told.at(1).at("acknowledged_ms").to_number<int64_t>() == 0);
  EXPECT_EQ(told.at(0), before[0]);
  EXPECT_EQ(told.at(1).at("acknowledged_by").as_string(), "3001");
  EXPECT_EQ(told.at(1).at("acknowledged_ms").to_number<int64_t>(), now_ms);

  // The journal has a later one as well; the list keeps who was first.
  house.advance_clock(1'000);
  house.must("2001", seen(before[1]));
  EXPECT_EQ(alarms_of(house), told);
}

TEST(Alarms, AnAlarmThatDoesNotLastIsRefusedInWordsAndNotRecorded) {
  TestHouse house;
  auto controller = house.device("T1-controller");
  place_two_late_chips(*controller);
  const json::array before = alarms_of(house);
  const int64_t raised_ms = before.at(0).at("time_ms").to_number<int64_t>();
  EXPECT_EQ(post(house, "seen-1", seen(before[0])).status, 200U);

  const auto refused = [&](const std::string& command) {
    const auto entries = [&] { return house.get("/v1/floor", "3001").at("sequence").to_number<uint64_t>(); };
    const uint64_t sequence = entries();
    const Response response = house.command("3001", command);
    EXPECT_EQ(response.status, 409U) << response.body;
    EXPECT_NE(error_in(response).at("text").as_string().find("no longer active"), std::string::npos);
    EXPECT_EQ(entries(), sequence);
    return std::string(error_in(response).at("code").as_string());
  };
  EXPECT_EQ(refused(seen("sensor_changed", "T1", raised_ms + 60'000)), "alarm_over");
  EXPECT_EQ(refused(seen("sensor_changed", "T2", raised_ms)), "alarm_over");
  EXPECT_EQ(refused(seen("wrong_count", "T1", raised_ms)), "alarm_over");

  // The table's next round ends them, whether they were seen or not.
  EXPECT_TRUE(controller->ask("e1", R"("command":{"end_round":{"table":"T1"}})").at("refused").is_null());
  EXPECT_TRUE(controller->ask("s2", start_round).at("refused").is_null());
  EXPECT_EQ(alarms_of(house).size(), 0U);
  EXPECT_EQ(refused(seen(before[1])), "alarm_over");
  // What was recorded is answered as before, and its id is taken.
  const Response again = post(house, "seen-1", seen(before[0]));
  EXPECT_EQ(again.status, 200U) << again.body;
  EXPECT_TRUE(json::parse(again.body).at("repeated").as_bool());
  EXPECT_EQ(error_in(post(house, "seen-1", seen(before[1]))).at("code").as_string(), "command_id_reused");
}

TEST(Alarms, OnlySupervisorsAndAboveHaveSeenThem) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  place_two_late_chips(*controller);
  const json::array before = alarms_of(house);
  for (const char* card : {"4001", "5001"}) {
    EXPECT_EQ(error_in(house.command(card, seen(before.at(0)))).at("code").as_string(), "role_not_allowed") << card;
    // Whether it lasts is not told to them either.
    EXPECT_EQ(error_in(house.command(card, seen("table_lost", "T1", 1))).at("code").as_string(), "role_not_allowed");
  }
  EXPECT_EQ(alarms_of(house), before);
  house.must("1001", seen(before.at(0)));
  EXPECT_EQ(alarms_of(house).at(0).at("acknowledged_by").as_string(), "1001");
}

}  // namespace
}  // namespace cardroom::server
