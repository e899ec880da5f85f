#include "ledger/step.h"

#include <fmt/format.h>

#include "ledger/codec.h"

namespace cardroom::ledger {

Step Step::record(const Head& before, std::string command_id, const Digest& command_digest, progressive::Event event) {
  Entry entry{before.sequence + 1, event.time_ms, std::move(command_id), command_digest, to_json(event), {}};
  entry.hash = chain_hash(before.hash, entry);
  return {std::move(entry), std::move(event)};
}

std::expected<Step, std::string> Step::read(Entry entry) {
  auto event = from_json_text<progressive::Event>(entry.body, body_bytes_max);
  if (!event) return std::unexpected(fmt::format("entry {}: {}", entry.sequence, event.error().to_text()));
  return Step(std::move(entry), std::move(*event));
}

}  // namespace cardroom::ledger
