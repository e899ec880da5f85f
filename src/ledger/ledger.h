// The progressive on a store. Commands are decided in groups: every one that waits is decided in its turn, the events
// of all are appended in one transaction, and only then is any of them answered. What is answered is durable; what
// failed changed nothing, or is found again under its id. A journal that no longer holds what was recorded ends it.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ledger/replica.h"
#include "ledger/store.h"
#include "progressive/decide.h"

namespace cardroom::ledger {

struct Answer {
  enum class Kind : uint8_t { accepted, refused, failed };

  Kind kind = Kind::failed;
  uint64_t sequence = 0;         // of its entry; 0 when the journal has none
  bool repeated = false;         // the command had come before; this is the answer of then
  progressive::Event event;      // of its entry
  progressive::Refusal refusal;  // refused: the rule
  std::string failure;           // failed: why. Send it again with the same id.
};

struct LedgerOptions {
  std::string holder;                 // who writes, for people: this_process()
  std::function<int64_t()> clock_ms;  // UTC
  uint64_t snapshot_every = 10'000;   // entries; reading that many back takes some hundredths of a second
  // An entry that the journal must hold: what this process has followed, or acknowledged in an earlier run.
  Head known{};
  // Every entry that is recorded from now on, once and in order, before anything of it is answered; also those whose
  // outcome was unknown and that were found by reading again.
  std::function<void(std::vector<Step>)> recorded{};
  // The lease was taken or renewed. From this moment of boot_clock_ms(), just before it was asked for, nobody else gets
  // it for the length of a lease.
  std::function<void(int64_t asked_ms)> leased{};
  // Every failure of the store, as it is met.
  std::function<void(const StoreError&)> failed{};
};

// A command of this size holds any configuration; an event is little longer, and must fit an entry.
inline constexpr size_t command_bytes_max = size_t{128} << 10;

// What makes two commands with one id the same command: all of it but the id.
Digest digest_of_command(const progressive::Command& command);

// Used by one thread.
class Ledger {
 public:
  // Takes the lease and reads the journal.
  static StoreResult<std::unique_ptr<Ledger>> open(std::unique_ptr<Store> store, LedgerOptions options);
  ~Ledger();

  // Answers in the order of the commands. A command that is the ledger's own, or under an id of the ledger's own, is
  // refused.
  std::vector<Answer> decide_group(std::span<const progressive::Command> commands);
  Answer decide_one(const progressive::Command& command);
  // The answer that the command of this id got; `failed` without a text when there is none, with one when the journal
  // cannot be read.
  Answer find(const std::string& id);

  // Between groups, when nothing waits and at least every few seconds: keeps the lease, lets the store tidy up.
  StoreResult<void> idle();
  // Where the journal ends, from the store itself. If that is not where this ledger is, or a group has failed, the
  // journal is read again first.
  StoreResult<Head> check();
  // The entries after this one, to the end; head_moved when the journal does not hold it.
  StoreResult<std::vector<Step>> read_after(const Head& head);
  // Archiving, while nothing else writes (segment.h). First the entry that names the segment and the two people; the
  // one of an earlier attempt is answered again. A refusal is not recorded.
  Answer record_segment(const Segment& segment, const progressive::StaffId& by, const progressive::StaffId& second,
                        const std::string& reason);
  // Then the entries of a recorded segment leave the database.
  StoreResult<void> archive_segment(const Segment& segment);
  // Those of every segment; some are left if archive_segment() was interrupted.
  StoreResult<void> remove_archived();
  // Takes a snapshot, unless nothing happened since the last one or none is wanted, and gives the lease back.
  StoreResult<void> close(bool with_snapshot = true);

  const progressive::State& state() const { return now_.state; }
  const Head& head() const { return now_.head; }
  // The journal's state as a replica. Not between a failure and check().
  Replica replica() const;
  // Why this ledger answers nothing any more.
  enum class End : uint8_t {
    none,
    overtaken,    // another process has taken over
    rolled_back,  // the journal no longer holds an entry that was recorded: it went back in time, or was replaced
  };
  End end() const { return end_; }
  const std::string& end_text() const { return end_text_; }
  bool is_fenced() const { return end_ == End::overtaken; }
  // A group has failed, and the journal was not read again since.
  bool is_stale() const { return stale_; }

 private:
  Ledger(std::unique_ptr<Store> store, LedgerOptions options);

  StoreResult<void> take_over();
  StoreResult<void> recover();
  std::optional<Step> decide_new(const progressive::Command& command, const Digest& digest, Answer& answer);
  bool apply_checked(const progressive::Event& event, std::string& broken);
  StoreResult<void> append(std::vector<Step> steps);
  void end_rolled_back();
  void note_failure(const StoreError& error);
  void fail_all(std::span<Answer> answers, const StoreError& error);
  void settle(std::span<const progressive::Command> commands, std::span<const Digest> digests,
              std::span<const size_t> sent, std::vector<Answer>& answers);
  StoreResult<void> take_snapshot();
  StoreResult<void> put_snapshot(const Snapshot& snapshot);
  StoreResult<void> snapshot_what_is_new();

  std::unique_ptr<Store> store_;
  LedgerOptions options_;
  Replayed now_;
  Head recorded_;  // the last entry that is known to be in the journal
  bool opened_ = false;
  uint64_t snapshot_sequence_ = 0;
  bool stale_ = true;  // the state is ahead of the journal or unknown: read it again before the next group
  End end_ = End::none;
  std::string end_text_;
};

}  // namespace cardroom::ledger
