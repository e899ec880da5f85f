// What a journal in a file refuses by itself, by its version; and folders that may not be written.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/check.h"
#include "ledger/testing/sqlite_files.h"

namespace cardroom::ledger::testing {

namespace {

// Nobody may write in the folder for the length of the scope; root becomes nobody, since he may do everything.
struct InReadOnlyFolder {
  explicit InReadOnlyFolder(const TemporaryFolder& folder) : path(folder.path()), root(::geteuid() == 0) {
    constexpr uid_t nobody = 65534;
    CHECK(::chmod(path.c_str(), 0555) == 0);
    if (root) CHECK(::seteuid(nobody) == 0);
  }
  ~InReadOnlyFolder() {
    if (root) CHECK(::seteuid(0) == 0);
    ::chmod(path.c_str(), 0700);
  }
  std::string path;
  bool root;
};

}  // namespace

TEST(SqliteStore, ALedgerAtRestIsReadInAFolderThatMayNotBeWritten) {
  const TemporaryFolder folder;
  const std::string path = folder.file("a ledger?#%41.db");
  const auto entries = make_ledger(path);
  const InReadOnlyFolder read_only(folder);
  const auto store = open_sqlite_store(path, OpenMode::read_only);
  ASSERT_TRUE(store) << store.error().to_text();
  EXPECT_EQ(read_all(**store), entries);
  EXPECT_TRUE((*store)->check_itself()->empty());
}

// The newest entries may be in the log alone: the file is not read without it.
TEST(SqliteStore, ALogThatCannotBeReadInAFolderThatMayNotBeWrittenIsToldWithWhatToDo) {
  const TemporaryFolder written;
  const auto entries = make_ledger(written.file("ledger"));
  const TemporaryFolder folder;
  {
    const auto store = open_sqlite_store(written.file("ledger"), OpenMode::existing);
    ASSERT_TRUE((*store)->take_lease("a test"));
    ASSERT_TRUE((*store)->append(make_entries(head_of(entries), 1)));
    for (const char* suffix : {"", "-wal"})
      put_bytes(folder.file("ledger") + suffix, bytes_of(written.file("ledger") + suffix));
  }
  {
    const InReadOnlyFolder read_only(folder);
    const auto store = open_sqlite_store(folder.file("ledger"), OpenMode::read_only);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().error.cause,
              "its write-ahead log cannot be read without write access to the folder; read it as a user with write "
              "access, or copy the ledger and its -wal file to a folder you can write to");
  }
  EXPECT_EQ(read_all(**open_sqlite_store(folder.file("ledger"), OpenMode::read_only)).size(), 301U);
}

// What each version refuses is what its own journals are held to.
TEST(SqliteStore, AJournalOfAnOlderVersionIsWholeByTheGuardsOfThatVersion) {
  for (const int version : {1, 2, 3}) {
    const TemporaryFolder folder;
    const auto entries = make_old(folder.file("ledger"), version);
    for (const OpenMode mode : {OpenMode::read_only, OpenMode::existing}) {
      const auto store = open_sqlite_store(folder.file("ledger"), mode);
      ASSERT_TRUE(store) << store.error().to_text();
      EXPECT_EQ(read_all(**store), entries);
      EXPECT_TRUE((*store)->check_itself()->empty());
      EXPECT_EQ(raw(folder.file("ledger")).integer("PRAGMA user_version"), mode == OpenMode::read_only ? version : 4);
    }
  }
}

TEST(SqliteStore, EntriesCannotBeChangedReplacedOrRemovedBySqlAndBeginAtOne) {
  const TemporaryFolder folder;
  make_ledger(folder.file("ledger"));
  SqliteConnection connection = raw(folder.file("ledger"));
  const std::string from_last = "time_ms, 'new', command_digest, body, hash FROM entry WHERE sequence = 300";
  for (const std::string& text :
       {std::string("DELETE FROM entry WHERE sequence = 300"), std::string("UPDATE entry SET time_ms = 0"),
        std::string("UPDATE OR REPLACE entry SET sequence = 299 WHERE sequence = 300"),
        "REPLACE INTO entry SELECT 300, " + from_last, "INSERT OR REPLACE INTO entry SELECT 12, " + from_last,
        "INSERT OR IGNORE INTO entry SELECT 12, " + from_last,
        std::string("REPLACE INTO entry SELECT 301, time_ms, 'c-7', command_digest, body, hash FROM entry WHERE "
                    "sequence = 300"),
        "INSERT INTO entry SELECT 0, " + from_last, "INSERT INTO entry SELECT -1, " + from_last,
        "INSERT INTO entry SELECT 300, " + from_last + " ON CONFLICT DO UPDATE SET time_ms = 0"}) {
    const char* sql = text.c_str();
    const auto done = connection.run(sql);
    ASSERT_FALSE(done) << sql;
    EXPECT_EQ(done.error().message, "the journal is append-only");
  }
  EXPECT_EQ(connection.integer("SELECT count(*) FROM entry"), 300);
}

}  // namespace cardroom::ledger::testing
