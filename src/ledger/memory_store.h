// The journal in memory, for tests and practice: gone with the process. Several stores may share one journal.
#pragma once

#include <map>
#include <mutex>
#include <unordered_map>

#include "ledger/store.h"

namespace cardroom::ledger {

struct MemoryJournal {
  std::mutex mutex;  // guards all below
  std::vector<Entry> entries;
  std::unordered_map<std::string, uint64_t> sequence_of_command;
  std::map<uint64_t, Snapshot> snapshots;  // by the entry that each was taken after
  uint64_t epoch = 0;
  std::optional<std::string> holder;
  int64_t expires_ms = 0;  // of the process's steady clock
};

std::unique_ptr<Store> make_memory_store(std::shared_ptr<MemoryJournal> journal, OpenMode mode, int64_t lease_ms);

}  // namespace cardroom::ledger
