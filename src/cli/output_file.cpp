#include "cli/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "base/error.h"
#include "cli/command.h"

namespace cardroom::cli {

namespace {

[[noreturn]] void fail(const std::string& path, int error) {
  throw Stop(failed, base::Error{"write " + path, std::strerror(error)}.to_text());
}

bool written(int file, const std::string& text) {
  size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

}  // namespace

void write_whole_file(const std::string& path, const std::string& text) {
  struct stat there{};
  const bool exists = stat(path.c_str(), &there) == 0;
  if (exists && !S_ISREG(there.st_mode)) {
    errno = EIO;
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) fail(path, S_ISDIR(there.st_mode) ? EISDIR : errno);
    return;
  }
  std::string beside = path + ".XXXXXX";
  const int file = mkstemp(beside.data());
  if (file < 0) fail(path, errno);
  // As a newly made file would have it, or as the one that it replaces has it.
  const mode_t mask = umask(0);
  umask(mask);
  const mode_t mode = exists ? there.st_mode & 07777 : 0666 & ~mask;
  const bool fine = written(file, text) && fchmod(file, mode) == 0;
  const int error = errno;
  if (close(file) != 0 || !fine || std::rename(beside.c_str(), path.c_str()) != 0) {
    const int cause = fine ? errno : error;
    unlink(beside.c_str());
    fail(path, cause);
  }
}

}  // namespace cardroom::cli
