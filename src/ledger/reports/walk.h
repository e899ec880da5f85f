// The journal from its first entry on, with the state that it had at every entry: rules, rates and prices live there.
#pragma once

#include <expected>
#include <functional>
#include <limits>

#include "ledger/store.h"
#include "progressive/state.h"

namespace cardroom::ledger::reports {

// Half-open; UTC.
struct Period {
  int64_t since_ms = std::numeric_limits<int64_t>::min();
  int64_t until_ms = std::numeric_limits<int64_t>::max();

  bool contains(int64_t time_ms) const { return time_ms >= since_ms && time_ms < until_ms; }
};

struct Step {
  const Entry& entry;
  const progressive::Event& event;
  const progressive::State& state;
  bool in_period;
};

class Visitor {
 public:
  virtual ~Visitor() = default;

  // The state when the period begins. Called once, also when nothing happens in it.
  virtual void begin(const progressive::State&) {}
  // Every entry, those before the period too, with the state before it and after it.
  virtual void before(const Step&) {}
  virtual void after(const Step&) {}
};

struct WalkOptions {
  Period period;
  bool to_end = false;  // also what comes after the period
  std::function<void(uint64_t done, uint64_t total)> progress;
};

struct WalkEnd {
  progressive::State state;  // after the last entry that was visited
  uint64_t entries = 0;      // in the period
  int64_t last_ms = 0;       // of the last entry that was visited
  bool goes_on = false;      // the journal has entries after the period
};

// The world failed, or the journal is not what it was: a chain that breaks, an event that does not fit. Then a report
// would say what nobody recorded; an audit tells more.
struct WalkError {
  bool damaged = false;
  std::string text;
};

// Memory does not grow with the journal. What is appended meanwhile is not seen.
std::expected<WalkEnd, WalkError> for_each_event(Store& store, const WalkOptions& options, Visitor& visitor);

}  // namespace cardroom::ledger::reports
