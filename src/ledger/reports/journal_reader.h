// Moves through a journal: to a moment by a search over times, to its state by the snapshot before it, and on from
// there entry by entry. Everything that is read is checked; the first failure ends all further reading.
#pragma once

#include <optional>
#include <vector>

#include "ledger/replay.h"
#include "ledger/reports/walk.h"

namespace cardroom::ledger::reports {

// The journal up to an entry, and the state there.
struct Position {
  progressive::State state;
  Head head;
  int64_t time_ms = 0;  // of that entry
};

class JournalReader final : public Lookback {
 public:
  explicit JournalReader(Store& store) : store_(store) {}

  // Notes the journal's end, which later reading does not pass. To be called first.
  bool open();
  const Head& head() const { return head_; }
  const std::optional<WalkError>& failure() const { return failure_; }

  // The number of the first entry of this time or later; one more than the last entry's if there is none. Times never
  // go back within a journal.
  uint64_t first_at(int64_t time_ms);
  // The nearest position that needs no reading: of a snapshot after entry `last` or one before it, or the beginning.
  Position nearest(uint64_t last);
  // That of the snapshot after this very entry, if the journal vouches for it.
  std::optional<Position> at_snapshot(uint64_t sequence);
  // After which entries there are snapshots, from this one on, oldest first.
  std::vector<uint64_t> snapshots_from(uint64_t sequence);

  // Entry by entry from a position to the journal's end: `before` sees each with the state before it, and may end the
  // reading there by returning false; `after` the same with the state after it.
  void read_on(Position& position, const Visit& before, const Visit& after);

  void at(int64_t time_ms, const Visit& visit) override;
  void slip(progressive::PageNumber page, const std::function<void(const Step&)>& visit) override;
  // When this slip was given; nothing if it was not.
  std::optional<int64_t> slip_time(progressive::PageNumber page);

 private:
  void fail(bool damaged, std::string text);
  Position from(KnownState known);

  Store& store_;
  Head head_;
  std::optional<WalkError> failure_;
};

}  // namespace cardroom::ledger::reports
