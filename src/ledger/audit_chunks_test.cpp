// Audits in chunks: by several threads, and continued after an interruption.
#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "ledger/codec.h"
#include "ledger/memory_store.h"
#include "ledger/testing/audit_both_ways.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger {
namespace {

using namespace progressive;

// A journal with a snapshot after every few entries.
class AuditChunksTest : public ::testing::Test {
 protected:
  AuditChunksTest() {
    auto opened = Ledger::open(*open(OpenMode::create), {this_process(), testing::ticking_clock(), 6});
    EXPECT_TRUE(opened);
    for (const Command& command : testing::opening(1, 2)) (*opened)->decide_one(command);
    for (int i = 0; i < 10; ++i) {
      (*opened)->decide_one(testing::start_round("s" + std::to_string(i), 1, 1));
      (*opened)->decide_one(testing::end_round("e" + std::to_string(i), 1));
    }
    EXPECT_TRUE((*opened)->close());
    EXPECT_GE(journal_->snapshots.size(), 5U);
  }

  StoreResult<std::unique_ptr<Store>> open(OpenMode mode = OpenMode::read_only) {
    return make_memory_store(journal_, mode, lease_ms_default);
  }
  Entry& entry(uint64_t sequence) { return journal_->entries[sequence - 1]; }
  void rechain(uint64_t from) {
    for (uint64_t s = from; s <= journal_->entries.size(); ++s)
      entry(s).hash = chain_hash(s == 1 ? Digest{} : entry(s - 1).hash, entry(s));
    for (auto& [after, snapshot] : journal_->snapshots) snapshot.head.hash = entry(after).hash;
  }
  AuditResult run(const AuditOptions& options = {}) {
    const auto result = testing::audit_both_ways([this] { return open(); }, options);
    EXPECT_TRUE(result);
    return *result;
  }
  AuditResult run_by_two(AuditOptions options = {}) {
    options.threads = 2;
    options.open = [this] { return open(); };
    const auto result = audit(**open(), options);
    EXPECT_TRUE(result) << result.error().to_text();
    return result ? *result : AuditResult();
  }
  // Ends after the first chunk.
  AuditResult run_interrupted(const std::string& note) {
    AuditOptions options;
    options.note_file = note;
    options.progress = [](uint64_t done, uint64_t) { return done == 0; };
    return run_by_two(options);
  }
  std::string refused(const AuditOptions& options) {
    const auto result = audit(**open(), options);
    return result ? std::string("nothing was refused") : result.error().error.cause;
  }

  ledger::testing::TemporaryFolder folder_;
  std::string note_ = folder_.file("progress");
  std::shared_ptr<MemoryJournal> journal_ = std::make_shared<MemoryJournal>();
};

TEST_F(AuditChunksTest, AnHonestJournalIsProvedInChunks) {
  std::atomic<int> opened = 0;
  AuditOptions options;
  options.threads = 2;
  options.open = [&] {
    ++opened;
    return open();
  };
  const auto result = audit(**open(), options);
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->is_clean());
  EXPECT_EQ(result->entries, journal_->entries.size());
  EXPECT_GE(opened, 1);
  EXPECT_EQ(result->state.rounds, 10U);
  run();
}

// Every entry changed in every way: whatever one reading finds, the chunks find, in the same order.
TEST_F(AuditChunksTest, WhateverIsTamperedWithIsFoundTheSame) {
  const std::vector<Entry> entries = journal_->entries;
  const std::map<uint64_t, Snapshot> snapshots = journal_->snapshots;
  const std::vector<std::pair<std::string, std::function<void(uint64_t)>>> ways = {
      {"body", [&](uint64_t s) { entry(s).body[entry(s).body.size() / 2] ^= 1; }},
      {"body, rechained",
       [&](uint64_t s) {
         entry(s).body[entry(s).body.size() / 2] ^= 1;
         rechain(s);
       }},
      {"hash", [&](uint64_t s) { entry(s).hash[5] ^= 1; }},
      {"time",
       [&](uint64_t s) {
         entry(s).time_ms -= 1000;
         rechain(s);
       }},
      {"digest",
       [&](uint64_t s) {
         entry(s).command_digest[0] ^= 1;
         rechain(s);
       }},
      {"missing", [&](uint64_t s) { journal_->entries.erase(journal_->entries.begin() + static_cast<long>(s) - 1); }},
      {"twice",
       [&](uint64_t s) { journal_->entries.insert(journal_->entries.begin() + static_cast<long>(s), entry(s)); }},
      {"exchanged", [&](uint64_t s) { std::swap(entry(s), entry(s % journal_->entries.size() + 1)); }},
      {"cut", [&](uint64_t s) { journal_->entries.resize(s); }},
  };
  size_t dirty = 0;
  for (const auto& [name, change] : ways)
    for (uint64_t sequence = 1; sequence <= entries.size(); ++sequence) {
      SCOPED_TRACE(name + " " + std::to_string(sequence));
      change(sequence);
      dirty += run().is_clean() ? 0U : 1U;
      journal_->entries = entries;
      journal_->snapshots = snapshots;
    }
  // All but the cut after the last entry, and after one of which no snapshot and nothing else tells.
  EXPECT_GE(dirty, (ways.size() - 1) * entries.size());
  for (const auto& [after, snapshot] : snapshots) {
    SCOPED_TRACE("snapshot " + std::to_string(after));
    std::string& body = journal_->snapshots.at(after).body;
    body[body.size() / 2] ^= 1;
    EXPECT_FALSE(run().is_clean());
    journal_->snapshots = snapshots;
    journal_->snapshots.at(after).head.hash[0] ^= 1;
    EXPECT_FALSE(run().is_clean());
    journal_->snapshots = snapshots;
  }
}

// A forger who knows all of it: the snapshot, its record and the whole chain agree with each other, and every later
// event follows from the forged state. Only the state before betrays it.
TEST_F(AuditChunksTest, AForgedSnapshotIsFoundAlthoughItsChunkIsRight) {
  const auto first = std::next(journal_->snapshots.begin());
  const uint64_t after = first->first;
  auto state = from_json_text<State>(first->second.body, snapshot_bytes_max);
  ASSERT_TRUE(state);
  state->staff.at({"sup"}).name = "Somebody else";
  for (auto at = first; at != journal_->snapshots.end(); ++at) {
    auto later = from_json_text<State>(at->second.body, snapshot_bytes_max);
    ASSERT_TRUE(later);
    later->staff.at({"sup"}).name = "Somebody else";
    at->second.body = encode_snapshot(*later);
    Entry& record = entry(at->first + 1);
    auto event = from_json_text<Event>(record.body, body_bytes_max);
    ASSERT_TRUE(event);
    *event = snapshot_event(snapshot_command(at->first, at->second.body), event->time_ms);
    record.body = to_json(*event);
    record.command_digest = digest_of_command(command_of(*event));
  }
  rechain(after + 1);
  const AuditResult result = run();
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].sequence, after + 1);
  EXPECT_EQ(result.findings[0].kind, FindingKind::snapshot);
  EXPECT_EQ(result.state.staff.at({"sup"}).name, "Supervisor");
}

TEST_F(AuditChunksTest, AnInterruptedAuditContinuesAndSaysTheSame) {
  const AuditResult whole = run();
  const AuditResult part = run_interrupted(note_);
  EXPECT_TRUE(part.stopped);
  EXPECT_LT(part.head.sequence, whole.head.sequence);
  ASSERT_TRUE(std::filesystem::exists(note_));
  AuditOptions options;
  options.note_file = note_;
  const auto rest = audit(**open(), options);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->continued_at, part.head.sequence);
  testing::expect_same_audit(*rest, whole);
  EXPECT_FALSE(std::filesystem::exists(note_));
}

TEST_F(AuditChunksTest, WhatWasFoundBeforeTheInterruptionIsNotForgotten) {
  entry(2).command_digest[0] ^= 1;
  rechain(2);
  const AuditResult whole = run();
  ASSERT_EQ(whole.findings.size(), 1U);
  AuditOptions options;
  options.note_file = note_;
  options.note_every = 5;
  uint64_t reports = 0;
  options.progress = [&](uint64_t, uint64_t) { return ++reports < 3; };
  const auto part = audit(**open(), options);
  ASSERT_TRUE(part && part->stopped);
  EXPECT_EQ(part->head.sequence, 15U);
  options.progress = {};
  const auto rest = audit(**open(), options);
  ASSERT_TRUE(rest);
  EXPECT_EQ(rest->continued_at, 15U);
  testing::expect_same_audit(*rest, whole);
}

TEST_F(AuditChunksTest, ANoteIsNotTrustedIfTheJournalLacksItsEntry) {
  const Head proved = run_interrupted(note_).head;
  entry(proved.sequence).time_ms += 1;
  rechain(proved.sequence);
  AuditOptions options;
  options.note_file = note_;
  const auto result = audit(**open(), options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->continued_at, 0U);
  EXPECT_EQ(result->entries, journal_->entries.size());
  ASSERT_FALSE(result->findings.empty());
  EXPECT_EQ(result->findings[0].sequence, proved.sequence);
  EXPECT_EQ(result->findings[0].kind, FindingKind::anchor);
}

TEST_F(AuditChunksTest, ANoteOfAnotherAuditIsRefused) {
  run_interrupted(note_);
  AuditOptions options;
  options.note_file = note_;
  options.anchor = Head{1, entry(1).hash};
  EXPECT_THAT(refused(options), ::testing::HasSubstr("another anchor"));
  options.anchor.reset();
  entry(1).time_ms += 1;
  rechain(1);
  EXPECT_THAT(refused(options), ::testing::HasSubstr("another ledger"));
  std::fstream file(note_, std::ios::in | std::ios::out);
  file.seekp(200);
  file.put('#');
  file.close();
  EXPECT_THAT(refused(options), ::testing::HasSubstr("damaged"));
  std::ofstream(note_, std::ios::trunc) << "";
  EXPECT_THAT(refused(options), ::testing::HasSubstr("damaged"));
}

}  // namespace
}  // namespace cardroom::ledger
