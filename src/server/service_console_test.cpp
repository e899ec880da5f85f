// What the console asks, over real sockets.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>

#include "server/link_advice.h"
#include "server/testing/house.h"

namespace cardroom::server {
namespace {

using testing::TestHouse;
namespace json = boost::json;

std::string console_code(const Response& response) {
  return response.status == 200 ? "accepted"
                                : std::string(json::parse(response.body).at("error").at("code").as_string());
}

// Asked again until all of the past is in the answer.
json::value whole(TestHouse& house, const std::string& path, const std::string& card) {
  json::value answer;
  for (int i = 0; i < 500; ++i) {
    answer = house.get(path, card);
    if (answer.at("whole").as_bool()) return answer;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  ADD_FAILURE() << path << " is never whole";
  return answer;
}

void play_round(TestHouse& house, const std::string& id, bool royal) {
  const auto controller = house.device("T1-controller");
  const std::string start =
      R"("press":{"key":{"kind":"start_game","lit":[{"position":1,"link":"link-1","wager":"1.00"}]}})";
  EXPECT_TRUE(controller->ask(id + "-s", start).at("refused").is_null());
  if (royal) {
    controller->ask(id + "-p", R"("press":{"key":{"kind":"spot","position":1}})");
    controller->ask(id + "-h", R"("press":{"key":{"kind":"hand","link":"link-1","hand":"royal_flush"}})");
    controller->ask(id + "-c", R"("press":{"key":{"kind":"confirm"}})");
    const auto paid = controller->ask(id + "-k", R"("press":{"key":{"kind":"card","staff":"3001"},"pin":"47113"})");
    EXPECT_TRUE(paid.at("refused").is_null()) << json::serialize(paid);
  }
  EXPECT_TRUE(controller->ask(id + "-e", R"("press":{"key":{"kind":"end_game"}})").at("refused").is_null());
}

TEST(ServiceConsole, AMetersHistoryGoesBackBeyondTheStart) {
  TestHouse house;
  play_round(house, "a", false);
  house.restart();
  house.advance_clock(60'000);
  play_round(house, "b", false);
  const json::value history = whole(house, "/v1/links/link-1/history", "3001");
  std::vector<std::string> meters;
  for (const json::value& point : history.at("points").as_array())
    meters.emplace_back(point.at("meters").as_array().at(0).as_string());
  // $10,000.00 and 15 % of $1.00 for each round; the first minute has one sample, its last.
  EXPECT_EQ(meters, (std::vector<std::string>{"10000.15", "10000.30"}));
  EXPECT_EQ(whole(house, "/v1/links/link-1/history?points=1", "3001").at("points").as_array().size(), 1U);
  EXPECT_EQ(console_code(house.request("GET", "/v1/links/link-9/history", "", "3001")), "not_found");
  EXPECT_EQ(console_code(house.request("GET", "/v1/links/link-1/history?points=0", "", "3001")), "malformed");
  EXPECT_EQ(console_code(house.request("GET", "/v1/links/link-1/history?points=501", "", "3001")), "malformed");
  EXPECT_EQ(console_code(house.request("GET", "/v1/links/link-1/history?since=-1", "", "3001")), "malformed");
  EXPECT_EQ(console_code(house.request("GET", "/v1/links/link-1/history", "", "4001")), "role_not_allowed");
}

TEST(ServiceConsole, WinsAreListedNewestFirstAndVoidOnesStay) {
  TestHouse house;
  play_round(house, "a", true);
  house.restart();
  play_round(house, "b", true);
  house.must("2001", R"({"back_out_award":{"claim":1,"document":"memo 7"}})", "3001");
  const json::value page = whole(house, "/v1/wins", "3001");
  EXPECT_EQ(page.at("last_page").to_number<int>(), 2);
  ASSERT_EQ(page.at("wins").as_array().size(), 2U);
  EXPECT_EQ(page.at("wins").at(0).at("page").to_number<int>(), 2);
  EXPECT_FALSE(page.at("wins").at(0).at("voided").as_bool());
  EXPECT_TRUE(page.at("wins").at(1).at("voided").as_bool()) << "it was won before the start, and voided after it";
  EXPECT_EQ(page.at("wins").at(1).at("void_document").as_string(), "memo 7");
  EXPECT_EQ(page.at("wins").at(1).at("amount").as_string(), "10000.15");
  EXPECT_EQ(whole(house, "/v1/wins?after=2", "3001").at("wins").as_array().size(), 1U);
  EXPECT_EQ(whole(house, "/v1/wins?limit=1&link=link-1", "3001").at("wins").as_array().size(), 1U);
  EXPECT_EQ(console_code(house.request("GET", "/v1/wins?link=link-9", "", "3001")), "not_found");
  EXPECT_EQ(console_code(house.request("GET", "/v1/wins", "", "4001")), "role_not_allowed");
}

TEST(ServiceConsole, RulesAreJudgedWithoutBeingRecorded) {
  TestHouse house;
  const auto sequence = [&] { return house.get("/v1/floor", "3001").at("sequence").to_number<uint64_t>(); };
  const uint64_t before = sequence();
  LinkRules rules = link_of_preset("PROG-3C-1").rules;
  const Response judged = house.request("POST", "/v1/advice", ledger::to_json(rules), "3001");
  ASSERT_EQ(judged.status, 200U) << judged.body;
  const json::value advice = json::parse(judged.body);
  EXPECT_EQ(advice.at("odds").at(0).at("probabilities").at(0).as_string(), "1/22100");
  rules.levels[0].limit = base::Cents(1);
  const Response refused = house.request("POST", "/v1/advice", ledger::to_json(rules), "3001");
  EXPECT_EQ(refused.status, 409U);
  EXPECT_EQ(json::parse(refused.body).at("error").at("field").as_string(), "rules.levels[0].limit");
  const Response unread = house.request("POST", "/v1/advice", R"({"levels":[{"seed":7}]})", "3001");
  EXPECT_EQ(unread.status, 400U);
  EXPECT_EQ(json::parse(unread.body).at("error").at("field").as_string(), "rules.levels[0].seed");
  EXPECT_EQ(console_code(house.request("POST", "/v1/advice", "{}", "4001")), "role_not_allowed");
  EXPECT_EQ(console_code(house.request("POST", "/v1/advice", "{}", "5001")), "role_not_allowed");
  EXPECT_EQ(sequence(), before);
}

TEST(ServiceConsole, AnAdjustmentIsShownBeforeItIsRecorded) {
  TestHouse house;
  const auto body = [](const char* change) {
    return R"({"link":"link-1","level":0,"fund":"meter","change":")" + std::string(change) +
           R"(","reason":"display_malfunction","document":"memo 8"})";
  };
  const Response shown = house.request("POST", "/v1/preview", body("-5.25"), "3001");
  ASSERT_EQ(shown.status, 200U) << shown.body;
  EXPECT_EQ(json::parse(shown.body).at("before").as_string(), "10000.00");
  EXPECT_EQ(json::parse(shown.body).at("after").as_string(), "9994.75");
  EXPECT_EQ(house.request("POST", "/v1/preview", body("0.00"), "3001").status, 409U);
  EXPECT_EQ(console_code(house.request("POST", "/v1/preview", "{}", "4001")), "role_not_allowed");
  const json::value link = house.get("/v1/links/link-1", "3001");
  EXPECT_EQ(link.at("view").at("levels").at(0).at("meter").as_string(), "10000.00") << "nothing was recorded";
}

TEST(ServiceConsole, WhyAHandWasSetAsideIsToldToItsTableAndToTheQueue) {
  TestHouse house;
  const auto controller = house.device("T1-controller");
  const auto mark = [&](const std::string& id, int position) {
    controller->ask(id + "-p", R"("press":{"key":{"kind":"spot","position":)" + std::to_string(position) + "}}");
    controller->ask(id + "-h", R"("press":{"key":{"kind":"hand","link":"link-1","hand":"royal_flush"}})");
  };
  controller->ask("s", R"("press":{"key":{"kind":"start_game","lit":[{"position":1,"link":"link-1","wager":"1.00"},)"
                       R"({"position":3,"link":"link-1","wager":"1.00"}]}})");
  mark("a", 1);
  house.must("3001", R"({"reject_claim":{"claim":1,"reason":"Hand was misread"}})");
  mark("b", 3);
  house.must("3001", R"({"hold_claim":{"claim":2,"reason":"Surveillance reviews it"}})");
  const json::value aside = house.get("/v1/tables/T1", "3001").at("set_aside");
  ASSERT_EQ(aside.as_array().size(), 2U);
  EXPECT_EQ(aside.at(0), json::parse(R"({"claim":1,"status":"rejected","reason":"Hand was misread","by":"3001"})"));
  EXPECT_EQ(aside.at(1), json::parse(R"({"claim":2,"status":"held","reason":"Surveillance reviews it","by":"3001"})"));
  controller->ask("e", R"("press":{"key":{"kind":"end_game"}})");
  EXPECT_TRUE(house.get("/v1/tables/T1", "3001").at("set_aside").as_array().empty());
  const json::value held = house.get("/v1/claims", "3001").at("claims").at(0);
  EXPECT_EQ(held.at("held_reason").as_string(), "Surveillance reviews it");
  EXPECT_EQ(held.at("held_by").as_string(), "3001");
}

TEST(ServiceConsole, WhyAHandWasSetAsideOutlivesTheProgram) {
  TestHouse house;
  {
    const auto controller = house.device("T1-controller");
    controller->ask("s", R"("press":{"key":{"kind":"start_game","lit":[{"position":1,"link":"link-1","wager":"1.00"},)"
                         R"({"position":3,"link":"link-1","wager":"1.00"}]}})");
    for (const std::string position : {"1", "3"}) {
      controller->ask("p" + position, R"("press":{"key":{"kind":"spot","position":)" + position + "}}");
      controller->ask("h" + position, R"("press":{"key":{"kind":"hand","link":"link-1","hand":"royal_flush"}})");
    }
  }
  house.must("3001", R"({"reject_claim":{"claim":1,"reason":"Hand was misread"}})");
  house.must("3001", R"({"hold_claim":{"claim":2,"reason":"Surveillance reviews it"}})");
  const json::value before = house.get("/v1/tables/T1", "3001").at("set_aside");
  ASSERT_EQ(before.as_array().size(), 2U);
  house.restart();
  EXPECT_EQ(house.get("/v1/tables/T1", "3001").at("set_aside"), before);
  const json::value held = house.get("/v1/claims", "3001").at("claims").at(0);
  EXPECT_EQ(held.at("held_reason").as_string(), "Surveillance reviews it");
  EXPECT_EQ(held.at("held_by").as_string(), "3001");

  // The table hears of what is decided about a hand that was marked before the start.
  const auto controller = house.device("T1-controller");
  const auto aside_told = [&] { return controller->next("tables").at("tables").at(0).at("set_aside").as_array(); };
  EXPECT_EQ(json::value(aside_told()), before);
  house.must("2001", R"({"release_claim":{"claim":2,"verdict":"reject","reason":"Not the hand"}})", "3001");
  json::array aside = aside_told();
  for (int more = 0; more < 3 && aside.size() == 2; ++more) aside = aside_told();  // that it connected is told too
  ASSERT_EQ(aside.size(), 1U) << "released, it is set aside no longer";
  EXPECT_EQ(aside.at(0).at("reason").as_string(), "Hand was misread");
  EXPECT_TRUE(house.get("/v1/claims", "3001").at("claims").as_array().empty());
}

TEST(ServiceConsole, TheFloorNamesWhoHoldsWhichCardButNotToADealer) {
  TestHouse house;
  const auto people = [&](const char* card) { return house.get("/v1/floor", card).at("people").as_array().size(); };
  EXPECT_EQ(people("3001"), house.get("/v1/staff", "1001").at("staff").as_array().size());
  EXPECT_EQ(people("4001"), 0U);
}

TEST(ServiceConsole, TheDoorSaysWhoIsThereWithoutRefusingAnybody) {
  TestHouse house;
  const json::value out = json::parse(house.request("GET", "/v1/door", "").body);
  EXPECT_EQ(out, json::parse(R"({"signed_in":false,"first_start":false})"));
  EXPECT_TRUE(house.get("/v1/door", "3001").at("signed_in").as_bool());
}

TEST(ServiceConsole, ALinkTellsWhatItIsWorthNow) {
  TestHouse house;
  const json::value now = house.get("/v1/links/link-1", "3001").at("now");
  ASSERT_EQ(now.at("edges").as_array().size(), 1U);
  // The house of the tests: all of $10,000 with 1/649740, a tenth with 3/216580 = 9/649740, 50 for 1 with 6/4165.
  // 1 - 300/4165 - (10000 + 9 · 1000) / 649740
  EXPECT_EQ(now.at("edges").at(0).at("edge_exact").as_string(), "4171/4641");
  EXPECT_EQ(now.at("edges").at(0).at("edge").as_string(), "0.8987");
  EXPECT_EQ(now.at("levels").at(0).at("wagers_to_hit").as_string(), "649740");
}

}  // namespace
}  // namespace cardroom::server
