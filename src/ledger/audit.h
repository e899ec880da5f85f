// Everything recomputed from the journal alone: the chain, every event from its command, the laws, the snapshots; and
// what the store finds wrong with itself. Needs no lease and changes nothing.
#pragma once

#include <boost/describe.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "ledger/ledger.h"

namespace cardroom::ledger {

enum class FindingKind : uint8_t {
  sequence,  // an entry is missing, comes twice, or is numbered below 1
  hash,      // an entry's bytes are not those that its hash was made from
  chain,     // an entry's hash does not follow from the entry before
  body,      // the event cannot be read, or is not written as the program writes it
  command,   // the command's digest is not that of the command in the event
  time,      // the time goes back
  rules,     // the rules make another event of this command
  law,       // a law is broken
  snapshot,  // a snapshot is not the one that the journal records, or the record is not of the journal's state
  anchor,    // the entry that the auditor knows has another hash
  file,      // the database finds its own file damaged
  segment,   // a segment of the archive is missing, changed, or not recorded in the journal
  guard,     // what makes the database refuse to change or remove an entry, or a second writer, is missing or changed
};

BOOST_DESCRIBE_ENUM(FindingKind, sequence, hash, chain, body, command, time, rules, law, snapshot, anchor, file,
                    segment, guard)

struct Finding {
  uint64_t sequence = 0;  // 0: of the store as a whole
  FindingKind kind = FindingKind::hash;
  std::string text;
};

struct AuditOptions {
  // An entry whose hash the auditor noted before: a journal that was rewritten as a whole differs from it.
  std::optional<Head> anchor;
  std::function<bool(uint64_t done, uint64_t total)> progress{};  // false: stop
  // With more than one, the chunks between snapshots are proved in parallel: each thread opens the journal again. What
  // is found is the same, in the same order; from the first finding on, one thread reads alone.
  unsigned threads = 1;
  std::function<StoreResult<std::unique_ptr<Store>>()> open{};
  // Where to write down how far the audit has come, after every chunk and at least every so many entries; an audit that
  // finds this file goes on from there. Gone at the end.
  std::string note_file{};
  uint64_t note_every = 50'000;
};

struct AuditResult {
  uint64_t entries = 0;
  uint64_t accepted = 0;
  uint64_t refused = 0;
  Head head;
  int64_t first_ms = 0;
  int64_t last_ms = 0;
  std::vector<Finding> findings;  // the first hundred
  bool stopped = false;
  bool follows_rules = true;  // up to `head`; not after an event that the rules do not make
  uint64_t continued_at = 0;  // an earlier audit proved the entries up to this one
  progressive::State state;   // what the journal comes to, as far as the rules could be followed

  bool is_clean() const { return findings.empty() && !stopped; }
};

inline constexpr size_t findings_max = 100;  // more would say nothing new

// A store that is damaged somewhere within is a finding, and the audit ends where it cannot be read; one that cannot be
// reached is an error. So is a note of another ledger, another program or an audit with another anchor. A note of
// entries that the journal no longer holds is a finding, and the audit begins at the first entry.
StoreResult<AuditResult> audit(Store& store, const AuditOptions& options);

FindingKind finding_kind(StoreFault::Kind kind);
std::string_view finding_name(FindingKind kind);
// "entry 29: hash: …", "the store: guard: …".
std::string to_text(const Finding& finding);

}  // namespace cardroom::ledger
