// What a journal on a server refuses by itself, and what its check tells.
#include <gtest/gtest.h>

#include "ledger/postgres_schema.h"
#include "ledger/postgres_store.h"
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

std::unique_ptr<Store> writer(const std::string& address) {
  auto store = open_postgres_store(address, OpenMode::create);
  if (!store) throw std::runtime_error(store.error().to_text());
  if (const auto lease = (*store)->take_lease("a test"); !lease) throw std::runtime_error(lease.error().to_text());
  return std::move(*store);
}

}  // namespace

TEST(PostgresStore, EntriesCannotBeChangedOrRemovedBySql) {
  const std::string address = server().make_database();
  ASSERT_TRUE(writer(address)->append(make_entries({}, 2)));
  PostgresConnection connection = raw(address);
  for (const char* sql :
       {"DELETE FROM cardroom.entry", "UPDATE cardroom.entry SET time_ms = 0", "TRUNCATE cardroom.entry"}) {
    const auto done = connection.run(sql, answer_ms);
    ASSERT_FALSE(done) << sql;
    EXPECT_NE(done.error().message.find("the journal is append-only"), std::string::npos) << done.error().message;
  }
  const auto done = connection.run(
      "INSERT INTO cardroom.entry SELECT 0, time_ms, 'x', command_digest, body, hash FROM cardroom.entry LIMIT 1",
      answer_ms);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("entry_is_numbered"), std::string::npos) << done.error().message;
}

// A journal of version 2 that somebody put rows below 1 into: they stay, are told of, and answer nothing.
TEST(PostgresStore, RowsNumberedBelowOneAreToldAndAnswerNoCommand) {
  const std::string address = server().make_database();
  PostgresConnection connection = raw(address);
  ASSERT_TRUE(migrate_postgres(connection, "old", 2, answer_ms));
  run(address, "INSERT INTO cardroom.entry VALUES (-1, 0, 'ghost', '', '', ''), (0, 0, 'spook', '', '', '')");
  {
    const auto reader = open_postgres_store(address, OpenMode::read_only);
    ASSERT_TRUE(reader);
    EXPECT_EQ((*reader)->check_itself()->size(), 2U) << "by the guards of version 2";
  }
  const auto store = writer(address);
  ASSERT_TRUE(store->append(make_entries({}, 2)));
  const std::vector<std::string> ids = {"ghost", "spook", "c-1"};
  const auto found = store->find_commands(ids);
  ASSERT_TRUE(found);
  EXPECT_FALSE((*found)[0] || (*found)[1]);
  EXPECT_TRUE((*found)[2]);
  const auto faults = store->check_itself();
  ASSERT_TRUE(faults) << faults.error().to_text();
  ASSERT_EQ(faults->size(), 2U);
  EXPECT_EQ((*faults)[0].kind, StoreFault::Kind::sequence);
  EXPECT_EQ((*faults)[0].text,
            "a row is numbered -1, with command ID 'ghost'; entries are numbered from 1, so it is not one of them");
}

TEST(PostgresStore, ALostOrImpossibleRowOfTheWriterIsNamed) {
  const std::string address = server().make_database();
  const auto store = open_postgres_store(address, OpenMode::create);
  ASSERT_TRUE(store);
  const auto fault = [&] {
    const auto faults = (*store)->check_itself();
    return faults && faults->size() == 1 ? (*faults)[0].text : std::string("none, or several");
  };
  run(address, "UPDATE cardroom.writer SET epoch = -5");
  EXPECT_EQ(fault(), "table 'writer' holds epoch -5, which was never issued");
  run(address, "DELETE FROM cardroom.writer");
  EXPECT_EQ(fault(), "table 'writer' has lost its row, so no writer can be assigned");
  const auto lease = (*store)->take_lease("a test");
  ASSERT_FALSE(lease);
  EXPECT_EQ(static_cast<int>(lease.error().failure), static_cast<int>(StoreFailure::not_a_ledger));
  EXPECT_NE(lease.error().to_text().find("has lost its row"), std::string::npos) << lease.error().to_text();
}

TEST(PostgresStore, AVersionThatWasSetBackIsBetrayedByTheRecordOfASnapshot) {
  const std::string address = server().make_database();
  const auto record = next_entry({}, "ledger/snapshot-0", R"({"command":{"take_snapshot":{}}})");
  ASSERT_TRUE(writer(address)->append(std::span(&record, 1)));
  run(address,
      "DROP TRIGGER entry_stays ON cardroom.entry; DROP TRIGGER entry_is_never_emptied ON cardroom.entry; "
      "DROP TABLE cardroom.snapshot; UPDATE cardroom.version SET version = 1");
  const auto store = open_postgres_store(address, OpenMode::read_only);
  ASSERT_TRUE(store);
  const auto faults = (*store)->check_itself();
  ASSERT_TRUE(faults) << faults.error().to_text();
  ASSERT_EQ(faults->size(), 1U);
  EXPECT_NE((*faults)[0].text.find("the version was set back"), std::string::npos);
}

TEST(PostgresStore, GuardsThatAreMissingAsleepOrNotAloneAreNamed) {
  const std::string address = server().make_database();
  const auto store = writer(address);
  const auto faults = [&] {
    const auto checked = store->check_itself();
    EXPECT_TRUE(checked) << checked.error().to_text();
    std::vector<std::string> texts;
    for (const StoreFault& fault : *checked) {
      EXPECT_EQ(fault.kind, StoreFault::Kind::guard);
      texts.push_back(fault.text);
    }
    return texts;
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(faults(), Texts());
  const struct {
    const char* harm;
    const char* mend;
    const char* fault;
  } cases[] = {
      {"ALTER TABLE cardroom.entry DISABLE TRIGGER entry_stays",
       "ALTER TABLE cardroom.entry ENABLE TRIGGER entry_stays", "the trigger entry_stays is disabled"},
      {"ALTER TABLE cardroom.entry ENABLE REPLICA TRIGGER entry_is_never_emptied",
       "ALTER TABLE cardroom.entry ENABLE ALWAYS TRIGGER entry_is_never_emptied",
       "the trigger entry_is_never_emptied is disabled"},
      {"CREATE OR REPLACE TRIGGER entry_stays BEFORE DELETE ON cardroom.entry FOR EACH ROW EXECUTE FUNCTION "
       "cardroom.refuse()",
       "CREATE OR REPLACE TRIGGER entry_stays BEFORE UPDATE OR DELETE ON cardroom.entry FOR EACH ROW EXECUTE FUNCTION "
       "cardroom.refuse()",
       "the trigger entry_stays differs from the one that the program creates"},
      {"CREATE OR REPLACE TRIGGER entry_stays BEFORE UPDATE OF time_ms OR DELETE ON cardroom.entry FOR EACH ROW "
       "EXECUTE "
       "FUNCTION cardroom.refuse()",
       "CREATE OR REPLACE TRIGGER entry_stays BEFORE UPDATE OR DELETE ON cardroom.entry FOR EACH ROW EXECUTE FUNCTION "
       "cardroom.refuse()",
       "the trigger entry_stays differs from the one that the program creates"},
      {"CREATE OR REPLACE FUNCTION cardroom.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$",
       "CREATE OR REPLACE FUNCTION cardroom.refuse() RETURNS trigger LANGUAGE plpgsql AS "
       "$$ BEGIN RAISE EXCEPTION 'the journal is append-only'; END $$",
       "the function cardroom.refuse differs from the one that the program creates"},
      {"CREATE RULE hush AS ON DELETE TO cardroom.entry DO INSTEAD NOTHING", "DROP RULE hush ON cardroom.entry",
       "the rule hush on entry was not created by the program"},
      {"CREATE TRIGGER skim AFTER INSERT ON cardroom.snapshot FOR EACH ROW EXECUTE FUNCTION cardroom.refuse()",
       "DROP TRIGGER skim ON cardroom.snapshot", "the trigger skim on snapshot was not created by the program"},
      {"ALTER TABLE cardroom.entry DROP CONSTRAINT entry_is_numbered, ADD CONSTRAINT entry_is_numbered CHECK (sequence "
       "> "
       "-9)",
       "ALTER TABLE cardroom.entry DROP CONSTRAINT entry_is_numbered, ADD CONSTRAINT entry_is_numbered CHECK (sequence "
       ">= 1)",
       "the constraint entry_is_numbered differs from the one that the program creates"},
      {"ALTER TABLE cardroom.entry DROP CONSTRAINT entry_is_numbered",
       "ALTER TABLE cardroom.entry ADD CONSTRAINT entry_is_numbered CHECK (sequence >= 1) NOT VALID",
       "the constraint entry_is_numbered is missing, so the database no longer blocks the changes it is meant to "
       "block"},
      {"DROP TRIGGER entry_is_never_emptied ON cardroom.entry", "SELECT 1",
       "the trigger entry_is_never_emptied is missing, so the database no longer blocks the changes it is meant to "
       "block"},
  };
  for (const auto& [harm, mend, fault] : cases) {
    run(address, harm);
    EXPECT_EQ(faults(), Texts{fault}) << harm;
    run(address, mend);
  }
}

}  // namespace cardroom::ledger::testing
