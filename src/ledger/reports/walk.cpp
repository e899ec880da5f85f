#include "ledger/reports/walk.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "ledger/reports/journal_reader.h"

namespace cardroom::ledger::reports {

namespace {

// Goes through the period and, if asked, on to the end.
class Walk {
 public:
  Walk(Store& store, const WalkOptions& options, Visitor& visitor)
      : options_(options), visitor_(visitor), reader_(store) {}

  std::expected<WalkEnd, WalkError> run() {
    if (!reader_.open()) return std::unexpected(*reader_.failure());
    const Period period = period_of_slips();
    Position position = reader_.nearest(reader_.first_at(period.since_ms) - 1);
    bool goes_on = true;
    while (goes_on && !reader_.failure()) {
      goes_on = false;  // unless what follows is to be left out
      reader_.read_on(
          position,
          [&](const Step& step) {
            if (!begun_ && step.entry.time_ms >= period.since_ms) begin(step.state);
            if (step.entry.time_ms >= period.until_ms && !std::exchange(end_.goes_on, true)) {
              if (!options_.to_end) return false;
              rest_ = reader_.snapshots_from(step.entry.sequence);
              goes_on = !rest_.empty();
              if (goes_on) return false;
            }
            if (begun_) visitor_.before({step.entry, step.event, step.state, period.contains(step.entry.time_ms)});
            return true;
          },
          [&](const Step& step) {
            const bool in_period = period.contains(step.entry.time_ms);
            if (begun_) visitor_.after({step.entry, step.event, step.state, in_period});
            if (in_period) ++end_.entries;
            if (options_.progress && step.entry.sequence % 1000 == 0)
              options_.progress(step.entry.sequence, reader_.head().sequence);
            goes_on = end_.goes_on && !rest_.empty() && step.entry.sequence == rest_.front();
            return !goes_on;
          });
      if (goes_on) leave_out(position);
    }
    if (!begun_ && !reader_.failure()) begin(position.state);
    if (reader_.failure()) return std::unexpected(*reader_.failure());
    end_.state = std::move(position.state);
    end_.last_ms = position.time_ms;
    return std::move(end_);
  }

 private:
  void begin(const progressive::State& state) {
    begun_ = true;
    visitor_.begin(state, reader_);
  }

  // Nothing else than these slips is asked for: their times bound the period.
  Period period_of_slips() {
    Period period = options_.period;
    const auto never = std::numeric_limits<int64_t>::max();
    if (options_.first_slip != 0)
      period.since_ms = std::max(period.since_ms, reader_.slip_time(options_.first_slip).value_or(never));
    if (options_.last_slip != 0)
      if (const auto last = reader_.slip_time(options_.last_slip))
        period.until_ms = std::min(period.until_ms, *last + 1);
    return period;
  }

  // To the last snapshot before which nothing changes what the visitor saw. If something does before the next one,
  // reading goes on to that.
  void leave_out(Position& position) {
    std::erase_if(rest_, [&](uint64_t sequence) { return sequence <= position.head.sequence; });
    std::vector<uint64_t> unknown = rest_;
    Position farthest = position;
    bool whole = true;  // the last one is asked about first: it is nearly always the one
    while (!unknown.empty() && !reader_.failure()) {
      const auto at =
          whole ? std::prev(unknown.end()) : unknown.begin() + static_cast<std::ptrdiff_t>(unknown.size() / 2);
      auto there = reader_.at_snapshot(*at);
      if (!there) {
        std::erase(rest_, *at);
        unknown.erase(at);
      } else if (visitor_.may_differ(position.state, there->state)) {
        unknown.erase(at, unknown.end());
        whole = false;
      } else {
        farthest = std::move(*there);
        unknown.erase(unknown.begin(), std::next(at));
      }
    }
    position = std::move(farthest);
    std::erase_if(rest_, [&](uint64_t sequence) { return sequence <= position.head.sequence; });
  }

  const WalkOptions& options_;
  Visitor& visitor_;
  JournalReader reader_;
  WalkEnd end_;
  bool begun_ = false;
  std::vector<uint64_t> rest_;  // snapshots after the period that reading has not reached
};

}  // namespace

std::expected<WalkEnd, WalkError> for_each_event(Store& store, const WalkOptions& options, Visitor& visitor) {
  return Walk(store, options, visitor).run();
}

}  // namespace cardroom::ledger::reports
