// What becomes of a press that could not be recorded, or not all of it; what sensors may say.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "server/testing/house.h"
#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using testing::eventually;
using testing::FullDisk;
using testing::TestChannel;
using testing::TestHouse;
namespace json = boost::json;

const std::string press_start = R"("press":{"key":{"kind":"start_game"}})";
const std::string start_again = R"("press":{"key":{"kind":"start_game"},"again":true})";

std::string press_code(const json::object& answer) {
  if (!answer.at("failed").is_null()) return "failed";
  const json::value& refused = answer.at("refused");
  return refused.is_null() ? "accepted" : std::string(refused.at("code").as_string());
}

std::string lit_at(std::initializer_list<int> positions, const std::string& link = "link-1") {
  std::string lit;
  for (const int position : positions)
    lit += (lit.empty() ? "" : ",") + std::string(R"({"position":)") + std::to_string(position) + R"(,"link":")" +
           link + R"(","wager":"1.00"})";
  return R"({"sensors":{"lit":[)" + lit + "]}}";
}

// The chips lie there, and the game manager knows it: it tells the table.
void place(TestChannel& controller, std::initializer_list<int> positions) {
  controller.send(lit_at(positions));
  while (true) {
    const json::object tables = controller.next("tables");
    ASSERT_FALSE(tables.empty());
    if (tables.at("tables").at(0).at("lit").as_array().size() == positions.size()) return;
  }
}

bool has_alarm(TestHouse& house, const std::string& kind) {
  const json::value floor = house.get("/v1/floor", "3001");
  return std::ranges::any_of(floor.at("alarms").at("alarms").as_array(),
                             [&](const json::value& alarm) { return alarm.at("kind").as_string() == kind; });
}

TEST(Press, ThatFailedOnAFullDiskLocksInNoOtherChips) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto keypad = house.device("T1-keypad");
  controller->next("hello");
  keypad->next("hello");
  place(*controller, {1});
  {
    const FullDisk full;
    const json::object failed = keypad->ask("sg", press_start);
    ASSERT_EQ(press_code(failed), "failed") << json::serialize(failed);
    EXPECT_EQ(failed.at("failed").at("code").as_string(), "recording_failed");
    EXPECT_EQ(failed.at("failed").at("text").as_string(),
              "No wagers were locked in: the ledger can't be written. Return the progressive chips and call a "
              "supervisor. Press START GAME again when the problem is fixed.");
  }
  place(*controller, {4, 5});
  EXPECT_EQ(press_code(keypad->ask("sg", start_again)), "chips_moved");
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 0);
  EXPECT_EQ(press_code(keypad->ask("sg2", press_start)), "accepted");
}

TEST(Press, ThatFailedOnAFullDiskLocksInTheSameChipsWhenItComesAgain) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto keypad = house.device("T1-keypad");
  controller->next("hello");
  keypad->next("hello");
  place(*controller, {1, 3});
  {
    const FullDisk full;
    EXPECT_EQ(press_code(keypad->ask("sg", press_start)), "failed");
    EXPECT_EQ(press_code(keypad->ask("sg", start_again)), "failed");
  }
  EXPECT_EQ(press_code(keypad->ask("sg", R"("press":{"key":{"kind":"end_game"}})")), "command_id_reused");
  EXPECT_EQ(press_code(keypad->ask("sg", start_again)), "accepted");
  const json::value table = house.get("/v1/tables/T1", "3001");
  EXPECT_EQ(table.at("round").at("wagers").as_array().size(), 2U);
}

TEST(Press, OfAnEarlierRunLocksNothingInOnChipsThatNobodyKnows) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto keypad = house.device("T1-keypad");
  place(*controller, {1});
  EXPECT_EQ(press_code(keypad->ask("lost-1", start_again)), "chips_moved");
  EXPECT_EQ(press_code(keypad->ask("new-1", press_start)), "accepted");
}

TEST(Press, BeforeTheSensorsAreToldSaysSo) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  controller->next("hello");
  const auto keypad = house.device("T1-keypad");
  const json::object answer = keypad->ask("k1", press_start);
  EXPECT_EQ(press_code(answer), "table_not_connected");
  EXPECT_NE(answer.at("refused").at("text").as_string().find("has not reported"), json::string::npos);
}

TEST(Journal, ThatCannotBeWrittenIsAnAlarmAndNotReadyUntilItCan) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  controller->next("hello");
  EXPECT_EQ(house.request("GET", "/ready").status, 200U);
  {
    const FullDisk full;
    EXPECT_EQ(press_code(controller->ask("f1", R"("fault":{"serial":"1","cause":"x"})")), "failed");
    EXPECT_TRUE(has_alarm(house, "journal_failed"));
    const Response ready = house.request("GET", "/ready");
    EXPECT_EQ(ready.status, 503U);
    EXPECT_EQ(json::parse(ready.body).at("role").as_string(), "leading");
  }
  // Nobody asks for anything: the game manager finds out by itself, and writes down that it was so.
  EXPECT_TRUE(eventually([&] { return house.request("GET", "/ready").status == 200; }));
  EXPECT_FALSE(has_alarm(house, "journal_failed"));
  int told = 0;
  const json::value journal = house.get("/v1/journal?limit=1000", "5001");
  for (const json::value& entry : journal.at("events").as_array()) {
    const auto* fault = entry.at("event").at("command").as_object().if_contains("report_malfunction");
    told += fault != nullptr && fault->at("device").as_string() == "game manager";
  }
  EXPECT_EQ(told, 1);
}

TEST(Press, IdsOfClientsNeverMeetThoseThatThePressMakes) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto shuffler = house.device("T1-shuffler");
  place(*controller, {1, 3});
  EXPECT_EQ(press_code(controller->ask("1", press_start)), "accepted");
  EXPECT_EQ(press_code(shuffler->ask("d1.void", R"("deal":{"hands":3})")), "accepted");
  EXPECT_EQ(press_code(shuffler->ask("d1", R"("deal":{"hands":3,"wrong_count":true})")), "accepted");
  EXPECT_TRUE(house.get("/v1/tables/T1", "3001").at("round").at("voided").as_bool());
}

TEST(Sensors, ThatTheTableDoesNotHaveAreRefusedAndLockNothingIn) {
  struct Row {
    const char* lit;
    const char* field;
  };
  constexpr Row rows[] = {
      {R"({"position":99,"link":"link-1","wager":"1.00"})", "sensors.lit[1].position"},
      {R"({"position":2,"link":"nolink","wager":"1.00"})", "sensors.lit[1].link"},
      {R"({"position":2,"link":"link-1","wager":"77.00"})", "sensors.lit[1].wager"},
      {R"({"position":1,"link":"link-1","wager":"1.00"})", "sensors.lit[1].position"},
  };
  TestHouse house;
  const auto controller = house.device("T1-controller");
  for (const Row& row : rows) {
    place(*controller, {1});
    controller->send(R"({"sensors":{"lit":[{"position":1,"link":"link-1","wager":"1.00"},)" + std::string(row.lit) +
                     "]}}");
    EXPECT_EQ(controller->next("answer").at("refused").at("field").as_string(), row.field);
    EXPECT_TRUE(house.get("/v1/tables/T1", "3001").at("lit").as_array().empty()) << row.field;
    EXPECT_EQ(press_code(controller->ask(std::string("s") + row.field[15] + row.lit[12], press_start)),
              "table_not_connected");
  }
  EXPECT_TRUE(has_alarm(house, "malfunction"));
}

// Two winners under one turn of the key: the straight flush, $1,000, is one person's; the royal flush takes two.
class TwoWinners : public ::testing::Test {
 protected:
  TwoWinners() : house(options()) {
    house.add_link("link-2", [](LinkRules& rules) { rules.second_signature_at = base::Cents(500'000); });
    house.add_table("T3", "first_generation", "link-2");
    controller = house.device("T3-controller");
    controller->send(lit_at({1, 5}, "link-2"));
    press(R"({"kind":"coin_in"})");
    press(R"({"kind":"hand","link":"link-2","hand":"straight_flush"})");
    press(R"({"kind":"hand","link":"link-2","hand":"royal_flush"})");
    press(R"({"kind":"key_to_jph","staff":"3001"},"pin":"47113")");
    // The straight flush sits at the dealer's right and comes first.
    press(R"({"kind":"position","position":5})");
    press(R"({"kind":"j_pot"})");
    press(R"({"kind":"position","position":1})");
    press(R"({"kind":"j_pot"})");
  }

  ServiceOptions options() {
    ServiceOptions options;
    // The ledger asks for the time once for each command, in its own thread.
    options.clock_ms = [this] {
      if (fail_after > 0 && std::this_thread::get_id() != io && --fail_after == 0) full.emplace();
      return 1'767'225'600'000;
    };
    return options;
  }
  void press(const std::string& key) {
    const json::object answer = controller->ask("p" + std::to_string(++presses), R"("press":{"key":)" + key + "}");
    EXPECT_EQ(press_code(answer), "accepted") << key << json::serialize(answer);
  }
  json::value table() { return house.get("/v1/tables/T3", "3001"); }

  std::atomic<int> fail_after = 0;
  std::thread::id io;
  std::optional<FullDisk> full;
  TestHouse house;
  std::unique_ptr<TestChannel> controller;
  int presses = 0;
};

TEST_F(TwoWinners, APressOfWhichAPartIsRefusedTellsWhatWasDone) {
  press(R"({"kind":"card","staff":"2001"},"pin":"47112")");
  // Of no use as the second from now on.
  house.must("1001", R"({"change_staff":{"staff":"2001","role":"dealer","name":"was an executive","active":true}})");
  const json::object answer = controller->ask("run", R"("press":{"key":{"kind":"key_to_run"}})");
  EXPECT_EQ(press_code(answer), "role_not_allowed") << json::serialize(answer);
  EXPECT_NE(
      answer.at("refused").at("text").as_string().find("at position 5 is confirmed, $1,000.03; the next was refused"),
      json::string::npos)
      << json::serialize(answer);
  // 10 % of $10,000.30.
  EXPECT_EQ(answer.at("accepted").at("paid").at(0).at("amount").as_string(), "1000.03");
  EXPECT_EQ(table().at("view").at("next").as_string(), "Swipe a second person's card, then turn the key back to RUN.");
  EXPECT_EQ(table().at("steps").at("seen").as_array().size(), 1U);
  press(R"({"kind":"card","staff":"1001"},"pin":"47111")");
  press(R"({"kind":"key_to_run"})");
  EXPECT_TRUE(table().at("view").at("pending").as_array().empty());
  EXPECT_EQ(house.get("/v1/links/link-2", "3001").at("hits").at(0).as_array().size(), 2U);
}

TEST_F(TwoWinners, APressWhoseSecondCommandFailedGoesOnWithIt) {
  press(R"({"kind":"card","staff":"2001"},"pin":"47112")");
  io = house.io_thread();
  fail_after = 2;  // the second confirmation finds the disk full
  const json::object failed = controller->ask("run", R"("press":{"key":{"kind":"key_to_run"}})");
  EXPECT_EQ(press_code(failed), "failed") << json::serialize(failed);
  EXPECT_EQ(failed.at("accepted").at("paid").as_array().size(), 1U);
  full.reset();
  const json::object done = controller->ask("run", R"("press":{"key":{"kind":"key_to_run"},"again":true})");
  EXPECT_EQ(press_code(done), "accepted") << json::serialize(done);
  EXPECT_EQ(done.at("accepted").at("paid").as_array().size(), 2U) << "all that the press paid";
  EXPECT_EQ(house.get("/v1/links/link-2", "3001").at("hits").at(0).as_array().size(), 2U);
  EXPECT_FALSE(table().at("steps").at("key_at_jph").as_bool());
}

}  // namespace
}  // namespace cardroom::server
