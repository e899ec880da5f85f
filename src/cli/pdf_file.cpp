#include "cli/pdf_file.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/error.h"
#include "cli/command.h"
#include "cli/output_file.h"
#include "cli/progress.h"

namespace cardroom::cli {

namespace {

// A folder that is deleted with its contents when this object is destroyed.
struct TemporaryFolder {
  std::string path = (std::filesystem::temp_directory_path() / "cardroom-pdf-XXXXXX").string();

  TemporaryFolder() {
    if (!mkdtemp(path.data()))
      throw Stop(failed, base::Error{"create a temporary folder", std::strerror(errno)}.to_text());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
};

}  // namespace

void write_pdf(const std::string& path, const std::string& html) {
  namespace fs = std::filesystem;
  const InterruptRelay relay;
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path;
  write_whole_file((folder / "sheet.html").string(), html);
  const std::string profile = "--user-data-dir=" + (folder / "profile").string();
  const std::string print_to = "--print-to-pdf=" + (folder / "sheet.pdf").string();
  const std::string source = "file://" + (folder / "sheet.html").string();
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    std::signal(SIGINT, SIG_DFL);
    std::signal(SIGTERM, SIG_DFL);
    if (!std::freopen("/dev/null", "w", stdout) || !std::freopen("/dev/null", "w", stderr)) _exit(127);
    // As root, chromium runs only without its sandbox; the page is our own.
    for (const char* program : {"chromium", "chromium-headless-shell"}) {
      execlp(program, program, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer",
             "--disable-background-networking", "--no-first-run", profile.c_str(), print_to.c_str(), source.c_str(),
             nullptr);
    }
    _exit(127);
  }
  setpgid(child, child);  // in the parent too, whichever runs first
  InterruptRelay::adopt(child);
  int status = 0;
  waitpid(child, &status, 0);
  const bool made = WIFEXITED(status) && WEXITSTATUS(status) == 0 && fs::exists(folder / "sheet.pdf");
  std::ostringstream pdf;
  if (made) pdf << std::ifstream(folder / "sheet.pdf", std::ios::binary).rdbuf();
  InterruptGuard::stop_if_interrupted();
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
    throw Stop(failed, "a PDF needs chromium, which is not installed. Install it, or write .html and print that");
  }
  if (!made || pdf.str().empty()) throw Stop(failed, "chromium could not print the sheet");
  write_whole_file(path, pdf.str());
}

}  // namespace cardroom::cli
