#include "ledger/testing/store_conformance.h"

#include <fmt/format.h>

#include <chrono>
#include <random>
#include <thread>

#include "ledger/memory_store.h"
#include "ledger/testing/entries.h"

namespace cardroom::ledger::testing {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StoreConformance);

namespace {

void sleep_ms(int64_t ms) {
  std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

template <class Result>
void expect_failure(const Result& result, StoreFailure failure) {
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(static_cast<int>(result.error().failure), static_cast<int>(failure)) << result.error().to_text();
}

template <class Result>
void expect_success(const Result& result) {
  EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().to_text());
}

}  // namespace

TEST_P(StoreConformance, ANewJournalIsEmptyAndEndsAtTheGenesisHash) {
  const auto store = open();
  EXPECT_EQ(*store->head(), Head{});
  EXPECT_TRUE(read_all(*store).empty());
  EXPECT_TRUE(all_snapshots(*store).empty());
  EXPECT_FALSE(*store->entry(1));
  EXPECT_FALSE(store->lease_holder()->has_value());
}

TEST_P(StoreConformance, WhatIsAppendedIsReadBackByteByByteAlsoAfterReopening) {
  std::string every_byte;
  for (int byte = 0; byte < 256; ++byte) every_byte += static_cast<char>(byte);
  std::vector<Entry> entries = make_entries({}, 3);
  for (const std::string& body : {std::string(), every_byte, std::string(body_bytes_max, 'x')}) {
    entries.push_back(next_entry(head_of(entries), fmt::format("~!{}", entries.size()), body));
  }
  entries.back().time_ms = -1;
  entries.back().hash = chain_hash(entries[entries.size() - 2].hash, entries.back());
  {
    const auto store = writer();
    expect_success(store->append(std::span(entries).first(2)));
    expect_success(store->append(std::span(entries).subspan(2)));
    EXPECT_EQ(read_all(*store), entries);
    expect_success(store->idle());
    expect_success(store->release_lease());
  }
  const auto again = open(OpenMode::existing);
  EXPECT_EQ(read_all(*again), entries);
  EXPECT_EQ(*again->head(), head_of(entries));
  EXPECT_EQ(read_all(*open(OpenMode::read_only)), entries);
}

TEST_P(StoreConformance, ReadingStartsWhereItIsToldAndStopsWhenItIsTold) {
  const auto store = writer();
  const auto entries = make_entries({}, 2 * page_entries + 500);
  expect_success(store->append(entries));
  EXPECT_EQ(read_all(*store), entries);
  for (const uint64_t first : {uint64_t{0}, uint64_t{1}, uint64_t{page_entries}, uint64_t{page_entries} + 1,
                               uint64_t{2 * page_entries + 500}}) {
    std::vector<uint64_t> seen;
    expect_success(store->read(first, [&](const Entry& entry) {
      seen.push_back(entry.sequence);
      return seen.size() < 3;
    }));
    const uint64_t start = std::max<uint64_t>(first, 1);
    std::vector<uint64_t> expected;
    for (uint64_t sequence = start; sequence < start + 3 && sequence <= entries.size(); ++sequence) {
      expected.push_back(sequence);
    }
    EXPECT_EQ(seen, expected) << first;
  }
  bool visited = false;
  expect_success(store->read(entries.size() + 1, [&](const Entry&) { return visited = true; }));
  EXPECT_FALSE(visited);
}

TEST_P(StoreConformance, AJournalOfWholePagesEndsAfterItsLastEntry) {
  const auto store = writer();
  expect_success(store->append(make_entries({}, page_entries)));
  EXPECT_EQ(read_all(*store).size(), page_entries);
}

TEST_P(StoreConformance, AWriterMayAppendWhileAnotherReads) {
  const auto store = writer();
  auto entries = make_entries({}, page_entries + 10);
  expect_success(store->append(entries));
  const auto reader = open(OpenMode::read_only);
  std::vector<Entry> seen;
  expect_success(reader->read(1, [&](const Entry& entry) {
    if (seen.empty()) {
      expect_success(store->append(make_entries(head_of(entries), 5)));
      expect_success(store->idle());
    }
    seen.push_back(entry);
    return true;
  }));
  // The first page was read before; whether the rest shows the new ones is not promised, only that it is a prefix.
  const auto all = read_all(*store);
  ASSERT_EQ(all.size(), entries.size() + 5);
  ASSERT_GE(seen.size(), entries.size());
  EXPECT_TRUE(std::equal(seen.begin(), seen.end(), all.begin()));
}

TEST_P(StoreConformance, CommandsAreFoundInTheOrderOfTheQuestion) {
  const auto store = writer();
  const auto entries = make_entries({}, 1200);
  expect_success(store->append(entries));
  EXPECT_TRUE(store->find_commands({})->empty());

  const std::vector<std::string> ids = {"c-700", "unknown", "c-1", "c-700", "C-1", "c-1200", "c-", "'\"{},\\"};
  const auto found = store->find_commands(ids);
  expect_success(found);
  ASSERT_EQ(found->size(), ids.size());
  EXPECT_EQ((*found)[0], entries[699]);
  EXPECT_FALSE((*found)[1]);
  EXPECT_EQ((*found)[2], entries[0]);
  EXPECT_EQ((*found)[3], entries[699]);
  EXPECT_FALSE((*found)[4]);
  EXPECT_EQ((*found)[5], entries[1199]);
  EXPECT_FALSE((*found)[6]);
  EXPECT_FALSE((*found)[7]);

  std::vector<std::string> all;
  for (const Entry& entry : entries) all.push_back(entry.command_id);
  const auto every = store->find_commands(all);
  expect_success(every);
  for (size_t i = 0; i < entries.size(); ++i) EXPECT_EQ((*every)[i], entries[i]);
}

TEST_P(StoreConformance, ACommandIdIsRecordedOnceAndItsGroupNotAtAll) {
  const auto store = writer();
  const auto first = make_entries({}, 3);
  expect_success(store->append(first));
  std::vector<Entry> second = make_entries(head_of(first), 2);
  second.push_back(next_entry(head_of(second), first[1].command_id, "{}"));
  expect_failure(store->append(second), StoreFailure::not_appended);
  std::vector<Entry> twice = {next_entry(head_of(first), "twice", "{}")};
  twice.push_back(next_entry(head_of(twice), "twice", "{}"));
  expect_failure(store->append(twice), StoreFailure::not_appended);
  EXPECT_EQ(read_all(*store), first);
  // The store goes on.
  second.pop_back();
  expect_success(store->append(second));
  EXPECT_EQ(*store->head(), head_of(second));
}

TEST_P(StoreConformance, AGroupIsRecordedOnlyAfterTheEntryThatItNames) {
  const auto store = writer();
  const auto first = make_entries({}, 3);
  expect_success(store->append(first));
  const auto refuses = [&](const Head& before) {
    expect_failure(store->append(make_entries(before, 2, "elsewhere")), StoreFailure::head_moved);
    EXPECT_EQ(read_all(*store), first);
  };
  refuses({});
  refuses({2, first[1].hash});                                             // before the end
  refuses({3, first[1].hash});                                             // the right number, another entry
  refuses({4, first[2].hash});                                             // beyond the end
  refuses(head_of(make_entries({2, first[1].hash}, 1, "another third")));  // a journal that never was
  expect_success(store->append(make_entries(head_of(first), 2)));
}

TEST_P(StoreConformance, NobodyWritesWithoutTheLease) {
  const auto store = open();
  expect_failure(store->append(make_entries({}, 1)), StoreFailure::lease_lost);
  expect_failure(store->put_snapshot({}), StoreFailure::lease_lost);
  expect_failure(store->drop_snapshot(1), StoreFailure::lease_lost);
  expect_failure(store->renew_lease(), StoreFailure::lease_lost);
  expect_failure(store->release_lease(), StoreFailure::lease_lost);
  EXPECT_EQ(*store->head(), Head{});
  expect_failure(open(OpenMode::read_only)->take_lease("a reader"), StoreFailure::unavailable);
}

TEST_P(StoreConformance, ASecondWriterIsRefusedWithTheNameOfTheFirst) {
  const auto first = writer("host one, process 1");
  const auto second = open();
  const auto refused = second->take_lease("host two, process 2");
  expect_failure(refused, StoreFailure::lease_held);
  EXPECT_NE(refused.error().to_text().find("host one, process 1 is already writing to it"), std::string::npos)
      << refused.error().to_text();
  const auto holder = second->lease_holder();
  ASSERT_TRUE(holder && *holder);
  EXPECT_EQ((*holder)->holder, "host one, process 1");
  expect_failure(second->append(make_entries({}, 1)), StoreFailure::lease_lost);

  const uint64_t first_epoch = (*first->lease_holder())->epoch;
  expect_success(first->append(make_entries({}, 1)));
  expect_success(first->release_lease());
  EXPECT_FALSE(second->lease_holder()->has_value());
  const auto taken = second->take_lease("host two, process 2");
  expect_success(taken);
  EXPECT_GT(taken->epoch, first_epoch);
  expect_failure(first->append(make_entries(*first->head(), 1, "late")), StoreFailure::lease_lost);
  expect_success(second->append(make_entries(*second->head(), 1)));
}

TEST_P(StoreConformance, AnOldWriterThatWakesUpCanAppendNothing) {
  constexpr int64_t lease_ms = 50;
  const auto old_writer = open(OpenMode::create, lease_ms);
  const auto old_lease = old_writer->take_lease("the old one");
  expect_success(old_lease);
  const auto kept = make_entries({}, 2);
  expect_success(old_writer->append(kept));
  const auto standby = open();
  sleep_ms(lease_ms + 20);
  const auto lease = standby->take_lease("the new one");
  expect_success(lease);
  EXPECT_GT(lease->epoch, old_lease->epoch);

  const auto late = old_writer->append(make_entries(head_of(kept), 1, "late"));
  expect_failure(late, StoreFailure::lease_lost);
  EXPECT_NE(late.error().to_text().find("the new one"), std::string::npos) << late.error().to_text();
  expect_failure(old_writer->append(make_entries(head_of(kept), 1, "late")), StoreFailure::lease_lost);
  expect_failure(old_writer->renew_lease(), StoreFailure::lease_lost);
  expect_failure(old_writer->put_snapshot({.head = head_of(kept), .body = "s"}), StoreFailure::lease_lost);
  expect_failure(old_writer->drop_snapshot(head_of(kept).sequence), StoreFailure::lease_lost);
  expect_failure(old_writer->release_lease(), StoreFailure::lease_lost);
  expect_failure(old_writer->take_lease("the old one"), StoreFailure::lease_held);
  EXPECT_EQ(read_all(*standby), kept);
  expect_success(standby->append(make_entries(head_of(kept), 1, "new")));
}

TEST_P(StoreConformance, EachWriteOfAnOldWriterIsFencedByItself) {
  using Write = std::function<StoreResult<void>(Store&)>;
  const std::vector<Write> writes = {
      [](Store& store) { return store.append(make_entries({}, 1, "late")); },
      [](Store& store) { return store.put_snapshot({.head = {}, .body = "late"}); },
      [](Store& store) { return store.drop_snapshot(0); },
      [](Store& store) { return store.renew_lease(); },
      [](Store& store) { return store.release_lease(); },
  };
  for (const Write& late : writes) {
    const auto old_writer = open(OpenMode::create, 1);
    expect_success(old_writer->take_lease("the old one"));
    sleep_ms(5);
    const auto standby = open();
    expect_success(standby->take_lease("the new one"));
    expect_failure(late(*old_writer), StoreFailure::lease_lost);
    EXPECT_EQ((*standby->lease_holder())->holder, "the new one");
    EXPECT_EQ(*standby->head(), Head{});
    EXPECT_TRUE(all_snapshots(*standby).empty());
    expect_success(standby->release_lease());
  }
}

TEST_P(StoreConformance, ALeaseThatIsRenewedIsNotTaken) {
  constexpr int64_t lease_ms = 400;
  const auto holder = open(OpenMode::create, lease_ms);
  const auto standby = open();
  // Only what the clock proves is expected: a machine that stalls for longer than a lease tells nothing.
  int refused_after_renewal = 0;
  for (int tries = 0; tries < 20 && refused_after_renewal == 0; ++tries) {
    const auto started = std::chrono::steady_clock::now();
    const auto spent_ms = [&](auto since) {
      return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - since).count();
    };
    if (!holder->take_lease("the holder")) continue;
    sleep_ms(lease_ms * 6 / 10);
    const auto renewed = std::chrono::steady_clock::now();
    expect_success(holder->renew_lease());
    sleep_ms(lease_ms * 6 / 10);
    const auto taken = standby->take_lease("the standby");
    if (spent_ms(renewed) < lease_ms && spent_ms(started) > lease_ms) {
      expect_failure(taken, StoreFailure::lease_held);
      ++refused_after_renewal;
    }
    if (taken) expect_success(standby->release_lease());
  }
  EXPECT_EQ(refused_after_renewal, 1) << "the machine stalls for longer than a lease";
}

TEST_P(StoreConformance, ALeaseThatRanOutAndWasNotTakenStillAppends) {
  const auto store = open(OpenMode::create, 1);
  expect_success(store->take_lease("the holder"));
  sleep_ms(10);
  EXPECT_FALSE(store->lease_holder()->has_value());
  expect_success(store->append(make_entries({}, 1)));
  expect_success(store->renew_lease());
}

TEST_P(StoreConformance, AStoreTakesItsOwnLeaseAnewWithAHigherEpoch) {
  const auto store = writer();
  expect_success(store->append(make_entries({}, 1)));
  const uint64_t epoch = (*store->lease_holder())->epoch;
  const auto again = store->take_lease("a test");
  expect_success(again);
  EXPECT_GT(again->epoch, epoch);
  expect_success(store->append(make_entries(*store->head(), 1)));
}

TEST_P(StoreConformance, AStandbyWaitsAndTakesOver) {
  const auto first = writer("the first");
  const auto standby = open();
  int waits = 0;
  const auto gave_up = wait_for_lease(*standby, "the standby", [&] { return ++waits < 2; });
  expect_failure(gave_up, StoreFailure::lease_held);
  EXPECT_EQ(waits, 2);
  const auto lease = wait_for_lease(*standby, "the standby", [&] {
    (void)first->release_lease();
    return true;
  });
  expect_success(lease);
  EXPECT_EQ(lease->holder, "the standby");
}

TEST_P(StoreConformance, SnapshotsStayUntilTheyAreDropped) {
  const auto store = writer();
  const auto entries = make_entries({}, 40);
  expect_success(store->append(entries));
  std::vector<Snapshot> made;
  for (size_t i = 0; i < 4; ++i) {
    const Entry& entry = entries[10 * i + 9];
    made.push_back({.head = {entry.sequence, entry.hash}, .body = std::string(i * 5000, 's')});
  }
  for (const size_t i : {2U, 0U, 3U, 1U}) expect_success(store->put_snapshot(made[i]));
  EXPECT_EQ(all_snapshots(*store), (std::vector<Snapshot>{made[3], made[2], made[1], made[0]}));
  EXPECT_FALSE(*store->snapshot_until(0));
  EXPECT_FALSE(*store->snapshot_until(9));
  EXPECT_EQ(*store->snapshot_until(10), made[0]);
  EXPECT_EQ(*store->snapshot_until(29), made[1]);
  EXPECT_EQ(*store->snapshot_until(30), made[2]);
  EXPECT_EQ(*store->snapshot_until(std::numeric_limits<uint64_t>::max()), made[3]);
  EXPECT_EQ(*store->snapshot_heads(sequence_max, 2), (std::vector<Head>{made[3].head, made[2].head}));
  EXPECT_EQ(*store->snapshot_heads(39, 10), (std::vector<Head>{made[2].head, made[1].head, made[0].head}));
  EXPECT_TRUE(store->snapshot_heads(9, 10)->empty());

  made[3].body = "again";
  expect_success(store->put_snapshot(made[3]));
  EXPECT_EQ(*store->snapshot_until(sequence_max), made[3]);
  expect_success(store->drop_snapshot(20));
  expect_success(store->drop_snapshot(20));
  expect_success(store->drop_snapshot(35));
  EXPECT_EQ(all_snapshots(*store), (std::vector<Snapshot>{made[3], made[2], made[0]}));
  EXPECT_EQ(all_snapshots(*open(OpenMode::read_only)), (std::vector<Snapshot>{made[3], made[2], made[0]}));
}

TEST_P(StoreConformance, AnEntryIsFoundByItsNumber) {
  const auto store = writer();
  const auto entries = make_entries({}, 3);
  expect_success(store->append(entries));
  for (const Entry& entry : entries) EXPECT_EQ(*store->entry(entry.sequence), entry);
  for (const uint64_t none : {uint64_t{0}, uint64_t{4}, sequence_max, std::numeric_limits<uint64_t>::max()})
    EXPECT_FALSE(*store->entry(none)) << none;
  // Also while the journal is being read.
  std::vector<Entry> seen;
  expect_success(store->read(1, [&](const Entry& entry) {
    seen.push_back(**store->entry(entry.sequence));
    return true;
  }));
  EXPECT_EQ(seen, entries);
}

// Random groups, repeated ids, snapshots, lost leases and reopenings, compared with a store in memory.
TEST_P(StoreConformance, ARandomHistoryLeavesWhatTheSameHistoryLeavesInMemory) {
  const auto key = std::random_device{}();
  SCOPED_TRACE(fmt::format("key {}", key));
  std::mt19937 generator(key);
  const auto draw = [&](uint32_t count) { return static_cast<uint32_t>(generator() % count); };
  auto store = writer();
  const auto model = make_memory_store(std::make_shared<MemoryJournal>(), OpenMode::create, lease_ms_default);
  expect_success(model->take_lease("the model"));
  for (int step = 0; step < 60; ++step) {
    const Head head = *model->head();
    switch (draw(9)) {
      case 0: {
        expect_success(store->release_lease());
        store = writer();
        break;
      }
      case 1: {
        const Snapshot snapshot{.head = head, .body = std::string(draw(10'000), 's')};
        EXPECT_EQ(store->put_snapshot(snapshot).has_value(), model->put_snapshot(snapshot).has_value());
        break;
      }
      case 2: expect_success(store->idle()); break;
      case 3: {
        const uint64_t sequence = draw(static_cast<uint32_t>(head.sequence + 1));
        expect_success(store->drop_snapshot(sequence));
        expect_success(model->drop_snapshot(sequence));
        break;
      }
      default: {
        // Ids of a small range repeat now and then.
        std::vector<Entry> group;
        const uint32_t size = 1 + draw(6);
        for (uint32_t i = 0; i < size; ++i) {
          const Head before = group.empty() ? head : head_of(group);
          group.push_back(next_entry(before, fmt::format("id-{}", draw(1000)), std::string(draw(3000), 'b')));
        }
        EXPECT_EQ(store->append(group).has_value(), model->append(group).has_value());
      }
    }
    ASSERT_EQ(*store->head(), *model->head());
    const uint64_t sequence = draw(static_cast<uint32_t>(head.sequence + 2));
    EXPECT_EQ(*store->entry(sequence), *model->entry(sequence));
    EXPECT_EQ(*store->snapshot_until(sequence), *model->snapshot_until(sequence));
    EXPECT_EQ(*store->snapshot_heads(sequence, 3), *model->snapshot_heads(sequence, 3));
  }
  EXPECT_EQ(read_all(*store), read_all(*model));
  EXPECT_EQ(all_snapshots(*store), all_snapshots(*model));
}

}  // namespace cardroom::ledger::testing
