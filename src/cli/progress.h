// The progress of a long command: a bar if standard error is a terminal, nothing otherwise. Ctrl-C ends the work at its
// next step.
#pragma once

#include <csignal>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "odds/progress.h"

namespace cardroom::cli {

// While one of these exists, Ctrl-C (or SIGTERM) is noted instead of ending the program at once; a second one ends it.
// Only one may exist at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();
  // Throws odds::Stopped if the user interrupted.
  static void stop_if_interrupted();

 private:
  struct sigaction old_interrupt_{};
  struct sigaction old_terminate_{};
};

// While one of these exists, Ctrl-C (or SIGTERM) is noted and passed on to a child process and everything it started:
// the first one asks them to end, another kills them. The program itself continues, to clean up. Only one may exist at
// a time.
class InterruptRelay {
 public:
  InterruptRelay();
  ~InterruptRelay();
  InterruptRelay(const InterruptRelay&) = delete;
  InterruptRelay& operator=(const InterruptRelay&) = delete;

  // The child must lead a process group.
  static void adopt(pid_t child);

 private:
  struct sigaction old_interrupt_{};
  struct sigaction old_terminate_{};
};

class Progress final : public odds::Progress {
 public:
  Progress();
  ~Progress() override;
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // The bar is drawn a few times per second, once the command has run for a moment.
  void begin(std::string_view what, uint64_t steps) override;
  void advance(uint64_t steps) override;
  // Text to show before the name of every stage from now on: "3/30 caribbean-stud, ".
  void entitle(std::string title);
  // Ends the work: clears the bar and restores the usual meaning of Ctrl-C; throws if it was pressed. Call it before
  // printing anything; the destructor only clears the bar.
  void finish();

 private:
  void draw(uint64_t finished);
  void wipe();

  using Clock = std::chrono::steady_clock;
  std::optional<InterruptGuard> guard_{std::in_place};
  const bool on_terminal_;
  const Clock::time_point started_;
  std::atomic<uint64_t> finished_ = 0;
  std::mutex drawing_;  // guards what follows
  std::string title_;
  std::string what_;
  uint64_t total_ = 0;
  bool drawn_ = false;
  Clock::time_point begun_;
  Clock::time_point last_drawn_;
};

}  // namespace cardroom::cli
