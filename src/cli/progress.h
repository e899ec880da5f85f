// How far a long command has come: a bar on a terminal, nothing where standard error is not one. Ctrl-C ends the work
// at its next step.
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

// While one of these lives, Ctrl-C (and a request to end) is noted instead of ending the program on the spot; a second
// one ends it. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool interrupted();
  // Throws odds::Stopped where the user wants an end.
  static void stop_if_interrupted();

 private:
  struct sigaction old_interrupt_{};
  struct sigaction old_terminate_{};
};

// While one of these lives, Ctrl-C (and a request to end) is noted and passed on to a child process and all that it
// started: the first asks them to end, another ends them at once. The program itself goes on, to clear up. One at a
// time.
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

  // The bar is drawn a few times a second, once the command has lasted a moment.
  void begin(std::string_view what, uint64_t steps) override;
  void advance(uint64_t steps) override;
  // What stands before the name of every stretch from now on: "3/30 caribbean-stud, ".
  void entitle(std::string title);
  // The work is over: wipes the bar away and gives Ctrl-C back its usual meaning; throws where it was pressed. To be
  // called before anything is printed; the destructor only wipes.
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
