#include "ledger/proof.h"

#include <limits>

#include "ledger/codec.h"

namespace cardroom::ledger {

namespace {

// New ones since the last slice, at most; more are not taken between two slices.
constexpr size_t new_snapshots_max = 16;

bool is_unreadable(const StoreError& error) {
  return error.failure != StoreFailure::not_a_ledger;
}

}  // namespace

StoreResult<std::unique_ptr<Proof>> Proof::begin(std::unique_ptr<Store> store, const std::optional<ProofNote>& note) {
  std::unique_ptr<Proof> proof(new Proof(std::move(store)));
  const auto heads = proof->store_->snapshot_heads(sequence_max, std::numeric_limits<size_t>::max());
  if (!heads && is_unreadable(heads.error())) return std::unexpected(heads.error());
  if (heads) proof->add_snapshots(*heads);
  const auto first = proof->store_->entry(1);
  if (!first && is_unreadable(first.error())) return std::unexpected(first.error());
  if (first && *first) proof->ledger_ = (*first)->hash;
  if (note) {
    const auto begun = proof->begin_after(*note);
    if (!begun && is_unreadable(begun.error())) return std::unexpected(begun.error());
    if (begun && *begun) return proof;
  }
  proof->walk_ = std::make_unique<AuditWalk>(*proof->store_, std::nullopt, proof->snapshots_, AuditResult());
  if (!heads) proof->walk_->cut(heads.error());
  return proof;
}

// The note's hash vouches for every entry before it, the record of the snapshot included: reading on from there must
// arrive at that hash.
StoreResult<bool> Proof::begin_after(const ProofNote& note) {
  if (note.sequence < 2 || note.ledger != to_hex(ledger_)) return false;
  auto known = known_state(*store_, note.sequence - 1);
  if (!known) return std::unexpected(known.error());
  if (!*known) return false;
  AuditResult start;
  start.state = std::move((*known)->state);
  start.head = (*known)->head;
  bool fits = true;
  const auto read = store_->read(start.head.sequence + 1, [&](const Entry& entry) {
    const auto event = from_json_text<progressive::Event>(entry.body, body_bytes_max);
    fits = !chain_break(start.head, entry) && event && progressive::apply(start.state, *event);
    start.head = {entry.sequence, entry.hash};
    start.last_ms = entry.time_ms;
    return fits && entry.sequence < note.sequence;
  });
  if (!read) return std::unexpected(read.error());
  if (!fits || start.head.sequence != note.sequence || to_hex(start.head.hash) != note.hash) return false;
  start.entries = start.continued_at = began_after_ = note.sequence;
  walk_ = std::make_unique<AuditWalk>(*store_, std::nullopt, snapshots_, std::move(start));
  return true;
}

void Proof::add_snapshots(const std::vector<Head>& heads) {
  for (const Head& head : heads)
    if (!walk_ || head.sequence > walk_->result().head.sequence) snapshots_[head.sequence] = head.hash;
}

StoreResult<void> Proof::go_on(uint64_t most) {
  if (!result().findings.empty()) return {};
  const auto heads = store_->snapshot_heads(sequence_max, new_snapshots_max);
  if (!heads && is_unreadable(heads.error())) return std::unexpected(heads.error());
  if (heads) add_snapshots(*heads);
  const auto head = store_->head();
  if (!head && is_unreadable(head.error())) return std::unexpected(head.error());
  if (!head) {
    walk_->cut(head.error());
    return {};
  }
  end_ = head->sequence;
  const uint64_t before = result().head.sequence;
  if (before < end_ && most > 0) {
    const uint64_t last = std::min(end_, before + most);
    const auto read = store_->read(before + 1, [&](const Entry& entry) {
      if (entry.sequence > last) return false;
      walk_->visit(entry);
      return entry.sequence < last && result().findings.empty();
    });
    if (!read && is_unreadable(read.error())) return std::unexpected(read.error());
    if (!read) walk_->cut(read.error());
    if (read && result().head.sequence == before)
      walk_->find(before + 1, FindingKind::sequence, "the journal no longer contains this entry");
  }
  if (before > end_)
    walk_->find(before, FindingKind::sequence, "the journal no longer contains this entry, which was proved before");
  if (is_at_end() && result().findings.empty()) walk_->check_end();
  return {};
}

StoreResult<void> Proof::check_store() {
  const auto faults = store_->check_itself();
  if (!faults && is_unreadable(faults.error())) return std::unexpected(faults.error());
  if (!faults) walk_->find(0, FindingKind::file, faults.error().to_text());
  for (const StoreFault& fault : faults ? *faults : std::vector<StoreFault>())
    walk_->find(0, finding_kind(fault.kind), fault.text);
  return {};
}

ProofNote Proof::note(int64_t complete_ms) const {
  ProofNote note;
  note.ledger = to_hex(ledger_);
  note.sequence = result().head.sequence;
  note.hash = to_hex(result().head.hash);
  note.complete_ms = complete_ms;
  return note;
}

}  // namespace cardroom::ledger
