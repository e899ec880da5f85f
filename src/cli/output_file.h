// Files that a command writes: whole, or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cardroom::cli {

// Stops with exit code 2 where the target is a ledger or belongs to one (its log, index or lease): of the one that the
// command reads, if it is told, or of any. An output never takes a ledger's place. Called before a ledger is opened.
void need_no_ledger_at(const std::string& target, const std::string& address_read = "");

// Grows beside the file and takes its place at the end, so that nobody sees half of it and a failure leaves what was
// there. "-" is standard output; what is no ordinary file (/dev/stdout, a pipe) is written as it is. A Stop where it
// cannot be done, or would overwrite a ledger.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  // Without commit() nothing is left.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  // The file has its name and is on disk when this returns.
  void commit();

 private:
  [[noreturn]] void fail(int cause);

  std::string path_;
  std::string growing_;  // empty: written as it is
  std::FILE* file_ = nullptr;
};

void write_whole_file(const std::string& path, const std::string& text);

}  // namespace cardroom::cli
