// A server whose disk is full. It says so with SQLSTATE 53100, for the statement or for the commit, and takes the
// transaction back; triggers say it here. (A full disk of the server's own log stops the server instead: a broken
// connection, which postgres_store_test.cpp is about.)
#include <gtest/gtest.h>

#include "ledger/audit.h"
#include "ledger/postgres.h"
#include "ledger/postgres_store.h"
#include "ledger/testing/entries.h"
#include "ledger/testing/house.h"
#include "ledger/testing/postgres_server.h"

namespace cardroom::ledger::testing {
namespace {

constexpr int answer_ms = 5000;

enum class Full : uint8_t { statement, commit };

class PostgresFullDisk : public ::testing::TestWithParam<Full> {
 protected:
  std::unique_ptr<Store> store() {
    auto opened = open_postgres_store(address_, OpenMode::create);
    if (!opened) throw std::runtime_error(opened.error().to_text());
    return std::move(*opened);
  }
  // The disk is full for what changes these tables.
  void fill(const std::vector<std::string>& tables) {
    run("CREATE OR REPLACE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
        "'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$");
    for (const std::string& table : tables)
      run(GetParam() == Full::statement
              ? "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON cardroom." + table +
                    " FOR EACH ROW EXECUTE FUNCTION no_room()"
              : "CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT OR UPDATE ON cardroom." + table +
                    " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION no_room()");
  }
  void make_room() { run("DROP FUNCTION no_room CASCADE"); }

  std::string address_ = PostgresServer::shared().make_database();

 private:
  void run(const std::string& sql) {
    auto connection = PostgresConnection::open(address_, true, 5);
    ASSERT_TRUE(connection);
    const auto done = connection->run(sql, answer_ms);
    ASSERT_TRUE(done) << done.error().message;
  }
};
INSTANTIATE_TEST_SUITE_P(At, PostgresFullDisk, ::testing::Values(Full::statement, Full::commit),
                         [](const auto& at) { return at.param == Full::statement ? "Statement" : "Commit"; });

TEST_P(PostgresFullDisk, RefusesTheGroupWholeAndGoesOnWhenThereIsRoom) {
  const auto writer = store();
  ASSERT_TRUE(writer->take_lease("a test"));
  const auto first = make_entries({}, 3);
  ASSERT_TRUE(writer->append(first));
  fill({"entry", "snapshot"});
  const auto more = make_entries(head_of(first), 3);
  const auto refused = writer->append(more);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().failure, StoreFailure::not_appended);
  EXPECT_NE(refused.error().to_text().find("No space left on device"), std::string::npos);
  const auto snapshot = writer->put_snapshot({head_of(first), "s"});
  ASSERT_FALSE(snapshot);
  EXPECT_EQ(snapshot.error().failure, StoreFailure::unavailable);
  EXPECT_EQ(*writer->head(), head_of(first));
  EXPECT_TRUE(all_snapshots(*writer).empty());
  EXPECT_EQ(read_all(*writer), first) << "reading goes on";
  make_room();
  EXPECT_TRUE(writer->append(more));
  EXPECT_TRUE(writer->put_snapshot({head_of(more), "s"}));
}

TEST_P(PostgresFullDisk, IsToldToTheSenderWhoSendsAgain) {
  auto ledger = open_house(store());
  const progressive::State before = ledger->state();
  // The lease cannot be taken anew on a full disk, either.
  fill({"entry", "writer"});
  for (int i = 0; i < 2; ++i) {
    const Answer answer = ledger->decide_one(start_round("a", 1, 1));
    EXPECT_EQ(answer.kind, Answer::Kind::failed);
    EXPECT_NE(answer.failure.find("No space left on device"), std::string::npos) << answer.failure;
  }
  EXPECT_FALSE(ledger->idle());
  make_room();
  const Answer again = ledger->decide_one(start_round("a", 1, 1));
  EXPECT_EQ(again.kind, Answer::Kind::accepted) << again.failure;
  EXPECT_FALSE(again.repeated);
  EXPECT_EQ(ledger->state().rounds, before.rounds + 1);
  ASSERT_TRUE(ledger->close());
  EXPECT_TRUE(audit(*store(), {})->is_clean());
}

// The entry that records it is there, the snapshot is not: the next start reads more, and that is all.
TEST_P(PostgresFullDisk, CostsASnapshotNothingButTime) {
  auto ledger = open_house(store());
  fill({"snapshot"});
  const progressive::State state = ledger->state();
  ASSERT_TRUE(ledger->close());
  make_room();
  const auto reader = store();
  EXPECT_TRUE(all_snapshots(*reader).empty());
  EXPECT_EQ(replay(*reader)->state, state);
  EXPECT_TRUE(audit(*reader, {})->is_clean());
}

}  // namespace
}  // namespace cardroom::ledger::testing
