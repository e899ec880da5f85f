#include "ledger/archive.h"

#include <algorithm>
#include <limits>

#include "ledger/replay.h"

namespace cardroom::ledger {

StoreResult<std::vector<ArchivePart>> plan_archive(Store& store, int64_t before_ms, uint64_t entries_max) {
  std::vector<ArchivePart> parts;
  const auto archive = store.archive();
  if (!archive) return std::unexpected(archive.error());
  const auto first = store.entry(1);
  if (!first) return std::unexpected(first.error());
  if (!*first) return parts;
  Head from{1, (**first).hash};
  if (!archive->segments.empty()) from = {archive->segments.back().last, archive->segments.back().hash};
  auto heads = store.snapshot_heads(sequence_max, std::numeric_limits<size_t>::max());
  if (!heads) return std::unexpected(heads.error());
  if (heads->size() <= 2) return parts;
  heads->erase(heads->begin(), heads->begin() + 2);
  std::ranges::reverse(*heads);
  Head end = from;  // of the part that grows
  for (const Head& head : *heads) {
    if (head.sequence <= from.sequence) continue;
    const auto entry = store.entry(head.sequence);
    if (!entry) return std::unexpected(entry.error());
    // Times do not go back: neither is any later snapshot old enough.
    if (*entry && (**entry).time_ms >= before_ms) break;
    const std::string record = snapshot_command_id(head.sequence);
    const auto recorded = store.find_commands({&record, 1});
    if (!recorded) return std::unexpected(recorded.error());
    if (!*entry || (**entry).hash != head.hash || !recorded->front()) continue;
    if (end != from && head.sequence - from.sequence > entries_max) {
      parts.push_back({from, end});
      from = end;
    }
    end = head;
  }
  if (end != from) parts.push_back({from, end});
  return parts;
}

}  // namespace cardroom::ledger
