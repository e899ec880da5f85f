// The ledger thread and what the io thread knows of it. The io thread keeps a replica of the state (ledger/replica.h):
// every entry that the journal took is applied to it before its sender is answered, so that what is shown is never
// ahead of what is durable. Once a second, and after every failure, the replica is compared with the journal's end;
// what is missing is read. A standby follows the journal the same way, and takes over when the lease is free. Nobody
// leads on a journal that has gone back in time.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "ledger/anchor.h"
#include "ledger/writer.h"

namespace cardroom::server {

struct ManagerOptions {
  std::string address;                              // of the ledger
  std::string holder;                               // this process, for people
  std::function<int64_t()> clock_ms;                // UTC
  std::function<void(std::function<void()>)> post;  // runs a function on the io thread
  bool standby = false;                             // wait when another one leads
  std::optional<ledger::AnchorFiles> anchor;        // none: no anchor is kept
  int64_t lease_ms = ledger::lease_ms_default;
  int64_t follow_ms = 100;  // how often a standby reads on: a display is that much behind
  size_t group_max = 1'000;
};

// Used on the io thread, but for what it says.
class Manager {
 public:
  using Done = std::function<void(const ledger::Answer&)>;
  struct Observers {
    // An event is in the journal and in the state: every one, refusals included, once and in order.
    std::function<void(uint64_t sequence, const progressive::Event&)> event;
    // Everybody who waited for these events was answered.
    std::function<void()> answered;
    // The state is another one: at the start, when a standby takes over, and when it was wrong.
    std::function<void()> replaced;
    // This process leads now, or does so no longer: another one has taken over.
    std::function<void(bool)> leading;
    // The journal could not be written; the text says why. Commands fail until it can.
    std::function<void(const std::string&)> failed;
    // It can be written again.
    std::function<void()> mended;
    // The state was not the journal's, and is read again.
    std::function<void(const std::string&)> diverged;
    // The journal has gone back in time; the text explains it. This process records nothing more.
    std::function<void(const std::string&)> rolled_back;
    // The anchor cannot be written, and why; empty: it can be again. What is recorded is acknowledged all the same.
    std::function<void(const std::string&)> anchor_failed;
  };

  // Opens the ledger; with `standby`, reads it and waits for the lease in a thread of its own.
  static ledger::StoreResult<std::unique_ptr<Manager>> open(ManagerOptions options);
  // Records what was taken, closes the ledger.
  ~Manager();

  void observe(Observers observers) { observers_ = std::move(observers); }

  const progressive::State& state() const { return replica_.state(); }
  uint64_t sequence() const { return replica_.head().sequence; }
  const ledger::Head& head() const { return replica_.head(); }
  // Where the journal ended when this process last saw it.
  const ledger::Head& journal_head() const { return journal_; }
  // The state is not the journal's, as far as is known; it is being read again.
  bool is_diverged() const { return diverged_; }
  bool is_anchor_failing() const { return !anchor_failure_.empty(); }
  // Null when none is kept. The ledger thread moves it: what never changes may be asked of it.
  const ledger::AnchorKeeper* anchor() const { return anchor_.get(); }
  // Commits that were not answered.
  uint64_t unknown_outcomes() const { return unknown_outcomes_.load(std::memory_order_relaxed); }
  // No round starts from now on, and why; empty: rounds start again. Open rounds can be finished.
  void bar_rounds(const std::string& why) { barred_ = why; }
  bool is_barred() const { return !barred_.empty(); }
  // Why this one takes no wagers; empty: it leads, nobody else can, and it can record.
  std::string why_not_ready() const;
  std::string why_not_leading() const;
  bool is_leading() const { return writer_ != nullptr; }
  // The last that was to be recorded could not be.
  bool is_failing() const { return failing_; }
  // While it is so: tries to record the outage itself, once a call, so that it ends though nobody asks for anything.
  // `run`: a name that no other run of the program has.
  void try_journal(const std::string& run);
  int64_t now_ms() const { return options_.clock_ms(); }
  // Commands that wait for an answer.
  size_t waiting() const { return waiting_; }
  uint64_t groups() const { return groups_.load(std::memory_order_relaxed); }

  // `done` comes on the io thread, after the event is in state(); at once, with a failure, when this one does not lead
  // or too many wait.
  void submit(progressive::Command command, Done done);
  // The answer that a command with this id got, if it came before; kind failed and an empty text if not.
  void find(std::string id, Done done);

  // Ends leading: what waits is decided, the lease given back.
  void stop();

 private:
  explicit Manager(ManagerOptions options);

  // What the ledger thread hands over: groups of answers, and who waits for which of them.
  using Group = std::shared_ptr<const std::vector<ledger::Answer>>;
  struct Reply {
    Done done;
    Group group;
    size_t index = 0;
  };
  struct Parcel {
    std::vector<ledger::Step> steps;
    std::vector<Reply> replies;
    std::optional<ledger::Head> journal;        // where it ended after those steps
    std::vector<std::string> differences;       // that the ledger found
    std::optional<std::string> anchor_failure;  // empty: none any more
    // What was missing was read, with or without success; the journal does not hold the state's last entry; a state to
    // take its place, before the steps.
    bool was_read = false;
    bool is_beside = false;
    std::optional<ledger::Replica> replica;
  };

  ledger::LedgerOptions ledger_options(const ledger::Head& known);
  ledger::StoreResult<void> lead(std::unique_ptr<ledger::Store> store);
  void start_writer(std::unique_ptr<ledger::Ledger> ledger);
  void follow(ledger::Head followed);  // the standby's thread
  // Of the thread that moves the anchor.
  void note_anchor(const std::expected<void, base::Error>& done);
  // The standby gives up: the journal no longer holds what it has followed.
  void put_rolled_back(const std::string& what);
  // Both from any thread. What is kept goes with what is put next.
  void keep(const std::function<void(Parcel&)>& add);
  void put(const std::function<void(Parcel&)>& add);
  void add_reply(Reply reply);
  void deliver();
  void note_mended();
  void advance(const ledger::Step& step);
  void note_diverged(const std::string& why);
  void compare();
  void read_on();
  void read_anew();
  void replace(ledger::Replica replica);
  void become(bool leading);
  void end_leading(ledger::Ledger::End end, const std::string& why);

  ManagerOptions options_;
  Observers observers_;
  ledger::Replica replica_;
  ledger::Head journal_;
  bool diverged_ = false;
  bool reading_ = false;     // the ledger thread reads what is missing
  std::string rolled_back_;  // why nobody may lead here
  std::string barred_;       // why no round may start
  std::string anchor_failure_;
  size_t waiting_ = 0;
  bool failing_ = false;
  bool trying_ = false;
  uint64_t outages_ = 0;
  std::string failure_;  // why, of the last outage
  std::unique_ptr<ledger::Writer> writer_;

  // The group whose senders are being told, and how many of them were; the ledger thread's.
  Group group_;
  size_t told_ = 0;
  // The follower's, then the ledger thread's.
  std::unique_ptr<ledger::AnchorKeeper> anchor_;
  bool anchor_failed_ = false;

  std::mutex mutex_;
  Parcel parcel_;        // guarded by mutex_
  bool posted_ = false;  // guarded by mutex_
  std::atomic<uint64_t> groups_ = 0;
  std::atomic<uint64_t> unknown_outcomes_ = 0;
  std::atomic<int64_t> leased_ms_ = 0;  // when the lease was last asked for and given, by boot_clock_ms()
  std::atomic<bool> stopping_ = false;
  std::shared_ptr<std::atomic<bool>> alive_ = std::make_shared<std::atomic<bool>>(true);
  std::thread follower_;
};

}  // namespace cardroom::server
