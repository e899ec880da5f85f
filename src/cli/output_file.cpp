#include "cli/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "cli/command.h"
#include "ledger/ledger_file.h"

namespace cardroom::cli {

void need_no_ledger_at(const std::string& target, const std::string& address_read) {
  if (target.empty() || target == "-") return;
  const bool mine = !address_read.empty() && ledger::is_file_of_ledger(target, address_read);
  if (!mine && !ledger::ledger_of_file(target)) return;
  throw Stop(usage, target + " is a ledger or part of one, and a ledger is never overwritten; choose another file");
}

bool same_file(const std::string& one, const std::string& other) {
  if (one.empty() || other.empty()) return false;
  namespace fs = std::filesystem;
  std::error_code error;
  const auto place = [&](const std::string& name) { return fs::weakly_canonical(fs::absolute(name, error), error); };
  return one == other || fs::equivalent(one, other, error) || place(one) == place(other);
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  if (path_ == "-") {
    file_ = stdout;
    return;
  }
  need_no_ledger_at(path_);
  struct stat there{};
  const bool exists = stat(path_.c_str(), &there) == 0;
  if (exists && S_ISDIR(there.st_mode)) fail(EISDIR);
  if (exists && !S_ISREG(there.st_mode)) {
    file_ = std::fopen(path_.c_str(), "wbe");
    if (file_ == nullptr) fail(errno);
    return;
  }
  std::string beside = path_ + ".XXXXXX";
  const int number = mkstemp(beside.data());
  if (number < 0) fail(errno);
  growing_ = beside;
  // The permissions of a new file, or of the file that is replaced.
  const mode_t mask = umask(0);
  umask(mask);
  const mode_t mode = exists ? there.st_mode & 07777 : 0666 & ~mask;
  if (fchmod(number, mode) == 0) file_ = fdopen(number, "wb");
  if (file_ == nullptr) {
    const int cause = errno;
    close(number);
    unlink(growing_.c_str());
    fail(cause);
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
  if (!growing_.empty() && ::fsync(fileno(file_)) != 0) fail(errno);
  const int closed = std::fclose(file_);
  file_ = nullptr;
  if (closed != 0) fail(errno);
  if (!growing_.empty() && std::rename(growing_.c_str(), path_.c_str()) != 0) fail(errno);
  growing_.clear();
}

void OutputFile::fail(int cause) {
  throw Stop(failed, base::Error{path_ == "-" ? "write the output" : "write " + path_, std::strerror(cause)}.to_text());
}

void write_whole_file(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace cardroom::cli
