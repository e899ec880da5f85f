// with_house COMMAND…: runs a command in a temporary folder that holds house.ledger, the scripted house; for
// transcripts. with_house --rounds N FILE: writes a ledger of so many rounds, for measuring.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "ledger/reports/testing/scripted_house.h"
#include "ledger/testing/temporary_folder.h"

using namespace cardroom::ledger;

namespace {

std::unique_ptr<Store> new_store(const std::string& path) {
  auto store = open_store(path, OpenMode::create);
  if (!store) {
    fmt::print(stderr, "with_house: {}\n", store.error().to_text());
    std::exit(99);
  }
  return std::move(*store);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4 && std::string_view(argv[1]) == "--rounds") {
    reports::testing::play_many_rounds(new_store(argv[3]), std::strtoull(argv[2], nullptr, 10));
    return 0;
  }
  if (argc < 2) {
    fmt::print(stderr, "with_house COMMAND…\n");
    return 99;
  }
  const testing::TemporaryFolder folder;
  reports::testing::play_scripted_house(new_store(folder.file("house.ledger")));
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.path().c_str()) == 0) execvp(argv[1], argv + 1);
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}
