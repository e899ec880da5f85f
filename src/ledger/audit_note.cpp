#include "ledger/audit_note.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ledger/codec.h"
#include "ledger/replay.h"

namespace cardroom::ledger {

namespace {

struct NotedFinding {
  uint64_t sequence = 0;
  FindingKind kind = FindingKind::hash;
  std::string text;  // its bytes in hexadecimal: it may quote any

  bool operator==(const NotedFinding&) const = default;
};
BOOST_DESCRIBE_STRUCT(NotedFinding, (), (sequence, kind, text))

// The note as it is written: JSON, after a line with its digest.
struct NoteText {
  int format = snapshot_format;  // of the state
  std::string program;
  std::string ledger;
  uint64_t anchor_sequence = 0;
  std::string anchor_hash;
  uint64_t entries = 0;
  uint64_t accepted = 0;
  uint64_t refused = 0;
  uint64_t sequence = 0;
  std::string hash;
  int64_t first_ms = 0;
  int64_t last_ms = 0;
  bool follows_rules = false;
  std::vector<NotedFinding> findings;
  progressive::State state;
};
BOOST_DESCRIBE_STRUCT(NoteText, (),
                      (format, program, ledger, anchor_sequence, anchor_hash, entries, accepted, refused, sequence,
                       hash, first_ms, last_ms, follows_rules, findings, state))

std::string hex_of(std::string_view bytes) {
  std::string hex(2 * bytes.size() + 1, '\0');
  sodium_bin2hex(hex.data(), hex.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  hex.pop_back();
  return hex;
}

std::string bytes_of(std::string_view hex) {
  std::string bytes(hex.size() / 2, '\0');
  sodium_hex2bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), hex.data(), hex.size(), nullptr, nullptr,
                 nullptr);
  return bytes;
}

constexpr std::string_view note_name = "cardroom audit progress 1 ";

std::unexpected<base::Error> note_error(const char* what, const std::string& file, std::string cause) {
  return std::unexpected(base::Error{fmt::format("{} the audit's progress file {}", what, file), std::move(cause)});
}

}  // namespace

std::expected<void, base::Error> write_audit_note(const std::string& file, const AuditNote& note) {
  NoteText text;
  text.program = CARDROOM_VERSION;
  text.ledger = to_hex(note.ledger);
  if (note.anchor) {
    text.anchor_sequence = note.anchor->sequence;
    text.anchor_hash = to_hex(note.anchor->hash);
  }
  text.entries = note.proved.entries;
  text.accepted = note.proved.accepted;
  text.refused = note.proved.refused;
  text.sequence = note.proved.head.sequence;
  text.hash = to_hex(note.proved.head.hash);
  text.first_ms = note.proved.first_ms;
  text.last_ms = note.proved.last_ms;
  text.follows_rules = note.proved.follows_rules;
  for (const Finding& finding : note.proved.findings)
    text.findings.push_back({finding.sequence, finding.kind, hex_of(finding.text)});
  text.state = note.proved.state;
  const std::string json = to_json(text);
  const std::string bytes = fmt::format("{}{}\n{}\n", note_name, to_hex(digest_of(json)), json);

  const std::string draft = file + ".new";
  const int handle = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (handle < 0) return note_error("create", file, std::strerror(errno));
  size_t written = 0;
  ssize_t count = 0;
  while (written < bytes.size() && (count = ::write(handle, bytes.data() + written, bytes.size() - written)) > 0)
    written += static_cast<size_t>(count);
  const bool is_written = written == bytes.size() && ::fsync(handle) == 0;
  int error = errno;
  ::close(handle);
  const bool is_done = is_written && ::rename(draft.c_str(), file.c_str()) == 0;
  if (is_written && !is_done) error = errno;
  if (!is_done) {
    ::unlink(draft.c_str());
    return note_error("write", file, std::strerror(error));
  }
  return {};
}

std::expected<std::optional<AuditNote>, base::Error> read_audit_note(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return std::nullopt;
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream content;
  content << stream.rdbuf();
  if (!stream) return note_error("read", file, std::strerror(errno));
  const std::string bytes = content.str();
  const auto wrong = [&] {
    return note_error("use", file, "it is not the progress of an audit, or is damaged; remove it to start over");
  };
  const size_t end = bytes.find('\n');
  if (!bytes.starts_with(note_name) || end == std::string::npos || bytes.back() != '\n' || bytes.size() < end + 2)
    return wrong();
  const std::string json = bytes.substr(end + 1, bytes.size() - end - 2);
  if (bytes.substr(note_name.size(), end - note_name.size()) != to_hex(digest_of(json))) return wrong();
  const auto other_program = [&] {
    return note_error("use", file, "another version of the program wrote it; remove it to start over");
  };
  const auto text = from_json_text<NoteText>(json, 2 * snapshot_bytes_max);
  if (!text || text->program != CARDROOM_VERSION || text->format != snapshot_format) return other_program();
  const auto ledger = digest_from_hex(text->ledger);
  const auto hash = digest_from_hex(text->hash);
  const auto anchor_hash = digest_from_hex(text->anchor_hash);
  if (!ledger || !hash || (text->anchor_sequence > 0 && !anchor_hash)) return wrong();
  AuditNote note;
  note.ledger = *ledger;
  if (text->anchor_sequence > 0) note.anchor = Head{text->anchor_sequence, *anchor_hash};
  AuditResult& proved = note.proved;
  proved.entries = text->entries;
  proved.accepted = text->accepted;
  proved.refused = text->refused;
  proved.head = {text->sequence, *hash};
  proved.first_ms = text->first_ms;
  proved.last_ms = text->last_ms;
  proved.follows_rules = text->follows_rules;
  for (const NotedFinding& finding : text->findings)
    proved.findings.push_back({finding.sequence, finding.kind, bytes_of(finding.text)});
  proved.state = text->state;
  return note;
}

}  // namespace cardroom::ledger
