// What a game manager may claim about its ledger: that it leads only within its lease, and that a start is refused
// before anything is created.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <chrono>
#include <filesystem>
#include <thread>

#include "ledger/testing/cutting_proxy.h"
#include "ledger/testing/postgres_server.h"
#include "server/testing/house.h"
#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using ledger::testing::Cut;
using ledger::testing::CuttingProxy;
using ledger::testing::PostgresServer;
using testing::eventually;
using testing::TestHouse;
namespace json = boost::json;

// A process that was stopped may answer before it hears of the one that leads now; so may one whose database cannot be
// reached, while nobody plays and nothing has failed yet.
TEST(LeasePostgres, AGameManagerWhoseLeaseHasRunOutIsNotReady) {
  auto& postgres = PostgresServer::shared();
  CuttingProxy proxy(postgres.socket_path());
  ServiceOptions options;
  options.ledger = postgres.address_by_port(postgres.make_database(), proxy.port());
  options.lease_ms = 3'000;
  TestHouse house(std::move(options));
  const auto ready = [&] { return json::parse(house.request("GET", "/ready").body).as_object(); };
  EXPECT_TRUE(ready().at("ready").as_bool());
  proxy.refuse(true);
  proxy.arm(Cut::before, 1);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (ready().at("ready").as_bool() && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_EQ(ready().at("reason").as_string(),
            "the lease has run out and was not renewed; another game manager may be leading");
  proxy.refuse(false);
  EXPECT_TRUE(eventually([&] { return ready().at("ready").as_bool(); })) << "nobody else took it";
}

// As `--standby` waits for a database that starts.
TEST(Lease, AStandbyBelowItsAnchorIsRefusedAtOnce) {
  TestHouse house;
  house.stop();
  const std::string file = house.ledger().substr(7);
  std::filesystem::copy_file(file, file + ".before");
  house.restart();
  house.stop();
  std::filesystem::copy_file(file + ".before", file, std::filesystem::copy_options::overwrite_existing);
  house.options().standby = true;
  const auto begun = std::chrono::steady_clock::now();
  const auto opened = Service::open(house.options());
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().to_text().find(" was acknowledged"), std::string::npos) << opened.error().to_text();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(20));
}

TEST(LeasePostgres, AStartWithoutTheLedgerOfTheAnchorIsRefusedAndCreatesNone) {
  TestHouse house;
  house.stop();
  const std::string file = house.ledger().substr(7);
  std::filesystem::rename(file, file + ".elsewhere");
  for (const std::string& ledger : {house.ledger(), PostgresServer::shared().make_database()}) {
    house.options().ledger = ledger;
    const auto opened = Service::open(house.options());
    ASSERT_FALSE(opened) << ledger;
    const std::string refusal = opened.error().to_text();
    EXPECT_NE(refusal.find("it is empty, but entry "), std::string::npos) << refusal;
    EXPECT_NE(refusal.find(" was acknowledged"), std::string::npos) << refusal;
    const auto store = ledger::open_store(ledger, ledger::OpenMode::read_only);
    ASSERT_FALSE(store) << "a ledger was created: " << ledger;
    EXPECT_EQ(static_cast<int>(store.error().failure), static_cast<int>(ledger::StoreFailure::absent));
  }
  EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace
}  // namespace cardroom::server
