// Files that are whole or not there: written under another name and renamed.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace cardroom::cli {

// "-" is standard output. Stops with exit code 3 when the file cannot be written; without commit() nothing is left.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  // The file has its name and is on disk when this returns.
  void commit();

 private:
  [[noreturn]] void fail(int cause);

  std::string path_;
  std::string growing_;
  std::FILE* file_ = nullptr;
};

}  // namespace cardroom::cli
