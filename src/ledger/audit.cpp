#include "ledger/audit.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/describe.hpp>
#include <limits>
#include <map>

#include "ledger/codec.h"
#include "progressive/laws.h"

namespace cardroom::ledger {

BOOST_DESCRIBE_ENUM(FindingKind, sequence, hash, chain, body, command, time, rules, law, snapshot, anchor, file, guard)

namespace {

using progressive::Event;

class Auditor {
 public:
  Auditor(Store& store, const AuditOptions& options) : store_(store), options_(options) {}

  void add_snapshots(const std::vector<Head>& heads) {
    for (const Head& head : heads) snapshots_.emplace(head.sequence, head.hash);
  }

  void note(StoreFault fault) {
    using Kind = StoreFault::Kind;
    find(0,
         fault.kind == Kind::file    ? FindingKind::file
         : fault.kind == Kind::guard ? FindingKind::guard
                                     : FindingKind::sequence,
         std::move(fault.text));
  }

  // Entries past this point cannot be read.
  void cut(const StoreError& error) {
    find(0, FindingKind::file, error.to_text());
    is_cut_ = true;
  }

  void visit(const Entry& entry) {
    check_chain(entry);
    check_event(entry);
    check_snapshots(entry);
    ++result_.entries;
    if (result_.entries == 1) result_.first_ms = entry.time_ms;
    result_.last_ms = entry.time_ms;
    result_.head = {entry.sequence, entry.hash};
  }

  AuditResult finish() {
    if (!is_cut_) check_end();
    if (follow_rules_)
      if (const auto broken = progressive::find_broken_law_after(replayed_.state, nullptr))
        find(result_.head.sequence, FindingKind::law,
             fmt::format("{}: {}", progressive::law_name(broken->law), broken->text));
    result_.state = std::move(replayed_.state);
    return std::move(result_);
  }

  AuditResult& result() { return result_; }

 private:
  void find(uint64_t sequence, FindingKind kind, std::string text) {
    if (result_.findings.size() < findings_max) result_.findings.push_back({sequence, kind, std::move(text)});
  }

  void check_end() {
    if (options_.anchor && options_.anchor->sequence > result_.head.sequence)
      find(options_.anchor->sequence, FindingKind::anchor,
           fmt::format("the journal ends at entry {}, before the anchor entry", result_.head.sequence));
    for (auto late = snapshots_.upper_bound(result_.head.sequence); late != snapshots_.end(); ++late)
      find(late->first, FindingKind::snapshot, "a snapshot was taken after an entry that does not exist");
  }

  // Finds which entry was changed: one whose bytes do not match its hash, or one that follows a different hash.
  void check_chain(const Entry& entry) {
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
    if (options_.anchor && options_.anchor->sequence == entry.sequence && options_.anchor->hash != entry.hash)
      find(entry.sequence, FindingKind::anchor,
           fmt::format("its hash is {}, but the anchor's hash is {}", to_hex(entry.hash),
                       to_hex(options_.anchor->hash)));
  }

  void check_event(const Entry& entry) {
    auto event = from_json_text<Event>(entry.body, body_bytes_max);
    if (!event) {
      find(entry.sequence, FindingKind::body, event.error().to_text());
      follow_rules_ = false;
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
    else if (follow_rules_)
      follow(entry, *event, command);
  }

  // The ledger's own entry, which no command requests: its form, its place, and the digest of the current state, which
  // is the state after the previous entry.
  void check_record(const Entry& entry, const Event& event, const progressive::TakeSnapshot& record) {
    if (to_json(event) != to_json(snapshot_event(record, event.time_ms)) || record.after + 1 != entry.sequence ||
        entry.command_id != snapshot_command_id(record.after))
      find(entry.sequence, FindingKind::rules, "the snapshot record is not one that the program writes");
    if (record.format > snapshot_format)
      find(entry.sequence, FindingKind::snapshot,
           fmt::format("it records a snapshot in format {}; this program supports formats up to {}", record.format,
                       snapshot_format));
    if (snapshots_.contains(record.after)) check_body(entry, record);
    if (follow_rules_ && record.format == snapshot_format &&
        record.digest != to_hex(digest_of(encode_snapshot(replayed_.state))))
      find(entry.sequence, FindingKind::snapshot,
           "the recorded snapshot does not match the state that the journal produces");
  }

  // Compares the event that the rules produce with the one in the journal. After the first difference the state is no
  // longer the program's, so the rules cannot be followed further.
  void follow(const Entry& entry, const Event& event, const progressive::Command& command) {
    const auto decided = progressive::decide(replayed_.state, command, entry.time_ms);
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
      follow_rules_ = false;
      return;
    }
    auto broken = progressive::find_broken_law(replayed_.state, event);
    if (const auto applied = progressive::apply(replayed_.state, event); !applied) {
      find(entry.sequence, FindingKind::rules, applied.error());
      follow_rules_ = false;
      return;
    }
    if (!broken) broken = progressive::find_broken_law_after(replayed_.state, &event);
    if (broken)
      find(entry.sequence, FindingKind::law, fmt::format("{}: {}", progressive::law_name(broken->law), broken->text));
    replayed_.head = {entry.sequence, entry.hash};
    replayed_.time_ms = entry.time_ms;
  }

  void check_body(const Entry& entry, const progressive::TakeSnapshot& record) {
    const auto snapshot = store_.snapshot_until(record.after);
    if (!snapshot) return find(record.after, FindingKind::file, snapshot.error().to_text());
    // A writer may have removed it in the meantime.
    if (!*snapshot || (*snapshot)->head.sequence != record.after) return;
    if (to_hex(digest_of((*snapshot)->body)) != record.digest)
      find(record.after, FindingKind::snapshot,
           fmt::format("the snapshot taken after this entry is not the one recorded in entry {}", entry.sequence));
  }

  // The following entry records whether its bytes are right; without such an entry no program reads them.
  void check_snapshots(const Entry& entry) {
    if (const auto found = snapshots_.find(entry.sequence); found != snapshots_.end() && found->second != entry.hash)
      find(entry.sequence, FindingKind::snapshot, "the snapshot taken after this entry belongs to another journal");
  }

  Store& store_;
  const AuditOptions& options_;
  std::map<uint64_t, Digest> snapshots_;  // the entries that they were taken after
  AuditResult result_;
  Replayed replayed_;
  bool follow_rules_ = true;
  bool is_cut_ = false;  // not all of the journal could be read
};

}  // namespace

std::string_view finding_name(FindingKind kind) {
  return boost::describe::enum_to_string(kind, "unknown");
}

std::string to_text(const Finding& finding) {
  return fmt::format("{}: {}: {}",
                     finding.sequence == 0 ? std::string("the store") : fmt::format("entry {}", finding.sequence),
                     finding_name(finding.kind), finding.text);
}

StoreResult<AuditResult> audit(Store& store, const AuditOptions& options) {
  Auditor auditor(store, options);
  const auto is_damage = [](const StoreError& error) { return error.failure == StoreFailure::not_a_ledger; };
  auto faults = store.check_itself();
  if (!faults && !is_damage(faults.error())) return std::unexpected(faults.error());
  if (!faults) auditor.note({StoreFault::Kind::file, faults.error().to_text()});
  for (StoreFault& fault : faults ? *faults : std::vector<StoreFault>()) auditor.note(std::move(fault));

  const auto snapshots = store.snapshot_heads(sequence_max, std::numeric_limits<size_t>::max());
  if (!snapshots && !is_damage(snapshots.error())) return std::unexpected(snapshots.error());
  if (!snapshots) auditor.note({StoreFault::Kind::file, snapshots.error().to_text()});
  if (snapshots) auditor.add_snapshots(*snapshots);
  const auto head = store.head();
  if (!head && !is_damage(head.error())) return std::unexpected(head.error());
  if (!head) {
    auditor.cut(head.error());
    return auditor.finish();
  }
  const auto read = store.read(1, [&](const Entry& entry) {
    // Entries appended in the meantime belong to the next audit.
    if (entry.sequence > head->sequence) return false;
    auditor.visit(entry);
    if (options.progress && entry.sequence % 1000 == 0 && !options.progress(entry.sequence, head->sequence)) {
      auditor.result().stopped = true;
      return false;
    }
    return true;
  });
  if (!read && !is_damage(read.error())) return std::unexpected(read.error());
  if (!read) auditor.cut(read.error());
  return auditor.finish();
}

}  // namespace cardroom::ledger
