#include "ledger/audit.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <future>
#include <limits>

#include "ledger/audit_chunks.h"
#include "ledger/audit_note.h"
#include "ledger/audit_walk.h"
#include "ledger/codec.h"
#include "ledger/segment.h"

namespace cardroom::ledger {

namespace {

bool is_damage(const StoreError& error) {
  return error.failure == StoreFailure::not_a_ledger || error.failure == StoreFailure::segment_damaged;
}

class Audit {
 public:
  Audit(Store& store, const AuditOptions& options) : store_(store), options_(options) {}

  StoreResult<AuditResult> run() {
    // SQLite reads its whole file for it: with more threads than one, beside the walk.
    const auto policy = options_.threads > 1 && options_.open ? std::launch::async : std::launch::deferred;
    auto checking = std::async(policy, [this, policy] { return check_itself(policy == std::launch::async); });
    if (policy == std::launch::deferred) checking.wait();
    if (auto read = read_snapshot_heads(); !read) return std::unexpected(read.error());
    if (auto checked = check_archive(); !checked) return std::unexpected(checked.error());
    const auto head = store_.head();
    if (!head && !is_damage(head.error())) return std::unexpected(head.error());
    const auto start = find_start();
    if (!start) return std::unexpected(start.error());
    walk_.emplace(store_, options_.anchor, snapshots_, *start);
    noted_at_ = start->head.sequence;
    if (!head)
      walk_->cut(head.error());
    else if (auto walked = walk_to(head->sequence); !walked)
      return std::unexpected(walked.error());
    if (auto checked = checking.get(); !checked) return std::unexpected(checked.error());
    AuditResult& result = walk_->result();
    if (!result.stopped) {
      walk_->check_end();
      if (!options_.note_file.empty()) std::remove(options_.note_file.c_str());
    }
    for (const auto* first : {&journal_findings_, &store_findings_})
      result.findings.insert(result.findings.begin(), first->begin(), first->end());
    if (result.findings.size() > findings_max) result.findings.resize(findings_max);
    return std::move(result);
  }

 private:
  void find(uint64_t sequence, FindingKind kind, std::string text) {
    journal_findings_.push_back({sequence, kind, std::move(text)});
  }

  StoreResult<void> check_itself(bool opens) {
    std::unique_ptr<Store> opened;
    if (opens) {
      auto another = options_.open();
      if (!another) return std::unexpected(another.error());
      opened = std::move(*another);
    }
    Store& store = opens ? *opened : store_;
    for (const auto check : {&Store::check_itself, &Store::check_archive}) {
      auto faults = (store.*check)();
      if (!faults && !is_damage(faults.error())) return std::unexpected(faults.error());
      if (!faults) store_findings_.push_back({0, FindingKind::file, faults.error().to_text()});
      for (StoreFault& fault : faults ? *faults : std::vector<StoreFault>())
        store_findings_.push_back({0, finding_kind(fault.kind), std::move(fault.text)});
    }
    return {};
  }

  StoreResult<void> read_snapshot_heads() {
    const auto heads = store_.snapshot_heads(sequence_max, std::numeric_limits<size_t>::max());
    if (!heads && !is_damage(heads.error())) return std::unexpected(heads.error());
    if (!heads) find(0, FindingKind::file, heads.error().to_text());
    for (const Head& head : heads ? *heads : std::vector<Head>()) snapshots_.emplace(head.sequence, head.hash);
    return {};
  }

  // Two people answer for every segment, in an entry that names it.
  StoreResult<void> check_archive() {
    const auto archive = store_.archive();
    if (!archive && !is_damage(archive.error())) return std::unexpected(archive.error());
    if (!archive) find(0, FindingKind::file, archive.error().to_text());
    for (const Segment& segment : archive ? archive->segments : std::vector<Segment>()) {
      const std::string id = segment_command_id(segment);
      const auto found = store_.find_commands({&id, 1});
      if (!found && !is_damage(found.error())) return std::unexpected(found.error());
      const bool is_read = found && found->front();
      const auto event = is_read ? from_json_text<progressive::Event>(found->front()->body, body_bytes_max)
                                 : std::unexpected(DecodeError{});
      const auto* record =
          event && !event->outcome.refused ? std::get_if<progressive::ArchiveSegment>(&event->command) : nullptr;
      const bool is_recorded = record != nullptr && record->first == segment.first && record->last == segment.last &&
                               record->hash == to_hex(segment.hash) && record->digest == to_hex(segment.digest);
      if (!is_recorded)
        find(0, FindingKind::segment,
             fmt::format("the journal does not record the segment with {}", segment_name(segment, segment.file)));
    }
    return {};
  }

  // At the first entry, or where the note says.
  StoreResult<AuditResult> find_start() {
    AuditResult start;
    if (options_.note_file.empty()) return start;
    const auto first = store_.entry(1);
    if (!first && !is_damage(first.error())) return std::unexpected(first.error());
    if (first && *first) note_.ledger = (**first).hash;
    note_.anchor = options_.anchor;
    auto read = read_audit_note(options_.note_file);
    if (!read) return std::unexpected(StoreError{StoreFailure::unavailable, read.error()});
    if (!*read) return start;
    AuditNote& noted = **read;
    const auto refuse = [&](const char* cause) {
      return store_error(StoreFailure::unavailable, "use the audit's progress file " + options_.note_file, cause);
    };
    if (noted.ledger != note_.ledger)
      return refuse("it belongs to another ledger, or the first entry was changed; remove it to start over");
    if (noted.anchor != note_.anchor)
      return refuse("that audit had another anchor; use the same one, or remove the file to start over");
    const Head& proved = noted.proved.head;
    const auto held = holds(store_, proved);
    if (!held && !is_damage(held.error())) return std::unexpected(held.error());
    if (!held || !*held) {
      find(proved.sequence, FindingKind::anchor,
           fmt::format("the interrupted audit proved this entry with the hash {}; the journal no longer contains it",
                       to_hex(proved.hash)));
      return start;
    }
    noted.proved.continued_at = proved.sequence;
    return std::move(noted.proved);
  }

  StoreResult<void> walk_to(uint64_t last) {
    AuditResult& result = walk_->result();
    if (options_.threads > 1 && options_.open && result.follows_rules && result.findings.empty() &&
        snapshots_.upper_bound(result.head.sequence) != snapshots_.end())
      chunks_.emplace(options_.threads, options_.open, options_.anchor, snapshots_, result, last);
    while (result.head.sequence < last && !result.stopped) {
      const uint64_t here = result.head.sequence;
      if (chunks_ && !walk_->has_found()) {
        const auto chunk = chunks_->take(here, [&] { return report(here + chunks_->entries_ahead(), last); });
        if (result.stopped) break;
        if (!chunk || !walk_->accept(chunk->start, chunk->end))
          if (auto read = read_on(chunks_->next_after(here), last); !read) return read;
      } else {
        chunks_.reset();
        if (auto read = read_on(last, last); !read) return read;
      }
      if (is_cut_ || result.head.sequence <= here || result.head.sequence >= last) break;
      if (is_note_due(1))
        if (auto noted = note_progress(); !noted) return noted;
      if (!report(result.head.sequence, last)) break;
    }
    chunks_.reset();
    return {};
  }

  // By this thread, up to entry `until`; to the end if anything is found, so that it is said as one reading would.
  StoreResult<void> read_on(uint64_t until, uint64_t last) {
    StoreResult<void> noted;
    const auto read = store_.read(walk_->result().head.sequence + 1, [&](const Entry& entry) {
      // Entries appended in the meantime belong to the next audit.
      if (entry.sequence > last) return false;
      walk_->visit(entry);
      const bool is_due = is_note_due(options_.note_every);
      if (is_due) noted = note_progress();
      if (!noted || ((is_due || entry.sequence % 1000 == 0) && !report(entry.sequence, last))) return false;
      return entry.sequence < until || walk_->has_found();
    });
    if (!noted) return noted;
    if (!read && !is_damage(read.error())) return std::unexpected(read.error());
    if (!read) {
      walk_->cut(read.error());
      is_cut_ = true;
    }
    return {};
  }

  bool is_note_due(uint64_t every) {
    const uint64_t here = walk_->result().head.sequence;
    return !options_.note_file.empty() && here >= noted_at_ + every;
  }

  StoreResult<void> note_progress() {
    note_.proved = walk_->result();
    noted_at_ = note_.proved.head.sequence;
    if (auto written = write_audit_note(options_.note_file, note_); !written)
      return std::unexpected(StoreError{StoreFailure::unavailable, written.error()});
    return {};
  }

  bool report(uint64_t done, uint64_t total) {
    reported_ = std::min(std::max(reported_, done), total);
    if (!options_.progress || options_.progress(reported_, total)) return true;
    walk_->result().stopped = true;
    return false;
  }

  Store& store_;
  const AuditOptions& options_;
  SnapshotHeads snapshots_;
  std::vector<Finding> store_findings_;    // what the store says of itself
  std::vector<Finding> journal_findings_;  // what is found before the first entry is visited
  AuditNote note_;
  uint64_t noted_at_ = 0;
  uint64_t reported_ = 0;
  bool is_cut_ = false;
  std::optional<AuditWalk> walk_;
  std::optional<AuditChunks> chunks_;
};

}  // namespace

FindingKind finding_kind(StoreFault::Kind kind) {
  switch (kind) {
    case StoreFault::Kind::file: return FindingKind::file;
    case StoreFault::Kind::segment: return FindingKind::segment;
    case StoreFault::Kind::guard: return FindingKind::guard;
    case StoreFault::Kind::sequence: return FindingKind::sequence;
  }
  return FindingKind::file;
}

std::string_view finding_name(FindingKind kind) {
  return boost::describe::enum_to_string(kind, "unknown");
}

std::string to_text(const Finding& finding) {
  return fmt::format("{}: {}: {}",
                     finding.sequence == 0 ? std::string("the store") : fmt::format("entry {}", finding.sequence),
                     finding_name(finding.kind), finding.text);
}

StoreResult<AuditResult> audit(Store& store, const AuditOptions& options) {
  return Audit(store, options).run();
}

}  // namespace cardroom::ledger
