// Live channels between rounds, tables and connections: what a table's devices may touch, what a lost one leaves.
#include "server/live.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <thread>

#include "server/testing/house.h"
#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using testing::eventually;
using testing::TestChannel;
using testing::TestHouse;
namespace json = boost::json;

const std::string live_start = R"("press":{"key":{"kind":"start_game"}})";

std::string answer_code(const json::object& answer) {
  if (!answer.at("failed").is_null()) return "failed";
  const json::value& refused = answer.at("refused");
  return refused.is_null() ? "accepted" : std::string(refused.at("code").as_string());
}

std::string chips_at(std::initializer_list<int> positions) {
  std::string lit;
  for (const int position : positions)
    lit += fmt::format(R"({}{{"position":{},"link":"link-1","wager":"1.00"}})", lit.empty() ? "" : ",", position);
  return R"({"sensors":{"lit":[)" + lit + "]}}";
}

// Comes after what the channel said before.
void settle(TestChannel& channel) {
  static int faults = 0;
  EXPECT_EQ(answer_code(channel.ask(fmt::format("settle-{}", ++faults), R"("fault":{"serial":"","cause":"none"})")),
            "accepted");
}

json::value table_of(TestHouse& house, const std::string& table = "T1") {
  return house.get("/v1/tables/" + table, "3001");
}

size_t alarms_of_kind(TestHouse& house, const std::string& kind) {
  const json::value floor = house.get("/v1/floor", "3001");
  return static_cast<size_t>(
      std::ranges::count_if(floor.at("alarms").at("alarms").as_array(),
                            [&](const json::value& alarm) { return alarm.at("kind").as_string() == kind; }));
}

TEST(Live, StartGameLocksInTheChipsOfWhenItWasPressed) {
  // The ledger asks for the time in its own thread: while it is held there, nothing is recorded.
  std::atomic<bool> held = false;
  std::atomic<std::thread::id> io;
  ServiceOptions options;
  options.clock_ms = [&] {
    while (held && std::this_thread::get_id() != io.load()) std::this_thread::yield();
    return 1'767'225'600'000;
  };
  TestHouse house(options);
  io = house.io_thread();
  const auto controller = house.device("T1-controller");
  controller->next("hello");
  controller->send(chips_at({1}));
  settle(*controller);
  held = true;
  // START GAME waits until the use of the card is recorded; the second chip comes meanwhile.
  controller->send(R"({"id":"card","press":{"key":{"kind":"card","staff":"3001"},"pin":"47113"}})");
  controller->send(R"({"id":"start",)" + live_start + "}");
  controller->send(chips_at({1, 2}));
  while (controller->next("tables").at("tables").at(0).at("lit").as_array().size() != 2) {
  }
  held = false;
  EXPECT_EQ(answer_code(controller->answer("card")), "key_not_now");
  EXPECT_EQ(answer_code(controller->answer("start")), "accepted");
  const json::value wagers = table_of(house).at("round").at("wagers");
  ASSERT_EQ(wagers.as_array().size(), 1U) << json::serialize(wagers);
  EXPECT_EQ(wagers.at(0).at("position").to_number<int>(), 1);
}

TEST(Live, AControllerThatComesBackReportsItsSensorsBeforeAnythingIsLockedIn) {
  TestHouse house;
  auto controller = house.device("T1-controller");
  const auto keypad = house.device("T1-keypad");
  controller->next("hello");
  controller->send(chips_at({1}));
  settle(*controller);
  controller.reset();
  ASSERT_TRUE(eventually([&] { return !table_of(house).at("connected").as_bool(); }));
  controller = house.device("T1-controller");
  controller->next("hello");
  EXPECT_EQ(answer_code(keypad->ask("k1", live_start)), "table_not_connected");

  controller->send(chips_at({1}));
  settle(*controller);
  EXPECT_EQ(answer_code(keypad->ask("k2", live_start)), "accepted");
  controller.reset();
  ASSERT_TRUE(eventually([&] { return !table_of(house).at("connected").as_bool(); }));
  controller = house.device("T1-controller");
  controller->next("hello");
  // The locked wager's chip still lies there: nobody placed it late.
  controller->send(chips_at({1}));
  settle(*controller);
  EXPECT_EQ(alarms_of_kind(house, "sensor_changed"), 0U);
}

TEST(Live, ACanceledRoundLeavesNoStepsOnTheKeypad) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  controller->send(chips_at({1, 3}));
  EXPECT_EQ(answer_code(controller->ask("k1", live_start)), "accepted");
  EXPECT_EQ(answer_code(controller->ask("k2", R"("press":{"key":{"kind":"spot","position":3}})")), "accepted");
  EXPECT_EQ(table_of(house).at("steps").at("spot").to_number<int>(), 3);
  house.must("3001", R"({"cancel_round":{"table":"T1","reason":"fire alarm"}})");
  EXPECT_TRUE(table_of(house).at("steps").at("spot").is_null());
}

TEST(Live, AControllerTakesBackNoMarkOfAnotherTable) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  controller->send(chips_at({1, 3}));
  EXPECT_EQ(answer_code(controller->ask("k1", live_start)), "accepted");
  const json::object marked = controller->ask(
      "k2", R"("command":{"mark_hand":{"table":"T1","position":3,"link":"link-1","hand":"royal_flush"}})");
  EXPECT_EQ(answer_code(marked), "accepted");
  const int64_t claim = marked.at("accepted").at("claim").to_number<int64_t>();
  const std::string unmark = fmt::format(R"("command":{{"unmark_hand":{{"claim":{}}}}})", claim);
  const auto other = house.device("T2-controller");
  EXPECT_EQ(answer_code(other->ask("k1", unmark)), "wrong_table");
  ASSERT_EQ(house.get("/v1/claims", "3001").at("claims").as_array().size(), 1U);
  EXPECT_EQ(answer_code(controller->ask("k3", unmark)), "accepted");
  EXPECT_TRUE(house.get("/v1/claims", "3001").at("claims").as_array().empty());
}

// A page that is cut off in the middle of a batch of changes gets the rest of it when it comes back.
TEST(Live, APageCutOffBetweenTwoMetersReceivesTheSecondWhenItResumes) {
  TestHouse house;
  house.add_link("link-2");
  house.add_table("T3", "second_generation", "link-2");
  const auto first = house.device("T1-controller");
  const auto second = house.device("T3-controller");
  const auto round_on = [](TestChannel& controller, const std::string& id, const std::string& link) {
    EXPECT_EQ(answer_code(controller.ask(
                  id, fmt::format(R"("press":{{"key":{{"kind":"start_game","lit":[{{"position":1,"link":"{}",)"
                                  R"("wager":"1.00"}}]}}}})",
                                  link))),
              "accepted");
  };
  const auto end = [](TestChannel& controller, const std::string& id) {
    EXPECT_EQ(answer_code(controller.ask(id, R"("press":{"key":{"kind":"end_game"}})")), "accepted");
  };
  const auto page = house.page("3001");
  page->send(R"({"id":"s1","subscribe":{"topics":["meters"],"after":0}})");
  page->next("meters");
  // Both rounds must fall into one batch; on a slow machine the first may go out alone.
  for (int attempt = 1; attempt <= 20; ++attempt) {
    const std::string name = std::to_string(attempt);
    round_on(*second, "a" + name, "link-2");
    page->next("meters");  // the next batch is a quarter of a second away
    end(*second, "b" + name);
    round_on(*second, "c" + name, "link-2");
    round_on(*first, "c" + name, "link-1");
    const json::object told = page->next("meters");
    end(*second, "d" + name);
    end(*first, "d" + name);
    if (told.at("links").at(0).at("link").as_string() != "link-1") continue;
    const auto resumed = house.page("3001");
    resumed->send(fmt::format(R"({{"id":"s2","subscribe":{{"topics":["meters"],"after":{}}}}})",
                              told.at("sequence").to_number<uint64_t>()));
    const json::array links = resumed->next("meters").at("links").as_array();
    EXPECT_TRUE(std::ranges::any_of(links, [](const json::value& l) { return l.at("link").as_string() == "link-2"; }))
        << json::serialize(links);
    return;
  }
  FAIL() << "the two changes never came in one batch";
}

}  // namespace
}  // namespace cardroom::server
