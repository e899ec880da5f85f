#include "ledger/store.h"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "base/check.h"
#include "ledger/memory_store.h"
#include "ledger/postgres_store.h"
#include "ledger/sqlite_store.h"

namespace cardroom::ledger {

std::unexpected<StoreError> store_error(StoreFailure failure, std::string attempted, std::string cause) {
  return std::unexpected(StoreError{failure, {std::move(attempted), std::move(cause)}});
}

StoreResult<std::unique_ptr<Store>> open_store(const std::string& address, OpenMode mode, const StoreOptions& options) {
  constexpr std::string_view sqlite = "sqlite:";
  if (address == "memory:") return make_memory_store(std::make_shared<MemoryJournal>(), mode, options.lease_ms);
  if (address.starts_with("postgresql://") || address.starts_with("postgres://")) {
    return open_postgres_store(address, mode, {.lease_ms = options.lease_ms});
  }
  const bool named = address.starts_with(sqlite);
  const std::string path = named ? address.substr(sqlite.size()) : address;
  if (path.empty() || (!named && path.find("://") != std::string::npos)) {
    return store_error(StoreFailure::unavailable, fmt::format("open the ledger '{}'", address),
                       "an address must be memory:, sqlite:FILE, a plain path, or postgresql://…");
  }
  return open_sqlite_store(path, mode, {.lease_ms = options.lease_ms});
}

StoreResult<Lease> wait_for_lease(Store& store, const std::string& holder, const std::function<bool()>& go_on) {
  while (true) {
    auto lease = store.take_lease(holder);
    if (lease || lease.error().failure != StoreFailure::lease_held || !go_on()) return lease;
    std::this_thread::sleep_for(std::chrono::milliseconds(standby_poll_ms));
  }
}

std::string this_process() {
  std::array<char, 256> host{};
  if (gethostname(host.data(), host.size() - 1) != 0) host[0] = '?';
  return fmt::format("host {}, process {}", host.data(), getpid());
}

int64_t boot_clock_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

StoreResult<bool> holds(Store& store, const Head& head) {
  if (head.sequence == 0) return true;
  const auto entry = store.entry(head.sequence);
  if (!entry) return std::unexpected(entry.error());
  return *entry && (*entry)->hash == head.hash;
}

void check_group(std::span<const Entry> entries) {
  CHECK(!entries.empty() && entries.size() <= group_entries_max);
  for (size_t i = 0; i < entries.size(); ++i) {
    CHECK(is_command_id(entries[i].command_id));
    CHECK(entries[i].body.size() <= body_bytes_max);
    CHECK(i == 0 || !chain_break({entries[i - 1].sequence, entries[i - 1].hash}, entries[i]));
  }
}

StoreResult<void> check_place(const Head& head, std::span<const Entry> entries, const std::string& name) {
  if (!chain_break(head, entries.front())) return {};
  const uint64_t before = entries.front().sequence - 1;
  return store_error(StoreFailure::head_moved, "append to " + name,
                     before == head.sequence
                         ? fmt::format("its last entry, {}, is not the one that this group follows", head.sequence)
                         : fmt::format("it ends at entry {}, but this group follows entry {}", head.sequence, before));
}

StoreResult<Head> checked_head(Store& store, const std::string& name) {
  const auto head = store.head();
  if (!head || head->sequence == 0) return head;
  const uint64_t first = std::max<uint64_t>(head->sequence, 2) - 1;
  Head before;
  std::optional<std::string> broken;
  const auto read = store.read(first, [&](const Entry& entry) {
    if (entry.sequence == first && first > 1) {
      before = {entry.sequence, entry.hash};
      return true;
    }
    broken = chain_break(before, entry);
    before = {entry.sequence, entry.hash};
    return !broken && entry.sequence < head->sequence;
  });
  if (!read) return std::unexpected(read.error());
  if (!broken && before != *head) broken = fmt::format("entry {} cannot be read", head->sequence);
  if (broken) return store_error(StoreFailure::not_a_ledger, "read the end of " + name, *broken);
  return head;
}

}  // namespace cardroom::ledger
