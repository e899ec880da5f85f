// The world failed: a file, a disk, a socket. Says what was attempted and why it did not work. A rule that refuses
// something is not an Error but a Refusal of its own folder; our own bugs are CHECKed.
#pragma once

#include <string>

namespace cardroom::base {

struct Error {
  std::string attempted;  // "read rounds.txt"
  std::string cause;      // "No such file or directory"

  std::string to_text() const { return "cannot " + attempted + ": " + cause; }
};

}  // namespace cardroom::base
