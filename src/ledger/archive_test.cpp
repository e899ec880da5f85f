// Old entries in segments: everything is read, found, answered and proved as before.
#include "ledger/archive.h"

#include "ledger/copy.h"
#include "ledger/sqlite_archive.h"
#include "ledger/testing/archived_house.h"

namespace cardroom::ledger {
namespace {

using namespace progressive;
using testing::always_ms;
using ::testing::HasSubstr;
using testing::read_all;
namespace fs = std::filesystem;

class ArchiveTest : public testing::ArchivedHouse {};

TEST_F(ArchiveTest, EverythingIsReadAndFoundAsBefore) {
  ASSERT_EQ(archive(), "");
  const auto store = open();
  const Archive archive = *(*store)->archive();
  ASSERT_GE(archive.segments.size(), 3U);
  const uint64_t last = archive.segments.back().last;
  EXPECT_EQ(archive.segments.front().first, 2U);
  EXPECT_EQ(count("SELECT count(*) FROM entry WHERE sequence <= " + std::to_string(last)), 1);
  EXPECT_EQ(count("SELECT count(*) FROM archived_id"), static_cast<int64_t>(last) - 1);
  expect_whole();
  std::vector<std::string> ids;
  for (const Entry& entry : before_) ids.push_back(entry.command_id);
  ids.push_back("never-sent");
  const auto found = *(*store)->find_commands(ids);
  for (size_t i = 0; i < before_.size(); ++i) {
    EXPECT_EQ(*(*store)->entry(i + 1), before_[i]);
    EXPECT_EQ(found[i], before_[i]);
    std::vector<Entry> rest;
    EXPECT_TRUE((*store)->read(i + 1, [&](const Entry& entry) {
      rest.push_back(entry);
      return rest.size() < 3;
    }));
    for (size_t k = 0; k < rest.size() && i + k < before_.size(); ++k) EXPECT_EQ(rest[k], before_[i + k]);
    EXPECT_EQ(rest.size(), 3U);
  }
  EXPECT_FALSE(found.back());
  // Another id with the same 64 bits.
  ASSERT_EQ(refusal("INSERT INTO archived_id VALUES (" + std::to_string(archived_id_hash("never-sent")) + ", 5)"),
            "done");
  const std::string id = "never-sent";
  EXPECT_FALSE((*store)->find_commands({&id, 1})->front());
}

TEST_F(ArchiveTest, TwoSnapshotsAndWhatIsYoungerThanTheDateStay) {
  const auto heads = *(**open()).snapshot_heads(sequence_max, 100);
  const auto plan = *plan_archive(**open(), always_ms, 1'000);
  ASSERT_EQ(plan.size(), 1U);
  EXPECT_EQ(plan[0].before.sequence, 1U);
  EXPECT_EQ(plan[0].last, heads[2]);
  const uint64_t middle = heads[5].sequence;
  const int64_t until = before_[middle - 1].time_ms;
  EXPECT_EQ(plan_archive(**open(), until, 1'000)->back().last, heads[6]);
  EXPECT_EQ(plan_archive(**open(), until + 1, 1'000)->back().last, heads[5]);
  EXPECT_TRUE(plan_archive(**open(), 0, 1'000)->empty());
  const auto parts = plan_archive(**open(), always_ms, 25);
  for (const ArchivePart& part : *parts) EXPECT_LE(part.last.sequence - part.before.sequence, 25U);
}

TEST_F(ArchiveTest, ALaterRunContinuesWhereTheLastOneEnded) {
  ASSERT_EQ(archive(30, nullptr, before_[60].time_ms), "");
  const size_t segments = (**open()).archive()->segments.size();
  ASSERT_EQ(archive(), "");
  EXPECT_GT((**open()).archive()->segments.size(), segments);
  expect_whole();
  // Nothing more is old enough, apart from what the archiving itself recorded.
  const auto rows = count("SELECT count(*) FROM segment");
  ASSERT_EQ(archive(30, nullptr, 0), "");
  EXPECT_EQ(count("SELECT count(*) FROM segment"), rows);
}

TEST_F(ArchiveTest, AnArchivedCommandIsAnsweredAsBeforeAndItsIdIsNotUsedTwice) {
  ASSERT_EQ(archive(), "");
  auto ledger = *open_ledger();
  const Command old = testing::start_round("s0", 1, 1);
  const Answer answer = ledger->decide_one(old);
  EXPECT_EQ(answer.kind, Answer::Kind::accepted);
  EXPECT_TRUE(answer.repeated);
  EXPECT_EQ(before_[answer.sequence - 1].command_id, "s0");
  Command other = testing::start_round("s0", 2, 1);
  EXPECT_EQ(ledger->decide_one(other).refusal.code, RefusalCode::command_id_reused);
  EXPECT_TRUE(ledger->close(false));
  const auto store = *open(OpenMode::existing);
  ASSERT_TRUE(store->take_lease("a test"));
  const Entry again = testing::next_entry(*store->head(), "s0", "{}");
  const auto appended = store->append({&again, 1});
  ASSERT_FALSE(appended);
  EXPECT_EQ(appended.error().failure, StoreFailure::not_appended);
}

TEST_F(ArchiveTest, ASealSaysWhatTheFileIsAndWhoSignedIt) {
  ASSERT_EQ(archive(), "");
  const Segment segment = (**open()).archive()->segments[1];
  const std::string text = testing::bytes_of(segment_path(1) + ".seal");
  const PublicKey mine = key().public_key();
  const auto seal = read_seal(text, &mine);
  ASSERT_TRUE(seal) << seal.error();
  EXPECT_EQ(*seal, segment);
  const PublicKey other = SigningKey::make(folder_.file("other"))->public_key();
  EXPECT_FALSE(read_seal(text, &other));
  for (size_t at = 0; at < text.size(); ++at) {
    std::string changed = text;
    changed[at] = changed[at] == '1' ? '2' : '1';
    EXPECT_EQ(read_seal(changed, &mine).has_value(), changed == text) << at;
  }
}

TEST_F(ArchiveTest, TheDatabaseRemovesOnlyWhatIsArchived) {
  const std::string refused = "the journal is append-only";
  EXPECT_EQ(refusal("DELETE FROM entry WHERE sequence = 2"), refused);
  ASSERT_EQ(archive(), "");
  const uint64_t last = (**open()).archive()->segments.back().last;
  EXPECT_EQ(refusal("DELETE FROM entry WHERE sequence = 1"), refused);
  EXPECT_EQ(refusal("DELETE FROM entry WHERE sequence = " + std::to_string(last + 1)), refused);
  EXPECT_EQ(refusal("INSERT INTO entry SELECT 5, time_ms, 'ghost', command_digest, body, hash FROM entry LIMIT 1"),
            refused);
  const std::string fixed = "the archive is append-only";
  EXPECT_EQ(refusal("DELETE FROM segment"), fixed);
  EXPECT_EQ(refusal("UPDATE segment SET last = last + 1"), fixed);
  EXPECT_EQ(refusal("DELETE FROM archived_id"), fixed);
  EXPECT_EQ(refusal("UPDATE archived_id SET sequence = 3"), fixed);
  // A segment that nobody recorded.
  EXPECT_EQ(
      refusal("INSERT INTO segment SELECT last + 1, (SELECT max(sequence) FROM entry), hash, (SELECT hash FROM entry "
              "ORDER BY sequence DESC LIMIT 1), 0, 0, digest, bytes, file FROM segment ORDER BY first DESC LIMIT 1"),
      "the journal does not record this segment as the next one");
}

TEST_F(ArchiveTest, ACopyHoldsTheArchivedEntriesAndCanBeArchivedItself) {
  ASSERT_EQ(archive(), "");
  const std::string copy = folder_.file("copy.ledger");
  {
    const auto to = *open_store(copy, OpenMode::create);
    ASSERT_TRUE(copy_journal(**open(), *to, {.holder = "a test"}));
    before_ = read_all(**open());
    EXPECT_EQ(read_all(*to), before_);
    EXPECT_TRUE(to->archive()->segments.empty());
  }
  path_ = copy;
  // A copy has no snapshots until it is played on.
  auto ledger = *open_ledger();
  for (int i = 0; i < 30; ++i) {
    ledger->decide_one(testing::start_round("t" + std::to_string(i), 1, 1));
    ledger->decide_one(testing::end_round("f" + std::to_string(i), 1));
  }
  EXPECT_TRUE(ledger->close());
  before_ = read_all(**open());
  ASSERT_EQ(archive(1'000), "");
  EXPECT_EQ(count("SELECT count(*) FROM segment"), 1);
  expect_whole();
}

}  // namespace
}  // namespace cardroom::ledger
