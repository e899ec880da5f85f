// The state that the journal leads to, as far as its entries have come: what pages, displays and keypads show. It is
// built by reading the journal, and moves only by the entry that follows, checked by number and hash. It can be behind
// the journal; it cannot be beside it.
#pragma once

#include <expected>
#include <string>

#include "ledger/replay.h"
#include "ledger/step.h"

namespace cardroom::ledger {

class Replica {
 public:
  // Of an empty journal.
  Replica() = default;
  // Where a reading of the journal arrived.
  explicit Replica(Replayed read) : state_(std::move(read.state)), head_(read.head) {}

  const progressive::State& state() const { return state_; }
  const Head& head() const { return head_; }

  enum class Misstep : uint8_t {
    known,   // the entry is in the state already
    gap,     // entries before it are missing: read the journal from head() on
    chain,   // it is the next by number, but its hash does not follow
    no_fit,  // it follows, but cannot be applied; the state may be half changed and must be read again
  };
  struct Refused {
    Misstep why = Misstep::gap;
    std::string text;
  };
  // Unless it returns no_fit, a refused step has changed nothing.
  std::expected<void, Refused> advance(const Step& step);

 private:
  progressive::State state_;
  Head head_;
};

}  // namespace cardroom::ledger
