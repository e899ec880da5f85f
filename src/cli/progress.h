// A progress bar on a terminal; nothing where standard error is not one.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace cardroom::cli {

class Progress {
 public:
  Progress(std::string what, uint64_t total);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Draws at most a few times a second, and only for work that has lasted a moment.
  void update(uint64_t finished);

 private:
  std::string what_;
  uint64_t total_;
  bool on_terminal_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point started_;
  std::chrono::steady_clock::time_point last_drawn_;
};

}  // namespace cardroom::cli
