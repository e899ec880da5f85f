// A ledger's file changed behind the program's back, with SQL or byte by byte: it still opens for reading, and the
// audit names the entry, or what the database should refuse and no longer does.
#include <gmock/gmock.h>
#include <sqlite3.h>

#include <fstream>

#include "ledger/audit.h"
#include "ledger/reports/testing/scripted_house.h"
#include "ledger/testing/audit_both_ways.h"
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

  void run_plainly(const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
    char* error = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &error), SQLITE_OK) << (error ? error : "");
    sqlite3_free(error);
    sqlite3_close(database);
  }
  // As somebody would who has the file and knows SQL: the guards go first, and come back as they were.
  void run(const std::string& sql) {
    run_plainly(
        "CREATE TEMP TABLE guards AS SELECT type, name, tbl_name, rootpage, sql FROM main.sqlite_schema "
        "WHERE type = 'trigger' AND tbl_name = 'entry'; DROP TRIGGER entry_stays; DROP TRIGGER entry_is_fixed; DROP "
        "TRIGGER entry_is_new; " +
        sql +
        "; CREATE TEMP TABLE changed AS SELECT 1 / (changes() > 0);"
        "PRAGMA writable_schema = ON; INSERT INTO main.sqlite_schema SELECT * FROM guards");
  }
  void replace(uint64_t sequence, const std::string& from, const std::string& to) {
    run("UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), '" + from + "', '" + to +
        "') AS BLOB) WHERE sequence = " + std::to_string(sequence) + " AND instr(body, CAST('" + from +
        "' AS BLOB)) > 0");
  }

  std::vector<Finding> findings(const AuditOptions& options = {}) {
    const auto store = open_store(path_, OpenMode::read_only);
    EXPECT_TRUE(store) << store.error().to_text();
    if (!store) return {};
    const auto result =
        ledger::testing::audit_both_ways([this] { return open_store(path_, OpenMode::read_only); }, options);
    EXPECT_TRUE(result) << result.error().to_text();
    return result ? result->findings : std::vector<Finding>();
  }
  Found found(const AuditOptions& options = {}) {
    Found list;
    for (const Finding& finding : findings(options)) list.emplace_back(finding.sequence, finding.kind);
    return list;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> list;
    for (const Finding& finding : findings()) list.push_back(to_text(finding));
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

TEST_F(TamperingTest, ARowNumberedBelowOneIsNamedAndAnswersNoCommand) {
  for (const char* number : {"0", "-1"})
    run("INSERT INTO entry SELECT " + std::string(number) + ", time_ms, 'ghost" + number +
        "', command_digest, body, hash FROM entry WHERE sequence = 13");
  EXPECT_THAT(texts(), ElementsAre("the store: sequence: a row is numbered -1, with command ID 'ghost-1'; entries are "
                                   "numbered from 1, so it is not one of them",
                                   "the store: sequence: a row is numbered 0, with command ID 'ghost0'; entries are "
                                   "numbered from 1, so it is not one of them"));
  const auto store = open_store(path_, OpenMode::read_only);
  ASSERT_TRUE(store);
  const std::vector<std::string> ids = {"ghost0", "ghost-1", "c-13"};
  const auto entries = (*store)->find_commands(ids);
  ASSERT_TRUE(entries);
  EXPECT_FALSE((*entries)[0] || (*entries)[1]);
  EXPECT_TRUE((*entries)[2]);
}

TEST_F(TamperingTest, RowsBelowOneAloneAreAnEmptyJournal) {
  run("DELETE FROM snapshot; DELETE FROM entry WHERE sequence > 1; UPDATE entry SET sequence = -7");
  const auto store = open_store(path_, OpenMode::read_only);
  ASSERT_TRUE(store);
  EXPECT_EQ(*(*store)->head(), Head{});
  EXPECT_THAT(found(), ElementsAre(at(0, FindingKind::sequence)));
}

TEST_F(TamperingTest, AVersionThatWasSetBackIsBetrayedByTheRecordOfASnapshot) {
  run_plainly(
      "DROP TRIGGER entry_stays; DROP TRIGGER entry_is_fixed; DROP TRIGGER entry_is_new; DROP TABLE snapshot; "
      "DROP TABLE segment; DROP TABLE archived_id; DROP TABLE archive; PRAGMA user_version = 1");
  EXPECT_THAT(texts(), ElementsAre("the store: guard: it claims to be version 1, which has no guards, but records a "
                                   "snapshot, which only later versions do: the version was set back"));
}

TEST_F(TamperingTest, ALostOrImpossibleRowOfTheWriterIsNamedAndToldToWhoWouldWrite) {
  const auto refused = [&] {
    const auto store = open_store(path_, OpenMode::existing);
    if (!store) return store.error().to_text();
    const auto lease = (*store)->take_lease("a test");
    return lease ? std::string("given") : lease.error().to_text();
  };
  const std::string then = "; 'cardroom restore' rebuilds the ledger from its entries";
  const std::string attempted = "cannot read the lease of " + path_ + ": ";
  for (const std::string epoch : {"-5", "9223372036854775807"}) {
    run_plainly("UPDATE writer SET epoch = " + epoch);
    const std::string cause = "table 'writer' holds epoch " + epoch + ", which was never issued" + then;
    EXPECT_THAT(texts(), ElementsAre("the store: guard: " + cause));
    EXPECT_EQ(refused(), attempted + cause);
  }
  run_plainly("DELETE FROM writer");
  const std::string cause = "table 'writer' has lost its row, so no writer can be assigned" + then;
  EXPECT_THAT(texts(), ElementsAre("the store: guard: " + cause));
  EXPECT_EQ(refused(), attempted + cause);
}

TEST_F(TamperingTest, AnEntryPutAtTheEndOfAllNumbersIsNamed) {
  run("UPDATE entry SET sequence = 9223372036854775807 WHERE sequence = 39");
  const Found list = found();
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list[0], at(9'223'372'036'854'775'807, FindingKind::sequence));
}

constexpr const char* gone = "is missing, so the database no longer blocks the changes it is meant to block";

TEST_F(TamperingTest, AMissingGuardIsNamedAlthoughTheEntriesAreWhole) {
  run_plainly("DROP TRIGGER entry_is_new");
  EXPECT_THAT(texts(), ElementsAre(std::string("the store: guard: the trigger entry_is_new ") + gone));
  // Version 2 had none, and no archive.
  run_plainly(
      "DROP TABLE segment; DROP TABLE archived_id; DROP TABLE archive; DROP TRIGGER entry_stays; CREATE TRIGGER "
      "entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END; "
      "PRAGMA user_version = 2");
  EXPECT_THAT(found(), IsEmpty());
  run_plainly("DROP TRIGGER entry_is_fixed");
  EXPECT_THAT(texts(), ElementsAre(std::string("the store: guard: the trigger entry_is_fixed ") + gone));
  run_plainly("DROP TRIGGER entry_stays");
  EXPECT_THAT(texts(), ElementsAre(std::string("the store: guard: the trigger entry_is_fixed ") + gone,
                                   std::string("the store: guard: the trigger entry_stays ") + gone));
}

TEST_F(TamperingTest, AGuardThatLooksAwayIsNotTheProgramsOne) {
  run_plainly(
      "DROP TRIGGER entry_stays; CREATE TRIGGER entry_stays BEFORE DELETE ON entry WHEN 0 "
      "BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END");
  EXPECT_THAT(
      texts(),
      ElementsAre(
          "the store: guard: the trigger entry_stays differs from the one that the program creates: CREATE TRIGGER "
          "entry_stays BEFORE DELETE ON entry WHEN 0 BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END"));
}

TEST_F(TamperingTest, ATriggerOfAnotherHandIsNamed) {
  run_plainly("CREATE TRIGGER skim AFTER INSERT ON entry BEGIN DELETE FROM snapshot; END");
  EXPECT_THAT(texts(), ElementsAre("the store: guard: the trigger skim was not created by the program: CREATE TRIGGER "
                                   "skim AFTER INSERT ON entry BEGIN DELETE FROM snapshot; END"));
}

TEST_F(TamperingTest, AViewAndAnIndexForOnesOwnQuestionsAreNoTampering) {
  run_plainly("CREATE VIEW days AS SELECT time_ms / 86400000 FROM entry; CREATE INDEX by_time ON entry (time_ms)");
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(TamperingTest, AnIndexThatLostARowIsFoundByTheDatabaseItself) {
  // One id in the index of command ids: it is another there and out of order, so that rows are not found by theirs.
  std::string bytes;
  {
    std::ifstream file(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  // Ids stand twice: in the entry, and, without a time or body behind them, in the index.
  size_t changed = 0;
  for (size_t at = bytes.find("c-29"); at != std::string::npos; at = bytes.find("c-29", at + 1)) {
    if (static_cast<unsigned char>(bytes[at + 4]) != 29) continue;
    bytes.replace(at, 4, "x-29");
    ++changed;
  }
  ASSERT_EQ(changed, 1U);
  std::ofstream(path_, std::ios::binary) << bytes;
  const auto list = findings();
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list[0].sequence, 0U);
  EXPECT_EQ(list[0].kind, FindingKind::file);
  EXPECT_THAT(list[0].text, ::testing::MatchesRegex("SQLite integrity check: row [0-9]+ missing from index .*"));
}

TEST_F(TamperingTest, AnOverwrittenPageIsAFindingAndNotOnlyAFailure) {
  std::string bytes;
  {
    std::ifstream file(path_, std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  const size_t memo = bytes.find("MEMO-3");
  ASSERT_NE(memo, std::string::npos);
  bytes.replace(memo / 4096 * 4096, 64, std::string(64, '\xff'));
  std::ofstream(path_, std::ios::binary) << bytes;
  const Found list = found();
  ASSERT_FALSE(list.empty());
  EXPECT_EQ(list[0], at(0, FindingKind::file));
}

}  // namespace
}  // namespace cardroom::ledger::reports
