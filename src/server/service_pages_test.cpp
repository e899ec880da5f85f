// Pages, desks and a demonstration's address, over real sockets.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "server/testing/house.h"

namespace cardroom::server {
namespace {

using testing::TestHouse;
namespace json = boost::json;

constexpr SiteFile start_page[] = {{"index.html", "<!doctype html><p>start</p>", {}, "aa11"}};

std::string page_error(const Response& response) {
  return std::string(json::parse(response.body).at("error").at("code").as_string());
}

TEST(ServicePages, TheStartPageIsServedAndReadOnly) {
  ServiceOptions options;
  options.pages = SitePages(std::span(start_page));
  TestHouse house(std::move(options));
  const Response page = house.request("GET", "/");
  EXPECT_EQ(page.status, 200U);
  EXPECT_EQ(page.body, "<!doctype html><p>start</p>");
  EXPECT_EQ(page_error(house.request("POST", "/", "{}")), "method_not_allowed");
  EXPECT_EQ(page_error(house.request("GET", "/console")), "not_found") << "no such file";
  EXPECT_EQ(page_error(house.request("GET", "/", "", "", {{"host", "evil.example"}})), "host_unknown");
}

TEST(ServicePages, ADeskIsOpenToAnyoneButNotToOtherSites) {
  ServiceOptions options;
  options.desks["math"] = [](const DeskQuestion& question) {
    DeskAnswer answer;
    answer.body = "{\"asked\":\"" + std::string(question.path) + "\"}";
    return answer;
  };
  TestHouse house(std::move(options));
  EXPECT_EQ(house.request("GET", "/v1/math/games").body, R"({"asked":"games"})");
  EXPECT_EQ(house.request("POST", "/v1/math/edge", "{}").status, 200U);
  EXPECT_EQ(page_error(house.request("POST", "/v1/math/edge", "{}", "", {{"origin", "http://evil.example"}})),
            "cross_site");
  EXPECT_EQ(page_error(house.request("GET", "/v1/practice/games")), "not_found");
  EXPECT_EQ(page_error(house.request("GET", "/v1/math")), "not_found");
}

TEST(ServicePages, OnlyADemonstrationTellsItsCards) {
  TestHouse plain;
  EXPECT_EQ(page_error(plain.request("GET", "/v1/demo")), "not_found");
  ServiceOptions options;
  options.demo = true;
  TestHouse furnished_later(std::move(options));
  EXPECT_EQ(page_error(furnished_later.request("GET", "/v1/demo")), "busy");
  EXPECT_EQ(page_error(furnished_later.request("POST", "/v1/demo", "{}")), "method_not_allowed");
}

TEST(ServicePages, ATableTellsHowManyKeypadsAreThere) {
  TestHouse house;
  const auto keypads = [&] { return house.get("/v1/tables/T1", "3001").at("keypads").to_number<int>(); };
  EXPECT_EQ(keypads(), 0);
  const auto controller = house.device("T1-controller");
  controller->next("hello");
  EXPECT_EQ(keypads(), 0) << "a controller has keys, and is no keypad of its own";
  {
    house.enrol("T1-second", "keypad", "T1");
    const auto keypad = house.device("T1-keypad");
    const auto second = house.device("T1-second");
    keypad->next("hello");
    second->next("hello");
    EXPECT_EQ(keypads(), 2);
    while (controller->next("tables").at("tables").at(0).at("keypads").to_number<int>() < 2) continue;
  }
  while (controller->next("tables").at("tables").at(0).at("keypads").to_number<int>() > 0) continue;
  EXPECT_EQ(keypads(), 0);
}

}  // namespace
}  // namespace cardroom::server
