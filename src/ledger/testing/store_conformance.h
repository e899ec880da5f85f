// What every store does, as one suite. A store's test registers a maker of fresh journals:
// INSTANTIATE_TEST_SUITE_P(Memory, StoreConformance, ::testing::Values(maker)).
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "ledger/store.h"

namespace cardroom::ledger::testing {

// One journal, that can be opened several times.
struct TestJournal {
  virtual ~TestJournal() = default;
  virtual StoreResult<std::unique_ptr<Store>> open(OpenMode mode, int64_t lease_ms) = 0;
};

struct JournalMaker {
  std::string name;
  std::function<std::unique_ptr<TestJournal>()> make;

  friend void PrintTo(const JournalMaker& maker, std::ostream* out) { *out << maker.name; }
};

class StoreConformance : public ::testing::TestWithParam<JournalMaker> {
 protected:
  std::unique_ptr<Store> open(OpenMode mode = OpenMode::create, int64_t lease_ms = lease_ms_default) {
    if (!journal_) journal_ = GetParam().make();
    auto store = journal_->open(mode, lease_ms);
    if (!store) throw std::runtime_error(store.error().to_text());
    return std::move(*store);
  }
  // Opened, with the lease.
  std::unique_ptr<Store> writer(const std::string& holder = "a test") {
    auto store = open();
    if (const auto lease = store->take_lease(holder); !lease) throw std::runtime_error(lease.error().to_text());
    return store;
  }

 private:
  std::unique_ptr<TestJournal> journal_;
};

}  // namespace cardroom::ledger::testing
