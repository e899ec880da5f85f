// Two people accept a ledger that does not contain the last acknowledged entry (ledger/anchor.h). While no game manager
// runs on it: they prove themselves here as they would at the console.
#pragma once

#include <expected>
#include <functional>
#include <string>

#include "ledger/anchor.h"
#include "server/protocol.h"

namespace cardroom::server {

struct AnchorReplacement {
  std::string ledger;  // its address
  std::string secret_file;
  std::string anchor_file;  // empty: beside the secret
  Credentials by;
  Credentials second;
  std::string reason;
  std::function<int64_t()> clock_ms;  // UTC
};

struct NotReplaced {
  bool is_refusal = false;  // a rule or a PIN; otherwise a file or the ledger failed
  std::string text;
};

struct ReplacedAnchor {
  ledger::Head before;    // the entry that was acknowledged; 0: the anchor could not be read
  ledger::Head accepted;  // where the ledger ended
  uint64_t sequence = 0;  // of the entry that records it
};

// Unless it succeeds, neither the anchor nor the journal has changed; a refusal by the rules alone is recorded.
std::expected<ReplacedAnchor, NotReplaced> replace_anchor(const AnchorReplacement& asked);

}  // namespace cardroom::server
