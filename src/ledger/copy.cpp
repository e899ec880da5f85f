#include "ledger/copy.h"

#include <limits>
#include <optional>

namespace cardroom::ledger {

namespace {

// One by one, oldest first. The journal says which of them count.
StoreResult<void> copy_snapshots(Store& from, Store& to, uint64_t last) {
  const auto heads = from.snapshot_heads(last, std::numeric_limits<size_t>::max());
  if (!heads) return std::unexpected(heads.error());
  for (auto head = heads->rbegin(); head != heads->rend(); ++head) {
    const auto snapshot = from.snapshot_until(head->sequence);
    if (!snapshot) return std::unexpected(snapshot.error());
    if (!*snapshot || (*snapshot)->head != *head) continue;  // dropped in the meantime
    if (auto put = to.put_snapshot(**snapshot); !put) return put;
  }
  return {};
}

}  // namespace

StoreResult<Head> copy_journal(Store& from, Store& to, const CopyOptions& options) {
  const auto end = from.head();
  if (!end) return std::unexpected(end.error());
  const auto start = to.head();
  if (!start) return std::unexpected(start.error());
  if (start->sequence > 0)
    return store_error(StoreFailure::not_appended, "copy the journal", "the new ledger already has entries");
  if (const auto lease = to.take_lease(options.holder); !lease) return std::unexpected(lease.error());

  Head head;
  std::vector<Entry> group;
  std::optional<StoreError> wrong;
  const auto write = [&] {
    if (group.empty()) return true;
    if (const auto appended = to.append(group); !appended) {
      wrong = appended.error();
      return false;
    }
    group.clear();
    if (options.progress && !options.progress(head.sequence, end->sequence)) {
      wrong = StoreError{StoreFailure::not_appended, {"copy the journal", "it was stopped before the end"}};
      return false;
    }
    return true;
  };
  const auto read = from.read(1, [&](const Entry& entry) {
    if (entry.sequence > end->sequence) return false;
    if (const auto broken = chain_break(head, entry)) {
      wrong = StoreError{StoreFailure::not_a_ledger, {"copy the journal", *broken}};
      return false;
    }
    head = {entry.sequence, entry.hash};
    group.push_back(entry);
    return group.size() < page_entries || write();
  });
  if (!read) return std::unexpected(read.error());
  if (!wrong) write();
  if (wrong) return std::unexpected(*wrong);
  if (const auto copied = copy_snapshots(from, to, head.sequence); !copied) return std::unexpected(copied.error());
  if (const auto released = to.release_lease(); !released) return std::unexpected(released.error());
  if (const auto tidy = to.idle(); !tidy) return std::unexpected(tidy.error());
  return head;
}

}  // namespace cardroom::ledger
