// The entries of a period with the state that the journal had at each of them: rules, rates and prices live there. What
// is read is the period and what lies between it and the snapshot before it, whatever the journal's length.
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

// Looks at entries before the period, for what its first state does not say any more. What goes wrong ends the walk.
class Lookback {
 public:
  virtual ~Lookback() = default;
  using Visit = std::function<bool(const Step&)>;

  // The entries of this very time in order, each with the state before it, until `visit` returns false.
  virtual void at(int64_t time_ms, const Visit& visit) = 0;
  // The entry that gave this win slip, with the state before it.
  virtual void slip(progressive::PageNumber page, const std::function<void(const Step&)>& visit) = 0;
};

class Visitor {
 public:
  virtual ~Visitor() = default;

  // The state when the period begins. Called once, before anything else, also when nothing happens in the period. The
  // lookback lives as long as the walk.
  virtual void begin(const progressive::State&, Lookback&) {}
  // Every entry from the period's first on, with the state before it and after it.
  virtual void before(const Step&) {}
  virtual void after(const Step&) {}
  // Of a walk to the end: whether entries between these two states, both after the period, may change what was seen of
  // it. If not, they are left out.
  virtual bool may_differ(const progressive::State&, const progressive::State&) const { return true; }
};

struct WalkOptions {
  Period period;
  bool to_end = false;                     // also what comes after the period
  progressive::PageNumber first_slip = 0;  // nothing before or after these win slips matters; 0: any
  progressive::PageNumber last_slip = 0;
  std::function<void(uint64_t done, uint64_t total)> progress;
};

struct WalkEnd {
  progressive::State state;  // after the last entry that was visited
  uint64_t entries = 0;      // in the period
  int64_t last_ms = 0;       // of the last entry that was visited
  bool goes_on = false;      // the journal has entries after the period
};

// The world failed, or the journal is not what it was: a chain that breaks, an event that does not fit. Then a report
// would say what nobody recorded; an audit says more.
struct WalkError {
  bool damaged = false;
  std::string text;
};

// Memory does not grow with the journal. What is appended meanwhile is not seen. Every entry that is read is checked to
// follow the one before; the state to begin with is that of a snapshot which the journal vouches for.
std::expected<WalkEnd, WalkError> for_each_event(Store& store, const WalkOptions& options, Visitor& visitor);

}  // namespace cardroom::ledger::reports
