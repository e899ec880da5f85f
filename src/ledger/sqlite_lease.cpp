#include "ledger/sqlite_lease.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <ctime>

namespace cardroom::ledger {

namespace {

struct flock byte_lock(short type, uint64_t epoch) {
  struct flock lock{};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = static_cast<off_t>(epoch);
  lock.l_len = 1;
  return lock;
}

}  // namespace

LeaseFile::~LeaseFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int LeaseFile::open(bool for_writing) {
  if (descriptor_ >= 0 && (writable_ || !for_writing)) return 0;
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = ::open(path_.c_str(), (for_writing ? O_RDWR | O_CREAT : O_RDONLY) | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return errno;
  writable_ = for_writing;
  return 0;
}

base::Error LeaseFile::error(const char* attempted, int code) const {
  return {std::string(attempted) + " " + path_, std::strerror(code)};
}

std::expected<bool, base::Error> LeaseFile::lock(uint64_t epoch) {
  if (const int code = open(true); code != 0) return std::unexpected(error("open", code));
  struct flock lock = byte_lock(F_WRLCK, epoch);
  if (::fcntl(descriptor_, F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  return std::unexpected(error("lock", errno));
}

void LeaseFile::unlock(uint64_t epoch) {
  struct flock lock = byte_lock(F_UNLCK, epoch);
  ::fcntl(descriptor_, F_OFD_SETLK, &lock);
}

std::expected<bool, base::Error> LeaseFile::held_by_other(uint64_t epoch) {
  if (const int code = open(false); code != 0) {
    if (code == ENOENT) return false;
    return std::unexpected(error("open", code));
  }
  struct flock lock = byte_lock(F_WRLCK, epoch);
  if (::fcntl(descriptor_, F_OFD_GETLK, &lock) != 0) return std::unexpected(error("check the locks on", errno));
  return lock.l_type != F_UNLCK;
}

}  // namespace cardroom::ledger
