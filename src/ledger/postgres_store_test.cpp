// What is particular to a journal on a server: connections that break at every message, a server that is slow, stops
// or is set up so that it would lose what it acknowledged, and versions.
#include "ledger/postgres_store.h"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "ledger/postgres_schema.h"
#include "ledger/testing/cutting_proxy.h"
#include "ledger/testing/entries.h"
#include "ledger/testing/postgres_server.h"

namespace cardroom::ledger::testing {

namespace {

constexpr int answer_ms = 5000;

PostgresServer& server() {
  return PostgresServer::shared();
}

PostgresConnection raw(const std::string& address) {
  auto connection = PostgresConnection::open(address, true, 5);
  EXPECT_TRUE(connection);
  return std::move(*connection);
}

void run(const std::string& address, const std::string& sql) {
  const auto done = raw(address).run(sql, answer_ms);
  EXPECT_TRUE(done) << done.error().message;
}

std::unique_ptr<Store> writer(const std::string& address, const PostgresOptions& options = {}) {
  auto store = open_postgres_store(address, OpenMode::create, options);
  if (!store) throw std::runtime_error(store.error().to_text());
  if (const auto lease = (*store)->take_lease("a test"); !lease) throw std::runtime_error(lease.error().to_text());
  return std::move(*store);
}

// A writer of little patience. A busy machine may try it while it opens: then it opens again, and takes over from
// itself.
constexpr int patience_ms = 300;
std::unique_ptr<Store> impatient_writer(const std::string& address) {
  for (int tries = 0; tries < 100; ++tries) {
    auto store = open_postgres_store(address, OpenMode::create, {.lease_ms = 20, .answer_ms = patience_ms});
    if (store && wait_for_lease(**store, "a test", [] { return true; })) return std::move(*store);
  }
  throw std::runtime_error("the server never answers in time");
}

// Until it is given; an answer that came too late, or a lease whose answer did, costs another try.
void take_again(Store& store) {
  auto lease = store.take_lease("a test");
  for (int tries = 0; tries < 100 && !lease; ++tries) lease = wait_for_lease(store, "a test", [] { return true; });
  EXPECT_TRUE(lease) << lease.error().to_text();
}

template <class Result>
void expect_failure(const Result& result, StoreFailure failure, const std::string& part = "") {
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(static_cast<int>(result.error().failure), static_cast<int>(failure)) << result.error().to_text();
  EXPECT_NE(result.error().to_text().find(part), std::string::npos) << result.error().to_text();
}

}  // namespace

TEST(PostgresStore, AnAnswerThatIsLostAfterTheCommitIsUnknownAndFoundByTakingTheLeaseAgain) {
  const std::string address = server().make_database();
  CuttingProxy proxy(server().socket_path());
  const auto store = writer(server().address_by_port(address, proxy.port()));
  const auto entries = make_entries({}, 5);
  proxy.arm(Cut::after_answer, 1);
  expect_failure(store->append(entries), StoreFailure::outcome_unknown);
  expect_failure(store->append(entries), StoreFailure::not_appended, "take the lease again first");
  ASSERT_TRUE(store->take_lease("a test"));
  EXPECT_EQ(*store->head(), head_of(entries));
  EXPECT_TRUE(store->append(make_entries(head_of(entries), 1)));
}

TEST(PostgresStore, AGroupThatNeverArrivedIsUnknownAndNotThere) {
  for (const Cut cut : {Cut::before, Cut::midway}) {
    const std::string address = server().make_database();
    CuttingProxy proxy(server().socket_path());
    const auto store = writer(server().address_by_port(address, proxy.port()));
    proxy.arm(cut, 1);
    expect_failure(store->append(make_entries({}, 5)), StoreFailure::outcome_unknown);
    ASSERT_TRUE(store->take_lease("a test"));
    EXPECT_EQ(*store->head(), Head{});
    EXPECT_TRUE(store->append(make_entries({}, 5)));
  }
}

TEST(PostgresStore, AServerThatDoesNotAnswerIsGivenUp) {
  const std::string address = server().make_database();
  CuttingProxy proxy(server().socket_path());
  const auto store = impatient_writer(server().address_by_port(address, proxy.port()));
  proxy.arm(Cut::silence, 1);
  expect_failure(store->append(make_entries({}, 1)), StoreFailure::outcome_unknown, "no response for 300 ms");
  take_again(*store);
  EXPECT_EQ(*store->head(), Head{});
}

TEST(PostgresStore, WhileTheServerIsOutOfReachNothingIsAppendedAndAfterwardsItGoesOn) {
  const std::string address = server().make_database();
  CuttingProxy proxy(server().socket_path());
  const auto store = writer(server().address_by_port(address, proxy.port()));
  proxy.refuse(true);
  proxy.arm(Cut::before, 1);
  expect_failure(store->head(), StoreFailure::unavailable);
  expect_failure(store->append(make_entries({}, 1)), StoreFailure::unavailable);
  expect_failure(store->take_lease("a test"), StoreFailure::unavailable);
  proxy.refuse(false);
  EXPECT_TRUE(store->append(make_entries({}, 1))) << "the lease is still its own";
}

namespace {

// One life of a journal, through a proxy that breaks the n-th message.
std::multiset<StoreFailure> live(CuttingProxy& proxy, const std::string& direct, Cut cut, int n) {
  const std::string address = server().address_by_port(direct, proxy.port());
  std::multiset<StoreFailure> failures;
  std::vector<Entry> sure;
  proxy.arm(cut, n);
  const PostgresOptions options{.lease_ms = 20};
  auto store = open_postgres_store(address, OpenMode::create, options);
  if (!store) {
    failures.insert(store.error().failure);
    store = open_postgres_store(address, OpenMode::create, options);
  }
  EXPECT_TRUE(store) << store.error().to_text();
  if (!store) return failures;
  const auto take = [&] {
    // A lease whose answer was lost is ours and runs out.
    const auto lease = wait_for_lease(**store, "a test", [] { return true; });
    if (lease) return;
    failures.insert(lease.error().failure);
    EXPECT_TRUE(wait_for_lease(**store, "a test", [] { return true; }));
  };
  take();
  for (int group = 0; group < 3; ++group) {
    const auto entries = make_entries(head_of(sure), 3, fmt::format("group{}", group));
    const auto done = (*store)->append(entries);
    bool there = done.has_value();
    if (!done) {
      failures.insert(done.error().failure);
      if (done.error().failure == StoreFailure::outcome_unknown) {
        take();
        auto head = (*store)->head();
        if (!head) head = (*store)->head();
        there = *head == head_of(entries);
      }
    }
    if (there) sure.insert(sure.end(), entries.begin(), entries.end());
    if (group == 0) (void)(*store)->put_snapshot({.head = head_of(sure), .body = "s"});
    if (group == 1) (void)(*store)->renew_lease();
    if (!done || group == 2) {
      EXPECT_EQ(read_all(**open_postgres_store(direct, OpenMode::read_only)), sure);
    }
  }
  return failures;
}

}  // namespace

TEST(PostgresStore, AConnectionThatBreaksAtAnyMessageLosesNothingThatWasAcknowledged) {
  for (const Cut cut : {Cut::before, Cut::after_answer}) {
    std::multiset<StoreFailure> all;
    CuttingProxy proxy(server().socket_path());
    const std::string address = server().make_database();
    for (int n = 1;; ++n) {
      SCOPED_TRACE(fmt::format("cut {} at message {}", static_cast<int>(cut), n));
      run(address, "DROP SCHEMA IF EXISTS cardroom CASCADE");
      const auto failures = live(proxy, address, cut, n);
      all.insert(failures.begin(), failures.end());
      if (::testing::Test::HasFailure()) return;
      if (!proxy.fired() || n > 200) {
        EXPECT_TRUE(failures.empty());
        EXPECT_GT(n, 20);
        EXPECT_LE(n, 200);
        break;
      }
    }
    EXPECT_GT(all.count(StoreFailure::outcome_unknown), 0U);
    EXPECT_GT(all.count(StoreFailure::unavailable), 0U);
  }
}

TEST(PostgresStore, AGroupStillUnderWayIsWaitedForBeforeTheLeaseIsTakenAgain) {
  const std::string address = server().make_database();
  const auto store = impatient_writer(address);
  PostgresConnection other = raw(address);
  ASSERT_TRUE(other.run("BEGIN; LOCK TABLE cardroom.entry IN SHARE MODE", answer_ms));
  const auto entries = make_entries({}, 2);
  expect_failure(store->append(entries), StoreFailure::outcome_unknown, "no response for 300 ms");
  // It waits at the server, with a share of the writer's row: its end is not known while it does.
  expect_failure(store->take_lease("a test"), StoreFailure::unavailable);
  ASSERT_TRUE(other.run("COMMIT", answer_ms));
  take_again(*store);
  EXPECT_EQ(*store->head(), head_of(entries));
}

TEST(PostgresStore, ABackendThatIsStoppedLosesNothingThatWasAcknowledged) {
  const std::string address = server().make_database();
  const auto store = writer(address);
  const auto entries = make_entries({}, 2);
  ASSERT_TRUE(store->append(entries));
  run(address,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
      "WHERE datname = current_database() AND pid <> pg_backend_pid()");
  expect_failure(store->append(make_entries(head_of(entries), 1)), StoreFailure::outcome_unknown);
  ASSERT_TRUE(store->take_lease("a test"));
  EXPECT_EQ(*store->head(), head_of(entries));
}

namespace {

// The server as one that waits for a standby which never comes.
struct NoStandby {
  NoStandby() { set("ALTER SYSTEM SET synchronous_standby_names = 'nobody'"); }
  ~NoStandby() { set("ALTER SYSTEM RESET synchronous_standby_names"); }

  static void set(const std::string& sql) {
    server().run(sql);
    server().run("SELECT pg_reload_conf()");
  }
};

// The setting takes a moment to reach the session; a group before that is acknowledged rightly.
StoreResult<void> append_until_refused(Store& store) {
  StoreResult<void> done;
  for (int tries = 0; tries < 1000 && done; ++tries) done = store.append(make_entries(*store.head(), 1));
  return done;
}

}  // namespace

// Such a commit stands on this server only, and would be gone with it: it is not acknowledged.
TEST(PostgresStore, ACommitThatNoStandbyConfirmedIsUnknown) {
  const auto store = impatient_writer(server().make_database());
  const NoStandby alone;
  expect_failure(append_until_refused(*store), StoreFailure::outcome_unknown, "no response for 300 ms");
}

// The server then says that it committed, and only warns.
TEST(PostgresStore, ACommitWhoseWaitForAStandbyWasCancelledIsUnknown) {
  const auto store = writer(server().make_database());
  const NoStandby alone;
  const std::jthread operator_at_the_server([](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      server().run("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  });
  expect_failure(append_until_refused(*store), StoreFailure::outcome_unknown,
                 "canceling wait for synchronous replication");
}

namespace {

void roll_back_to(const std::string& address, uint64_t sequence) {
  run(address, fmt::format("ALTER TABLE cardroom.entry DISABLE TRIGGER ALL; DELETE FROM cardroom.entry WHERE sequence "
                           "> {}; ALTER TABLE cardroom.entry ENABLE TRIGGER ALL",
                           sequence));
}

}  // namespace

TEST(PostgresStore, ADatabaseThatWentBackInTimeTakesNoGroup) {
  const std::string address = server().make_database();
  const auto store = writer(address);
  const auto entries = make_entries({}, 5);
  ASSERT_TRUE(store->append(entries));
  roll_back_to(address, 3);
  expect_failure(store->append(make_entries(head_of(entries), 2, "late")), StoreFailure::head_moved,
                 "it ends at entry 3, but this group follows entry 5");
  EXPECT_EQ(store->head()->sequence, 3U);
  // As many entries as before, but not the same ones.
  run(address, "UPDATE cardroom.writer SET holder = NULL");
  const auto other = writer(address);
  ASSERT_TRUE(other->append(make_entries({3, entries[2].hash}, 2, "other")));
  run(address, "UPDATE cardroom.writer SET epoch = epoch - 1");
  expect_failure(store->append(make_entries(head_of(entries), 2, "late")), StoreFailure::head_moved,
                 "its last entry, 5, is not the one that this group follows");
  roll_back_to(address, 0);
  expect_failure(store->append(make_entries(head_of(entries), 2, "late")), StoreFailure::head_moved,
                 "it ends at entry 0");
  EXPECT_EQ(*store->head(), Head{});
}

TEST(PostgresStore, ALeaseWhoseAnswerWasLostIsTakenAgainAtOnce) {
  const std::string address = server().make_database();
  CuttingProxy proxy(server().socket_path());
  const auto store = writer(server().address_by_port(address, proxy.port()));
  proxy.arm(Cut::after_answer, 1);
  expect_failure(store->take_lease("a test"), StoreFailure::unavailable);
  const auto again = store->take_lease("a test");
  ASSERT_TRUE(again) << again.error().to_text();
  EXPECT_TRUE(store->append(make_entries({}, 1)));
  // Not when somebody else has taken it since.
  proxy.arm(Cut::after_answer, 1);
  expect_failure(store->take_lease("a test"), StoreFailure::unavailable);
  run(address, "UPDATE cardroom.writer SET epoch = epoch + 1, holder = 'another'");
  expect_failure(store->take_lease("a test"), StoreFailure::lease_held, "another is already writing");
}

TEST(PostgresStore, AServerThatDoesNotSyncIsRefused) {
  const std::string address = server().make_database();
  server().run("ALTER SYSTEM SET fsync = off");
  server().run("SELECT pg_reload_conf()");
  auto store = open_postgres_store(address, OpenMode::create);
  for (int tries = 0; tries < 100 && store; ++tries) store = open_postgres_store(address, OpenMode::create);
  server().run("ALTER SYSTEM RESET fsync");
  server().run("SELECT pg_reload_conf()");
  expect_failure(store, StoreFailure::unavailable, "fsync off");
  for (int tries = 0; tries < 100 && !store; ++tries) store = open_postgres_store(address, OpenMode::create);
  EXPECT_TRUE(store);
}

TEST(PostgresStore, ASessionThatWouldNotWaitForTheDiskIsMadeTo) {
  const std::string address = server().make_database();
  const auto store = writer(address + "&options=-c%20synchronous_commit%3Doff");
  run(address, "CREATE TABLE public.seen (setting text)");
  // What the writer's own session says, told by a trigger on its insert.
  run(address,
      "CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
      "INSERT INTO public.seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$; "
      "CREATE TRIGGER tell BEFORE INSERT ON cardroom.entry FOR EACH ROW EXECUTE FUNCTION tell()");
  const auto done = store->append(make_entries({}, 1));
  ASSERT_TRUE(done) << done.error().to_text();
  EXPECT_EQ(raw(address).query("SELECT setting FROM public.seen", answer_ms)->bytes(0, 0), "on");
}

TEST(PostgresStore, ADatabaseThatIsNotThereOrHoldsNoJournalIsNamed) {
  const std::string address = server().make_database();
  std::string absent = address;
  absent.replace(absent.find("test_"), 5, "none_");
  expect_failure(open_postgres_store(absent, OpenMode::create), StoreFailure::unavailable, "does not exist");
  expect_failure(open_postgres_store(address, OpenMode::existing), StoreFailure::absent, "has no journal");
  expect_failure(open_postgres_store(address, OpenMode::read_only), StoreFailure::absent, "has no journal");
  run(address, "CREATE SCHEMA cardroom; CREATE TABLE cardroom.entry (x int)");
  expect_failure(open_postgres_store(address, OpenMode::create), StoreFailure::not_a_ledger, "no version");
}

TEST(PostgresStore, ANewerVersionIsLeftAlone) {
  const std::string address = server().make_database();
  ASSERT_TRUE(open_postgres_store(address, OpenMode::create));
  run(address, "UPDATE cardroom.version SET version = 9");
  for (const OpenMode mode : {OpenMode::read_only, OpenMode::existing, OpenMode::create}) {
    expect_failure(open_postgres_store(address, mode), StoreFailure::newer_version,
                   "it has version 9, written by a newer Cardroom; this program supports versions up to 3");
  }
}

TEST(PostgresStore, AJournalOfVersion1IsReadAsItIsAndBroughtUpToDateByAWriter) {
  const std::string address = server().make_database();
  PostgresConnection connection = raw(address);
  ASSERT_TRUE(migrate_postgres(connection, "old", 1, answer_ms));
  auto entries = make_entries({}, 1);
  ASSERT_TRUE(connection.run(
      fmt::format("INSERT INTO cardroom.entry VALUES (1, {}, '{}', '\\x{}', convert_to('{}', 'UTF8'), '\\x{}')",
                  entries[0].time_ms, entries[0].command_id, to_hex(entries[0].command_digest), entries[0].body,
                  to_hex(entries[0].hash)),
      answer_ms));
  {
    const auto reader = open_postgres_store(address, OpenMode::read_only);
    ASSERT_TRUE(reader) << reader.error().to_text();
    EXPECT_EQ(read_all(**reader), entries);
    EXPECT_FALSE(*(*reader)->snapshot_until(sequence_max));
    EXPECT_TRUE((*reader)->snapshot_heads(sequence_max, 10)->empty());
    EXPECT_EQ(postgres_version(connection, "old", answer_ms), 1);
  }
  // Not while a program of the old version writes.
  ASSERT_TRUE(connection.run(
      "UPDATE cardroom.writer SET epoch = 7, holder = 'the old program', expires = now() + interval '1 hour'",
      answer_ms));
  expect_failure(open_postgres_store(address, OpenMode::existing), StoreFailure::lease_held, "the old program");
  EXPECT_EQ(postgres_version(connection, "old", answer_ms), 1);
  ASSERT_TRUE(connection.run("UPDATE cardroom.writer SET expires = now() - interval '1 hour'", answer_ms));

  const auto store = writer(address);
  EXPECT_EQ(postgres_version(connection, "old", answer_ms), 3);
  EXPECT_EQ((*store->lease_holder())->epoch, 9U) << "one for the migration, one for the writer";
  entries.push_back(make_entries(head_of(entries), 1)[0]);
  EXPECT_TRUE(store->append(std::span(entries).last(1)));
  EXPECT_TRUE(store->put_snapshot({.head = head_of(entries), .body = "s"}));
  EXPECT_EQ(read_all(*store), entries);
}

}  // namespace cardroom::ledger::testing
