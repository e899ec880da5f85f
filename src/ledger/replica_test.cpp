#include "ledger/replica.h"

#include <gtest/gtest.h>

#include "ledger/memory_store.h"
#include "ledger/testing/house.h"

namespace cardroom::ledger {
namespace {

using testing::end_round;
using testing::open_house;
using testing::start_round;
using Misstep = Replica::Misstep;

class ReplicaTest : public ::testing::Test {
 protected:
  ReplicaTest() {
    auto ledger = open_house(make_memory_store(journal, OpenMode::create, lease_ms_default));
    ledger->decide_one(start_round("a", 1, 1));
    ledger->decide_one(start_round("b", 1, 1));  // refused, and recorded
    ledger->decide_one(end_round("c", 1));
    state = ledger->state();
    head = ledger->head();
  }
  Step step(uint64_t sequence) { return *Step::read(journal->entries.at(sequence - 1)); }
  void advance_to(Replica& replica, uint64_t sequence) {
    while (replica.head().sequence < sequence) ASSERT_TRUE(replica.advance(step(replica.head().sequence + 1)));
  }

  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
  progressive::State state;
  Head head;
};

TEST_F(ReplicaTest, ArrivesWhereTheJournalDoesByItsEntriesAlone) {
  Replica replica;
  advance_to(replica, head.sequence);
  EXPECT_EQ(replica.head(), head);
  EXPECT_EQ(replica.state(), state);
}

TEST_F(ReplicaTest, TakesNoEntryThatDoesNotFollow) {
  Replica replica;
  advance_to(replica, head.sequence - 3);
  const progressive::State before = replica.state();
  const Head at = replica.head();
  const auto refuses = [&](const Step& wrong, Misstep why) {
    const auto advanced = replica.advance(wrong);
    ASSERT_FALSE(advanced);
    EXPECT_EQ(advanced.error().why, why) << advanced.error().text;
    EXPECT_EQ(replica.head(), at);
    EXPECT_EQ(replica.state(), before);
  };
  refuses(step(head.sequence - 1), Misstep::gap);
  refuses(step(head.sequence), Misstep::gap);
  refuses(step(at.sequence), Misstep::known);
  refuses(step(1), Misstep::known);
  // The right number and a true hash, but of another journal.
  Entry other = step(at.sequence + 1).entry();
  other.time_ms += 1;
  other.hash = chain_hash(Digest{1}, other);
  refuses(*Step::read(other), Misstep::chain);
  // The right hash and other contents.
  Entry changed = step(at.sequence + 1).entry();
  changed.body = step(1).entry().body;
  refuses(*Step::read(changed), Misstep::chain);
  // After all of that it still takes the one that follows.
  EXPECT_TRUE(replica.advance(step(at.sequence + 1)));
}

TEST_F(ReplicaTest, SaysSoWhenAnEntryFollowsButCannotHaveHappened) {
  Replica replica;
  advance_to(replica, head.sequence);
  progressive::Event event;
  event.command = progressive::EndRound{{"T9"}};
  const auto advanced = replica.advance(Step::record(head, "x", Digest{}, event));
  ASSERT_FALSE(advanced);
  EXPECT_EQ(advanced.error().why, Misstep::no_fit) << advanced.error().text;
}

TEST_F(ReplicaTest, StepsAreReadOnlyFromBodiesThatAreEvents) {
  Entry entry = step(1).entry();
  entry.body = "{\"not\":\"an event\"}";
  const auto read = Step::read(entry);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().find("entry 1"), std::string::npos) << read.error();
  const Step written = Step::record(head, "x", Digest{7}, step(1).event());
  EXPECT_EQ(Step::read(written.entry())->entry(), written.entry());
  EXPECT_FALSE(chain_break(head, written.entry()));
}

}  // namespace
}  // namespace cardroom::ledger
