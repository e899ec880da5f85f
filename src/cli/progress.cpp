#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "cli/command.h"
#include "forms/text_table.h"

namespace cardroom::cli {

using namespace forms;

using namespace std::chrono_literals;

namespace {

// Global, because a signal handler can reach nothing else.
std::atomic<bool> interrupt_noted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void note_interrupt(int /*signal*/) {
  interrupt_noted = true;
}

std::atomic<pid_t> relayed_to = 0;
static_assert(std::atomic<pid_t>::is_always_lock_free);

void relay_interrupt(int /*signal*/) {
  const bool again = interrupt_noted.exchange(true);
  if (const pid_t child = relayed_to; child > 0) kill(-child, again ? SIGKILL : SIGTERM);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupt_noted = false;
  struct sigaction action{};
  action.sa_handler = note_interrupt;
  // A second signal ends the program at once, for a user who cannot wait.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  // A shell starts background commands with SIGINT ignored; leave it ignored.
  if (old_interrupt_.sa_handler == SIG_IGN) sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptGuard::~InterruptGuard() {
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

bool InterruptGuard::interrupted() {
  return interrupt_noted.load(std::memory_order_relaxed);
}

void InterruptGuard::stop_if_interrupted() {
  if (interrupted()) throw odds::Stopped();
}

InterruptRelay::InterruptRelay() {
  struct sigaction action{};
  action.sa_handler = relay_interrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &old_interrupt_);
  if (old_interrupt_.sa_handler == SIG_IGN) sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &action, &old_terminate_);
}

InterruptRelay::~InterruptRelay() {
  relayed_to = 0;
  sigaction(SIGINT, &old_interrupt_, nullptr);
  sigaction(SIGTERM, &old_terminate_, nullptr);
}

void InterruptRelay::adopt(pid_t child) {
  relayed_to = child;
  // The interrupt may have come before there was a child.
  if (interrupt_noted) kill(-child, SIGTERM);
}

Progress::Progress() : on_terminal_(isatty(STDERR_FILENO) == 1), started_(Clock::now()) {}

Progress::~Progress() {
  wipe();
}

void Progress::wipe() {
  if (!drawn_) return;
  drawn_ = false;
  complain("\r\033[K");
  std::fflush(stderr);
}

void Progress::finish() {
  InterruptGuard::stop_if_interrupted();
  wipe();
  guard_.reset();
}

void Progress::begin(std::string_view what, uint64_t steps) {
  InterruptGuard::stop_if_interrupted();
  const std::lock_guard lock(drawing_);
  what_ = what;
  total_ = steps;
  begun_ = Clock::now();
  finished_ = 0;
}

void Progress::entitle(std::string title) {
  const std::lock_guard lock(drawing_);
  title_ = std::move(title);
}

void Progress::advance(uint64_t steps) {
  InterruptGuard::stop_if_interrupted();
  const uint64_t finished = finished_ += steps;
  if (on_terminal_) draw(finished);
}

void Progress::draw(uint64_t finished) {
  // One thread at a time reads the clock; the others continue their work.
  const std::unique_lock lock(drawing_, std::try_to_lock);
  if (!lock || total_ == 0) return;
  const auto now = Clock::now();
  if (now - started_ < 700ms || now - last_drawn_ < 100ms) return;
  last_drawn_ = now;
  drawn_ = true;
  finished = std::min(finished, total_);
  constexpr uint64_t width = 24;
  const uint64_t filled = finished * width / total_;
  std::string bar;
  for (uint64_t cell = 0; cell < width; ++cell) bar += cell < filled ? "█" : "░";
  std::string line = fmt::format("{:3}% {} {}", finished * 100 / total_, bar, title_ + what_);
  const double spent_s = std::chrono::duration<double>(now - begun_).count();
  const double left_s =
      finished == 0 ? 0 : spent_s * static_cast<double>(total_ - finished) / static_cast<double>(finished);
  if (left_s >= 2) line += fmt::format(", about {:.0f} s left", left_s);
  // A line that wraps could not be cleared.
  const size_t columns = terminal_width(STDERR_FILENO);
  if (columns > 0 && display_width(line) >= columns) return;
  complain(fmt::format("\r\033[K{}", line));
  std::fflush(stderr);
}

}  // namespace cardroom::cli
