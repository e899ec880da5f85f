// Two game managers on one ledger: one leads, one stands by.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <chrono>
#include <filesystem>
#include <thread>

#include "ledger/testing/postgres_server.h"
#include "ledger/testing/temporary_folder.h"
#include "server/testing/house.h"
#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using testing::eventually;
using testing::TestChannel;
using testing::TestHouse;
namespace json = boost::json;

const std::string start_on_t1 =
    R"("press":{"key":{"kind":"start_game","lit":[{"position":1,"link":"link-1","wager":"1.00"}]}})";

std::string meter_of(json::object message) {
  return std::string(message.at("links").at(0).at("levels").at(0).at("meter").as_string());
}

void follows_and_takes_over(ServiceOptions options) {
  TestHouse house(std::move(options));
  const uint16_t port = house.start_standby();
  EXPECT_FALSE(house.standby_leads());

  // It follows: what is recorded by the first shows on the second's displays.
  TestChannel display(port, house.token("T1-display"), true);
  EXPECT_FALSE(display.next("hello").at("leading").as_bool());
  EXPECT_EQ(meter_of(display.next("meters")), "10000.00");
  {
    const auto controller = house.device("T1-controller");
    EXPECT_TRUE(controller->ask("r1", start_on_t1).at("refused").is_null());
    EXPECT_EQ(meter_of(display.next("meters")), "10000.15");
  }
  // It records nothing.
  TestChannel elsewhere(port, house.token("T2-controller"), true);
  const std::string asked[] = {R"("command":{"end_round":{"table":"T2"}})", start_on_t1,
                               R"("press":{"key":{"kind":"spot","position":1}})",  // would not be recorded either
                               R"("fault":{"serial":"1","cause":"x"})"};
  for (size_t i = 0; i < std::size(asked); ++i) {
    const json::object answer = elsewhere.ask(fmt::format("s{}", i), asked[i]);
    ASSERT_FALSE(answer.at("failed").is_null()) << json::serialize(answer);
    EXPECT_EQ(answer.at("failed").at("code").as_string(), "standby") << asked[i];
    EXPECT_EQ(answer.at("failed").at("text").as_string(),
              "this game manager is on standby; send the request to the one that is leading");
  }
  const uint16_t leader = house.port();
  house.use_standby();
  for (const auto& [path, body] : {std::pair("/v1/commands", R"({"id":"x","command":{"end_round":{"table":"T2"}}})"),
                                   std::pair("/v1/sign-in", R"({"staff":"3001","pin":"47113"})")}) {
    const Response answer = house.request("POST", path, body, "3001");
    EXPECT_EQ(answer.status, 503U) << path;
    EXPECT_EQ(json::parse(answer.body).at("error").at("code").as_string(), "standby") << path;
  }
  house.use_port(leader);

  house.stop();
  ASSERT_TRUE(eventually([&] { return house.standby_leads(); }));
  // Everybody comes anew, and finds the round as it was.
  EXPECT_EQ(elsewhere.closed(), 1013);
  TestChannel controller(port, house.token("T1-controller"), true);
  EXPECT_TRUE(controller.next("hello").at("leading").as_bool());
  EXPECT_EQ(controller.next("tables").at("tables").at(0).at("round").at("number").to_number<int>(), 1);
  EXPECT_TRUE(controller.ask("e1", R"("press":{"key":{"kind":"end_game"}})").at("refused").is_null());
  const json::object again = controller.ask(
      "r1",
      R"("press":{"key":{"kind":"start_game","lit":[{"position":1,"link":"link-1","wager":"1.00"}]},"again":true})");
  EXPECT_TRUE(again.at("repeated").as_bool()) << json::serialize(again);
  house.use_standby();
  EXPECT_EQ(house.sign_in("3001", TestHouse::pin("3001")), 200U) << "the same secret, the same PINs";
}

TEST(Standby, FollowsAndTakesOver) {
  follows_and_takes_over({});
}

TEST(StandbyPostgres, FollowsAndTakesOver) {
  ServiceOptions options;
  options.ledger = ledger::testing::PostgresServer::shared().make_database();
  options.lease_ms = 2'000;
  follows_and_takes_over(std::move(options));
}

TEST(ServiceOnPostgres, SaysSoWhileNothingCanBeRecordedAndThenGoesOn) {
  auto& postgres = ledger::testing::PostgresServer::shared();
  ServiceOptions options;
  options.ledger = postgres.make_database();
  const size_t begin = options.ledger.find(":///") + 4;
  const std::string database = options.ledger.substr(begin, options.ledger.find('?') - begin);
  const auto let_write = [&](bool may) {
    postgres.run(fmt::format("ALTER DATABASE {} SET default_transaction_read_only = {}", database, may ? "off" : "on"));
    postgres.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database + "'");
  };
  TestHouse house(std::move(options));
  const auto controller = house.device("T1-controller");
  let_write(false);
  const json::object answer = controller->ask("r1", start_on_t1);
  ASSERT_FALSE(answer.at("failed").is_null()) << json::serialize(answer);
  EXPECT_EQ(answer.at("failed").at("code").as_string(), "recording_failed");
  const Response posted = house.command("3001", R"({"close_link":{"link":"link-1","reason":"x"}})");
  EXPECT_EQ(posted.status, 503U);
  EXPECT_EQ(json::parse(posted.body).at("error").at("code").as_string(), "recording_failed");

  let_write(true);
  EXPECT_TRUE(eventually([&] { return controller->ask("r1", start_on_t1).at("failed").is_null(); }));
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 1);
}

TEST(Standby, WithoutTheFlagASecondOneIsRefusedWithTheHoldersName) {
  TestHouse house;
  ServiceOptions options;
  options.ledger = house.ledger();
  options.secret_file = house.secret_file();
  options.port = 0;
  options.version = "test";
  options.clock_ms = [] { return int64_t{1'767'225'600'000}; };
  const auto second = Service::open(std::move(options));
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().to_text().find("process"), std::string::npos) << second.error().to_text();
}

// As when its database starts at the same time.
TEST(Standby, WaitsForALedgerThatCannotBeOpenedYet) {
  const ledger::testing::TemporaryFolder folder;
  ServiceOptions options;
  options.ledger = "sqlite:" + folder.file("later/floor.ledger");
  options.secret_file = folder.file("secret");
  options.port = 0;
  options.version = "test";
  options.clock_ms = [] { return int64_t{1'767'225'600'000}; };
  EXPECT_FALSE(Service::open(options)) << "not a standby";
  options.standby = true;
  std::thread database([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    std::filesystem::create_directory(folder.file("later"));
  });
  const auto opened = Service::open(options);
  database.join();
  ASSERT_TRUE(opened) << opened.error().to_text();
  EXPECT_FALSE((*opened)->was_overtaken());
}

}  // namespace
}  // namespace cardroom::server
