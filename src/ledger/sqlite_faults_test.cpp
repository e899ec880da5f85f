// Every write, sync, truncation and deletion of a scripted life of a journal fails once, in every way. Whatever was
// acknowledged is there afterwards: in the files as the process left them, and in the files as a power cut would have
// left them at that moment; what was refused is in neither.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "ledger/sqlite_store.h"
#include "ledger/testing/entries.h"
#include "ledger/testing/fault_vfs.h"
#include "ledger/testing/temporary_folder.h"

namespace cardroom::ledger::testing {

namespace {

class FaultRun {
 public:
  explicit FaultRun(const std::string& path) : path_(path) {}

  // A journal's life. Every step may fail; the next ones go on, as a program would.
  void live() {
    if (!open()) return;
    take();
    append(3);
    append(1);
    append(6, 6000);
    snapshot();
    idle();
    append(2);
    renew();
    append(1);
    release();
    store_.reset();
    look();
    if (!open()) return;
    take();
    append(5);
    idle();
    append(1);
  }

  size_t acknowledged() const { return sure_.size(); }
  const std::multiset<StoreFailure>& failures() const { return failures_; }

 private:
  bool open() {
    auto store = open_sqlite_store(path_, OpenMode::create, {.busy_ms = 0, .vfs = FaultVfs::shared().name()});
    if (!store) {
      count(store.error());
      look();
      // Once more, as whoever starts the program does. A disk that stays broken ends it.
      store = open_sqlite_store(path_, OpenMode::create, {.busy_ms = 0, .vfs = FaultVfs::shared().name()});
    }
    if (store) store_ = std::move(*store);
    look();
    return store.has_value();
  }

  void take() {
    auto lease = store_->take_lease("a test");
    if (!lease) {
      count(lease.error());
      look();
      lease = store_->take_lease("a test");
    }
    if (lease) settle();
    look();
  }

  // After an unknown outcome: the lease is taken anew, and the head tells.
  void settle() {
    const auto head = store_->head();
    if (!head || maybe_.empty()) return;
    if (*head == head_of(maybe_)) {
      sure_ = maybe_;
    } else {
      EXPECT_EQ(*head, head_of(sure_));
    }
    maybe_.clear();
  }

  void append(size_t size, size_t body_bytes = 300) {
    const auto group = make_entries(head_of(sure_), size, fmt::format("try{}", ++tries_), body_bytes);
    const auto done = store_->append(group);
    if (done) {
      EXPECT_TRUE(maybe_.empty()) << "acknowledged while an earlier group was not settled";
      sure_.insert(sure_.end(), group.begin(), group.end());
    } else {
      count(done.error());
      if (done.error().failure == StoreFailure::outcome_unknown) {
        maybe_ = sure_;
        maybe_.insert(maybe_.end(), group.begin(), group.end());
      }
    }
    look();
    if (!maybe_.empty()) take();
  }

  void snapshot() { note(store_->put_snapshot({.head = head_of(sure_), .body = std::string(9000, 's')})); }
  void idle() { note(store_->idle()); }
  void renew() { note(store_->renew_lease()); }
  void release() { note(store_->release_lease()); }

  void note(const StoreResult<void>& done) {
    if (!done) count(done.error());
    look();
  }

  void count(const StoreError& error) {
    failures_.insert(error.failure);
    const auto failure = error.failure;
    EXPECT_TRUE(failure == StoreFailure::not_appended || failure == StoreFailure::unavailable ||
                failure == StoreFailure::outcome_unknown || failure == StoreFailure::lease_lost)
        << error.to_text();
  }

  // The journal as a new process would find it, from copies of the files.
  void look() {
    // Until the fault comes, every run is like the one without.
    if (FaultVfs::shared().waits()) return;
    const TemporaryFolder after_crash = TemporaryFolder::in_memory();
    const TemporaryFolder after_power_cut = TemporaryFolder::in_memory();
    for (const std::string suffix : {"", "-wal"}) {
      const std::string path = path_ + suffix;
      if (!std::filesystem::exists(path)) continue;
      std::filesystem::copy_file(path, after_crash.file("ledger" + suffix));
      const auto synced = FaultVfs::shared().synced().find(path);
      if (synced != FaultVfs::shared().synced().end()) {
        std::ofstream(after_power_cut.file("ledger" + suffix), std::ios::binary) << synced->second;
      } else if (suffix.empty()) {
        // Made under another name, synced there, and only then given its own.
        std::filesystem::copy_file(path, after_power_cut.file("ledger"));
      }
    }
    expect_whole(after_crash.file("ledger"), "after a crash");
    expect_whole(after_power_cut.file("ledger"), "after a power cut");
  }

  void expect_whole(const std::string& path, const char* when) {
    if (!std::filesystem::exists(path)) {
      EXPECT_TRUE(sure_.empty()) << when;
      return;
    }
    const auto store = open_sqlite_store(path, OpenMode::read_only);
    ASSERT_TRUE(store) << when << ": " << store.error().to_text();
    const auto found = read_all(**store);
    if (!maybe_.empty() && found == maybe_) return;
    EXPECT_EQ(found.size(), sure_.size()) << when;
    EXPECT_TRUE(found == sure_) << when;
  }

  std::string path_;
  std::unique_ptr<Store> store_;
  std::vector<Entry> sure_;   // acknowledged, all of it
  std::vector<Entry> maybe_;  // with a group whose outcome is not known; empty: there is none
  std::multiset<StoreFailure> failures_;
  int tries_ = 0;
};

constexpr size_t entries_without_faults = 3 + 1 + 6 + 2 + 1 + 5 + 1;

// Fails the n-th call for every n, until the life ends before its turn comes. Tells the failures that were answered.
std::multiset<StoreFailure> fail_every_call(Fault fault, bool lasting) {
  std::multiset<StoreFailure> failures;
  for (int64_t n = 1;; ++n) {
    SCOPED_TRACE(fmt::format("call {} fails", n));
    const TemporaryFolder folder = TemporaryFolder::in_memory();
    FaultVfs::shared().arm(fault, n, lasting);
    FaultRun run(folder.file("ledger"));
    run.live();
    const bool fired = FaultVfs::shared().fired();
    FaultVfs::shared().disarm();
    if (::testing::Test::HasFailure()) return failures;
    failures.insert(run.failures().begin(), run.failures().end());
    if (!fired) {
      EXPECT_EQ(run.acknowledged(), entries_without_faults);
      EXPECT_TRUE(run.failures().empty());
      // The script writes some hundred times; a loop that ends early has tested nothing.
      EXPECT_GT(n, 100);
      return failures;
    }
  }
}

TEST(SqliteFaults, WithoutFaultsEveryStepIsDurableWhenItReturns) {
  const TemporaryFolder folder = TemporaryFolder::in_memory();
  FaultVfs::shared().arm(Fault::none, 0);
  FaultRun run(folder.file("ledger"));
  run.live();
  EXPECT_EQ(run.acknowledged(), entries_without_faults);
  EXPECT_TRUE(run.failures().empty());
}

TEST(SqliteFaults, AShortWriteLosesNothingThatWasAcknowledged) {
  const auto failures = fail_every_call(Fault::short_write, false);
  EXPECT_GT(failures.count(StoreFailure::outcome_unknown), 0U);
}

// A write that found no space stopped before the commit was in the log: nothing is left open.
TEST(SqliteFaults, AFullDiskIsAnsweredWithCertainty) {
  const auto failures = fail_every_call(Fault::disk_full, false);
  EXPECT_GT(failures.count(StoreFailure::not_appended), 0U);
  EXPECT_EQ(failures.count(StoreFailure::outcome_unknown), 0U);
}

TEST(SqliteFaults, AFullDiskThatStaysFullIsAnsweredWithCertainty) {
  const auto failures = fail_every_call(Fault::disk_full, true);
  EXPECT_GT(failures.count(StoreFailure::not_appended), 0U);
  EXPECT_EQ(failures.count(StoreFailure::outcome_unknown), 0U);
}

TEST(SqliteFaults, AnIoErrorLosesNothingThatWasAcknowledged) {
  const auto failures = fail_every_call(Fault::io_error, false);
  EXPECT_GT(failures.count(StoreFailure::outcome_unknown), 0U);
}

TEST(SqliteFaults, ADiskThatIsGoneLosesNothingThatWasAcknowledged) {
  const auto failures = fail_every_call(Fault::io_error, true);
  EXPECT_GT(failures.count(StoreFailure::outcome_unknown), 0U);
}

TEST(SqliteFaults, AnErrorAfterTheWorkWasDoneIsCalledUnknown) {
  const auto failures = fail_every_call(Fault::done_but_said, false);
  EXPECT_GT(failures.count(StoreFailure::outcome_unknown), 0U);
}

}  // namespace

}  // namespace cardroom::ledger::testing
