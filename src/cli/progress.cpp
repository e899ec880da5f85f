#include "cli/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace cardroom::cli {

using namespace std::chrono_literals;

Progress::Progress(std::string what, uint64_t total)
    : what_(std::move(what)),
      total_(total),
      on_terminal_(isatty(STDERR_FILENO) == 1),
      started_(std::chrono::steady_clock::now()),
      last_drawn_(started_) {}

Progress::~Progress() {
  if (drawn_) fmt::print(stderr, "\r\033[K");
}

void Progress::update(uint64_t finished) {
  if (!on_terminal_ || total_ == 0) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - started_ < 300ms || now - last_drawn_ < 100ms) return;
  last_drawn_ = now;
  drawn_ = true;
  constexpr uint64_t width = 30;
  const uint64_t filled = finished * width / total_;
  std::string bar;
  for (uint64_t cell = 0; cell < width; ++cell) bar += cell < filled ? "█" : "░";
  const double spent_s = std::chrono::duration<double>(now - started_).count();
  const double left_s =
      finished == 0 ? 0 : spent_s * static_cast<double>(total_ - finished) / static_cast<double>(finished);
  fmt::print(stderr, "\r\033[K{} {} {:3} %  about {:.0f} s left", what_, bar, finished * 100 / total_, left_s);
  std::fflush(stderr);
}

}  // namespace cardroom::cli
