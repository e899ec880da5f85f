// Copies of the program that mpirun starts together: the same figures as one alone, told once.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace cardroom {
namespace {

namespace fs = std::filesystem;

struct Ended {
  int code = -1;
  std::string out;
};

// As a user would, on a machine with any number of cores, root or not.
Ended run(const std::string& command) {
  Ended ended;
  std::FILE* pipe = popen(command.c_str(), "r");
  if (!pipe) return ended;
  for (int letter = std::fgetc(pipe); letter != EOF; letter = std::fgetc(pipe)) {
    ended.out += static_cast<char>(letter);
  }
  const int status = pclose(pipe);
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ended;
}

const std::string program = CARDROOM_PROGRAM;

Ended run_copies(int copies, const std::string& arguments) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  return run(CARDROOM_MPIRUN " --oversubscribe -np " + std::to_string(copies) + " " + program + " " + arguments);
}

TEST(Cluster, TwoCopiesComeToTheFiguresOfOne) {
  for (const std::string arguments : {"exposed mississippi-stud --players 4 --error 0.3 --json",
                                      "exposed three-card-poker --players 5 --error 0.05 --json --key two"}) {
    const Ended alone = run(program + " " + arguments);
    ASSERT_EQ(alone.code, 0);
    ASSERT_NE(alone.out.find("\"sampled\""), std::string::npos) << alone.out;
    const Ended together = run_copies(2, arguments);
    EXPECT_EQ(together.code, 0);
    EXPECT_EQ(together.out, alone.out);
  }
}

// Three copies share sixteen blocks unequally.
TEST(Cluster, ThreeCopiesDivideWhatCannotBeDividedEvenly) {
  const std::string arguments = "exposed caribbean-stud --players 6 --error 5 --json";
  const Ended alone = run(program + " " + arguments);
  EXPECT_EQ(run_copies(3, arguments).out, alone.out);
}

TEST(Cluster, OnlyTheFirstCopyWritesTheReport) {
  const fs::path folder = fs::temp_directory_path() / ("cardroom-cluster-" + std::to_string(getpid()));
  fs::create_directory(folder);
  const std::string rows = (folder / "rows.jsonl").string();
  const std::string arguments =
      "faceup-report --game mississippi-stud --players 3 --error 1 --checkpoint " + rows + " --out " + folder.string();
  const Ended together = run_copies(2, arguments + "/together.csv");
  EXPECT_EQ(together.code, 0);
  const auto text_of = [](const fs::path& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string checkpoint = text_of(rows);
  EXPECT_EQ(std::ranges::count(checkpoint, '\n'), 2) << checkpoint;
  // From the rows that are kept, by one copy alone and by two: nothing is dealt again.
  EXPECT_EQ(run(program + " " + arguments + "/alone.csv").out, together.out);
  EXPECT_EQ(run_copies(2, arguments + "/again.csv").out, together.out);
  EXPECT_EQ(text_of(rows), checkpoint);
  EXPECT_EQ(text_of(folder / "alone.csv"), text_of(folder / "together.csv"));
  fs::remove_all(folder);
}

TEST(Cluster, WhatIsRefusedIsRefusedByAll) {
  const Ended ended = run_copies(2, "exposed mississippi-stud --players 40 2>/dev/null");
  EXPECT_NE(ended.code, 0);
  EXPECT_EQ(ended.out.find("edge"), std::string::npos);
}

}  // namespace
}  // namespace cardroom
