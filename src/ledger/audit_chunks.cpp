#include "ledger/audit_chunks.h"

#include <chrono>

#include "ledger/codec.h"
#include "ledger/replay.h"

namespace cardroom::ledger {

AuditChunks::AuditChunks(unsigned threads, Open open, const std::optional<Head>& anchor, const SnapshotHeads& snapshots,
                         const AuditResult& start, uint64_t last)
    : open_(std::move(open)),
      anchor_(anchor),
      snapshots_(snapshots),
      first_(start),
      last_(last),
      // A proved chunk holds two states until it is taken.
      lead_max_(2 * size_t{threads}),
      taken_(start.head.sequence) {
  uint64_t after = start.head.sequence;
  for (auto at = snapshots.upper_bound(after); at != snapshots.end() && at->first < last; ++at) {
    chunks_[after].last = at->first;
    after = at->first;
  }
  chunks_[after].last = last;
  for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

AuditChunks::~AuditChunks() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

uint64_t AuditChunks::next_after(uint64_t after) const {
  const auto next = snapshots_.upper_bound(after);
  return next == snapshots_.end() ? last_ : std::min(next->first, last_);
}

std::optional<ProvedChunk> AuditChunks::take(uint64_t after, const std::function<bool()>& go_on) {
  std::unique_lock lock(mutex_);
  taken_ = after;
  changed_.notify_all();
  const auto found = chunks_.find(after);
  if (found == chunks_.end()) return std::nullopt;
  Chunk& chunk = found->second;
  while (chunk.stage != Chunk::Stage::done) {
    lock.unlock();
    if (!go_on()) return std::nullopt;
    lock.lock();
    changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return chunk.stage == Chunk::Stage::done; });
  }
  ahead_ -= chunk.entries;
  return std::exchange(chunk.proved, {});
}

void AuditChunks::work() {
  std::unique_ptr<Store> store;
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    // The first chunk that nobody has begun, unless it is too far ahead of the walk.
    auto next = chunks_.lower_bound(taken_);
    size_t lead = 0;
    while (next != chunks_.end() && next->second.stage != Chunk::Stage::waiting) ++next, ++lead;
    if (next == chunks_.end()) return;
    if (lead >= lead_max_) {
      changed_.wait(lock);
      continue;
    }
    Chunk& chunk = next->second;
    chunk.stage = Chunk::Stage::begun;
    const uint64_t after = next->first;
    lock.unlock();
    if (!store)
      if (auto opened = open_()) store = std::move(*opened);
    auto proved = store ? prove(*store, after, chunk) : std::nullopt;
    lock.lock();
    chunk.proved = std::move(proved);
    chunk.stage = Chunk::Stage::done;
    changed_.notify_all();
  }
}

// What a walk would know after this entry if the snapshot there is right.
std::optional<AuditResult> AuditChunks::start_after(Store& store, uint64_t after) {
  if (after == first_.head.sequence) return first_;
  const auto entry = store.entry(after);
  auto known = known_state(store, after);
  if (!entry || !*entry || !known || !*known || (*known)->head != Head{after, (**entry).hash}) return std::nullopt;
  AuditResult start;
  start.head = (*known)->head;
  start.last_ms = (**entry).time_ms;
  start.state = std::move((*known)->state);
  return start;
}

std::optional<ProvedChunk> AuditChunks::prove(Store& store, uint64_t after, Chunk& chunk) {
  auto start = start_after(store, after);
  if (!start) return std::nullopt;
  start->findings.clear();
  AuditWalk walk(store, anchor_, snapshots_, *start);
  const auto read = store.read(after + 1, [&](const Entry& entry) {
    if (entry.sequence > chunk.last || stopping_) return false;
    walk.visit(entry);
    ++chunk.entries;
    ++ahead_;
    return !walk.has_found();
  });
  if (!read || walk.has_found() || walk.result().head.sequence != chunk.last) return std::nullopt;
  return ProvedChunk{std::move(*start), std::move(walk.result())};
}

}  // namespace cardroom::ledger
