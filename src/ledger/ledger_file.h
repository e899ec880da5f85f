// Which files on disk are ledgers or segments of their archives, for whoever is about to write a file.
#pragma once

#include <optional>
#include <string>

namespace cardroom::ledger {

// The ledger that the file at this path is, or belongs to: FILE, FILE-wal, FILE-shm, FILE-journal, FILE-lease, whether
// the latter exist or not, and through links. Nothing where it is no ledger of SQLite. Opens and closes the file: not
// while a store of this process is to go on with it.
std::optional<std::string> ledger_of_file(const std::string& path);

// Whether the path is the ledger of this address or a file that belongs to it, under whatever name.
bool is_file_of_ledger(const std::string& path, const std::string& address);

}  // namespace cardroom::ledger
