// How a long computation tells how far it has come, and how it learns that nobody waits for it any more. A pointer to a
// Progress is handed down into the loops; without one nobody looks, and nothing stops them.
#pragma once

#include <cstdint>
#include <exception>
#include <string_view>

namespace cardroom::odds {

// Thrown out of a loop whose result is no longer wanted; what was counted so far is lost.
class Stopped : public std::exception {
 public:
  const char* what() const noexcept override { return "stopped"; }
};

class Progress {
 public:
  virtual ~Progress() = default;
  // A stretch of `steps` steps begins; the one before it is over.
  virtual void begin(std::string_view what, uint64_t steps) = 0;
  // So many more are done. From any thread; throws Stopped where the work is to end.
  virtual void advance(uint64_t steps) = 0;
};

inline void begin(Progress* progress, std::string_view what, uint64_t steps) {
  if (progress) progress->begin(what, steps);
}
inline void advance(Progress* progress, uint64_t steps = 1) {
  if (progress) progress->advance(steps);
}

}  // namespace cardroom::odds
