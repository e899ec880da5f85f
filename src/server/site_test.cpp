// Addresses, methods and who may ask, over real sockets. (web/test plays all of docs/reference/protocol.md.)
#include "server/site.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <filesystem>

#include "server/testing/house.h"

namespace cardroom::server {
namespace {

using testing::TestHouse;
namespace json = boost::json;

std::string site_error(const Response& response) {
  return std::string(json::parse(response.body).at("error").at("code").as_string());
}

std::string allow_of(const Response& response) {
  for (const auto& [name, value] : response.headers)
    if (name == "Allow" || name == "allow") return value;
  return "";
}

TEST(FloorSite, EveryAddressNamesTheMethodsThatItTakes) {
  TestHouse house;
  struct Row {
    const char* method;
    const char* path;
    const char* allow;
  };
  constexpr Row rows[] = {
      {"POST", "/", "GET, HEAD"},
      {"POST", "/health", "GET, HEAD"},
      {"DELETE", "/ready", "GET, HEAD"},
      {"PUT", "/metrics", "GET, HEAD"},
      {"GET", "/v1/sign-in", "POST"},
      {"GET", "/v1/first-start", "POST"},
      {"PUT", "/v1/device-sign-in", "POST"},
      {"GET", "/v1/sign-out", "POST"},
      {"DELETE", "/v1/devices", "GET, HEAD, POST"},
      {"POST", "/v1/tables/T1", "GET, HEAD"},
  };
  for (const Row& row : rows) {
    const Response response = house.request(row.method, row.path);
    ASSERT_EQ(response.status, 405U) << row.path;
    EXPECT_EQ(site_error(response), "method_not_allowed") << row.path;
    EXPECT_EQ(allow_of(response), row.allow) << row.path;
  }
  EXPECT_EQ(house.request("POST", "/v1/nothing").status, 404U);
  EXPECT_EQ(house.request("POST", "/v1/tables/").status, 404U);
}

TEST(FloorSite, FiguresAreForAMonitorOrAnAdministratorAndOthersAreToldApart) {
  TestHouse house;
  const auto with_token = [&](const std::string& token) {
    return house.request("GET", "/metrics", "", "", {{"authorization", "Bearer " + token}});
  };
  const std::string monitor = house.token("monitor");
  EXPECT_EQ(house.request("GET", "/metrics", "", "1001").status, 200U);
  EXPECT_EQ(with_token(monitor).status, 200U);

  const Response nobody = house.request("GET", "/metrics");
  EXPECT_EQ(nobody.status, 401U);
  EXPECT_EQ(site_error(nobody), "not_signed_in");
  for (const char* card : {"2001", "3001", "4001", "5001"}) {
    const Response person = house.request("GET", "/metrics", "", card);
    EXPECT_EQ(person.status, 403U) << card;
    EXPECT_EQ(site_error(person), "role_not_allowed") << card;
  }
  const Response display = with_token(house.token("T1-display"));
  EXPECT_EQ(display.status, 403U);
  EXPECT_EQ(site_error(display), "not_for_this_device");
  const Response forged = with_token(monitor + "0");
  EXPECT_EQ(forged.status, 401U);
  EXPECT_EQ(site_error(forged), "token_not_valid");
}

TEST(FloorSite, ReportsAreForAMonitorsTokenAndForNoOtherDevices) {
  TestHouse house;
  for (const char* path : {"/v1/reports", "/v1/reports/win-page"}) {
    for (const char* device : {"T1-controller", "T1-keypad", "T1-display", "T1-shuffler"}) {
      const Response response =
          house.request("GET", path, "", "", {{"authorization", "Bearer " + house.token(device)}});
      EXPECT_EQ(response.status, 401U) << device << path;
      EXPECT_EQ(site_error(response), "not_signed_in") << device << path;
    }
    EXPECT_EQ(house.request("GET", path, "", "", {{"authorization", "Bearer " + house.token("monitor")}}).status, 200U)
        << path;
  }
}

TEST(FloorSite, ARoundIsPlayedByItsTableAndByNoPage) {
  TestHouse house;
  const char* const played[] = {
      R"({"start_round":{"table":"T1","wagers":[{"position":1,"link":"link-1","wager":"1.00"}]}})",
      R"({"mark_hand":{"table":"T1","position":1,"link":"link-1","hand":"full_house"}})",
      R"({"unmark_hand":{"claim":1}})",
      R"({"pay_envy":{"table":"T1"}})",
      R"({"report_deal":{"table":"T1","hands":3}})",
      R"({"report_sensor":{"table":"T1","link":"link-1","position":1,"lit":true}})",
      R"({"end_round":{"table":"T1"}})"};
  for (const char* card : {"1001", "3001", "4001"})
    for (const char* command : played) {
      const Response response = house.command(card, command);
      EXPECT_EQ(response.status, 403U) << command;
      EXPECT_EQ(site_error(response), "table_only") << command;
    }
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 0);
  EXPECT_EQ(site_error(house.command("4001", R"({"void_deal":{"table":"T1","reason":"x"}})")), "round_not_open");
}

TEST(FloorSite, AJournalThatCannotBeReadIsNotAnEmptyOne) {
  TestHouse house;
  const std::string file = house.ledger().substr(std::string("sqlite:").size());
  const auto page = house.page("5001");
  page->next("hello");
  std::filesystem::rename(file, file + ".away");
  const Response response = house.request("GET", "/v1/journal", "", "5001");
  EXPECT_EQ(response.status, 503U);
  EXPECT_EQ(site_error(response), "recording_failed");
  page->send(R"({"id":"1","subscribe":{"topics":["events"]}})");
  page->answer("1");
  // Long enough for the reading to have failed.
  EXPECT_EQ(house.request("GET", "/v1/journal", "", "5001").status, 503U);
  std::filesystem::rename(file + ".away", file);
  EXPECT_EQ(page->next("event").at("sequence").to_number<int>(), 1);
  EXPECT_EQ(house.get("/v1/journal?limit=3", "5001").at("events").as_array().size(), 3U);
}

TEST(FloorSite, BeyondTheJournalsEndThereIsNothingAndAPageBeginsAnew) {
  TestHouse house;
  for (const char* far : {"9223372036854775807", "18446744073709551615"})
    EXPECT_TRUE(house.get(std::string("/v1/journal?after=") + far, "5001").at("events").as_array().empty()) << far;
  const auto page = house.page("5001");
  page->next("hello");
  page->send(R"({"id":"1","subscribe":{"topics":["meters","tables","events"],"after":999999}})");
  const json::object meters = page->next("meters");
  EXPECT_TRUE(meters.at("whole").as_bool());
  EXPECT_EQ(meters.at("links").as_array().size(), 1U);
  EXPECT_TRUE(page->next("tables").at("whole").as_bool());
  EXPECT_EQ(page->next("event").at("sequence").to_number<int>(), 1);
}

TEST(FloorSite, ADealersPageHearsTheMetersAsADisplayShowsThem) {
  TestHouse house;
  for (const auto& [card, knows] : {std::pair("4001", false), std::pair("3001", true)}) {
    const auto page = house.page(card);
    page->next("hello");
    page->send(R"({"id":"1","subscribe":{"topics":["meters"]}})");
    const json::value level = page->next("meters").at("links").at(0).at("levels").at(0);
    for (const char* member : {"exact", "reserve", "overflow", "disputed"})
      EXPECT_NE(level.at(member).is_null(), knows) << card << " " << member;
  }
}

TEST(FloorSite, ADisplayWhoseTableLosesALinkIsToldAllThatIsLeft) {
  TestHouse house;
  house.add_link("link-2");
  const auto display = house.device("T1-display");
  EXPECT_TRUE(display->next("meters").at("whole").as_bool());
  house.must("1001",
             R"({"change_table":{"table":{"table":"T1","game":"three-card-poker","positions":6,)"
             R"("keypad":"second_generation","links":["link-2"]}}})",
             "2001");
  const json::object meters = display->next("meters");
  EXPECT_TRUE(meters.at("whole").as_bool());
  ASSERT_EQ(meters.at("links").as_array().size(), 1U);
  EXPECT_EQ(meters.at("links").at(0).at("link").as_string(), "link-2");
}

TEST(FloorSite, WhatAnAddressDoesNotTakeIsRefusedByName) {
  TestHouse house;
  struct Row {
    const char* path;
    const char* field;
  };
  constexpr Row rows[] = {
      {"/v1/journal?colour=red", "colour"},
      {"/v1/wins?colour=red", "colour"},
      {"/v1/links/link-1/history?colour=red", "colour"},
      {"/v1/reports/accrual?link=nope", "link"},
      {"/v1/reports/accrual?checklist=maybe", "checklist"},
      {"/v1/reports/accrual?week-starts=moonday", "week-starts"},
      {"/v1/reports/accrual?section=nope", "section"},
  };
  for (const Row& row : rows) {
    const Response response = house.request("GET", row.path, "", "5001");
    EXPECT_EQ(response.status, 400U) << row.path;
    EXPECT_EQ(json::parse(response.body).at("error").at("field").as_string(), row.field) << row.path;
    EXPECT_EQ(response.body.find("--"), std::string::npos) << row.path << ": " << response.body;
  }
  EXPECT_EQ(house.request("GET", "/v1/reports/deposit?week-starts=sunday", "", "5001").status, 200U);
}

TEST(FloorSite, ASectionIsAllThatIsLeftOfAReportInEveryForm) {
  TestHouse house;
  const json::value whole = house.get("/v1/reports/activity", "5001");
  const auto& tables = whole.at("tables").as_array();
  ASSERT_GT(tables.size(), 1U);
  const std::string id(tables.back().at("id").as_string());
  const json::value part = house.get("/v1/reports/activity?section=" + id, "5001");
  ASSERT_EQ(part.at("tables").as_array().size(), 1U);
  EXPECT_EQ(part.at("tables").at(0).at("id").as_string(), id);
}

TEST(FloorSite, NamesOfHostsAndTypesDoNotMindCapitals) {
  TestHouse house;
  EXPECT_EQ(house.request("GET", "/v1/me", "", "3001", {{"host", "LOCALHOST"}}).status, 200U);
  const std::string body = R"({"staff":"3001","pin":"47113"})";
  const auto with_type = [&](const char* type) {
    return house.request("POST", "/v1/sign-in", body, "", {{"content-type", type}}).status;
  };
  EXPECT_EQ(with_type("Application/JSON"), 200U);
  EXPECT_EQ(with_type("application/json; charset=utf-8"), 200U);
  EXPECT_EQ(with_type("application/jsonx"), 400U);
}

TEST(FloorSite, APlainQuestionAtTheLiveChannelIsToldToUpgrade) {
  TestHouse house;
  const Response response = house.request("GET", "/v1/live", "", "3001");
  EXPECT_EQ(response.status, 426U);
  EXPECT_EQ(site_error(response), "upgrade_needed");
  EXPECT_EQ(allow_of(house.request("POST", "/v1/live", "{}", "3001")), "GET, HEAD");
}

}  // namespace
}  // namespace cardroom::server
