// A ledger's file changed behind the program's back, with SQL: it still opens for reading, and the audit names the
// entry.
#include <gmock/gmock.h>
#include <sqlite3.h>

#include "ledger/audit.h"
#include "ledger/reports/testing/scripted_house.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger::reports {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Found = std::vector<std::pair<uint64_t, FindingKind>>;

std::pair<uint64_t, FindingKind> at(uint64_t sequence, FindingKind kind) {
  return {sequence, kind};
}

// The scripted house has 38 entries and a snapshot after them, which entry 39 records.
class TamperingTest : public ::testing::Test {
 protected:
  TamperingTest() {
    auto store = open_store(path_, OpenMode::create);
    if (!store) throw std::runtime_error(store.error().to_text());
    testing::play_scripted_house(std::move(*store));
  }

  // As somebody would who has the file and knows SQL: the guards go first.
  void run(const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    const std::string all = "DROP TRIGGER IF EXISTS entry_stays; DROP TRIGGER IF EXISTS entry_is_fixed; " + sql;
    char* error = nullptr;
    EXPECT_EQ(sqlite3_exec(database, all.c_str(), nullptr, nullptr, &error), SQLITE_OK) << (error ? error : "");
    EXPECT_GT(sqlite3_changes(database), 0) << sql;
    sqlite3_free(error);
    sqlite3_close(database);
  }
  void replace(uint64_t sequence, const std::string& from, const std::string& to) {
    run("UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), '" + from + "', '" + to +
        "') AS BLOB) WHERE sequence = " + std::to_string(sequence) + " AND instr(body, CAST('" + from +
        "' AS BLOB)) > 0");
  }

  Found found(const AuditOptions& options = {}) {
    const auto store = open_store(path_, OpenMode::read_only);
    EXPECT_TRUE(store) << store.error().to_text();
    if (!store) return {};
    const auto result = audit(**store, options);
    EXPECT_TRUE(result);
    Found list;
    for (const Finding& finding : result->findings) list.emplace_back(finding.sequence, finding.kind);
    return list;
  }

  ledger::testing::TemporaryFolder folder_;
  std::string path_ = folder_.file("house.ledger");
};

TEST_F(TamperingTest, NothingIsFoundInAFileThatNobodyTouched) {
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(TamperingTest, AChangedFirstEntryIsNamed) {
  replace(1, "Ada", "Eva");
  EXPECT_THAT(found(),
              ElementsAre(at(1, FindingKind::hash), at(1, FindingKind::command), at(39, FindingKind::snapshot)));
}

TEST_F(TamperingTest, AChangedMiddleEntryIsNamed) {
  replace(29, "MEMO-3", "MEMO-4");
  EXPECT_THAT(found(), ElementsAre(at(29, FindingKind::hash), at(29, FindingKind::command)));
}

TEST_F(TamperingTest, AChangedLastEntryIsNamed) {
  replace(38, "\"T1\"", "\"T2\"");
  EXPECT_THAT(found(), ElementsAre(at(38, FindingKind::hash), at(38, FindingKind::command)));
}

TEST_F(TamperingTest, AChangedTimeIsNamed) {
  run("UPDATE entry SET time_ms = time_ms - 1 WHERE sequence = 30");
  const Found list = found();
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list[0], at(30, FindingKind::hash));
}

TEST_F(TamperingTest, AChangedHashIsNamedWithTheEntryAfterIt) {
  run("UPDATE entry SET hash = zeroblob(32) WHERE sequence = 20");
  EXPECT_THAT(found(), ElementsAre(at(20, FindingKind::hash), at(21, FindingKind::hash)));
}

TEST_F(TamperingTest, AMissingFirstEntryIsNamed) {
  run("DELETE FROM entry WHERE sequence = 1");
  EXPECT_THAT(found(), ElementsAre(at(2, FindingKind::sequence), at(2, FindingKind::hash), at(2, FindingKind::rules)));
}

TEST_F(TamperingTest, AMissingMiddleEntryIsNamedAndWhatNoLongerFollows) {
  // Without the 25 that entry 29 added, the bank balance of entry 37 is held against another sum.
  run("DELETE FROM entry WHERE sequence = 29");
  EXPECT_THAT(found(),
              ElementsAre(at(30, FindingKind::sequence), at(30, FindingKind::hash), at(37, FindingKind::rules)));
}

TEST_F(TamperingTest, AMissingLastEntryIsBetrayedByTheSnapshotAndByAnAnchor) {
  Head noted;
  {
    const auto store = open_store(path_, OpenMode::read_only);
    ASSERT_TRUE(store);
    noted = *(*store)->head();
  }
  EXPECT_EQ(noted.sequence, 39U);
  run("DELETE FROM entry WHERE sequence >= 38");
  EXPECT_THAT(found(), ElementsAre(at(38, FindingKind::snapshot)));
  // Who also removes the snapshot leaves a whole journal, only shorter: this is what the anchor is for.
  run("DELETE FROM snapshot");
  EXPECT_THAT(found(), IsEmpty());
  EXPECT_THAT(found({.anchor = noted, .progress = {}}), ElementsAre(at(39, FindingKind::anchor)));
}

TEST_F(TamperingTest, AChangedSnapshotIsNamed) {
  run("UPDATE snapshot SET body = CAST(replace(CAST(body AS TEXT), '\"rounds\":5', '\"rounds\":6') AS BLOB)");
  EXPECT_THAT(found(), ElementsAre(at(38, FindingKind::snapshot)));
}

TEST_F(TamperingTest, ASnapshotOfAnotherChainIsNamed) {
  run("UPDATE snapshot SET hash = zeroblob(32)");
  EXPECT_THAT(found(), ElementsAre(at(38, FindingKind::snapshot)));
}

TEST_F(TamperingTest, AnEntryPutAtTheEndOfAllNumbersIsNamed) {
  run("UPDATE entry SET sequence = 9223372036854775807 WHERE sequence = 39");
  const Found list = found();
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list[0], at(9'223'372'036'854'775'807, FindingKind::sequence));
}

}  // namespace
}  // namespace cardroom::ledger::reports
