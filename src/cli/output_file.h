// Files that a command writes: whole, or not at all.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cardroom::cli {

// Grows beside the file and takes its place at the end, so that nobody sees half of it and a failure leaves what was
// there. "-" is standard output; what is no ordinary file (/dev/stdout, a pipe) is written as it is. A Stop where it
// cannot be done.
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
