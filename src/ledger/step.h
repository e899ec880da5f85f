// An entry together with the event that its body says. Only the two functions here make one, so the two always agree.
#pragma once

#include <expected>
#include <string>

#include "ledger/entry.h"
#include "progressive/event.h"

namespace cardroom::ledger {

class Step {
 public:
  // The entry that follows `before` and records the event.
  static Step record(const Head& before, std::string command_id, const Digest& command_digest,
                     progressive::Event event);
  // As a store returns it. The text says what of its body cannot be read.
  static std::expected<Step, std::string> read(Entry entry);

  const Entry& entry() const { return entry_; }
  const progressive::Event& event() const { return event_; }
  Head head() const { return {entry_.sequence, entry_.hash}; }

 private:
  Step(Entry entry, progressive::Event event) : entry_(std::move(entry)), event_(std::move(event)) {}

  Entry entry_;
  progressive::Event event_;
};

}  // namespace cardroom::ledger
