// One thread that writes: takes every command that waits, lets the ledger decide them as one group, and then tells each
// sender. The longer a commit takes, the larger the next group; no timer is needed.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "ledger/ledger.h"

namespace cardroom::ledger {

struct WriterOptions {
  size_t queue_max = 20'000;  // commands that wait: seconds of a very large floor; more is refused at once
  size_t group_max = 1'000;   // of one commit, so that the first of it is not kept waiting
  int64_t idle_ms = 1'000;    // how often the lease is renewed and the journal's end checked; a tenth of the lease
  // All by the writing thread. After every group, before its senders are told.
  std::function<void(std::shared_ptr<const std::vector<Answer>>)> after_group{};
  // Every idle_ms, and after a group that failed: where the journal ends, or why nobody knows.
  std::function<void(const StoreResult<Head>&)> checked{};
  // Once, when nothing is recorded here any more, with why.
  std::function<void(Ledger::End, const std::string&)> ended{};
};

class Writer {
 public:
  using Done = std::function<void(const Answer&)>;

  Writer(std::unique_ptr<Ledger> ledger, WriterOptions options);
  // Decides what waits, closes the ledger.
  ~Writer();

  // From any thread. `done` is called once, by the writing thread; false when the queue is full, and then it is not.
  [[nodiscard]] bool submit(progressive::Command command, Done done);
  // The answer that a command of this id got before, whatever its content; else `failed` without a text. In its turn:
  // commands that were submitted before are decided.
  [[nodiscard]] bool find(std::string id, Done done);
  // Whatever else the ledger is to do, in its turn; false when the queue is full.
  [[nodiscard]] bool run(std::function<void(Ledger&)> work);
  // Waits for the answer.
  Answer decide(progressive::Command command);

 private:
  struct Waiting {
    progressive::Command command;
    Done done;
    std::function<void(Ledger&)> work;  // instead of a command
  };

  bool queue(Waiting waiting);

  void write();

  std::unique_ptr<Ledger> ledger_;
  WriterOptions options_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Waiting> waiting_;  // guarded by mutex_
  bool stopping_ = false;         // guarded by mutex_
  std::thread thread_;
};

}  // namespace cardroom::ledger
