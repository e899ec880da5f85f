#include "ledger/writer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <set>

#include "ledger/memory_store.h"
#include "ledger/testing/house.h"

namespace cardroom::ledger {
namespace {

using testing::end_round;
using testing::start_round;

constexpr int tables = 8;

class WriterTest : public ::testing::Test {
 protected:
  std::unique_ptr<Ledger> house() {
    return testing::open_house(make_memory_store(journal, OpenMode::create, lease_ms_default), 2, tables);
  }

  std::shared_ptr<MemoryJournal> journal = std::make_shared<MemoryJournal>();
};

TEST_F(WriterTest, AnswersEverySenderOnceFromManyThreads) {
  constexpr int rounds = 50;
  std::atomic<int> accepted = 0;
  std::atomic<int> groups = 0;
  {
    Writer writer(house(), {.after_group = [&](const auto&) { ++groups; }});
    std::vector<std::thread> senders;
    for (int table = 1; table <= tables; ++table)
      senders.emplace_back([&, table] {
        for (int round = 0; round < rounds; ++round) {
          const std::string id = "T" + std::to_string(table) + "-" + std::to_string(round);
          if (writer.decide(start_round(id + "s", table, 2)).kind == Answer::Kind::accepted) ++accepted;
          if (writer.decide(end_round(id + "e", table)).kind == Answer::Kind::accepted) ++accepted;
        }
      });
    for (std::thread& sender : senders) sender.join();
  }
  EXPECT_EQ(accepted, tables * rounds * 2);
  EXPECT_GT(groups, 0);
  std::set<std::string> ids;
  for (const Entry& entry : journal->entries) EXPECT_TRUE(ids.insert(entry.command_id).second);
  EXPECT_FALSE(journal->holder.has_value()) << "the lease is given back at the end";
  EXPECT_EQ(journal->snapshots.size(), 1U);
}

TEST_F(WriterTest, RefusesAtOnceWhatItsQueueCannotHoldAndAnswersTheRest) {
  std::promise<void> inside;
  std::promise<void> go_on;
  std::atomic<int> answered = 0;
  {
    Writer writer(house(), {.queue_max = 3});
    // The writing thread waits in the first answer, so that the queue fills up behind it.
    ASSERT_TRUE(writer.submit(start_round("first", 1, 2), [&](const Answer&) {
      inside.set_value();
      go_on.get_future().wait();
    }));
    inside.get_future().wait();
    for (int i = 0; i < 3; ++i)
      ASSERT_TRUE(writer.submit(start_round("w" + std::to_string(i), 2 + i, 2), [&](const Answer&) { ++answered; }));
    EXPECT_FALSE(writer.submit(start_round("too many", 6, 2), [&](const Answer&) { ++answered; }));
    EXPECT_EQ(writer.decide(start_round("too many", 6, 2)).kind, Answer::Kind::failed);
    go_on.set_value();
  }
  EXPECT_EQ(answered, 3);
}

}  // namespace
}  // namespace cardroom::ledger
