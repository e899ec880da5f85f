// Files that a command writes, completely or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cardroom::cli {

// Throws a Stop with exit code 2 if the target is a ledger or part of one (its log, index or lease), whether the one
// that the command reads or any other: an output never replaces a ledger. Call it before a ledger is opened.
void need_no_ledger_at(const std::string& target, const std::string& address_read = "");

// Whether both names lead to one file; an empty one leads nowhere.
bool same_file(const std::string& one, const std::string& other);

// Writes a temporary file next to the target and renames it at the end, so that nobody sees half of it and a failure
// leaves the old file. "-" is standard output; anything but a regular file (/dev/stdout, a pipe) is written directly.
// Throws a Stop if it cannot be written or would overwrite a ledger.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  // Without commit(), nothing is left behind.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  // When this returns, the file has its final name and is on disk.
  void commit();

 private:
  [[noreturn]] void fail(int cause);

  std::string path_;
  std::string growing_;  // the temporary file; empty: written directly
  std::FILE* file_ = nullptr;
};

void write_whole_file(const std::string& path, const std::string& text);

}  // namespace cardroom::cli
