// Proves the journal behind a running game manager: before the start what is new since the last proof, up to a bound;
// the rest, and what is recorded later, in a thread of its own with a store of its own, at the lowest priority and in
// small slices. How far it has come is kept beside the anchor, signed with its key, and survives a restart.
#pragma once

#include <atomic>
#include <condition_variable>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "ledger/proof.h"
#include "server/workers.h"

namespace cardroom::server {

struct ProverOptions {
  std::string ledger;                 // its address
  std::function<int64_t()> clock_ms;  // UTC
  Workers::Post post;
  std::string key_file;                   // that signs the record of proofs; empty: none is kept
  int64_t every_ms = 24LL * 60 * 60'000;  // how often all is proved from the first entry
  int64_t follow_ms = 10'000;             // how often what is new is proved
  uint64_t before_start = 20'000;         // entries: some tenths of a second; with as many the file is checked as well
  uint64_t slice = 1'000;                 // entries between two looks at whether to stop: some milliseconds
  std::function<bool(uint64_t done, uint64_t total)> progress;  // before the start; false stops it
};

// What is known of the journal's proof.
struct ProofView {
  bool running = false;     // not all of it is proved, or it is proved again
  bool is_whole = false;    // from the first entry on
  uint64_t proved = 0;      // entries, from the first on
  uint64_t total = 0;       // as of the last look
  int64_t time_ms = 0;      // when a proof last reached the end; 0: not yet
  int64_t complete_ms = 0;  // when one from the first entry did
  ledger::Head head;        // where it ended
  uint64_t entries = 0;     // that were proved then
  std::vector<std::string> findings;

  bool is_clean() const { return time_ms > 0 && findings.empty(); }
};

class Prover {
 public:
  explicit Prover(ProverOptions options);
  // Stops, and notes how far it has come.
  ~Prover();

  // Before anything is recorded: why the ledger must not be served.
  std::expected<void, base::Error> prove_before_start();
  // The rest in the background; `changed` is called by `post`.
  void start(std::function<void()> changed);
  // Ends the proof and closes its store: a ledger that is closed after this leaves no log behind.
  void stop();
  // From the first entry on, unless that is under way.
  void prove_all();

  // Where `post` runs.
  const ProofView& view() const { return view_; }

 private:
  void work();
  // One slice, or the end of a proof; false: nothing to do for a while.
  bool go_on();
  void begin();
  void end_proof();
  void keep_note();
  void show(bool now);

  ProverOptions options_;
  std::function<void()> changed_;
  ProofView view_;

  // The starting thread's, then the prover's.
  std::optional<ledger::SigningKey> key_;
  std::unique_ptr<ledger::Proof> proof_;
  ProofView own_;
  bool is_store_checked_ = false;
  uint64_t noted_ = 0;
  int64_t shown_ms_ = 0;

  std::mutex mutex_;
  std::condition_variable asked_;
  bool all_asked_ = false;             // guarded by mutex_
  ledger::Proof* checking_ = nullptr;  // whose store is being checked; guarded by mutex_
  std::atomic<bool> stopping_ = false;
  std::atomic<bool> is_done_ = false;
  std::shared_ptr<std::atomic<bool>> alive_ = std::make_shared<std::atomic<bool>>(true);
  std::thread thread_;
};

}  // namespace cardroom::server
