// A store whose next append, or next taking of the lease, fails in a given way.
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "ledger/store.h"

namespace cardroom::ledger::testing {

struct StoreFaults {
  std::optional<StoreFailure> append{};  // the next one fails so
  bool is_done = false;                  // it is recorded all the same
  std::optional<StoreFailure> lease{};   // the next taking of the lease fails so
  std::optional<int> archive_after{};    // the step of archiving after so many fails

  bool fails_archive() {
    if (!archive_after) return false;
    if ((*archive_after)-- > 0) return false;
    archive_after.reset();
    return true;
  }
};

class FailingStore : public Store {
 public:
  FailingStore(std::unique_ptr<Store> inner, StoreFaults& faults) : inner_(std::move(inner)), faults_(faults) {}

  StoreResult<Head> head() override { return inner_->head(); }
  StoreResult<void> read(uint64_t first, const std::function<bool(const Entry&)>& visit) override {
    return inner_->read(first, visit);
  }
  StoreResult<std::optional<Entry>> entry(uint64_t sequence) override { return inner_->entry(sequence); }
  StoreResult<std::vector<std::optional<Entry>>> find_commands(std::span<const std::string> ids) override {
    return inner_->find_commands(ids);
  }
  StoreResult<Lease> take_lease(const std::string& holder) override {
    if (const auto failure = std::exchange(faults_.lease, {}))
      return store_error(*failure, "write", "the test says so");
    return inner_->take_lease(holder);
  }
  StoreResult<void> renew_lease() override { return inner_->renew_lease(); }
  StoreResult<void> release_lease() override { return inner_->release_lease(); }
  StoreResult<std::optional<Lease>> lease_holder() override { return inner_->lease_holder(); }
  StoreResult<void> append(std::span<const Entry> entries) override {
    const auto failure = std::exchange(faults_.append, {});
    if (!failure) return inner_->append(entries);
    if (faults_.is_done) {
      EXPECT_TRUE(inner_->append(entries));
    }
    return store_error(*failure, "append", "the test says so");
  }
  StoreResult<void> put_snapshot(const Snapshot& snapshot) override { return inner_->put_snapshot(snapshot); }
  StoreResult<void> drop_snapshot(uint64_t sequence) override { return inner_->drop_snapshot(sequence); }
  StoreResult<std::optional<Snapshot>> snapshot_until(uint64_t last) override { return inner_->snapshot_until(last); }
  StoreResult<std::vector<Head>> snapshot_heads(uint64_t last, size_t most) override {
    return inner_->snapshot_heads(last, most);
  }
  StoreResult<Archive> archive() override { return inner_->archive(); }
  StoreResult<void> set_archive_folder(const std::string& folder) override {
    return inner_->set_archive_folder(folder);
  }
  StoreResult<void> add_segment(const Segment& segment) override {
    if (!faults_.fails_archive()) return inner_->add_segment(segment);
    return store_error(StoreFailure::unavailable, "add a segment", "the test says so");
  }
  StoreResult<size_t> remove_archived(size_t most) override {
    if (!faults_.fails_archive()) return inner_->remove_archived(most);
    return store_error(StoreFailure::unavailable, "remove archived entries", "the test says so");
  }
  StoreResult<std::vector<StoreFault>> check_archive() override { return inner_->check_archive(); }
  StoreResult<std::vector<StoreFault>> check_itself() override { return inner_->check_itself(); }
  StoreResult<void> idle() override { return inner_->idle(); }

 private:
  std::unique_ptr<Store> inner_;
  StoreFaults& faults_;
};

}  // namespace cardroom::ledger::testing
