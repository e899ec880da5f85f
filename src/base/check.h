// CHECK: our own bugs stop the program, in every build. Input is never CHECKed: it is refused.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace cardroom::base {

[[noreturn]] inline void check_failed(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "%s:%d: CHECK failed: %s\n", file, line, condition);
  std::abort();
}

}  // namespace cardroom::base

#define CHECK(condition) \
  (static_cast<bool>(condition) ? static_cast<void>(0) : ::cardroom::base::check_failed(#condition, __FILE__, __LINE__))
