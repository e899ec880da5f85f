#include "ledger/ledger.h"

#include <gtest/gtest.h>

#include "ledger/memory_store.h"
#include "ledger/testing/failing_store.h"
#include "ledger/testing/house.h"

namespace cardroom::ledger {
namespace {

using namespace progressive;
using testing::end_round;
using testing::FailingStore;
using testing::open_house;
using testing::start_round;
using testing::StoreFaults;

class LedgerTest : public ::testing::Test {
 protected:
  std::unique_ptr<Store> store() { return make_memory_store(journal, OpenMode::create, lease_ms_default); }
  std::unique_ptr<Ledger> reopen() {
    auto ledger = Ledger::open(store(), {this_process(), testing::ticking_clock()});
    EXPECT_TRUE(ledger) << ledger.error().to_text();
    return std::move(*ledger);
  }
  State state_after_reopening() {
    auto ledger = reopen();
    State state = ledger->state();
    // The lease goes back, and no snapshot is written.
    const std::lock_guard lock(journal->mutex);
    journal->holder.reset();
    return state;
  }

  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
};

TEST_F(LedgerTest, AnswersACommandSentAgainAsBefore) {
  auto ledger = open_house(store());
  const Answer first = ledger->decide_one(start_round("a", 1, 1));
  ASSERT_EQ(first.kind, Answer::Kind::accepted);
  ASSERT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::accepted);
  const Head head = ledger->head();
  const Answer again = ledger->decide_one(start_round("a", 1, 1));
  EXPECT_EQ(again.kind, Answer::Kind::accepted);
  EXPECT_TRUE(again.repeated);
  EXPECT_EQ(again.sequence, first.sequence);
  EXPECT_EQ(again.event.outcome, first.event.outcome);
  EXPECT_EQ(ledger->head(), head);
}

TEST_F(LedgerTest, RefusesAnIdOfAnotherCommand) {
  auto ledger = open_house(store());
  ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
  const Answer other = ledger->decide_one(start_round("a", 2, 1));
  EXPECT_EQ(other.kind, Answer::Kind::refused);
  EXPECT_EQ(other.refusal.code, RefusalCode::command_id_reused);
}

TEST_F(LedgerTest, RemembersIdsAndRefusalsAcrossARestart) {
  auto ledger = open_house(store());
  ASSERT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
  const Answer refused = ledger->decide_one(start_round("b", 1, 1));
  EXPECT_EQ(refused.refusal.code, RefusalCode::round_open);
  ASSERT_EQ(ledger->decide_one(end_round("c", 1)).kind, Answer::Kind::accepted);
  ASSERT_TRUE(ledger->close());
  ledger = reopen();
  // The chips went back to the players when "b" was refused: it must not lock them in now that the table is free.
  const Answer again = ledger->decide_one(start_round("b", 1, 1));
  EXPECT_EQ(again.kind, Answer::Kind::refused);
  EXPECT_TRUE(again.repeated);
  EXPECT_EQ(again.refusal, refused.refusal);
  EXPECT_TRUE(ledger->decide_one(start_round("a", 1, 1)).repeated);
}

TEST_F(LedgerTest, DecidesTheCommandsOfAGroupInTheirOrder) {
  auto ledger = open_house(store());
  const std::vector<Command> group = {start_round("a", 1, 1), start_round("b", 1, 1), end_round("c", 1),
                                      start_round("d", 1, 1), start_round("a", 1, 1)};
  const std::vector<Answer> answers = ledger->decide_group(group);
  EXPECT_EQ(answers[0].kind, Answer::Kind::accepted);
  EXPECT_EQ(answers[1].refusal.code, RefusalCode::round_open);
  EXPECT_EQ(answers[2].kind, Answer::Kind::accepted);
  EXPECT_EQ(answers[3].event.outcome.round, 2U);
  EXPECT_TRUE(answers[4].repeated);
  EXPECT_EQ(answers[4].sequence, answers[0].sequence);
}

TEST_F(LedgerTest, ComesBackToTheSameStateWithAndWithoutASnapshot) {
  auto ledger = open_house(store());
  for (int i = 0; i < 20; ++i) {
    ledger->decide_one(start_round("s" + std::to_string(i), 1, 1));
    if (i == 10) {
      ledger->decide_one(testing::mark("m", 1, 1, 3, "royal_flush"));
      ledger->decide_one({"confirm", {"sup"}, {}, ConfirmClaim{1}});
    }
    if (i != 19) ledger->decide_one(end_round("e" + std::to_string(i), 1));
  }
  const State state = ledger->state();
  ASSERT_TRUE(ledger->close());
  EXPECT_EQ(journal->snapshots.size(), 1U);
  EXPECT_EQ(state_after_reopening(), state);
  journal->snapshots.clear();
  EXPECT_EQ(state_after_reopening(), state);
}

TEST_F(LedgerTest, LooksAtNoSnapshotThatDoesNotFitTheJournal) {
  auto ledger = open_house(store());
  ledger->decide_one(start_round("a", 1, 1));
  const State state = ledger->state();
  ASSERT_TRUE(ledger->close());
  journal->snapshots.begin()->second.head.hash[0] ^= 1;
  EXPECT_EQ(state_after_reopening(), state);
  journal->snapshots.begin()->second.head.hash[0] ^= 1;
  // A meter that does not add up is the snapshot's fault: the journal is read instead.
  std::string& body = journal->snapshots.begin()->second.body;
  const size_t meter = body.find("\"meter\":\"10000.90\"");
  ASSERT_NE(meter, std::string::npos) << body;
  body.replace(meter, 18, "\"meter\":\"90000.90\"");
  EXPECT_EQ(state_after_reopening(), state);
  journal->snapshots.begin()->second.body = "{\"not\":\"ours\"}";
  EXPECT_EQ(state_after_reopening(), state);
}

TEST_F(LedgerTest, RefusesMalformedIdsWithoutRecordingThem) {
  auto ledger = open_house(store());
  const Head head = ledger->head();
  for (const std::string& id : {std::string(), std::string("a b"), std::string("a\n"), std::string(65, 'x')}) {
    const Answer answer = ledger->decide_one(start_round(id, 1, 1));
    EXPECT_EQ(answer.refusal.code, RefusalCode::malformed_id);
  }
  EXPECT_EQ(ledger->head(), head);
}

TEST_F(LedgerTest, KeepsTimeFromGoingBack) {
  auto ledger = open_house(store());
  ASSERT_TRUE(ledger->close());
  auto back = Ledger::open(store(), {this_process(), [] { return int64_t{5}; }});
  ASSERT_TRUE(back);
  const Answer answer = (*back)->decide_one(start_round("a", 1, 1));
  EXPECT_GE(answer.event.time_ms, journal->entries[journal->entries.size() - 2].time_ms);
}

TEST_F(LedgerTest, AcknowledgesNothingThatTheStoreDidNotTakeAndGoesOn) {
  StoreFaults faults;
  auto ledger = open_house(std::make_unique<FailingStore>(store(), faults));
  const State before = ledger->state();
  faults.append = StoreFailure::not_appended;
  const Answer answer = ledger->decide_one(start_round("a", 1, 1));
  EXPECT_EQ(answer.kind, Answer::Kind::failed);
  EXPECT_NE(answer.failure.find("the test says so"), std::string::npos);
  // The state is the journal's again, and the same command is taken now.
  const Answer again = ledger->decide_one(start_round("a", 1, 1));
  EXPECT_EQ(again.kind, Answer::Kind::accepted);
  EXPECT_FALSE(again.repeated);
  EXPECT_EQ(again.event.outcome.round, 1U);
  EXPECT_EQ(before.rounds + 1, ledger->state().rounds);
}

TEST_F(LedgerTest, AnswersACommandWhoseCommitWasNotAnsweredByTheJournal) {
  StoreFaults faults;
  auto ledger = open_house(std::make_unique<FailingStore>(store(), faults));
  faults.append = StoreFailure::outcome_unknown;
  faults.is_done = true;
  const Answer there = ledger->decide_one(start_round("a", 1, 1));
  EXPECT_EQ(there.kind, Answer::Kind::accepted) << there.failure;
  EXPECT_FALSE(there.repeated);
  EXPECT_EQ(there.sequence, journal->entries.size());
  EXPECT_EQ(ledger->state().rounds, 1U);
  faults.append = StoreFailure::outcome_unknown;
  faults.is_done = false;
  EXPECT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::failed);
  EXPECT_EQ(ledger->head().sequence, there.sequence);
  EXPECT_EQ(ledger->decide_one(end_round("b", 1)).kind, Answer::Kind::accepted);
}

TEST_F(LedgerTest, FindsACommandWhoseCommitWasNotAnsweredOnceTheJournalCanBeRead) {
  StoreFaults faults;
  auto ledger = open_house(std::make_unique<FailingStore>(store(), faults));
  faults.append = StoreFailure::outcome_unknown;
  faults.is_done = true;
  faults.lease = StoreFailure::unavailable;
  EXPECT_EQ(ledger->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::failed);
  const Answer again = ledger->decide_one(start_round("a", 1, 1));
  EXPECT_EQ(again.kind, Answer::Kind::accepted);
  EXPECT_TRUE(again.repeated);
  EXPECT_EQ(ledger->state().rounds, 1U);
}

TEST_F(LedgerTest, AnswersNothingOnceAnotherWriterHasTakenOver) {
  auto old = open_house(store());
  {
    const std::lock_guard lock(journal->mutex);
    journal->expires_ms = 0;  // it slept too long
  }
  auto next = reopen();
  EXPECT_EQ(next->decide_one(start_round("b", 2, 1)).kind, Answer::Kind::accepted);
  EXPECT_EQ(old->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::failed);
  EXPECT_TRUE(old->is_fenced());
  EXPECT_EQ(old->decide_one(start_round("c", 1, 1)).kind, Answer::Kind::failed);
  EXPECT_EQ(next->decide_one(start_round("a", 1, 1)).kind, Answer::Kind::accepted);
}

}  // namespace
}  // namespace cardroom::ledger
