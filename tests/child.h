// Runs the program as a child of a test, on pipes or on a terminal of its own.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace cardroom::testing {

struct Ended {
  int code = -1;    // −1 where a signal ended it
  int signal = 0;   // by which
  std::string out;  // on a terminal: both streams
  std::string err;
};

class Child {
 public:
  enum class On { pipes, terminal };

  Child(std::vector<std::string> arguments, On on, unsigned short columns = 120) {
    std::array<int, 2> out{}, err{};
    if (on == On::terminal) {
      const winsize size{.ws_row = 40, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
      pid_ = forkpty(&out_, nullptr, nullptr, &size);
      if (pid_ < 0) {
        std::perror("this test needs a terminal of its own, and none can be opened (is /dev/pts mounted?)");
        std::abort();
      }
    } else {
      if (pipe2(out.data(), O_CLOEXEC) != 0 || pipe2(err.data(), O_CLOEXEC) != 0) std::abort();
      pid_ = fork();
    }
    if (pid_ == 0) {
      if (on == On::pipes) {
        dup2(out[1], STDOUT_FILENO);
        dup2(err[1], STDERR_FILENO);
      }
      signal(SIGINT, SIG_DFL);  // whoever runs the tests may ignore it
      arguments.insert(arguments.begin(), CARDROOM_BINARY_DIR "/cardroom");
      std::vector<char*> words;
      for (std::string& argument : arguments) words.push_back(argument.data());
      words.push_back(nullptr);
      execv(words.front(), words.data());
      _exit(127);
    }
    if (on == On::pipes) {
      out_ = out[0];
      err_ = err[0];
      close(out[1]);
      close(err[1]);
    }
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  // Until the program has a handler of its own for Ctrl-C; false where it ended before.
  bool wait_until_it_minds_interrupts() const {
    for (;;) {
      std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
      bool running = false;
      for (std::string line; std::getline(status, line);) {
        if (line.starts_with("State:")) running = line.find('Z') == std::string::npos;
        if (line.starts_with("SigCgt:") && (std::stoull(line.substr(8), nullptr, 16) >> (SIGINT - 1) & 1) != 0)
          return true;
      }
      if (!running) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
  }

  // Until it has written this on a terminal; false where it ended before.
  bool wait_until_it_says(const std::string& text) {
    while (seen_.find(text) == std::string::npos) {
      std::array<char, 4096> buffer{};
      const ssize_t count = read(out_, buffer.data(), buffer.size());
      if (count <= 0) return false;
      seen_.append(buffer.data(), static_cast<size_t>(count));
    }
    return true;
  }

  void interrupt() const { kill(pid_, SIGINT); }

  Ended wait() {
    Ended ended;
    ended.out = seen_;
    std::array<pollfd, 2> files = {
        {{.fd = out_, .events = POLLIN, .revents = 0}, {.fd = err_, .events = POLLIN, .revents = 0}}};
    while (files[0].fd >= 0 || files[1].fd >= 0) {
      if (poll(files.data(), files.size(), -1) < 0) continue;
      for (size_t at = 0; at < files.size(); ++at) {
        if (files[at].fd < 0 || files[at].revents == 0) continue;
        std::array<char, 65'536> buffer{};
        const ssize_t count = read(files[at].fd, buffer.data(), buffer.size());
        if (count <= 0) {  // a terminal ends with an error
          close(files[at].fd);
          files[at].fd = -1;
        } else {
          (at == 0 ? ended.out : ended.err).append(buffer.data(), static_cast<size_t>(count));
        }
      }
    }
    int status = 0;
    waitpid(pid_, &status, 0);
    if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
    if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
    return ended;
  }

 private:
  pid_t pid_ = -1;
  int out_ = -1;
  int err_ = -1;
  std::string seen_;
};

inline Ended run(std::vector<std::string> arguments) {
  return Child(std::move(arguments), Child::On::pipes).wait();
}

}  // namespace cardroom::testing
