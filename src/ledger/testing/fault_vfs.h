// SQLite's layer to the system with faults put in: the n-th call that changes a file fails. It also remembers what was
// synced, so that a test can look at the files as a power cut would leave them at worst. Nothing is really synced:
// tests are fast, and what would be durable is known exactly.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

namespace cardroom::ledger::testing {

enum class Fault : uint8_t {
  none,
  short_write,    // half of the bytes are written, then an I/O error
  disk_full,      // half of the bytes are written, then no space; only writes fail
  io_error,       // nothing is done
  done_but_said,  // all is done, and an error is reported: a sync that reached the disk in part or in full
};

// One for the process.
class FaultVfs {
 public:
  static FaultVfs& shared();
  const char* name() const { return "cardroom-faults"; }

  // Forgets everything and fails the n-th call from now (0: none); from then on all of them, when `lasting`.
  void arm(Fault fault, int64_t n, bool lasting = false);
  // Whether the fault happened.
  bool fired() const { return fired_; }
  // Whether it is still to come.
  bool waits() const { return fault_ != Fault::none && !fired_; }
  void disarm();
  // While it lives, every connection that is opened goes through these faults; nothing is remembered of what was
  // synced.
  class AsDefault {
   public:
    AsDefault();
    ~AsDefault();
    AsDefault(const AsDefault&) = delete;
    AsDefault& operator=(const AsDefault&) = delete;
  };
  bool remembers() const { return remembers_; }

  // The file as it was synced last; taken as it is on disk if it was never written here.
  std::map<std::string, std::string>& synced() { return synced_; }

  // For the layer itself: the fault of this call, if it is its turn.
  Fault next(bool is_write = false);

 private:
  FaultVfs();

  std::mutex mutex_;  // a server has several threads
  std::atomic<bool> remembers_ = true;
  Fault fault_ = Fault::none;
  bool lasting_ = false;
  std::atomic<bool> fired_ = false;
  int64_t left_ = 0;
  std::map<std::string, std::string> synced_;
};

}  // namespace cardroom::ledger::testing
