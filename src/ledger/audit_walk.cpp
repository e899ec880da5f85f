#include "ledger/audit_walk.h"

#include <fmt/format.h>

#include <algorithm>

#include "ledger/codec.h"
#include "progressive/laws.h"

namespace cardroom::ledger {

using progressive::Event;

AuditWalk::AuditWalk(Store& store, const std::optional<Head>& anchor, const SnapshotHeads& snapshots, AuditResult start)
    : store_(store), anchor_(anchor), snapshots_(snapshots), result_(std::move(start)) {}

void AuditWalk::visit(const Entry& entry) {
  check_chain(entry);
  check_event(entry);
  check_snapshots(entry);
  ++result_.entries;
  if (result_.entries == 1) result_.first_ms = entry.time_ms;
  result_.last_ms = entry.time_ms;
  result_.head = {entry.sequence, entry.hash};
}

void AuditWalk::cut(const StoreError& error) {
  find(0, error.failure == StoreFailure::segment_damaged ? FindingKind::segment : FindingKind::file, error.to_text());
  is_cut_ = true;
}

void AuditWalk::find(uint64_t sequence, FindingKind kind, std::string text) {
  has_found_ = true;
  if (result_.findings.size() < findings_max) result_.findings.push_back({sequence, kind, std::move(text)});
}

bool AuditWalk::accept(const AuditResult& start, const AuditResult& end) {
  const bool is_there = result_.follows_rules && result_.head == start.head && result_.last_ms == start.last_ms &&
                        result_.state == start.state;
  if (!is_there) return false;
  if (result_.entries == 0) result_.first_ms = end.first_ms;
  result_.entries += end.entries - start.entries;
  result_.accepted += end.accepted - start.accepted;
  result_.refused += end.refused - start.refused;
  result_.head = end.head;
  result_.last_ms = end.last_ms;
  result_.state = end.state;
  return true;
}

void AuditWalk::check_end() {
  if (!is_cut_) {
    if (anchor_ && anchor_->sequence > result_.head.sequence)
      find(anchor_->sequence, FindingKind::anchor,
           fmt::format("the journal ends at entry {}, before the anchor entry", result_.head.sequence));
    for (auto late = snapshots_.upper_bound(result_.head.sequence); late != snapshots_.end(); ++late)
      find(late->first, FindingKind::snapshot, "a snapshot was taken after an entry that does not exist");
  }
  if (!result_.follows_rules) return;
  if (const auto broken = progressive::find_broken_law_after(result_.state, nullptr))
    find(result_.head.sequence, FindingKind::law,
         fmt::format("{}: {}", progressive::law_name(broken->law), broken->text));
}

// Finds which entry was changed: one whose bytes do not match its hash, or one that follows a different hash.
void AuditWalk::check_chain(const Entry& entry) {
  const uint64_t expected = result_.head.sequence + 1;
  if (entry.sequence != expected)
    find(entry.sequence, FindingKind::sequence,
         entry.sequence == expected + 1 ? fmt::format("entry {} is missing", expected)
         : entry.sequence > expected    ? fmt::format("entries {} to {} are missing", expected, entry.sequence - 1)
                                        : fmt::format("found where entry {} was expected", expected));
  if (chain_hash(result_.head.hash, entry) != entry.hash)
    find(entry.sequence, FindingKind::hash,
         "its hash does not match its bytes and the previous hash: this entry, or the hash of the previous entry, "
         "was changed");
  if (entry.time_ms < result_.last_ms)
    find(entry.sequence, FindingKind::time, "its time is earlier than the previous entry's");
  if (anchor_ && anchor_->sequence == entry.sequence && anchor_->hash != entry.hash)
    find(entry.sequence, FindingKind::anchor,
         fmt::format("its hash is {}, but the anchor's hash is {}", to_hex(entry.hash), to_hex(anchor_->hash)));
}

void AuditWalk::check_event(const Entry& entry) {
  auto event = from_json_text<Event>(entry.body, body_bytes_max);
  if (!event) {
    find(entry.sequence, FindingKind::body, event.error().to_text());
    result_.follows_rules = false;
    return;
  }
  ++(event->outcome.refused ? result_.refused : result_.accepted);
  if (to_json(*event) != entry.body || event->time_ms != entry.time_ms)
    find(entry.sequence, FindingKind::body, "the event is not written in the program's canonical form");
  const progressive::Command command = progressive::command_of(*event);
  if (digest_of_command(command) != entry.command_digest)
    find(entry.sequence, FindingKind::command, "the command does not match its digest");
  if (const auto* record = recorded_snapshot(*event))
    check_record(entry, *event, *record);
  else if (result_.follows_rules)
    follow(entry, *event, command);
}

// The ledger's own entry, which no command requests: its form, its place, and the digest of the current state, which
// is the state after the previous entry.
void AuditWalk::check_record(const Entry& entry, const Event& event, const progressive::TakeSnapshot& record) {
  if (to_json(event) != to_json(snapshot_event(record, event.time_ms)) || record.after + 1 != entry.sequence ||
      entry.command_id != snapshot_command_id(record.after))
    find(entry.sequence, FindingKind::rules, "the snapshot record is not one that the program writes");
  if (record.format > snapshot_format)
    find(entry.sequence, FindingKind::snapshot,
         fmt::format("it records a snapshot in format {}; this program supports formats up to {}", record.format,
                     snapshot_format));
  if (snapshots_.contains(record.after)) check_body(entry, record);
  if (result_.follows_rules && record.format == snapshot_format &&
      record.digest != to_hex(digest_of(encode_snapshot(result_.state))))
    find(entry.sequence, FindingKind::snapshot,
         "the recorded snapshot does not match the state that the journal produces");
}

// Compares the event that the rules produce with the one in the journal. After the first difference the state is no
// longer the program's, so the rules cannot be followed further.
void AuditWalk::follow(const Entry& entry, const Event& event, const progressive::Command& command) {
  const auto decided = progressive::decide(result_.state, command, entry.time_ms);
  Event made = decided ? *decided : progressive::refused_event(command, decided.error(), entry.time_ms);
  // A refusal is its code and field; the sentence may be from another version. The hash protects it as written.
  if (made.outcome.refused && event.outcome.refused) made.outcome.refused->text = event.outcome.refused->text;
  for (size_t i = 0; i < std::min(made.outcome.left_out.size(), event.outcome.left_out.size()); ++i)
    made.outcome.left_out[i].refusal.text = event.outcome.left_out[i].refusal.text;
  const std::string ours = to_json(made);
  if (ours != entry.body) {
    find(entry.sequence, FindingKind::rules,
         fmt::format("{}: the rules produce a different event for this command; later entries are checked only for "
                     "their hash chain. Expected: {}",
                     progressive::command_name(command.body), ours.substr(0, 600)));
    result_.follows_rules = false;
    return;
  }
  auto broken = progressive::find_broken_law(result_.state, event);
  if (const auto applied = progressive::apply(result_.state, event); !applied) {
    find(entry.sequence, FindingKind::rules, applied.error());
    result_.follows_rules = false;
    return;
  }
  if (!broken) broken = progressive::find_broken_law_after(result_.state, &event);
  if (broken)
    find(entry.sequence, FindingKind::law, fmt::format("{}: {}", progressive::law_name(broken->law), broken->text));
}

void AuditWalk::check_body(const Entry& entry, const progressive::TakeSnapshot& record) {
  const auto snapshot = store_.snapshot_until(record.after);
  if (!snapshot) return find(record.after, FindingKind::file, snapshot.error().to_text());
  // A writer may have removed it in the meantime.
  if (!*snapshot || (*snapshot)->head.sequence != record.after) return;
  if (to_hex(digest_of((*snapshot)->body)) != record.digest)
    find(record.after, FindingKind::snapshot,
         fmt::format("the snapshot taken after this entry is not the one recorded in entry {}", entry.sequence));
}

// The following entry records whether its bytes are right; without such an entry no program reads them.
void AuditWalk::check_snapshots(const Entry& entry) {
  if (const auto found = snapshots_.find(entry.sequence); found != snapshots_.end() && found->second != entry.hash)
    find(entry.sequence, FindingKind::snapshot, "the snapshot taken after this entry belongs to another journal");
}

}  // namespace cardroom::ledger
