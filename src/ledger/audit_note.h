// How far an audit has come, in a file, so that one that is interrupted goes on from there.
#pragma once

#include <expected>
#include <optional>
#include <string>

#include "ledger/audit.h"

namespace cardroom::ledger {

struct AuditNote {
  Digest ledger{};  // which one: the hash of its first entry
  std::optional<Head> anchor{};
  AuditResult proved{};
};

// Whole and on disk when it returns, in place of an older one.
std::expected<void, base::Error> write_audit_note(const std::string& file, const AuditNote& note);
// Nothing where there is no such file. One that is damaged, or was written by a program with other rules, is an error.
std::expected<std::optional<AuditNote>, base::Error> read_audit_note(const std::string& file);

}  // namespace cardroom::ledger
