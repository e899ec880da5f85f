// Two people move old entries of a ledger to segments of its archive, while no game manager runs on it.
#pragma once

#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "ledger/segment.h"
#include "server/protocol.h"

namespace cardroom::server {

struct ArchiveRequest {
  std::string ledger;  // its address
  std::string secret_file;
  std::string anchor_file;  // empty: beside the secret
  std::string folder;       // of the segments; empty: where the ledger has them
  Credentials by;
  Credentials second;
  std::string reason;
  int64_t before_ms = 0;  // entries from then on stay
  uint64_t segment_entries = ledger::segment_entries_max;
  std::function<int64_t()> clock_ms;  // UTC
  // Entries written so far, of all; false: stop.
  std::function<bool(uint64_t done, uint64_t total)> progress{};
};

struct NotArchived {
  bool is_refusal = false;  // a rule, a PIN, or another process writes; otherwise a file or the ledger failed
  std::string text;
};

struct Archived {
  std::string folder;
  std::vector<ledger::Segment> segments;  // the new ones
};

// Segments that were archived before a failure stay archived; what was not is still in the database.
std::expected<Archived, NotArchived> archive_ledger(const ArchiveRequest& asked);

}  // namespace cardroom::server
