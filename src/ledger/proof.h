// An audit in slices: what a running game manager proves of its journal in the background, and goes on to prove as the
// journal grows. Needs no lease and changes nothing.
#pragma once

#include <memory>

#include "ledger/audit_walk.h"
#include "ledger/proof_note.h"

namespace cardroom::ledger {

class Proof {
 public:
  // From the first entry; or from the entry that the note names, if the journal still leads there from the snapshot
  // before it. Otherwise from the first.
  static StoreResult<std::unique_ptr<Proof>> begin(std::unique_ptr<Store> store, const std::optional<ProofNote>& note);

  // Proves the next entries, at most so many. When this returns, is_at_end() says whether more were there.
  StoreResult<void> go_on(uint64_t most);
  bool is_at_end() const { return result().head.sequence >= end_; }
  uint64_t end() const { return end_; }  // where the journal ended when it was last looked at
  // Entries that were proved before this began.
  uint64_t began_after() const { return began_after_; }

  // Of the journal up to result().head. Nothing is proved after the first finding.
  const AuditResult& result() const { return walk_->result(); }
  // What the store finds wrong with itself; of SQLite this reads the whole file.
  StoreResult<void> check_store();
  // From any thread: ends a check_store() that is under way with an error.
  void interrupt() { store_->interrupt(); }

  // To begin with after a restart.
  ProofNote note(int64_t complete_ms) const;

 private:
  explicit Proof(std::unique_ptr<Store> store) : store_(std::move(store)) {}
  StoreResult<bool> begin_after(const ProofNote& note);
  void add_snapshots(const std::vector<Head>& heads);

  std::unique_ptr<Store> store_;
  SnapshotHeads snapshots_;
  std::unique_ptr<AuditWalk> walk_;
  Digest ledger_{};
  uint64_t end_ = 0;
  uint64_t began_after_ = 0;
};

}  // namespace cardroom::ledger
