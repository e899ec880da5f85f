// Entries for tests: chained, each with an id and a body of its own.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "ledger/store.h"

namespace cardroom::ledger::testing {

inline Entry next_entry(const Head& before, const std::string& command_id, const std::string& body) {
  Entry entry{.sequence = before.sequence + 1,
              .time_ms = 1'700'000'000'000 + static_cast<int64_t>(before.sequence),
              .command_id = command_id,
              .command_digest = digest_of(command_id + body),
              .body = body};
  entry.hash = chain_hash(before.hash, entry);
  return entry;
}

// `count` entries after `before`. The prefix makes their ids.
inline std::vector<Entry> make_entries(Head before, size_t count, const std::string& prefix = "c",
                                       size_t body_bytes = 20) {
  std::vector<Entry> entries;
  for (size_t i = 0; i < count; ++i) {
    const std::string id = fmt::format("{}-{}", prefix, before.sequence + 1);
    std::string body = fmt::format("{{\"n\":{}}}", before.sequence + 1);
    if (body.size() < body_bytes) body.resize(body_bytes, ' ');
    entries.push_back(next_entry(before, id, body));
    before = {entries.back().sequence, entries.back().hash};
  }
  return entries;
}

inline Head head_of(const std::vector<Entry>& entries) {
  return entries.empty() ? Head{} : Head{entries.back().sequence, entries.back().hash};
}

// Everything in the journal. A journal that cannot be read, or whose chain is broken, fails the test.
inline std::vector<Entry> read_all(Store& store) {
  std::vector<Entry> entries;
  const auto read = store.read(1, [&](const Entry& entry) {
    if (const auto broken = chain_break(head_of(entries), entry)) throw std::runtime_error(*broken);
    entries.push_back(entry);
    return true;
  });
  if (!read) throw std::runtime_error(read.error().to_text());
  return entries;
}

// Every snapshot, newest first.
inline std::vector<Snapshot> all_snapshots(Store& store) {
  std::vector<Snapshot> snapshots;
  uint64_t last = sequence_max;
  while (true) {
    auto found = store.snapshot_until(last);
    if (!found) throw std::runtime_error(found.error().to_text());
    if (!*found) return snapshots;
    last = (*found)->head.sequence - 1;
    snapshots.push_back(std::move(**found));
    if (snapshots.back().head.sequence == 0) return snapshots;
  }
}

}  // namespace cardroom::ledger::testing
