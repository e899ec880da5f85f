#include "ledger/memory_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <unordered_set>

#include "base/check.h"

namespace cardroom::ledger {

namespace {

int64_t lease_clock_ms() {
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

class MemoryStore final : public Store {
 public:
  MemoryStore(std::shared_ptr<MemoryJournal> journal, OpenMode mode, int64_t lease_ms)
      : journal_(std::move(journal)), mode_(mode), lease_ms_(lease_ms) {}

  StoreResult<Head> head() override {
    const std::scoped_lock lock(journal_->mutex);
    return current_head();
  }

  StoreResult<void> read(uint64_t first, const std::function<bool(const Entry&)>& visit) override {
    for (uint64_t sequence = std::max<uint64_t>(first, 1);; ++sequence) {
      Entry entry;
      {
        const std::scoped_lock lock(journal_->mutex);
        if (sequence > journal_->entries.size()) return {};
        entry = journal_->entries[sequence - 1];
      }
      if (!visit(entry)) return {};
    }
  }

  StoreResult<std::optional<Entry>> entry(uint64_t sequence) override {
    const std::scoped_lock lock(journal_->mutex);
    if (sequence == 0 || sequence > journal_->entries.size()) return std::nullopt;
    return journal_->entries[sequence - 1];
  }

  StoreResult<std::vector<std::optional<Entry>>> find_commands(std::span<const std::string> ids) override {
    const std::scoped_lock lock(journal_->mutex);
    std::vector<std::optional<Entry>> found;
    for (const std::string& id : ids) {
      const auto at = journal_->sequence_of_command.find(id);
      if (at == journal_->sequence_of_command.end()) {
        found.emplace_back();
      } else {
        found.emplace_back(journal_->entries[at->second - 1]);
      }
    }
    return found;
  }

  StoreResult<Lease> take_lease(const std::string& holder) override {
    const std::scoped_lock lock(journal_->mutex);
    if (mode_ == OpenMode::read_only) {
      return store_error(StoreFailure::unavailable, "write to the in-memory ledger", "it was opened read-only");
    }
    const bool mine = epoch_ == journal_->epoch;
    if (journal_->holder && !mine && lease_clock_ms() < journal_->expires_ms) {
      return store_error(StoreFailure::lease_held, "write to the in-memory ledger",
                         fmt::format("{} is already writing to it", *journal_->holder));
    }
    epoch_ = ++journal_->epoch;
    journal_->holder = holder;
    journal_->expires_ms = lease_clock_ms() + lease_ms_;
    return Lease{*epoch_, holder};
  }

  StoreResult<void> renew_lease() override {
    const std::scoped_lock lock(journal_->mutex);
    if (auto fenced = fence(); !fenced) return fenced;
    journal_->expires_ms = lease_clock_ms() + lease_ms_;
    return {};
  }

  StoreResult<void> release_lease() override {
    const std::scoped_lock lock(journal_->mutex);
    if (auto fenced = fence(); !fenced) return fenced;
    journal_->holder.reset();
    epoch_.reset();
    return {};
  }

  StoreResult<std::optional<Lease>> lease_holder() override {
    const std::scoped_lock lock(journal_->mutex);
    if (!journal_->holder || lease_clock_ms() >= journal_->expires_ms) return std::nullopt;
    return Lease{journal_->epoch, *journal_->holder};
  }

  StoreResult<void> append(std::span<const Entry> entries) override {
    const std::scoped_lock lock(journal_->mutex);
    if (auto fenced = fence(); !fenced) return fenced;
    check_group(entries);
    if (auto placed = check_place(current_head(), entries, "the in-memory ledger"); !placed) return placed;
    std::unordered_set<std::string_view> ids;
    for (const Entry& entry : entries) {
      if (journal_->sequence_of_command.contains(entry.command_id) || !ids.insert(entry.command_id).second) {
        return store_error(StoreFailure::not_appended, "append to the in-memory ledger",
                           "a command ID in the group is already in the journal");
      }
    }
    for (const Entry& entry : entries) {
      journal_->entries.push_back(entry);
      journal_->sequence_of_command.emplace(entry.command_id, entry.sequence);
    }
    return {};
  }

  StoreResult<void> put_snapshot(const Snapshot& snapshot) override {
    CHECK(snapshot.body.size() <= snapshot_bytes_max);
    const std::scoped_lock lock(journal_->mutex);
    if (auto fenced = fence(); !fenced) return fenced;
    journal_->snapshots.insert_or_assign(snapshot.head.sequence, snapshot);
    return {};
  }

  StoreResult<void> drop_snapshot(uint64_t sequence) override {
    const std::scoped_lock lock(journal_->mutex);
    if (auto fenced = fence(); !fenced) return fenced;
    journal_->snapshots.erase(sequence);
    return {};
  }

  StoreResult<std::optional<Snapshot>> snapshot_until(uint64_t last) override {
    const std::scoped_lock lock(journal_->mutex);
    const auto after = journal_->snapshots.upper_bound(last);
    if (after == journal_->snapshots.begin()) return std::nullopt;
    return std::prev(after)->second;
  }

  StoreResult<std::vector<Head>> snapshot_heads(uint64_t last, size_t most) override {
    const std::scoped_lock lock(journal_->mutex);
    std::vector<Head> heads;
    for (auto at = journal_->snapshots.upper_bound(last); at != journal_->snapshots.begin() && heads.size() < most;)
      heads.push_back((--at)->second.head);
    return heads;
  }

  StoreResult<Archive> archive() override { return Archive(); }
  StoreResult<void> set_archive_folder(const std::string&) override { return no_archive(); }
  StoreResult<void> add_segment(const Segment&) override { return no_archive(); }
  StoreResult<size_t> remove_archived(size_t) override { return 0; }
  StoreResult<std::vector<StoreFault>> check_archive() override { return std::vector<StoreFault>(); }

  StoreResult<std::vector<StoreFault>> check_itself() override { return std::vector<StoreFault>(); }

  StoreResult<void> idle() override { return {}; }

 private:
  Head current_head() const {
    if (journal_->entries.empty()) return {};
    return {journal_->entries.back().sequence, journal_->entries.back().hash};
  }

  static StoreResult<void> no_archive() {
    return store_error(StoreFailure::unavailable, "archive the in-memory ledger", "it is not kept in a database");
  }

  StoreResult<void> fence() {
    if (epoch_ && *epoch_ == journal_->epoch) return {};
    epoch_.reset();
    return store_error(StoreFailure::lease_lost, "write to the in-memory ledger",
                       journal_->holder ? fmt::format("{} has taken over", *journal_->holder)
                                        : "this process does not hold the lease");
  }

  std::shared_ptr<MemoryJournal> journal_;
  OpenMode mode_;
  int64_t lease_ms_;
  std::optional<uint64_t> epoch_;
};

}  // namespace

std::unique_ptr<Store> make_memory_store(std::shared_ptr<MemoryJournal> journal, OpenMode mode, int64_t lease_ms) {
  return std::make_unique<MemoryStore>(std::move(journal), mode, lease_ms);
}

}  // namespace cardroom::ledger
