// The whole floor on a journal that fails at every step: replies of the database that are lost, writes and syncs that
// fail. Whatever happened, the state that is shown is the journal's, a command sent again is answered, and the round
// can be finished.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <filesystem>

#include "ledger/postgres.h"
#include "ledger/reports/report.h"
#include "ledger/sqlite.h"
#include "ledger/testing/cutting_proxy.h"
#include "ledger/testing/fault_vfs.h"
#include "ledger/testing/postgres_server.h"
#include "server/replace_anchor.h"
#include "server/testing/house.h"
#include "server/testing/loopback.h"

namespace cardroom::server {
namespace {

using ledger::testing::Cut;
using ledger::testing::CuttingProxy;
using ledger::testing::FaultVfs;
using ledger::testing::PostgresServer;
using testing::eventually;
using testing::TestChannel;
using testing::TestHouse;
namespace json = boost::json;

// What a page shows of the floor, and what the journal says of it, in the same words.
struct FloorText {
  uint64_t sequence = 0;
  uint64_t rounds = 0;
  std::string meter;
  std::string pending;
  std::vector<uint64_t> claims;
  std::map<std::string, uint64_t> open_rounds;  // by table

  bool operator==(const FloorText&) const = default;
  std::string to_text() const {
    std::string text =
        fmt::format("entry {}, {} rounds, meter {}, pending {}, claims", sequence, rounds, meter, pending);
    for (const uint64_t claim : claims) text += fmt::format(" {}", claim);
    for (const auto& [table, round] : open_rounds) text += fmt::format(", {} in round {}", table, round);
    return text;
  }
};

FloorText shown_by(TestHouse& house) {
  FloorText floor;
  const json::value all = house.get("/v1/floor", "3001");
  floor.sequence = all.at("sequence").to_number<uint64_t>();
  floor.rounds = all.at("rounds").to_number<uint64_t>();
  const json::value& level = all.at("meters").at("links").at(0).at("levels").at(0);
  floor.meter = level.at("exact").as_string();
  floor.pending = level.at("pending").as_string();
  for (const json::value& claim : all.at("claims").at("claims").as_array())
    floor.claims.push_back(claim.at("claim").to_number<uint64_t>());
  for (const json::value& table : all.at("tables").at("tables").as_array())
    if (!table.at("round").is_null())
      floor.open_rounds[std::string(table.at("table").as_string())] =
          table.at("round").at("number").to_number<uint64_t>();
  return floor;
}

// By a fresh reading of the journal, past every fault.
FloorText recorded_in(const std::string& address) {
  auto store = ledger::open_store(address, ledger::OpenMode::read_only);
  if (!store) throw std::runtime_error(store.error().to_text());
  const auto replayed = ledger::replay(**store);
  if (!replayed) throw std::runtime_error(replayed.error().to_text());
  const progressive::State& state = replayed->state;
  const progressive::LevelState& level = state.links.at({"link-1"}).levels.at(0);
  FloorText floor{replayed->head.sequence,
                  state.rounds,
                  ledger::reports::plain_money(level.funds.meter),
                  ledger::reports::plain_money(level.pending),
                  {},
                  {}};
  for (const auto& [number, claim] : state.claims)
    if (claim.is_open()) floor.claims.push_back(number);
  for (const auto& [id, table] : state.tables)
    if (table.round) floor.open_rounds[id.text] = table.round->number;
  return floor;
}

class PlayedTable {
 public:
  PlayedTable(TestHouse& house, std::string address) : house_(house), address_(std::move(address)) {
    controller_ = house.device("T1-controller");
    keypad_ = house.device("T1-keypad");
    light_sensor();
    controller_->send(R"({"id":"told","fault":{"serial":"1","cause":"answered, so the sensors are known"}})");
    controller_->answer("told");
  }

  // Presses a key until it is answered, under one id; how often it was not. A card that could not be verified is swiped
  // again, which is a key of its own.
  int press(const std::string& key, const std::string& pin = "") {
    std::string id = fmt::format("k{}", ++presses_);
    for (int failures = 0; failures < 100; ++failures) {
      const json::object answer = keypad_->ask(
          id, fmt::format(R"("press":{{"key":{},"pin":"{}","again":{}}})", key, pin, failures > 0 && pin.empty()));
      const bool is_unverified = !answer.empty() && !answer.at("refused").is_null() &&
                                 answer.at("refused").at("code").as_string() == "recording_failed";
      const bool has_failed = is_unverified || (!answer.empty() && !answer.at("failed").is_null());
      if (is_unverified) id = fmt::format("k{}", ++presses_);
      if (has_failed && on_failure) on_failure();
      // Whatever the answer says, the pages show what the journal has.
      if (!fault_came || (fault_came() && !std::exchange(is_looked_for_, !has_failed))) expect_shown();
      if (answer.empty() || ::testing::Test::HasFailure()) return failures;
      if (has_failed) continue;
      EXPECT_TRUE(answer.at("refused").is_null()) << key << ": " << json::serialize(answer);
      return failures;
    }
    ADD_FAILURE() << key << " was never answered";
    return 100;
  }

  // A round with a jackpot, from the lock to its end.
  int play_round() {
    light_sensor();  // also answers what keeps the channel open
    is_looked_for_ = false;
    int failures = press(R"({"kind":"start_game"})");
    failures += press(R"({"kind":"spot","position":3})");
    failures += press(R"({"kind":"hand","link":"link-1","hand":"royal_flush"})");
    failures += press(R"({"kind":"confirm"})");
    failures += press(R"({"kind":"card","staff":"3001"})", TestHouse::pin("3001"));
    failures += press(R"({"kind":"end_game"})");
    if (!::testing::Test::HasFailure()) expect_shown();
    return failures;
  }

  void expect_shown() {
    FloorText shown;
    FloorText recorded;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(5);
    do {
      recorded = recorded_in(address_);
      shown = shown_by(house_);
    } while (shown != recorded && std::chrono::steady_clock::now() < until);
    EXPECT_EQ(shown, recorded) << "shown:    " << shown.to_text() << "\nrecorded: " << recorded.to_text();
  }

  std::function<void()> on_failure;
  std::function<bool()> fault_came;  // before that there is nothing to look for

 private:
  void light_sensor() { controller_->send(R"({"sensors":{"lit":[{"position":3,"link":"link-1","wager":"1.00"}]}})"); }

  TestHouse& house_;
  std::string address_;
  std::unique_ptr<TestChannel> controller_;
  std::unique_ptr<TestChannel> keypad_;
  int presses_ = 0;
  bool is_looked_for_ = false;  // after the fault of this round, and after its end
};

// Rounds with the reply of the first, second … message lost until a round has no further one.
void play_through_cuts(Cut cut, bool then_refuse) {
  auto& postgres = PostgresServer::shared();
  const std::string direct = postgres.make_database();
  CuttingProxy proxy(postgres.socket_path());
  ServiceOptions options;
  options.ledger = postgres.address_by_port(direct, proxy.port());
  TestHouse house(std::move(options));
  PlayedTable table(house, direct);
  table.on_failure = [&] { proxy.refuse(false); };
  table.fault_came = [&] { return proxy.fired(); };
  int cuts = 0;
  const int step = then_refuse ? 3 : 1;  // each is waited for
  for (int n = 1; n < 200; n += step) {
    SCOPED_TRACE(fmt::format("cut at message {}", n));
    proxy.arm(cut, n);
    if (then_refuse) proxy.refuse(true);
    table.play_round();
    proxy.refuse(false);
    if (::testing::Test::HasFailure()) return;
    if (!proxy.fired()) break;
    ++cuts;
  }
  proxy.arm(Cut::none, 0);
  EXPECT_GT(cuts * step, 8) << "a round has more messages";
  EXPECT_LT(cuts * step, 150);
}

TEST(JournalFaultsPostgres, EveryReplyThatIsLostLeavesThePagesAsTheJournal) {
  play_through_cuts(Cut::after_answer, false);
}

// The journal cannot be read at once either: the dealer is told, presses again, and is answered.
TEST(JournalFaultsPostgres, EveryReplyThatIsLostBeforeAnOutageIsFoundAfterIt) {
  play_through_cuts(Cut::after_answer, true);
}

TEST(JournalFaultsPostgres, EveryMessageThatIsLostIsSentAgain) {
  play_through_cuts(Cut::before, false);
}

// Rounds with the first, second … write or sync failing until a round has no further one.
void play_through_faults(ledger::testing::Fault fault, int step) {
  const FaultVfs::AsDefault faults;
  TestHouse house;
  PlayedTable table(house, house.ledger());
  table.fault_came = [] { return FaultVfs::shared().fired(); };
  int count = 0;
  for (int n = 1; n < 400; n += step) {
    SCOPED_TRACE(fmt::format("fault {} at call {}", static_cast<int>(fault), n));
    FaultVfs::shared().arm(fault, n);
    table.play_round();
    if (::testing::Test::HasFailure()) return;
    if (!FaultVfs::shared().fired()) break;
    ++count;
  }
  FaultVfs::shared().disarm();
  EXPECT_GT(count * step, 20) << "a round has more writes";
  EXPECT_LT(count * step, 300);
}

TEST(JournalFaults, EveryWriteAndSyncThatFailsLeavesThePagesAsTheJournal) {
  play_through_faults(ledger::testing::Fault::io_error, 1);
}

TEST(JournalFaults, EveryWriteAndSyncThatIsDoneAndReportedAsFailedIsFoundAgain) {
  play_through_faults(ledger::testing::Fault::done_but_said, 1);
}

TEST(JournalFaults, ADiskThatFillsUpInTheMiddleOfAWriteLeavesThePagesAsTheJournal) {
  play_through_faults(ledger::testing::Fault::disk_full, 3);
  play_through_faults(ledger::testing::Fault::short_write, 3);
}

json::object readiness(TestHouse& house) {
  return json::parse(house.request("GET", "/ready").body).as_object();
}

bool is_alarmed(TestHouse& house, std::string_view kind) {
  const json::value floor = house.get("/v1/floor", "3001");
  for (const json::value& alarm : floor.at("alarms").at("alarms").as_array())
    if (alarm.at("kind").as_string() == kind) return true;
  return false;
}

std::string metric_of(TestHouse& house, const std::string& name) {
  const std::string text = house.request("GET", "/metrics", "", "1001").body;
  const size_t at = text.find("\ncardroom_" + name + " ");
  if (at == std::string::npos) return "missing";
  const size_t value = at + name.size() + 11;
  return text.substr(value, text.find('\n', value) - value);
}

// An entry that came into the journal around the lease: the pages take it, and people are told.
TEST(Journal, AnEntryThatIsNotTheLeadersIsShownAndIsAnAlarm) {
  TestHouse house;
  PlayedTable table(house, house.ledger());
  const FloorText before = recorded_in(house.ledger());
  {
    auto store = ledger::open_store(house.ledger(), ledger::OpenMode::read_only);
    const auto head = (*store)->head();
    auto connection = ledger::SqliteConnection::open(house.ledger().substr(7), SQLITE_OPEN_READWRITE, "");
    ASSERT_TRUE(connection);
    progressive::Event event{1'767'225'600'000, {}, {}, progressive::RecordStop{"nobody asked"}, {}, {}};
    const ledger::Entry entry = ledger::Step::record(*head, "around-the-lease", {}, event).entry();
    const std::string insert = fmt::format(
        "INSERT INTO entry (sequence, time_ms, command_id, command_digest, body, hash) "
        "VALUES ({}, {}, '{}', x'{}', CAST('{}' AS BLOB), x'{}')",
        entry.sequence, entry.time_ms, entry.command_id, ledger::to_hex(entry.command_digest), entry.body,
        ledger::to_hex(entry.hash));
    ASSERT_TRUE(connection->run(insert.c_str()));
  }
  EXPECT_TRUE(eventually([&] { return is_alarmed(house, "state_diverged"); }));
  table.expect_shown();
  EXPECT_EQ(shown_by(house).sequence, before.sequence + 1);
  EXPECT_TRUE(eventually([&] { return readiness(house).at("ready").as_bool(); }));
  EXPECT_EQ(metric_of(house, "state_diverged"), "0");
  EXPECT_EQ(metric_of(house, "state_sequence"), metric_of(house, "journal_sequence"));
  EXPECT_EQ(table.play_round(), 0);
}

void roll_back_to(const std::string& address, uint64_t sequence) {
  if (address.starts_with("sqlite:")) {
    auto connection = ledger::SqliteConnection::open(address.substr(7), SQLITE_OPEN_READWRITE, "");
    ASSERT_TRUE(connection);
    // The guard is put back as it was: an audit finds nothing.
    const auto guard = connection->text("SELECT sql FROM sqlite_schema WHERE name = 'entry_stays'");
    ASSERT_TRUE(guard);
    const std::string sql = fmt::format(
        "PRAGMA busy_timeout = 5000; DROP TRIGGER entry_stays; DELETE FROM entry WHERE sequence > {0}; DELETE FROM "
        "snapshot WHERE sequence > {0}; "
        "{1}",
        sequence, *guard);
    ASSERT_TRUE(connection->run(sql.c_str()));
    return;
  }
  auto connection = ledger::PostgresConnection::open(address, true, 5);
  ASSERT_TRUE(connection);
  ASSERT_TRUE(connection->run(fmt::format("ALTER TABLE cardroom.entry DISABLE TRIGGER ALL; DELETE FROM cardroom.entry "
                                          "WHERE sequence > {}; ALTER TABLE cardroom.entry ENABLE TRIGGER ALL",
                                          sequence),
                              5'000));
}

// The leader, with a standby beside it, on a database that goes back by a few entries; `then` changes more of it.
void nobody_leads_after_a_rollback(ServiceOptions options, const std::function<void(const std::string&)>& then = {}) {
  TestHouse house(std::move(options));
  const auto display = house.device("T1-display");
  EXPECT_TRUE(display->next("hello").at("leading").as_bool());
  PlayedTable table(house, house.ledger());
  const uint16_t leader = house.port();
  const uint16_t standby = house.start_standby();
  ASSERT_EQ(table.play_round(), 0);
  const uint64_t last = recorded_in(house.ledger()).sequence;
  // The standby has followed.
  house.use_port(standby);
  ASSERT_TRUE(eventually([&] { return readiness(house).at("sequence").to_number<uint64_t>() >= last; }));
  house.use_port(leader);
  roll_back_to(house.ledger(), last - 3);
  if (then) then(house.ledger());
  EXPECT_TRUE(eventually([&] { return is_alarmed(house, "journal_rolled_back"); }));
  EXPECT_EQ(display->closed(), 1013);
  EXPECT_EQ(display->closing_text(), "this game manager records nothing more: the journal has gone back in time");
  const json::object at_leader = readiness(house);
  EXPECT_FALSE(at_leader.at("ready").as_bool());
  EXPECT_EQ(at_leader.at("role").as_string(), "standby") << "it no longer leads";
  EXPECT_NE(at_leader.at("reason").as_string().find("gone back in time"), json::string::npos);
  house.use_port(standby);
  EXPECT_TRUE(eventually([&] {
    const json::object at_standby = readiness(house);
    return at_standby.at("reason").as_string().find("gone back in time") != json::string::npos;
  }));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_FALSE(house.standby_leads());
  EXPECT_EQ(recorded_in(house.ledger()).sequence, last - 3) << "nothing is recorded on it";
  house.use_port(leader);
}

TEST(Rollback, NobodyLeadsOnAFileThatWentBackInTime) {
  nobody_leads_after_a_rollback({});
}

TEST(RollbackPostgres, NobodyLeadsOnADatabaseThatWentBackInTime) {
  ServiceOptions options;
  options.ledger = PostgresServer::shared().make_database();
  options.lease_ms = 2'000;
  nobody_leads_after_a_rollback(std::move(options));
}

// The lease goes back with the rest: to an epoch before the leader's, so that it looks as if another one leads.
TEST(RollbackPostgres, ALeaderWhoseLeaseWentBackTooSaysSoAndDoesNotEnd) {
  ServiceOptions options;
  options.ledger = PostgresServer::shared().make_database();
  options.lease_ms = 2'000;
  nobody_leads_after_a_rollback(std::move(options), [](const std::string& address) {
    auto connection = ledger::PostgresConnection::open(address, true, 5);
    ASSERT_TRUE(connection && connection->run("UPDATE cardroom.writer SET epoch = epoch - 1", 5'000));
  });
}

TEST(Rollback, AStartBelowTheAnchorIsRefusedUntilTheEntriesAreBack) {
  TestHouse house;
  {
    PlayedTable table(house, house.ledger());
    ASSERT_EQ(table.play_round(), 0);
  }
  house.stop();
  const std::string file = house.ledger().substr(7);
  const auto start = [&] {
    auto opened = Service::open(house.options());
    return opened ? "" : opened.error().to_text();
  };
  const uint64_t last = recorded_in(house.ledger()).sequence;
  std::filesystem::copy_file(file, file + ".whole");
  roll_back_to(house.ledger(), last - 1);
  const std::string refusal = start();
  EXPECT_NE(refusal.find(fmt::format("it ends at entry {}, but entry {} was acknowledged", last - 1, last)),
            std::string::npos)
      << refusal;
  EXPECT_NE(refusal.find("cardroom ledger replace-anchor"), std::string::npos) << refusal;
  EXPECT_EQ(recorded_in(house.ledger()).sequence, last - 1) << "nothing was changed";
  std::filesystem::remove(file + "-wal");
  std::filesystem::remove(file + "-shm");
  std::filesystem::copy_file(file + ".whole", file, std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(start(), "");
}

TEST(Rollback, TwoPeopleWhoProveThemselvesAcceptTheLossAndTheJournalSaysSo) {
  TestHouse house;
  {
    PlayedTable table(house, house.ledger());
    ASSERT_EQ(table.play_round(), 0);
  }
  house.stop();
  const auto replace = [&](const std::string& by, const std::string& second, const std::string& pin) {
    AnchorReplacement asked{house.ledger(),
                            house.secret_file(),
                            "",
                            {{by}, TestHouse::pin(by)},
                            {{second}, pin},
                            "failover to a replica that lagged",
                            house.options().clock_ms};
    const auto replaced = replace_anchor(asked);
    if (!replaced) return (replaced.error().is_refusal ? "refused: " : "failed: ") + replaced.error().text;
    return fmt::format("{} in place of {}", replaced->accepted.sequence, replaced->before.sequence);
  };
  const uint64_t last = recorded_in(house.ledger()).sequence;
  EXPECT_EQ(replace("2001", "3001", "47113"),
            fmt::format("refused: the ledger contains entry {}, the last acknowledged one; there is nothing to replace",
                        last));
  roll_back_to(house.ledger(), last - 4);
  EXPECT_FALSE(Service::open(house.options()));
  EXPECT_EQ(replace("2001", "3001", "99999"), "refused: wrong card or PIN: 3001. Nothing was changed");
  EXPECT_EQ(replace("2001", "7777", "47117"), "refused: wrong card or PIN: 7777. Nothing was changed");
  EXPECT_EQ(recorded_in(house.ledger()).sequence, last - 4);
  // By the rules of two people; a refusal is recorded, as everywhere.
  EXPECT_TRUE(replace("2001", "2001", "47112").starts_with("refused: second: ")) << "the same person";
  EXPECT_TRUE(replace("3001", "4001", "47114").starts_with("refused: second: ")) << "a dealer";
  EXPECT_FALSE(Service::open(house.options())) << "still";
  const uint64_t end = recorded_in(house.ledger()).sequence;
  EXPECT_EQ(replace("3001", "2001", "47112"), fmt::format("{} in place of {}", end, last));

  house.restart();
  const json::value journal = house.get("/v1/journal?limit=1000", "5001");
  int found = 0;
  for (const json::value& entry : journal.at("events").as_array()) {
    const json::object& command = entry.at("event").at("command").as_object();
    if (!command.contains("replace_anchor") || !entry.at("event").at("outcome").at("refused").is_null()) continue;
    ++found;
    EXPECT_EQ(entry.at("event").at("by").as_string(), "3001");
    EXPECT_EQ(entry.at("event").at("second").as_string(), "2001");
    EXPECT_EQ(command.at("replace_anchor").at("anchor_sequence").to_number<uint64_t>(), last);
    EXPECT_EQ(command.at("replace_anchor").at("sequence").to_number<uint64_t>(), end);
    EXPECT_EQ(command.at("replace_anchor").at("reason").as_string(), "failover to a replica that lagged");
  }
  EXPECT_EQ(found, 1);
  // Nobody sends it from a page.
  EXPECT_EQ(house.command("2001", R"({"replace_anchor":{"sequence":1,"hash":"","reason":"x"}})", "3001").status, 400U);
}

}  // namespace
}  // namespace cardroom::server
