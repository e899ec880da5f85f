#include "ledger/copy.h"

#include <optional>

namespace cardroom::ledger {

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
  if (const auto released = to.release_lease(); !released) return std::unexpected(released.error());
  if (const auto tidy = to.idle(); !tidy) return std::unexpected(tidy.error());
  return head;
}

}  // namespace cardroom::ledger
