// A ledger whose store fails, is overtaken, or goes back in time: what is answered, what is told, and when it ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <future>

#include "ledger/memory_store.h"
#include "ledger/testing/entries.h"
#include "ledger/testing/failing_store.h"
#include "ledger/testing/house.h"
#include "ledger/writer.h"

namespace cardroom::ledger {
namespace {

using namespace progressive;
using testing::end_round;
using testing::FailingStore;
using testing::start_round;
using testing::StoreFaults;

class LedgerFaults : public ::testing::Test {
 protected:
  std::unique_ptr<Store> store() { return make_memory_store(journal, OpenMode::create, lease_ms_default); }
  std::unique_ptr<Ledger> house(uint64_t snapshot_every = 50'000) {
    {
      auto opening = testing::open_house(store());
    }
    let_lease_run_out();
    LedgerOptions options{this_process(), testing::ticking_clock()};
    options.snapshot_every = snapshot_every;
    options.recorded = [this](std::vector<Step> steps) { std::ranges::move(steps, std::back_inserter(told)); };
    options.failed = [this](const StoreError& error) { failures.push_back(error.failure); };
    auto ledger = Ledger::open(std::make_unique<FailingStore>(store(), faults), std::move(options));
    EXPECT_TRUE(ledger) << ledger.error().to_text();
    began = (*ledger)->head();
    return std::move(*ledger);
  }
  void let_lease_run_out() {
    const std::lock_guard lock(journal->mutex);
    journal->expires_ms = 0;
  }
  // The database as it was after this entry.
  void roll_back_to(uint64_t sequence) {
    const std::lock_guard lock(journal->mutex);
    while (journal->entries.size() > sequence) {
      journal->sequence_of_command.erase(journal->entries.back().command_id);
      journal->entries.pop_back();
    }
    std::erase_if(journal->snapshots, [&](const auto& snapshot) { return snapshot.first > sequence; });
  }
  // Everything after the start was told, once and in order.
  void expect_all_told() {
    ASSERT_EQ(told.size(), journal->entries.size() - began.sequence);
    for (size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i].entry(), journal->entries[began.sequence + i]);
  }

  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
  StoreFaults faults;
  Head began;
  std::vector<Step> told;
  std::vector<StoreFailure> failures;
};

TEST_F(LedgerFaults, EveryEntryIsToldOnceRefusalsAndSnapshotsToo) {
  auto ledger = house(3);
  const std::vector<Command> group = {start_round("a", 1, 1), start_round("b", 1, 1), end_round("c", 1)};
  (void)ledger->decide_group(group);
  EXPECT_TRUE(ledger->decide_one(start_round("a", 1, 1)).repeated);
  expect_all_told();
  EXPECT_EQ(told.size(), 4U) << "a round, a refusal, its end, a snapshot's record";
}

TEST_F(LedgerFaults, AnEntryWhoseCommitWasNotAnsweredIsToldBeforeAnyLaterOne) {
  for (const bool settled_at_once : {true, false}) {
    SCOPED_TRACE(settled_at_once);
    journal = std::make_shared<MemoryJournal>();
    told.clear();
    failures.clear();
    auto ledger = house();
    faults = {StoreFailure::outcome_unknown, true, {}};
    if (!settled_at_once) faults.lease = StoreFailure::unavailable;
    const Answer answer = ledger->decide_one(start_round("a", 1, 1));
    EXPECT_EQ(answer.kind, settled_at_once ? Answer::Kind::accepted : Answer::Kind::failed);
    EXPECT_EQ(std::ranges::count(failures, StoreFailure::outcome_unknown), 1);
    if (settled_at_once) expect_all_told();
    EXPECT_EQ(ledger->find("a").kind, Answer::Kind::accepted);
    expect_all_told();
    EXPECT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::accepted);
    expect_all_told();
  }
}

TEST_F(LedgerFaults, IdsAreLookedUpWhileNothingCanBeWrittenButNeverAheadOfTheState) {
  auto ledger = house();
  ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
  for (const bool is_done : {false, true}) {
    SCOPED_TRACE(is_done);
    faults = {is_done ? StoreFailure::outcome_unknown : StoreFailure::not_appended, is_done, {}};
    if (is_done) faults.lease = StoreFailure::unavailable;
    EXPECT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::failed);
    faults.lease = StoreFailure::unavailable;
    const Answer answer = ledger->find("b");
    EXPECT_EQ(answer.kind, Answer::Kind::failed);
    EXPECT_EQ(answer.failure.empty(), !is_done) << answer.failure;
    faults.lease = StoreFailure::unavailable;
    EXPECT_EQ(ledger->find("a").kind, Answer::Kind::accepted);
    EXPECT_EQ(ledger->find("b").kind, is_done ? Answer::Kind::accepted : Answer::Kind::failed);
    expect_all_told();
  }
}

TEST_F(LedgerFaults, ACommandRepeatedInAGroupThatWasNotRecordedHasFailedTwice) {
  auto ledger = house();
  const std::vector<Command> group = {start_round("a", 1, 1), start_round("a", 1, 1)};
  faults.append = StoreFailure::not_appended;
  for (const Answer& answer : ledger->decide_group(group)) {
    EXPECT_EQ(answer.kind, Answer::Kind::failed);
    EXPECT_NE(answer.failure.find("the test says so"), std::string::npos);
  }
  EXPECT_TRUE(told.empty());
  const auto again = ledger->decide_group(group);
  EXPECT_FALSE(again[0].repeated);
  EXPECT_TRUE(again[1].repeated);
  EXPECT_EQ(journal->entries.size(), began.sequence + 1);
}

TEST_F(LedgerFaults, ALeaseThatWasLostWhileNothingHappenedEndsTheLedger) {
  auto old = house();
  let_lease_run_out();
  const auto next = Ledger::open(store(), {"the next one", testing::ticking_clock()});
  ASSERT_TRUE(next);
  EXPECT_FALSE(old->is_fenced());
  EXPECT_FALSE(old->idle());
  EXPECT_TRUE(old->is_fenced());
  EXPECT_NE(old->end_text().find("the next one"), std::string::npos) << old->end_text();
}

TEST_F(LedgerFaults, TheWriterSaysThatItWasOvertakenThoughNobodyAsked) {
  auto old = house();
  std::promise<Ledger::End> ended;
  Writer writer(std::move(old),
                {.idle_ms = 5, .ended = [&](Ledger::End end, const std::string&) { ended.set_value(end); }});
  let_lease_run_out();
  const auto next = store();
  while (!next->take_lease("the next one")) let_lease_run_out();
  auto future = ended.get_future();
  ASSERT_EQ(future.wait_for(std::chrono::seconds(10)), std::future_status::ready);
  EXPECT_EQ(future.get(), Ledger::End::overtaken);
}

TEST_F(LedgerFaults, ALeaseThatAnotherTookDuringAnOutageEndsTheLedger) {
  auto old = house();
  faults.append = StoreFailure::not_appended;
  EXPECT_EQ(old->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::failed);
  let_lease_run_out();
  const auto next = Ledger::open(store(), {"the next one", testing::ticking_clock()});
  ASSERT_TRUE(next);
  EXPECT_EQ(old->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::failed);
  EXPECT_TRUE(old->is_fenced());
}

TEST_F(LedgerFaults, ClosedAfterAFailureLeavesTheJournalAloneAndReturnsTheLease) {
  auto ledger = house();
  ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
  faults.append = StoreFailure::not_appended;
  EXPECT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::failed);
  const size_t entries = journal->entries.size();
  ASSERT_TRUE(ledger->close());
  EXPECT_EQ(journal->entries.size(), entries);
  EXPECT_TRUE(journal->snapshots.empty());
  EXPECT_FALSE(journal->holder);
  EXPECT_EQ(failures, std::vector{StoreFailure::not_appended}) << "no snapshot of such a state was tried";
}

TEST_F(LedgerFaults, AJournalThatWentBackInTimeIsNotWrittenTo) {
  auto ledger = house();
  ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
  ASSERT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::accepted);
  const uint64_t last = ledger->head().sequence;
  roll_back_to(last - 2);
  EXPECT_EQ(ledger->decide_one(start_round("c", 1, 1)).kind, Answer::Kind::failed);
  EXPECT_FALSE(ledger->check());
  EXPECT_EQ(ledger->end(), Ledger::End::rolled_back);
  EXPECT_FALSE(ledger->is_fenced());
  EXPECT_EQ(ledger->end_text(), fmt::format("the journal has gone back in time: entry {} was recorded, and the journal "
                                            "no longer contains it; it ends at entry {}",
                                            last, last - 2));
  EXPECT_EQ(ledger->decide_one(start_round("c", 1, 1)).kind, Answer::Kind::failed);
  ASSERT_TRUE(ledger->close());
  EXPECT_EQ(journal->entries.size(), last - 2);
}

TEST_F(LedgerFaults, ARollbackIsFoundThoughNothingIsRecorded) {
  auto ledger = house();
  ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
  roll_back_to(ledger->head().sequence - 1);
  EXPECT_FALSE(ledger->check());
  EXPECT_EQ(ledger->end(), Ledger::End::rolled_back);
}

TEST_F(LedgerFaults, AJournalOfTheSameLengthAndAnotherHistoryIsFoundToo) {
  auto ledger = house();
  ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
  const Head was = ledger->head();
  roll_back_to(was.sequence - 1);
  {
    const std::lock_guard lock(journal->mutex);
    const Entry& before = journal->entries.back();
    journal->entries.push_back(testing::next_entry({before.sequence, before.hash}, "other", before.body));
  }
  EXPECT_FALSE(ledger->check());
  EXPECT_EQ(ledger->end(), Ledger::End::rolled_back);
}

TEST_F(LedgerFaults, EntriesThatSomebodyElseAddedAreReadAndTold) {
  auto ledger = house();
  ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
  Event event = refused_event(start_round("x", 1, 1), {RefusalCode::round_open, "table", "x"}, 1'767'225'700'000);
  {
    const std::lock_guard lock(journal->mutex);
    journal->entries.push_back(Step::record(ledger->head(), "around-the-lease", Digest{}, event).entry());
  }
  // An append finds out, and records nothing; the next one follows what is there.
  EXPECT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::failed);
  EXPECT_EQ(std::ranges::count(failures, StoreFailure::head_moved), 1);
  EXPECT_EQ(*ledger->check(), ledger->head());
  EXPECT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::accepted);
  EXPECT_EQ(ledger->end(), Ledger::End::none);
  expect_all_told();
}

TEST_F(LedgerFaults, OpensOnlyAJournalThatHoldsWhatIsKnownOfIt) {
  Head known;
  {
    auto ledger = house();
    ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
    known = ledger->head();
  }
  const auto open = [&](const Head& must_hold) {
    let_lease_run_out();
    LedgerOptions options{this_process(), testing::ticking_clock()};
    options.known = must_hold;
    auto ledger = Ledger::open(store(), std::move(options));
    return ledger ? "opened" : ledger.error().failure == StoreFailure::head_moved ? "refused" : "failed";
  };
  EXPECT_STREQ(open(known), "opened");
  EXPECT_STREQ(open({known.sequence - 1, journal->entries[known.sequence - 2].hash}), "opened");
  Head beside = known;
  beside.hash[0] ^= 1;
  EXPECT_STREQ(open(beside), "refused");
  EXPECT_STREQ(open({known.sequence + 1, known.hash}), "refused");
  EXPECT_FALSE(journal->holder) << "the lease is returned";
  roll_back_to(known.sequence - 1);
  EXPECT_STREQ(open(known), "refused");
}

}  // namespace
}  // namespace cardroom::ledger
