// The part of an audit that goes from entry to entry: what is found in each, and the state that the next one needs.
#pragma once

#include <map>

#include "ledger/audit.h"

namespace cardroom::ledger {

// After which entries a store has snapshots, and the hashes that it gives those entries.
using SnapshotHeads = std::map<uint64_t, Digest>;

// Used by one thread.
class AuditWalk {
 public:
  // Goes on where `start` ends. `snapshots` outlives the walk.
  AuditWalk(Store& store, const std::optional<Head>& anchor, const SnapshotHeads& snapshots, AuditResult start);

  void visit(const Entry& entry);
  // Entries past this point cannot be read.
  void cut(const StoreError& error);
  void find(uint64_t sequence, FindingKind kind, std::string text);
  // What can only be said at the journal's end.
  void check_end();

  // In place of visiting the entries of a chunk in which another walk found nothing, and which began with `start`.
  // False if this walk is not exactly there; then nothing changes.
  bool accept(const AuditResult& start, const AuditResult& end);

  // Whether this walk itself found anything.
  bool has_found() const { return has_found_; }
  AuditResult& result() { return result_; }

 private:
  void check_chain(const Entry& entry);
  void check_event(const Entry& entry);
  void check_record(const Entry& entry, const progressive::Event& event, const progressive::TakeSnapshot& record);
  void check_body(const Entry& entry, const progressive::TakeSnapshot& record);
  void check_snapshots(const Entry& entry);
  void follow(const Entry& entry, const progressive::Event& event, const progressive::Command& command);

  Store& store_;
  std::optional<Head> anchor_;
  const SnapshotHeads& snapshots_;
  AuditResult result_;
  bool has_found_ = false;
  bool is_cut_ = false;  // not all of the journal could be read
};

}  // namespace cardroom::ledger
