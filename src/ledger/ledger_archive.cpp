// How a ledger archives a segment: it is recorded first, then the database is told, and only then rows are removed.
#include <fmt/format.h>

#include "ledger/ledger.h"
#include "ledger/segment.h"

namespace cardroom::ledger {

using progressive::ArchiveSegment;

Answer Ledger::record_segment(const Segment& segment, const progressive::StaffId& by,
                              const progressive::StaffId& second, const std::string& reason) {
  Answer answer;
  const auto fail = [&](const std::string& why) {
    answer = {};
    answer.failure = why;
    return answer;
  };
  if (const auto recovered = recover(); !recovered) return fail(recovered.error().to_text());
  const progressive::Command command{
      segment_command_id(segment), by, second,
      ArchiveSegment{segment.first, segment.last, to_hex(segment.hash), to_hex(segment.digest), reason}};
  // A refusal is not recorded: the id is that of the one entry that says where these entries are.
  if (const auto allowed = progressive::decide(now_.state, command, now_.time_ms); !allowed) {
    answer.kind = Answer::Kind::refused;
    answer.refusal = allowed.error();
    return answer;
  }
  const auto known = find(command.id);
  if (!known.failure.empty()) return fail(known.failure);
  // An earlier attempt came as far as this.
  if (known.kind == Answer::Kind::accepted) return known;
  auto step = decide_new(command, digest_of_command(command), answer);
  if (!step) return answer;
  if (const auto appended = append({std::move(*step)}); !appended) return fail(appended.error().to_text());
  return answer;
}

StoreResult<void> Ledger::archive_segment(const Segment& segment) {
  const auto archive = store_->archive();
  if (!archive) return std::unexpected(archive.error());
  if (archive->segments.empty() || archive->segments.back() != segment)
    if (auto added = store_->add_segment(segment); !added) return added;
  return remove_archived();
}

StoreResult<void> Ledger::remove_archived() {
  while (true) {
    const auto removed = store_->remove_archived(group_entries_max);
    if (!removed) return std::unexpected(removed.error());
    if (*removed == 0) return {};
    if (auto kept = idle(); !kept) return kept;
  }
}

}  // namespace cardroom::ledger
