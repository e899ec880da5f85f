#include "ledger/replica.h"

#include <fmt/format.h>

namespace cardroom::ledger {

std::expected<void, Replica::Refused> Replica::advance(const Step& step) {
  const auto refuse = [](Misstep why, std::string text) { return std::unexpected(Refused{why, std::move(text)}); };
  const Entry& entry = step.entry();
  if (entry.sequence <= head_.sequence)
    return refuse(Misstep::known, fmt::format("entry {} is in the state already", entry.sequence));
  if (const auto broken = chain_break(head_, entry))
    return refuse(entry.sequence > head_.sequence + 1 ? Misstep::gap : Misstep::chain, *broken);
  if (const auto applied = progressive::apply(state_, step.event()); !applied)
    return refuse(Misstep::no_fit, fmt::format("entry {} does not fit: {}", entry.sequence, applied.error()));
  head_ = step.head();
  return {};
}

}  // namespace cardroom::ledger
