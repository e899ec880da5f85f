// The ledger thread and what the io thread knows of it. The io thread keeps a replica of the state: every event that
// the journal took is applied to it before its sender is answered, so that what is shown is never ahead of what is
// durable. A standby follows the journal the same way, and takes over when the lease is free.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "ledger/writer.h"

namespace cardroom::server {

struct ManagerOptions {
  std::string address;                              // of the ledger
  std::string holder;                               // this process, for people
  std::function<int64_t()> clock_ms;                // UTC
  std::function<void(std::function<void()>)> post;  // runs a function on the io thread
  bool standby = false;                             // wait when another one leads
  int64_t lease_ms = ledger::lease_ms_default;
  int64_t follow_ms = 100;  // how often a standby reads on: a display is that much behind
  size_t group_max = 1'000;
};

// Used on the io thread, but for what it says.
class Manager {
 public:
  using Done = std::function<void(const ledger::Answer&)>;
  struct Observers {
    // An event is in the journal and in the state.
    std::function<void(uint64_t sequence, const progressive::Event&)> event;
    // Everybody who waited for these events was answered.
    std::function<void()> answered;
    // The state is another one: at the start, and when a standby has caught up by itself.
    std::function<void()> replaced;
    // This process leads now, or does so no longer: another one has taken over.
    std::function<void(bool)> leading;
    // The journal could not be written; the text says why. Commands fail until it can.
    std::function<void(const std::string&)> failed;
    // It can be written again.
    std::function<void()> mended;
  };

  // Opens the ledger; with `standby`, reads it and waits for the lease in a thread of its own.
  static ledger::StoreResult<std::unique_ptr<Manager>> open(ManagerOptions options);
  // Records what was taken, closes the ledger.
  ~Manager();

  void observe(Observers observers) { observers_ = std::move(observers); }

  const progressive::State& state() const { return state_; }
  uint64_t sequence() const { return sequence_; }
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
    std::vector<Group> groups;
    std::vector<Reply> replies;
  };
  struct Step {
    uint64_t sequence;
    progressive::Event event;
  };

  ledger::StoreResult<void> lead(std::unique_ptr<ledger::Store> store);
  void start_writer(std::unique_ptr<ledger::Ledger> ledger);
  void follow();  // the standby's thread
  void add_group(const std::vector<ledger::Answer>& answers);
  void add_reply(Reply reply);
  void deliver();
  void note_mended();
  void apply_step(uint64_t sequence, const progressive::Event& event);
  void replace(progressive::State state, uint64_t sequence);
  void become(bool leading);

  ManagerOptions options_;
  Observers observers_;
  progressive::State state_;
  uint64_t sequence_ = 0;
  size_t waiting_ = 0;
  bool failing_ = false;
  bool trying_ = false;
  uint64_t outages_ = 0;
  std::string failure_;  // why, of the last outage
  std::unique_ptr<ledger::Writer> writer_;

  // The group whose senders are being told, and how many of them were; the ledger thread's.
  Group group_;
  size_t told_ = 0;

  std::mutex mutex_;
  Parcel parcel_;        // guarded by mutex_
  bool posted_ = false;  // guarded by mutex_
  std::atomic<uint64_t> groups_ = 0;
  std::atomic<bool> stopping_ = false;
  std::shared_ptr<std::atomic<bool>> alive_ = std::make_shared<std::atomic<bool>>(true);
  std::thread follower_;
};

}  // namespace cardroom::server
