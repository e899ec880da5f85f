// The game manager as a whole, over real sockets: rounds on the keypad, who may do what, what a restart keeps.
#include "server/service.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "server/testing/house.h"

namespace cardroom::server {
namespace {

using testing::TestHouse;
namespace json = boost::json;

const std::string lit = R"({"sensors":{"lit":[{"position":1,"link":"link-1","wager":"1.00"},)"
                        R"({"position":3,"link":"link-1","wager":"1.00"}]}})";
const std::string start_game = R"("press":{"key":{"kind":"start_game"}})";
const std::string end = R"("press":{"key":{"kind":"end_game"}})";

std::string code_of(const json::object& answer) {
  const json::value& refused = answer.at("refused");
  return refused.is_null() ? "accepted" : std::string(refused.at("code").as_string());
}
std::string code_of(const Response& response) {
  return response.status == 200 ? "accepted"
                                : std::string(json::parse(response.body).at("error").at("code").as_string());
}

TEST(Service, ARoundWithoutAWinnerIsTwoPresses) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto keypad = house.device("T1-keypad");
  controller->next("hello");
  keypad->next("hello");
  controller->send(lit);
  // The keypad sees the chips before they are locked in.
  for (json::object view = keypad->next("tables");; view = keypad->next("tables"))
    if (view.at("tables").as_array().at(0).at("lit").as_array().size() == 2) break;
  const json::object locked = keypad->ask("k1", start_game);
  EXPECT_EQ(code_of(locked), "accepted");
  EXPECT_EQ(locked.at("accepted").at("round").to_number<int>(), 1);
  EXPECT_EQ(code_of(keypad->ask("k2", end)), "accepted");
  // 15 % of two dollars.
  const json::value link = house.get("/v1/links/link-1", "3001");
  EXPECT_EQ(link.at("view").at("levels").at(0).at("exact").as_string(), "10000.30");
}

TEST(Service, WithoutItsControllerATableLocksNothingIn) {
  TestHouse house;
  const auto keypad = house.device("T1-keypad");
  EXPECT_EQ(code_of(keypad->ask("k1", start_game)), "table_not_connected");
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 0);
}

TEST(Service, AMarkedJackpotIsConfirmedByCardAndPin) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto keypad = house.device("T1-keypad");
  controller->send(lit);
  controller->send(R"({"id":"x","fault":{"serial":"1","cause":"answered, so the sensors are known"}})");
  controller->answer("x");
  EXPECT_EQ(code_of(keypad->ask("k1", start_game)), "accepted");
  EXPECT_EQ(code_of(keypad->ask("k2", R"("press":{"key":{"kind":"spot","position":3}})")), "accepted");
  EXPECT_EQ(code_of(keypad->ask("k3", R"("press":{"key":{"kind":"hand","link":"link-1","hand":"royal_flush"}})")),
            "accepted");
  EXPECT_EQ(code_of(keypad->ask("k4", end)), "claim_undecided");
  EXPECT_EQ(code_of(keypad->ask("k5", R"("press":{"key":{"kind":"confirm"}})")), "accepted");
  EXPECT_EQ(code_of(keypad->ask("k6", R"("press":{"key":{"kind":"card","staff":"3001"},"pin":"00000"})")),
            "wrong_card_or_pin");
  EXPECT_EQ(code_of(keypad->ask("k7", R"("press":{"key":{"kind":"card","staff":"4001"},"pin":"47114"})")),
            "role_not_allowed");
  const json::object paid = keypad->ask("k8", R"("press":{"key":{"kind":"card","staff":"3001"},"pin":"47113"})");
  EXPECT_EQ(code_of(paid), "accepted");
  EXPECT_EQ(paid.at("accepted").at("win_page").to_number<int>(), 1);
  EXPECT_EQ(code_of(keypad->ask("k9", end)), "accepted");
}

TEST(Service, APressSentAgainIsAnsweredAsBeforeAlsoAfterARestart) {
  TestHouse house;
  {
    const auto controller = house.device("T1-controller");
    const json::object first = controller->ask(
        "r1", R"("press":{"key":{"kind":"start_game","lit":[{"position":1,"link":"link-1","wager":"1.00"}]}})");
    EXPECT_EQ(code_of(first), "accepted");
    const json::object again = controller->ask(
        "r1",
        R"("press":{"key":{"kind":"start_game","lit":[{"position":1,"link":"link-1","wager":"1.00"}]},"again":true})");
    EXPECT_EQ(again.at("sequence"), first.at("sequence"));
    EXPECT_EQ(again.at("accepted"), first.at("accepted"));
    EXPECT_TRUE(again.at("repeated").as_bool());
  }
  house.restart();
  const auto controller = house.device("T1-controller");
  const json::object table = controller->next("tables");
  EXPECT_EQ(table.at("tables").at(0).at("round").at("wagers").as_array().size(), 1U) << "the round is as it was";
  const json::object again = controller->ask(
      "r1",
      R"("press":{"key":{"kind":"start_game","lit":[{"position":1,"link":"link-1","wager":"1.00"}]},"again":true})");
  EXPECT_EQ(code_of(again), "accepted");
  EXPECT_TRUE(again.at("repeated").as_bool());
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 1);
}

TEST(Service, ADeviceSpeaksForItsOwnTableOnly) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  EXPECT_EQ(code_of(controller->ask("1", R"("command":{"end_round":{"table":"T2"}})")), "wrong_table");
  EXPECT_EQ(code_of(controller->ask("2", R"("command":{"confirm_claim":{"claim":1}})")), "not_for_this_device");
  EXPECT_EQ(code_of(controller->ask("3", R"("command":{"record_stop":{"reason":"x"}})")), "not_for_this_device");
  const auto shuffler = house.device("T1-shuffler");
  EXPECT_EQ(code_of(shuffler->ask("4", start_game)), "not_for_this_device");
  const auto display = house.device("T1-display");
  display->next("meters");
  display->send(R"({"id":"5","subscribe":{"topics":["meters"]}})");
  EXPECT_EQ(display->closed(), 1008);
}

TEST(Service, AChipAfterTheLockIsAnAlarmAndTakingTheChipsIsNot) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  controller->send(lit);
  EXPECT_EQ(code_of(controller->ask("1", start_game)), "accepted");
  controller->send(R"({"sensors":{"lit":[]}})");
  controller->send(R"({"sensors":{"lit":[{"position":5,"link":"link-1","wager":"1.00"}]}})");
  EXPECT_EQ(code_of(controller->ask("2", R"("fault":{"serial":"","cause":"comes after the sensors"})")), "accepted");
  const json::value floor = house.get("/v1/floor", "3001");
  int alarms = 0;
  for (const json::value& alarm : floor.at("alarms").at("alarms").as_array())
    alarms += alarm.at("kind").as_string() == "sensor_changed";
  EXPECT_EQ(alarms, 1);
}

TEST(Service, AlarmsOfARoundEndWhenTheTablesNextOneStarts) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto shuffler = house.device("T1-shuffler");
  const auto kinds = [&] {
    std::vector<std::string> found;
    const json::value floor = house.get("/v1/floor", "3001");
    for (const json::value& alarm : floor.at("alarms").at("alarms").as_array())
      found.emplace_back(alarm.at("kind").as_string());
    std::ranges::sort(found);
    return found;
  };
  controller->send(lit);
  EXPECT_EQ(code_of(controller->ask("1", start_game)), "accepted");
  EXPECT_EQ(code_of(shuffler->ask("2", R"("deal":{"hands":3,"wrong_count":true})")), "accepted");
  controller->send(R"({"sensors":{"lit":[{"position":5,"link":"link-1","wager":"1.00"}]}})");
  EXPECT_EQ(code_of(controller->ask("3", R"("fault":{"serial":"","cause":"lasts beyond the round"})")), "accepted");
  EXPECT_EQ(code_of(controller->ask("4", end)), "accepted");
  EXPECT_EQ(kinds(), (std::vector<std::string>{"malfunction", "sensor_changed", "wrong_count"}));
  controller->send(lit);
  EXPECT_EQ(code_of(controller->ask("5", start_game)), "accepted");
  EXPECT_EQ(kinds(), (std::vector<std::string>{"malfunction"}));
}

TEST(Service, AWrongCountVoidsTheDealAndKeepsTheWagers) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto shuffler = house.device("T1-shuffler");
  EXPECT_EQ(code_of(shuffler->ask("1", R"("deal":{"hands":3})")), "round_not_open");
  controller->send(lit);
  EXPECT_EQ(code_of(controller->ask("1", start_game)), "accepted");
  EXPECT_EQ(code_of(shuffler->ask("2", R"("deal":{"hands":3,"wrong_count":true})")), "accepted");
  const json::value table = house.get("/v1/tables/T1", "3001");
  EXPECT_TRUE(table.at("round").at("voided").as_bool());
  EXPECT_EQ(table.at("round").at("wagers").as_array().size(), 2U);
  EXPECT_EQ(code_of(shuffler->ask("3", R"("deal":{"hands":3})")), "accepted");
  EXPECT_EQ(house.get("/v1/tables/T1", "3001").at("round").at("hands_dealt").to_number<int>(), 3);
}

TEST(Service, FiveWrongPinsLockACardOutForFiveMinutes) {
  TestHouse house;
  for (int i = 0; i < 5; ++i) EXPECT_EQ(house.sign_in("3001", "99999"), 401U);
  EXPECT_EQ(house.sign_in("3001", TestHouse::pin("3001")), 403U);
  house.advance_clock(5 * 60'000 - 1);
  EXPECT_EQ(house.sign_in("3001", TestHouse::pin("3001")), 403U);
  house.advance_clock(1);
  EXPECT_EQ(house.sign_in("3001", TestHouse::pin("3001")), 200U);
}

TEST(Service, ASessionEndsWhenNobodyTouchesItAndWhenTheCardIsSwitchedOff) {
  TestHouse house;
  const auto page = house.page("3001");
  page->next("hello");
  EXPECT_EQ(house.request("GET", "/v1/me", "", "4001").status, 200U);
  house.must("1001", R"({"change_staff":{"staff":"3001","role":"supervisor","name":"s","active":false}})");
  EXPECT_EQ(page->closed(), 4003);
  EXPECT_EQ(house.request("GET", "/v1/me", "", "3001").status, 401U);
  house.advance_clock(15 * 60'000);
  EXPECT_EQ(house.request("GET", "/v1/me", "", "4001").status, 401U);
}

TEST(Service, ARevokedDeviceIsDroppedAndStaysOut) {
  TestHouse house;
  const auto display = house.device("T1-display");
  display->next("hello");
  house.must("1001", R"({"revoke_device":{"device":"T1-display","reason":"stolen"}})");
  EXPECT_EQ(display->closed(), 4003);
  EXPECT_EQ(house.device("T1-display")->closed(), 401);
}

TEST(Service, PagesOfOtherSitesAndOtherNamesAreRefused) {
  TestHouse house;
  EXPECT_EQ(code_of(house.request("POST", "/v1/sign-out", "{}", "3001", {{"origin", "http://evil.example"}})),
            "cross_site");
  EXPECT_EQ(code_of(house.request("POST", "/v1/sign-out", "{}", "3001", {{"sec-fetch-site", "cross-site"}})),
            "cross_site");
  EXPECT_EQ(code_of(house.request("GET", "/v1/me", "", "3001", {{"host", "evil.example"}})), "host_unknown");
  EXPECT_EQ(house.request("GET", "/v1/me", "", "3001").status, 200U);
}

TEST(Service, EventsComeWithoutAGapFromWhereOneLeftOff) {
  TestHouse house;
  const auto page = house.page("5001");
  page->next("hello");
  page->send(R"({"id":"1","subscribe":{"topics":["events"],"after":3}})");
  uint64_t expected = 4;
  for (; expected < 12; ++expected) EXPECT_EQ(page->next("event").at("sequence").to_number<uint64_t>(), expected);
}

TEST(Service, AnAdjustmentTakesTwoPeopleWhoProveThemselves) {
  TestHouse house;
  house.must("3001", R"({"close_link":{"link":"link-1","reason":"end of day"}})");
  const std::string raise = R"({"adjust_fund":{"link":"link-1","level":0,"fund":"meter","change":"100.00",)"
                            R"("reason":"house_addition","document":"memo 7"}})";
  EXPECT_EQ(code_of(house.command("2001", raise)), "second_person_missing");
  EXPECT_EQ(code_of(house.command("2001", raise, "2001")), "second_person_same");
  EXPECT_EQ(code_of(house.command("2001", raise, "4001")), "role_not_allowed");
  house.must("2001", raise, "3001");
}

TEST(Service, AProofAndItsStateCanBeRead) {
  TestHouse house;
  EXPECT_EQ(house.request("POST", "/v1/audit", "{}", "5001").status, 202U);
  json::value audit;
  for (int i = 0; i < 100; ++i) {
    audit = house.get("/v1/audit", "5001");
    if (!audit.at("running").as_bool()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  EXPECT_TRUE(audit.at("clean").as_bool()) << json::serialize(audit);
  EXPECT_GT(audit.at("entries").to_number<int>(), 10);
}

}  // namespace
}  // namespace cardroom::server
