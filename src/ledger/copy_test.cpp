#include "ledger/copy.h"

#include <gtest/gtest.h>

#include "ledger/audit.h"
#include "ledger/testing/entries.h"
#include "ledger/testing/house.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger {
namespace {

using testing::TemporaryFolder;

// A house with some rounds in a file of its own, still open.
struct Source {
  TemporaryFolder folder;
  std::string address = folder.file("floor.ledger");
  std::unique_ptr<Ledger> ledger = testing::open_house(std::move(*open_store(address, OpenMode::create)));

  void play(int rounds) {
    for (int i = 0; i < rounds; ++i) {
      const std::string id = std::to_string(ledger->head().sequence);
      EXPECT_EQ(ledger->decide_one(testing::start_round("s" + id, 1, 1)).kind, Answer::Kind::accepted);
      EXPECT_EQ(ledger->decide_one(testing::end_round("e" + id, 1)).kind, Answer::Kind::accepted);
    }
  }
};

TEST(CopyJournal, CarriesEveryEntryWithItsHashesWhileTheLedgerIsWritten) {
  Source source;
  source.play(350);
  ASSERT_TRUE(source.ledger->close());
  source.ledger = testing::open_house(std::move(*open_store(source.address, OpenMode::existing)));
  source.play(350);
  const auto reader = open_store(source.address, OpenMode::read_only);
  ASSERT_TRUE(reader);
  const auto copy = open_store(source.folder.file("backup.ledger"), OpenMode::create);
  ASSERT_TRUE(copy);
  bool played = false;
  const auto head = copy_journal(**reader, **copy, {.holder = "test", .progress = [&](uint64_t, uint64_t) {
                                                      if (!std::exchange(played, true)) source.play(3);
                                                      return true;
                                                    }});
  ASSERT_TRUE(head) << head.error().to_text();
  EXPECT_TRUE(played);
  EXPECT_EQ(head->sequence + 6, source.ledger->head().sequence) << "what came meanwhile was left out";
  const auto proof = audit(**copy, {});
  ASSERT_TRUE(proof);
  EXPECT_TRUE(proof->is_clean());
  EXPECT_EQ(proof->head, *head);
  EXPECT_EQ(testing::all_snapshots(**copy), testing::all_snapshots(**reader));
  // The restored ledger goes on.
  auto restored = Ledger::open(std::move(*open_store(source.folder.file("backup.ledger"), OpenMode::existing)),
                               {.holder = "test", .clock_ms = testing::ticking_clock()});
  ASSERT_TRUE(restored) << restored.error().to_text();
  EXPECT_EQ((*restored)->decide_one(testing::start_round("after", 1, 1)).kind, Answer::Kind::accepted);
}

TEST(CopyJournal, LeavesALedgerWithEntriesAlone) {
  Source source;
  const auto reader = open_store(source.address, OpenMode::read_only);
  Source other;
  ASSERT_TRUE(other.ledger->close());
  const Head before = other.ledger->head();
  const auto to = open_store(other.address, OpenMode::existing);
  const auto head = copy_journal(**reader, **to, {.holder = "test"});
  ASSERT_FALSE(head);
  EXPECT_NE(head.error().to_text().find("already has entries"), std::string::npos);
  EXPECT_GE((*to)->head()->sequence, before.sequence);
}

}  // namespace
}  // namespace cardroom::ledger
