// Addresses, methods and who may ask, over real sockets. (web/test plays all of docs/protocol.md.)
#include "server/site.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>

#include "server/testing/house.h"

namespace cardroom::server {
namespace {

using testing::TestHouse;
namespace json = boost::json;

std::string code_of(const Response& response) {
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
    EXPECT_EQ(code_of(response), "method_not_allowed") << row.path;
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
  EXPECT_EQ(code_of(nobody), "not_signed_in");
  for (const char* card : {"2001", "3001", "4001", "5001"}) {
    const Response person = house.request("GET", "/metrics", "", card);
    EXPECT_EQ(person.status, 403U) << card;
    EXPECT_EQ(code_of(person), "role_not_allowed") << card;
  }
  const Response display = with_token(house.token("T1-display"));
  EXPECT_EQ(display.status, 403U);
  EXPECT_EQ(code_of(display), "not_for_this_device");
  const Response forged = with_token(monitor + "0");
  EXPECT_EQ(forged.status, 401U);
  EXPECT_EQ(code_of(forged), "token_not_valid");
}

}  // namespace
}  // namespace cardroom::server
