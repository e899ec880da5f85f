// The journal proved in slices, and on from where an earlier proof ended.
#include "ledger/proof.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "ledger/ledger.h"
#include "ledger/memory_store.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger {
namespace {

class ProofTest : public ::testing::Test {
 protected:
  ProofTest() {
    ledger_ = std::move(
        *Ledger::open(store(), {.holder = "test", .clock_ms = testing::ticking_clock(), .snapshot_every = 20}));
    for (const Answer& answer : ledger_->decide_group(testing::opening(1, 1)))
      EXPECT_EQ(answer.kind, Answer::Kind::accepted);
    play(60);
  }

  std::unique_ptr<Store> store() { return make_memory_store(journal, OpenMode::create, lease_ms_default); }
  void play(int rounds) {
    for (int i = 0; i < rounds; ++i) {
      const std::string id = std::to_string(++played_);
      EXPECT_EQ(ledger_->decide_one(testing::start_round("s" + id, 1, 1)).kind, Answer::Kind::accepted);
      EXPECT_EQ(ledger_->decide_one(testing::end_round("e" + id, 1)).kind, Answer::Kind::accepted);
    }
  }
  std::unique_ptr<Proof> begin(const std::optional<ProofNote>& note = {}) {
    auto proof = Proof::begin(store(), note);
    EXPECT_TRUE(proof);
    return std::move(*proof);
  }
  // What is found, as "entry 29: rules" …; everything is proved or something is found.
  static std::vector<std::pair<uint64_t, FindingKind>> found_by(Proof& proof, uint64_t slice = 7) {
    do EXPECT_TRUE(proof.go_on(slice));
    while (!proof.is_at_end() && proof.result().findings.empty());
    std::vector<std::pair<uint64_t, FindingKind>> list;
    for (const Finding& finding : proof.result().findings) list.emplace_back(finding.sequence, finding.kind);
    return list;
  }
  Entry& entry(uint64_t sequence) { return journal->entries[sequence - 1]; }
  void rechain() {
    Head before;
    for (Entry& one : journal->entries) {
      one.hash = chain_hash(before.hash, one);
      before = {one.sequence, one.hash};
    }
  }
  // A round's contribution becomes another.
  void forge(uint64_t sequence) {
    std::string& body = entry(sequence).body;
    const size_t at = body.find("\"amount\":\"");
    ASSERT_NE(at, std::string::npos) << body;
    body[at + 10] = body[at + 10] == '9' ? '8' : '9';
  }
  // A start of a round, after entry `after`.
  uint64_t start_after(uint64_t after) {
    while (entry(++after).body.find("\"start_round\"") == std::string::npos) {
    }
    return after;
  }

  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
  std::unique_ptr<Ledger> ledger_;

 private:
  int played_ = 0;
};
using Found = std::vector<std::pair<uint64_t, FindingKind>>;

TEST_F(ProofTest, ProvesInSlicesWhatAnAuditProvesAndThenWhatIsNew) {
  const auto proof = begin();
  for (uint64_t slices = 1; !proof->is_at_end() || slices == 1; ++slices) {
    ASSERT_TRUE(proof->go_on(7));
    EXPECT_EQ(proof->result().entries, std::min<uint64_t>(7 * slices, journal->entries.size()));
  }
  EXPECT_TRUE(proof->result().is_clean());
  EXPECT_EQ(proof->result().head, ledger_->head());
  EXPECT_EQ(proof->result().state, ledger_->state());
  play(30);
  EXPECT_EQ(found_by(*proof), Found{});
  EXPECT_EQ(proof->result().head, ledger_->head());
  EXPECT_EQ(proof->result().state, ledger_->state());
  play(10);
  const uint64_t forged = start_after(proof->result().head.sequence + 5);
  forge(forged);
  EXPECT_EQ(found_by(*proof).front(), (std::pair{forged, FindingKind::hash}));
}

TEST_F(ProofTest, BeginsWhereTheNoteSaysAndProvesOnlyTheRest) {
  const auto first = begin();
  ASSERT_TRUE(first->go_on(100));
  const ProofNote note = first->note(5);
  EXPECT_EQ(note.sequence, 100U);
  // What lies before the snapshot before the note is not read again, however it looks.
  for (uint64_t sequence = 1; sequence < 60; ++sequence)
    if (sequence > 1) entry(sequence).body = "changed";
  const auto second = begin(note);
  EXPECT_EQ(second->began_after(), 100U);
  EXPECT_EQ(found_by(*second), Found{});
  EXPECT_EQ(second->result().state, ledger_->state());
  EXPECT_EQ(second->result().entries, journal->entries.size());
}

TEST_F(ProofTest, FindsWhatWasForgedAfterTheNote) {
  const auto first = begin();
  ASSERT_TRUE(first->go_on(100));
  const ProofNote note = first->note(5);
  const uint64_t forged = start_after(105);
  forge(forged);
  Head before{forged - 1, entry(forged - 1).hash};
  for (uint64_t sequence = forged; sequence <= journal->entries.size(); ++sequence) {
    entry(sequence).hash = chain_hash(before.hash, entry(sequence));
    before.hash = entry(sequence).hash;
  }
  const auto second = begin(note);
  EXPECT_EQ(second->began_after(), 100U);
  EXPECT_EQ(found_by(*second), (Found{{forged, FindingKind::rules}}));
  EXPECT_EQ(second->result().findings.size(), 1U);
}

// Entries before the note, forged with every hash after them: the note's entry has another hash then.
TEST_F(ProofTest, BeginsAtTheFirstEntryIfTheJournalIsNotTheOneOfTheNote) {
  const auto first = begin();
  ASSERT_TRUE(first->go_on(100));
  const ProofNote note = first->note(5);
  ProofNote other = note;
  other.ledger = std::string(64, '0');
  EXPECT_EQ(begin(other)->began_after(), 0U);
  other = note;
  other.sequence = journal->entries.size() + 1;
  EXPECT_EQ(begin(other)->began_after(), 0U);
  const uint64_t forged = start_after(50);
  forge(forged);
  rechain();
  const auto second = begin(note);
  EXPECT_EQ(second->began_after(), 0U);
  EXPECT_EQ(found_by(*second).front(), (std::pair{forged, FindingKind::rules}));
}

TEST_F(ProofTest, FindsAJournalThatEndsBeforeWhatWasProved) {
  const auto proof = begin();
  EXPECT_EQ(found_by(*proof), Found{});
  const uint64_t last = journal->entries.size();
  journal->entries.resize(last - 3);
  EXPECT_EQ(found_by(*proof), (Found{{last, FindingKind::sequence}}));
}

TEST(ProofNoteTest, IsReadAsItWasWrittenAndOnlyWithItsKey) {
  const testing::TemporaryFolder folder;
  const auto key = SigningKey::make(folder.file("floor.key"));
  const auto other = SigningKey::make(folder.file("other.key"));
  ASSERT_TRUE(key && other);
  const std::string file = proof_file(folder.file("floor.key"));
  EXPECT_EQ(file, folder.file("floor.proof"));
  EXPECT_FALSE(*read_proof_note(file, key->public_key()));
  ProofNote note;
  note.ledger = note.hash = std::string(64, 'a');
  note.sequence = 41;
  note.complete_ms = 7;
  ASSERT_TRUE(write_proof_note(file, note, *key));
  EXPECT_EQ(**read_proof_note(file, key->public_key()), note);
  const auto refused = read_proof_note(file, other->public_key());
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().to_text().find("not that of the game manager's key"), std::string::npos);
  std::ifstream in(file);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  EXPECT_TRUE(text.starts_with(R"({"about":"cardroom proof 1",)")) << "nothing else that the key signs begins so";
  for (const size_t at : {size_t{5}, text.find("41"), text.size() - 10}) {
    std::string changed = text;
    changed[at] = changed[at] == '2' ? '3' : '2';
    std::ofstream(file) << changed;
    EXPECT_FALSE(read_proof_note(file, key->public_key())) << at;
  }
  std::ofstream(file) << text.substr(0, text.size() - 1);
  EXPECT_FALSE(read_proof_note(file, key->public_key()));
}

}  // namespace
}  // namespace cardroom::ledger
