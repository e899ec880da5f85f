// The journal's proof behind a running game manager: how far it is, what it survives, and what follows from an error.
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>

#include "ledger/sqlite.h"
#include "server/prover.h"
#include "server/testing/house.h"

namespace cardroom::server {
namespace {

namespace json = boost::json;
using testing::TestHouse;

json::object ready_of(TestHouse& house) {
  return json::parse(house.request("GET", "/ready").body).as_object();
}

template <class Condition>
bool comes_true(const Condition& condition) {
  for (int tries = 0; tries < 400; ++tries) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(25));
  }
  return false;
}

bool is_verified(TestHouse& house) {
  const json::object ready = ready_of(house);
  return !ready.at("verifying").as_bool() && ready.at("proved") == ready.at("sequence");
}

uint64_t metric(TestHouse& house, const std::string& name) {
  const std::string text = house.request("GET", "/metrics", "", "1001").body;
  const size_t at = text.find("\ncardroom_" + name + " ");
  return at == std::string::npos ? 0 : std::stoull(text.substr(at + name.size() + 11));
}

bool is_alarming(TestHouse& house) {
  return json::serialize(house.get("/v1/floor", "1001")).find("audit_failed") != std::string::npos;
}

void change_entry(const std::string& ledger, uint64_t sequence, const std::string& from, const std::string& to) {
  auto connection = ledger::SqliteConnection::open(ledger.substr(7), SQLITE_OPEN_READWRITE, "");
  ASSERT_TRUE(connection);
  // The guard comes back as it was.
  const std::string sql = fmt::format(
      "BEGIN IMMEDIATE; DROP TRIGGER entry_is_fixed; "
      "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), '{}', '{}') AS BLOB) WHERE sequence = {}; "
      "CREATE TRIGGER entry_is_fixed BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); "
      "END; COMMIT",
      from, to, sequence);
  const auto done = connection->run(sql.c_str());
  ASSERT_TRUE(done) << done.error().message;
}

// A chip at position 1, which the game manager has noted when this returns.
void place_chips(testing::TestChannel& controller) {
  controller.send(R"({"sensors":{"lit":[{"position":1,"link":"link-1","wager":"1.00"}]}})");
  while (true) {
    const json::object tables = controller.next("tables");
    ASSERT_FALSE(tables.empty());
    if (tables.at("tables").at(0).at("lit").as_array().size() == 1) return;
  }
}

ServiceOptions proving_soon() {
  ServiceOptions options;
  options.prove_every_ms = 20;
  return options;
}

TEST(Prover, ProvesWhatIsNewWithinMoments) {
  TestHouse house(proving_soon());
  EXPECT_TRUE(comes_true([&] { return is_verified(house); }));
  house.must("1001", R"({"report_malfunction":{"device":"lamp","cause":"flickers"}})");
  EXPECT_TRUE(comes_true([&] { return is_verified(house); }));
  EXPECT_EQ(house.request("GET", "/ready").status, 200U);
  EXPECT_EQ(metric(house, "proved_entries"), metric(house, "journal_sequence"));
  EXPECT_EQ(metric(house, "proof_entries"), metric(house, "journal_sequence"));
  EXPECT_EQ(metric(house, "proof_complete_timestamp_seconds"), 1'767'225'600U);
  EXPECT_EQ(metric(house, "proof_failed"), 0U);
}

// Without a bound before the start everything is proved behind it; it is ready meanwhile.
TEST(Prover, ProvesALongJournalBehindTheStart) {
  TestHouse house(proving_soon());
  house.stop();
  std::filesystem::remove(house.secret_file() + ".proof");
  house.options().proved_before_start = 0;
  house.restart();
  EXPECT_EQ(house.request("GET", "/ready").status, 200U);
  EXPECT_TRUE(comes_true([&] { return is_verified(house); }));
  const json::value audit = house.get("/v1/audit", "5001");
  EXPECT_TRUE(audit.at("clean").as_bool());
  EXPECT_EQ(audit.at("proved"), audit.at("total"));
  EXPECT_TRUE(std::filesystem::exists(house.secret_file() + ".proof"));
}

TEST(Prover, GoesOnAfterARestartWhereItWas) {
  TestHouse house(proving_soon());
  house.restart();  // from here on there is a snapshot to begin with
  EXPECT_TRUE(comes_true([&] { return is_verified(house); }));
  house.stop();
  // An entry that was proved, and is before the snapshot of the stop, is not read again at the start.
  change_entry(house.ledger(), 3, "1001", "1002");
  house.restart();
  EXPECT_EQ(house.request("GET", "/ready").status, 200U);
  house.sign_in("5001", TestHouse::pin("5001"));
  // The proof of all finds it.
  EXPECT_EQ(house.request("POST", "/v1/audit", "{}", "5001").status, 202U);
  EXPECT_TRUE(comes_true([&] { return house.request("GET", "/ready").status == 503; }));
  const json::value audit = house.get("/v1/audit", "5001");
  EXPECT_FALSE(audit.at("clean").as_bool());
  EXPECT_TRUE(audit.at("findings").at(0).as_string().starts_with("entry 3: hash")) << json::serialize(audit);
  house.stop();
  // Without the record of proofs it does not start at all.
  std::filesystem::remove(house.secret_file() + ".proof");
  EXPECT_THROW(house.restart(), std::runtime_error);
}

TEST(Prover, AnErrorStopsNewRoundsUntilAProofSucceeds) {
  TestHouse house(proving_soon());
  const auto controller = house.device("T1-controller");
  const auto keypad = house.device("T1-keypad");
  controller->next("hello");
  keypad->next("hello");
  const auto press = [&](const char* id, const char* key) {
    return keypad->ask(id, fmt::format(R"("press":{{"key":{{"kind":"{}"}}}})", key));
  };
  place_chips(*controller);
  ASSERT_TRUE(press("p1", "start_game").at("failed").is_null());
  change_entry(house.ledger(), 3, "1001", "1002");
  EXPECT_EQ(house.request("POST", "/v1/audit", "{}", "5001").status, 202U);
  EXPECT_TRUE(comes_true([&] { return house.request("GET", "/ready").status == 503; }));
  EXPECT_NE(ready_of(house).at("reason").as_string().find("the journal failed its audit: entry 3"), json::string::npos);
  EXPECT_TRUE(is_alarming(house));
  EXPECT_EQ(metric(house, "proof_failed"), 1U);
  // The open round can be finished; no other one begins.
  const json::object ended = press("p2", "end_game");
  EXPECT_TRUE(ended.at("failed").is_null() && ended.at("refused").is_null()) << json::serialize(ended);
  place_chips(*controller);
  const json::object failed = press("p3", "start_game");
  ASSERT_FALSE(failed.at("failed").is_null()) << json::serialize(failed);
  EXPECT_TRUE(failed.at("failed").at("text").as_string().starts_with("No wagers were locked in"))
      << json::serialize(failed);
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 1);

  change_entry(house.ledger(), 3, "1002", "1001");
  EXPECT_EQ(house.request("POST", "/v1/audit", "{}", "5001").status, 202U);
  EXPECT_TRUE(comes_true([&] { return house.request("GET", "/ready").status == 200; }));
  EXPECT_FALSE(is_alarming(house));
  EXPECT_TRUE(press("p4", "start_game").at("failed").is_null());
  EXPECT_EQ(house.get("/v1/floor", "3001").at("rounds").to_number<int>(), 2);
}

}  // namespace
}  // namespace cardroom::server
