// What is particular to a journal in a file: files that are none, versions, and writers that die.
#include "ledger/sqlite_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/check.h"
#include "ledger/sqlite.h"
#include "ledger/sqlite_lease.h"
#include "ledger/sqlite_schema.h"
#include "ledger/testing/sqlite_files.h"

namespace cardroom::ledger::testing {

namespace {

struct Refused {
  StoreFailure failure;
  std::string cause;
};

// In every mode the answer is this one, and the file and its folder stay as they are.
void expect_refused(const std::string& path, const Refused& expected) {
  for (const OpenMode mode : {OpenMode::read_only, OpenMode::existing, OpenMode::create}) {
    const bool is_file = std::filesystem::is_regular_file(path);
    const std::string before = is_file ? bytes_of(path) : "";
    const auto store = open_sqlite_store(path, mode, {.busy_ms = 20});
    ASSERT_FALSE(store) << "mode " << static_cast<int>(mode);
    EXPECT_EQ(static_cast<int>(store.error().failure), static_cast<int>(expected.failure)) << store.error().to_text();
    EXPECT_EQ(store.error().to_text(), "cannot open the ledger " + path + ": " + expected.cause);
    EXPECT_TRUE(!is_file || bytes_of(path) == before);
    for (const char* suffix : {"-wal", "-shm", "-lease", "-journal"}) {
      EXPECT_FALSE(std::filesystem::exists(path + suffix)) << suffix;
    }
  }
}

}  // namespace

// Behind the back of a store that holds the lease: its file is an older one, or goes on differently.
TEST(SqliteStore, AFileThatWentBackInTimeTakesNoGroup) {
  const TemporaryFolder folder;
  const std::string path = folder.file("ledger");
  const auto entries = make_ledger(path);
  const auto store = open_sqlite_store(path, OpenMode::existing);
  ASSERT_TRUE((*store)->take_lease("a test"));
  SqliteConnection other = raw(path);
  ASSERT_TRUE(other.run("DROP TRIGGER entry_stays; DELETE FROM entry WHERE sequence > 298"));
  const auto late = (*store)->append(make_entries(head_of(entries), 1, "late"));
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().failure, StoreFailure::head_moved);
  EXPECT_EQ(late.error().to_text(),
            "cannot append to " + path + ": it ends at entry 298, but this group follows entry 300");
  EXPECT_EQ((*store)->head()->sequence, 298U);
  // As many entries as before, but not the same ones.
  ASSERT_TRUE(
      other.run("INSERT INTO entry SELECT sequence + 2, time_ms, 'x' || sequence, command_digest, body, hash "
                "FROM entry WHERE sequence > 296"));
  const auto beside = (*store)->append(make_entries(head_of(entries), 1, "late"));
  ASSERT_FALSE(beside);
  EXPECT_EQ(beside.error().to_text(),
            "cannot append to " + path + ": its last entry, 300, is not the one that this group follows");
}

TEST(SqliteStore, AFolderIsNoLedger) {
  const TemporaryFolder folder;
  expect_refused(folder.path().string(), {StoreFailure::not_a_ledger, "it is a folder"});
}

TEST(SqliteStore, ADeviceIsNoLedger) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  expect_refused(folder.file("pipe"), {StoreFailure::not_a_ledger, "it is not a regular file"});
}

TEST(SqliteStore, AnEmptyFileIsNoLedgerAndIsNotMadeOne) {
  const TemporaryFolder folder;
  put_bytes(folder.file("ledger"), "");
  expect_refused(folder.file("ledger"), {StoreFailure::not_a_ledger, "the file is empty"});
}

TEST(SqliteStore, ATextFileIsNoLedger) {
  const TemporaryFolder folder;
  for (const std::string& text : {std::string("x"), std::string(5000, 'x')}) {
    put_bytes(folder.file("ledger"), text);
    expect_refused(folder.file("ledger"), {StoreFailure::not_a_ledger, "the file is not an SQLite database"});
  }
}

TEST(SqliteStore, AnotherProgramsDatabaseIsNoLedger) {
  const TemporaryFolder folder;
  ASSERT_TRUE(raw(folder.file("ledger")).run("CREATE TABLE entry (x)"));
  expect_refused(folder.file("ledger"), {StoreFailure::not_a_ledger, "the file is another program's database"});
}

TEST(SqliteStore, ATruncatedFileIsToldByItsSize) {
  const TemporaryFolder folder;
  make_ledger(folder.file("ledger"));
  const std::string whole = bytes_of(folder.file("ledger"));
  for (const size_t size : {whole.size() - 1, whole.size() / 2, size_t{4096}, size_t{100}}) {
    const TemporaryFolder other;
    put_bytes(other.file("ledger"), whole.substr(0, size));
    expect_refused(other.file("ledger"), {StoreFailure::not_a_ledger,
                                          fmt::format("the file is truncated: {} bytes of {}", size, whole.size())});
  }
}

TEST(SqliteStore, ANewerVersionIsLeftAlone) {
  const TemporaryFolder folder;
  make_ledger(folder.file("ledger"));
  ASSERT_TRUE(raw(folder.file("ledger")).run("PRAGMA user_version = 9"));
  std::filesystem::remove(folder.file("ledger-lease"));
  expect_refused(folder.file("ledger"),
                 {StoreFailure::newer_version,
                  "it has version 9, written by a newer Cardroom; this program supports versions up to 4"});
}

TEST(SqliteStore, AMissingFileIsMadeOnlyWhenThatIsAskedFor) {
  const TemporaryFolder folder;
  for (const OpenMode mode : {OpenMode::read_only, OpenMode::existing}) {
    const auto store = open_sqlite_store(folder.file("ledger"), mode);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().to_text(),
              "cannot open the ledger " + folder.file("ledger") + ": No such file or directory");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  EXPECT_TRUE(open_sqlite_store(folder.file("ledger"), OpenMode::create));
}

TEST(SqliteStore, AMissingFolderIsNamed) {
  const TemporaryFolder folder;
  const auto store = open_sqlite_store(folder.file("no/ledger"), OpenMode::create);
  ASSERT_FALSE(store);
  EXPECT_EQ(static_cast<int>(store.error().failure), static_cast<int>(StoreFailure::unavailable));
  EXPECT_EQ(store.error().to_text(), "cannot create the ledger " + folder.file("no/ledger") + ": the folder " +
                                         folder.file("no") + ": No such file or directory");
}

TEST(SqliteStore, AFileWithoutPermissionIsUnavailable) {
  const TemporaryFolder folder;
  // Root may do everything, so it becomes nobody for the length of the test.
  constexpr uid_t nobody = 65534;
  struct AsNobody {
    explicit AsNobody(const std::string& path) : root(::geteuid() == 0) {
      if (root) CHECK(::chown(path.c_str(), nobody, static_cast<gid_t>(-1)) == 0 && ::seteuid(nobody) == 0);
    }
    ~AsNobody() {
      if (root) CHECK(::seteuid(0) == 0);
    }
    bool root;
  };
  const AsNobody as_nobody(std::filesystem::path(folder.file("ledger")).parent_path());
  const auto entries = make_ledger(folder.file("ledger"));
  ::chmod(folder.file("ledger").c_str(), 0400);
  const auto writing = open_sqlite_store(folder.file("ledger"), OpenMode::existing);
  ASSERT_FALSE(writing);
  EXPECT_EQ(writing.error().error.cause, "the file is read-only");
  EXPECT_EQ(read_all(**open_sqlite_store(folder.file("ledger"), OpenMode::read_only)), entries);
  ::chmod(folder.file("ledger").c_str(), 0);
  const auto reading = open_sqlite_store(folder.file("ledger"), OpenMode::read_only);
  ASSERT_FALSE(reading);
  EXPECT_EQ(static_cast<int>(reading.error().failure), static_cast<int>(StoreFailure::unavailable));
}

// Every page in turn is overwritten: a damage is found when the journal is opened or read, or the page held nothing of
// it. Never is a changed entry taken for a right one, and never does a look change the file.
TEST(SqliteStore, ADamagedPageIsFoundByWhoReadsIt) {
  const TemporaryFolder folder;
  const auto entries = make_ledger(folder.file("ledger"));
  const std::string whole = bytes_of(folder.file("ledger"));
  ASSERT_GT(whole.size(), size_t{30} * 4096);
  size_t found = 0;
  for (size_t page = 0; page < whole.size() / 4096; ++page) {
    std::string damaged = whole;
    for (size_t i = 100; i < 4096; i += 2)
      damaged[page * 4096 + i] = static_cast<char>(damaged[page * 4096 + i] ^ 0x5a);
    const TemporaryFolder other;
    put_bytes(other.file("ledger"), damaged);
    auto store = open_sqlite_store(other.file("ledger"), OpenMode::read_only);
    std::vector<Entry> seen;
    bool broken = false;
    if (store) {
      const auto read = (*store)->read(1, [&](const Entry& entry) {
        broken = broken || chain_break(head_of(seen), entry).has_value();
        if (!broken) seen.push_back(entry);
        return !broken;
      });
      if (!read) {
        EXPECT_EQ(static_cast<int>(read.error().failure), static_cast<int>(StoreFailure::not_a_ledger))
            << read.error().to_text();
      }
      const bool is_found = !read || broken || seen.size() != entries.size();
      if (is_found) ++found;
      // What no reader meets, the index among it, the file's own check does. A page without cells holds nothing.
      const auto checked = (*store)->check_itself();
      const bool is_empty = whole[page * 4096 + 3] == 0 && whole[page * 4096 + 4] == 0;
      EXPECT_TRUE(is_found || is_empty || !checked || !checked->empty()) << "page " << page;
    } else {
      EXPECT_EQ(static_cast<int>(store.error().failure), static_cast<int>(StoreFailure::not_a_ledger))
          << store.error().to_text();
      ++found;
    }
    EXPECT_TRUE(std::equal(seen.begin(), seen.end(), entries.begin()));
    EXPECT_TRUE(bytes_of(other.file("ledger")) == damaged);
  }
  // Most pages hold entries; the others are the index, the lease, the snapshots.
  EXPECT_GT(found, whole.size() / 4096 / 2);
}

TEST(SqliteStore, ADamagedEndIsNotWrittenTo) {
  const TemporaryFolder folder;
  const auto entries = make_ledger(folder.file("ledger"));
  std::string bytes = bytes_of(folder.file("ledger"));
  const size_t at = bytes.find("{\"n\":300}");
  ASSERT_NE(at, std::string::npos);
  bytes[at + 5] = '9';
  put_bytes(folder.file("ledger"), bytes);
  auto store = open_sqlite_store(folder.file("ledger"), OpenMode::existing);
  ASSERT_TRUE(store);
  const auto lease = (*store)->take_lease("a test");
  ASSERT_FALSE(lease);
  EXPECT_EQ(static_cast<int>(lease.error().failure), static_cast<int>(StoreFailure::not_a_ledger));
  EXPECT_EQ(lease.error().error.cause, "the hash of entry 300 does not match its contents and the previous entry");
}

TEST(SqliteStore, ALockedFileIsToldAfterTheTimeLimit) {
  const TemporaryFolder folder;
  const auto entries = make_ledger(folder.file("ledger"));
  auto store = open_sqlite_store(folder.file("ledger"), OpenMode::existing, {.busy_ms = 20});
  ASSERT_TRUE(store);
  ASSERT_TRUE((*store)->take_lease("a test"));
  SqliteConnection other = raw(folder.file("ledger"));
  ASSERT_TRUE(other.run("BEGIN IMMEDIATE"));
  const auto refused = (*store)->append(make_entries(head_of(entries), 1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(static_cast<int>(refused.error().failure), static_cast<int>(StoreFailure::not_appended));
  EXPECT_NE(refused.error().to_text().find("another program has locked the file"), std::string::npos);
  EXPECT_EQ(read_all(**store), entries);
  ASSERT_TRUE(other.run("ROLLBACK"));
  EXPECT_TRUE((*store)->append(make_entries(head_of(entries), 1)));
}

TEST(SqliteStore, AFileThatAnotherKeepsForItselfIsUnavailable) {
  const TemporaryFolder folder;
  make_ledger(folder.file("ledger"));
  SqliteConnection other = raw(folder.file("ledger"));
  ASSERT_TRUE(other.run("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"));
  const auto store = open_sqlite_store(folder.file("ledger"), OpenMode::existing, {.busy_ms = 20});
  ASSERT_FALSE(store);
  EXPECT_EQ(static_cast<int>(store.error().failure), static_cast<int>(StoreFailure::unavailable));
  EXPECT_NE(store.error().to_text().find("another program has locked the file"), std::string::npos)
      << store.error().to_text();
}

TEST(SqliteStore, OpeningASecondStoreDropsNoLockOfTheFirst) {
  const TemporaryFolder folder;
  make_ledger(folder.file("ledger"));
  SqliteConnection first = raw(folder.file("ledger"));
  ASSERT_TRUE(first.run("BEGIN IMMEDIATE"));
  ASSERT_TRUE(open_sqlite_store(folder.file("ledger"), OpenMode::read_only));
  // Another process must still find it locked.
  const pid_t child = ::fork();
  if (child == 0) {
    auto other = SqliteConnection::open(folder.file("ledger"), SQLITE_OPEN_READWRITE, "");
    ::_exit(other && !other->run("BEGIN IMMEDIATE") ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

namespace {

std::vector<Entry> make_version_1(const std::string& path) {
  return make_old(path, 1);
}

}  // namespace

TEST(SqliteStore, AJournalOfVersion1IsReadAsItIs) {
  const TemporaryFolder folder;
  const auto entries = make_version_1(folder.file("ledger"));
  const auto store = open_sqlite_store(folder.file("ledger"), OpenMode::read_only);
  ASSERT_TRUE(store) << store.error().to_text();
  EXPECT_EQ(read_all(**store), entries);
  EXPECT_FALSE(*(*store)->snapshot_until(sequence_max));
  EXPECT_TRUE((*store)->snapshot_heads(sequence_max, 10)->empty());
  EXPECT_EQ(raw(folder.file("ledger")).integer("PRAGMA user_version"), 1);
}

TEST(SqliteStore, AJournalOfVersion1IsBroughtUpToDateAndWrittenTo) {
  const TemporaryFolder folder;
  auto entries = make_version_1(folder.file("ledger"));
  const auto store = open_sqlite_store(folder.file("ledger"), OpenMode::existing);
  ASSERT_TRUE(store) << store.error().to_text();
  EXPECT_EQ(raw(folder.file("ledger")).integer("PRAGMA user_version"), 4);
  ASSERT_TRUE((*store)->take_lease("a test"));
  entries.push_back(make_entries(head_of(entries), 1)[0]);
  EXPECT_TRUE((*store)->append(std::span(entries).last(1)));
  EXPECT_TRUE((*store)->put_snapshot({.head = head_of(entries), .body = "s"}));
  EXPECT_EQ(read_all(**store), entries);
}

TEST(SqliteStore, AJournalOfVersion1IsNotChangedUnderItsWriter) {
  const TemporaryFolder folder;
  make_version_1(folder.file("ledger"));
  ASSERT_TRUE(raw(folder.file("ledger")).run("UPDATE writer SET epoch = 7, holder = 'the old program'"));
  LeaseFile leases(folder.file("ledger-lease"));
  ASSERT_TRUE(*leases.lock(7));
  const auto refused = open_sqlite_store(folder.file("ledger"), OpenMode::existing);
  ASSERT_FALSE(refused);
  EXPECT_EQ(static_cast<int>(refused.error().failure), static_cast<int>(StoreFailure::lease_held));
  EXPECT_EQ(refused.error().error.cause, "the old program is already writing to it");
  leases.unlock(7);
  ASSERT_TRUE(open_sqlite_store(folder.file("ledger"), OpenMode::existing));
  // Whoever had epoch 7 can append nothing now.
  EXPECT_EQ(raw(folder.file("ledger")).integer("SELECT epoch FROM writer"), 8);
}

// A child appends groups of three and writes a byte for each that was acknowledged, until it is killed.
TEST(SqliteStore, AWriterThatIsKilledLosesNothingAndLeavesNoLease) {
  const TemporaryFolder folder;
  size_t acknowledged = 0;
  for (int round = 0; round < 5; ++round) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const auto store = open_sqlite_store(folder.file("ledger"), OpenMode::create);
      if (!store || !(*store)->take_lease("the child")) ::_exit(1);
      while (true) {
        if (!(*store)->append(make_entries(*(*store)->head(), 3))) ::_exit(1);
        if (::write(ends[1], "a", 1) != 1) ::_exit(1);
      }
    }
    ::close(ends[1]);
    char byte = 0;
    for (int groups = 0; groups < 10 + round * 7; ++groups) {
      ASSERT_EQ(::read(ends[0], &byte, 1), 1) << "the child could not write";
      ++acknowledged;
    }
    // While it lives nobody else may write.
    const auto watcher = open_sqlite_store(folder.file("ledger"), OpenMode::existing);
    ASSERT_TRUE(watcher);
    const auto refused = (*watcher)->take_lease("a test");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().error.cause, "the child is already writing to it");
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    while (::read(ends[0], &byte, 1) == 1) ++acknowledged;
    ::close(ends[0]);

    const auto entries = read_all(**watcher);
    EXPECT_EQ(entries.size() % 3, 0U);
    EXPECT_GE(entries.size(), acknowledged * 3);
    EXPECT_LE(entries.size(), acknowledged * 3 + 3);
    acknowledged = entries.size() / 3;
    EXPECT_FALSE((*watcher)->lease_holder()->has_value());
    EXPECT_TRUE((*watcher)->take_lease("a test")) << "at once, although the lease had seconds to run";
    EXPECT_TRUE((*watcher)->release_lease());
  }
}

}  // namespace cardroom::ledger::testing
