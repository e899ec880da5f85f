// Archives that lose files, are tampered with, or are interrupted: nothing is lost, and what is wrong is named.
#include "ledger/testing/archived_house.h"
#include "ledger/testing/failing_store.h"
#include "ledger/testing/fault_vfs.h"

namespace cardroom::ledger {
namespace {

using namespace progressive;
using testing::always_ms;
using ::testing::HasSubstr;
namespace fs = std::filesystem;

class ArchiveFaultsTest : public testing::ArchivedHouse {};

TEST_F(ArchiveFaultsTest, AStartNeedsNoSegmentAndWhatDoesSaysWhichIsMissing) {
  ASSERT_EQ(archive(), "");
  const std::string first = segment_path(0);
  fs::rename(segment_folder(path_), folder_.file("away"));
  auto ledger = open_ledger();
  ASSERT_TRUE(ledger) << ledger.error().to_text();
  EXPECT_EQ((*ledger)->decide_one(testing::start_round("new", 1, 1)).kind, Answer::Kind::accepted);
  const Answer old = (*ledger)->decide_one(testing::start_round("s0", 1, 1));
  EXPECT_EQ(old.kind, Answer::Kind::failed);
  EXPECT_THAT(old.failure, HasSubstr(first));
  EXPECT_EQ((*ledger)->decide_one(testing::end_round("new-end", 1)).kind, Answer::Kind::accepted) << old.failure;
  EXPECT_TRUE((*ledger)->close());
  const auto read = (**open()).read(1, [](const Entry&) { return true; });
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().failure, StoreFailure::segment_damaged);
  EXPECT_THAT(read.error().to_text(), HasSubstr(first));
  EXPECT_THAT(findings(), ::testing::Contains(::testing::AllOf(HasSubstr("segment"), HasSubstr(first))));
  // Under another folder, when told.
  const auto store = *open(OpenMode::existing);
  ASSERT_TRUE(store->set_archive_folder(folder_.file("away")));
  expect_whole();
}

TEST_F(ArchiveFaultsTest, AChangedTruncatedOrSwappedSegmentIsNamed) {
  ASSERT_EQ(archive(), "");
  const std::string path = segment_path(1);
  const std::string bytes = testing::bytes_of(path);
  const std::string seal = testing::bytes_of(path + ".seal");
  const auto expect_named = [&](const std::string& what) {
    SCOPED_TRACE(what);
    const std::vector<std::string> found = findings();
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(found[0], ::testing::AllOf(HasSubstr("segment"), HasSubstr(path)));
  };
  const auto put = [&](const std::string& file, const std::string& content) {
    fs::permissions(file, fs::perms::owner_all);
    testing::put_bytes(file, content);
  };
  // From SQLite's change counter on, which no reader of entries would miss.
  for (size_t at = 27; at < bytes.size(); at += bytes.size() / 37) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 1);
    put(path, changed);
    expect_named("changed at " + std::to_string(at));
  }
  std::string changed = bytes;
  changed.replace(changed.find("\"T1\""), 4, "\"T2\"");
  put(path, changed);
  expect_named("an event");
  const auto read = (**open()).read(1, [](const Entry&) { return true; });
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().failure, StoreFailure::segment_damaged);
  EXPECT_THAT(read.error().to_text(), ::testing::AllOf(HasSubstr(path), HasSubstr("does not match its contents")));
  put(path, bytes.substr(0, bytes.size() / 2));
  expect_named("truncated");
  put(path, testing::bytes_of(segment_path(0)));
  expect_named("swapped");
  std::string same_size = testing::bytes_of(segment_path(0));
  same_size.resize(bytes.size());
  put(path, same_size);
  expect_named("swapped with one of the same size");
  // A forger's, whole in itself.
  put(path, bytes);
  const uint64_t last = (**open()).archive()->segments[1].last;
  Entry forged = before_[last - 1];
  forged.time_ms += 1;
  forged.hash = chain_hash(before_[last - 2].hash, forged);
  {
    SqliteConnection file = testing::raw(path);
    auto update = SqliteStatement::prepare(file.get(), "UPDATE entry SET time_ms = ?1, hash = ?2 WHERE sequence = ?3");
    ASSERT_TRUE(update);
    update->bind(1, forged.time_ms).bind_blob(2, forged.hash.data(), 32).bind(3, static_cast<int64_t>(last));
    ASSERT_TRUE(update->run());
  }
  ASSERT_EQ(fs::file_size(path), bytes.size());
  expect_named("forged");
  EXPECT_THAT(findings()[0], HasSubstr("does not end with the entry"));
  fs::remove(path);
  expect_named("missing");
  put(segment_path(0), testing::bytes_of(segment_path(0)));
  testing::put_bytes(path, bytes);
  EXPECT_THAT(findings(), ::testing::IsEmpty());
  put(path + ".seal", testing::bytes_of(segment_path(0) + ".seal"));
  expect_named("another seal");
  put(path + ".seal", seal.substr(0, seal.size() - 9));
  expect_named("a damaged seal");
}

TEST_F(ArchiveFaultsTest, AnIdThatIsNoLongerKnownIsFound) {
  ASSERT_EQ(archive(), "");
  ASSERT_EQ(
      refusal("PRAGMA writable_schema = ON; CREATE TEMP TABLE guard AS SELECT * FROM main.sqlite_schema WHERE name = "
              "'archived_id_stays'; DROP TRIGGER archived_id_stays; DELETE FROM archived_id WHERE sequence = 7; "
              "INSERT INTO main.sqlite_schema SELECT * FROM guard"),
      "done");
  EXPECT_THAT(findings(), ::testing::ElementsAre(HasSubstr("the ID of entry 7")));
}

TEST_F(ArchiveFaultsTest, ASegmentThatTheJournalDoesNotRecordIsFound) {
  ASSERT_EQ(archive(), "");
  ASSERT_EQ(
      refusal("PRAGMA writable_schema = ON; CREATE TEMP TABLE guard AS SELECT * FROM main.sqlite_schema WHERE name = "
              "'segment_is_fixed'; DROP TRIGGER segment_is_fixed; UPDATE segment SET digest = zeroblob(32) WHERE "
              "first = 2; INSERT INTO main.sqlite_schema SELECT * FROM guard"),
      "done");
  EXPECT_THAT(findings(), ::testing::Contains(HasSubstr("the journal does not record the segment with entries 2 to")));
}

TEST_F(ArchiveFaultsTest, AFileOfThatNameIsNeverReplacedAndADraftIsNotInTheWay) {
  const auto plan = *plan_archive(**open(), always_ms, 30);
  const std::string path = (fs::path(segment_folder(path_)) / segment_file_name(2, plan[0].last.sequence)).string();
  fs::create_directories(segment_folder(path_));
  testing::put_bytes(path, "somebody's notes");
  EXPECT_THAT(archive(), HasSubstr("move it away"));
  EXPECT_EQ(testing::bytes_of(path), "somebody's notes");
  expect_whole();
  fs::rename(path, path + ".part");
  EXPECT_EQ(archive(), "");
  EXPECT_FALSE(fs::exists(path + ".part"));
  expect_whole();
}

// The steps that write to the database, one after the other, fail as a crash would end there.
TEST_F(ArchiveFaultsTest, AnInterruptionAtAnyStepLosesNothingAndIsMadeUpFor) {
  const std::string bytes = testing::bytes_of(path_);
  int interrupted = 0;
  for (int step = 0;; ++step) {
    SCOPED_TRACE(step);
    fs::remove_all(segment_folder(path_));
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(path_ + suffix);
    testing::put_bytes(path_, bytes);
    testing::StoreFaults faults;
    faults.archive_after = step;
    const std::string failed = archive(30, std::make_unique<testing::FailingStore>(*open(OpenMode::existing), faults));
    if (failed.empty()) break;
    ++interrupted;
    expect_whole();
    EXPECT_EQ(archive(), "");
    expect_whole();
    EXPECT_EQ(count("SELECT count(*) FROM entry WHERE sequence <= (SELECT max(last) FROM segment)"), 1);
  }
  EXPECT_GE(interrupted, 9) << "each segment is added, its rows removed, and the end found";
  for (const bool is_done : {false, true}) {
    SCOPED_TRACE(is_done);
    fs::remove_all(segment_folder(path_));
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(path_ + suffix);
    testing::put_bytes(path_, bytes);
    testing::StoreFaults faults;
    faults.append = StoreFailure::outcome_unknown;
    faults.is_done = is_done;
    EXPECT_NE(archive(30, std::make_unique<testing::FailingStore>(*open(OpenMode::existing), faults)), "");
    expect_whole();
    EXPECT_EQ(archive(), "");
    expect_whole();
  }
}

// Every write and sync of the ledger and of the segments fails once.
TEST_F(ArchiveFaultsTest, AFailureOfTheDiskAtAnyMomentLosesNothing) {
  const std::string bytes = testing::bytes_of(path_);
  testing::FaultVfs& faults = testing::FaultVfs::shared();
  for (const testing::Fault fault :
       {testing::Fault::io_error, testing::Fault::short_write, testing::Fault::done_but_said}) {
    int64_t n = 1;
    for (bool fired = true; fired; n += 1 + n / 16) {
      SCOPED_TRACE(n);
      fs::remove_all(segment_folder(path_));
      for (const char* suffix : {"-wal", "-shm"}) fs::remove(path_ + suffix);
      testing::put_bytes(path_, bytes);
      {
        const testing::FaultVfs::AsDefault as_default;
        faults.arm(fault, n);
        (void)archive();
        fired = faults.fired();
        faults.disarm();
      }
      expect_whole();
      ASSERT_EQ(archive(), "");
      expect_whole();
    }
    EXPECT_GT(n, 30);
  }
}

}  // namespace
}  // namespace cardroom::ledger
