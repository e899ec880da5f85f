#include "ledger/ledger_file.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "ledger/sqlite_schema.h"

namespace cardroom::ledger {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 4> companions = {"-wal", "-shm", "-journal", "-lease"};

bool is_ledger(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return false;
  std::array<unsigned char, sqlite_header_bytes> header{};
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(header.data()), header.size());
  return file.gcount() == static_cast<std::streamsize>(header.size()) &&
         (is_sqlite_ledger_header(header) || is_segment_header(header));
}

}  // namespace

std::optional<std::string> ledger_of_file(const std::string& path) {
  std::error_code failed;
  const fs::path found = fs::weakly_canonical(path, failed);
  const std::string file = failed ? path : found.string();
  if (is_ledger(file)) return file;
  for (const std::string_view companion : companions) {
    if (!file.ends_with(companion)) continue;
    const std::string owner = file.substr(0, file.size() - companion.size());
    if (is_ledger(owner)) return owner;
  }
  return std::nullopt;
}

bool is_file_of_ledger(const std::string& path, const std::string& address) {
  constexpr std::string_view sqlite = "sqlite:";
  const std::string ledger = address.starts_with(sqlite) ? address.substr(sqlite.size()) : address;
  std::error_code ignored;
  if (fs::equivalent(path, ledger, ignored)) return true;
  for (const std::string_view companion : companions)
    if (fs::equivalent(path, ledger + std::string(companion), ignored)) return true;
  return false;
}

}  // namespace cardroom::ledger
