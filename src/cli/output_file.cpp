#include "cli/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/error.h"
#include "cli/command.h"

namespace cardroom::cli {

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    file_ = stdout;
    return;
  }
  growing_ = fmt::format("{}.new-{}", path_, getpid());
  file_ = std::fopen(growing_.c_str(), "wbx");
  if (file_ == nullptr) {
    growing_.clear();
    fail(errno);
  }
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (!growing_.empty()) ::unlink(growing_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail(errno);
}

void OutputFile::commit() {
  if (std::fflush(file_) != 0) fail(errno);
  if (file_ == stdout) return;
  if (::fsync(fileno(file_)) != 0) fail(errno);
  const int closed = std::fclose(file_);
  file_ = nullptr;
  if (closed != 0 || std::rename(growing_.c_str(), path_.c_str()) != 0) fail(errno);
  growing_.clear();
}

void OutputFile::fail(int cause) {
  throw Stop(failed, base::Error{path_ == "-" ? "write the output" : "write " + path_, std::strerror(cause)}.to_text());
}

}  // namespace cardroom::cli
