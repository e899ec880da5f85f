// Chunks of the journal between snapshots, proved ahead by threads of their own. Each begins with the state of a
// snapshot as if it were right; whether it was, only the walk that reaches it can say.
#pragma once

#include <atomic>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "ledger/audit_walk.h"

namespace cardroom::ledger {

// A chunk in which nothing was found.
struct ProvedChunk {
  AuditResult start;
  AuditResult end;
};

class AuditChunks {
 public:
  using Open = std::function<StoreResult<std::unique_ptr<Store>>()>;

  // Proves what follows `start`, to entry `last`. `snapshots` outlives this.
  AuditChunks(unsigned threads, Open open, const std::optional<Head>& anchor, const SnapshotHeads& snapshots,
              const AuditResult& start, uint64_t last);
  ~AuditChunks();
  AuditChunks(const AuditChunks&) = delete;
  AuditChunks& operator=(const AuditChunks&) = delete;

  // The chunk after entry `after`, once it is proved; nothing if none begins there, something was found in it, or
  // `go_on` says to stop, which is asked some times a second. Chunks are taken in order.
  std::optional<ProvedChunk> take(uint64_t after, const std::function<bool()>& go_on);
  // Where the next chunk after this entry begins; `last` if there is none.
  uint64_t next_after(uint64_t after) const;
  // Entries proved in chunks that were not taken.
  uint64_t entries_ahead() const { return ahead_; }

 private:
  struct Chunk {
    enum class Stage : uint8_t { waiting, begun, done };
    uint64_t last = 0;
    Stage stage = Stage::waiting;
    std::optional<ProvedChunk> proved{};
    uint64_t entries = 0;  // guarded by the mutex, as the rest
  };

  void work();
  std::optional<ProvedChunk> prove(Store& store, uint64_t after, Chunk& chunk);
  std::optional<AuditResult> start_after(Store& store, uint64_t after);

  const Open open_;
  const std::optional<Head> anchor_;
  const SnapshotHeads& snapshots_;
  const AuditResult first_;
  const uint64_t last_;
  const size_t lead_max_;
  std::atomic<uint64_t> ahead_ = 0;
  std::atomic<bool> stopping_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<uint64_t, Chunk> chunks_;  // by the entry before; guarded by mutex_
  uint64_t taken_ = 0;                // those that begin earlier are not wanted any more; guarded by mutex_
  std::vector<std::thread> threads_;
};

}  // namespace cardroom::ledger
