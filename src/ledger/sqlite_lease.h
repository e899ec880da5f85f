// Which writers of a SQLite journal are alive: each holds an advisory lock of the operating system on the byte of its
// epoch in a file beside the database. The lock ends with the process, however it ends: no process id to be reused, no
// clock to be set, nothing left after a power cut. (An open file description's lock, not a process's: two stores of one
// process exclude each other too, and closing another descriptor of the file drops nothing.)
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "base/error.h"

namespace cardroom::ledger {

class LeaseFile {
 public:
  explicit LeaseFile(std::string path) : path_(std::move(path)) {}
  ~LeaseFile();
  LeaseFile(const LeaseFile&) = delete;
  LeaseFile& operator=(const LeaseFile&) = delete;

  // Makes the file when it is absent. False: another holds the byte.
  std::expected<bool, base::Error> lock(uint64_t epoch);
  void unlock(uint64_t epoch);
  // Whether someone else holds the byte of this epoch. An absent file: nobody.
  std::expected<bool, base::Error> held_by_other(uint64_t epoch);

 private:
  int open(bool for_writing);  // 0, or errno
  base::Error error(const char* attempted, int code) const;

  std::string path_;
  int descriptor_ = -1;
  bool writable_ = false;
};

}  // namespace cardroom::ledger
