// The files beside a ledger that are not in it, and the command that replaces its anchor.
#pragma once

#include <string>

#include "cli/command.h"
#include "ledger/anchor.h"

namespace cardroom::cli {

// The secret file that was named, or FILE.secret beside an SQLite ledger; a usage error for PostgreSQL without one.
std::string secret_file_of(const std::string& ledger, const std::string& named);

// A PIN, from the terminal without showing it; from a pipe, one line.
std::string ask_pin(const std::string& card);

// A public key: a file of it, or its 64 hexadecimal digits.
ledger::PublicKey public_key_of(const std::string& key);
// An anchor file, verified with a public key: a file of it, or its 64 hexadecimal digits.
ledger::Anchor anchor_in_file(const std::string& file, const std::string& key);

// cardroom ledger replace-anchor.
void add_replace_anchor(Command ledger);

}  // namespace cardroom::cli
