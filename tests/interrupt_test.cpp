// The program on a terminal, as a real child process: tables that fit it, a bar there and nowhere else, and a clean end
// by Ctrl-C.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "child.h"

namespace cardroom::testing {
namespace {

namespace fs = std::filesystem;

// Some seconds of work for one command each, under any engine: most of it follows a bankroll.
const std::vector<std::string> long_session = {"session", "caribbean-stud", "--rounds",
                                               "500000",  "--bankroll",     "20000"};
const std::string wipe = "\r\033[K";

struct Command {
  std::string name;
  std::vector<std::string> arguments;
};

class Interrupt : public ::testing::TestWithParam<Command> {};

TEST_P(Interrupt, EndsWith130AndOneLine) {
  Child child(GetParam().arguments, Child::On::pipes);
  ASSERT_TRUE(child.wait_until_it_minds_interrupts());
  child.interrupt();
  const Ended ended = child.wait();
  EXPECT_EQ(ended.signal, 0);
  EXPECT_EQ(ended.code, 130);
  EXPECT_EQ(ended.err, "cardroom: stopped\n");
  EXPECT_EQ(ended.out, "");
}

INSTANTIATE_TEST_SUITE_P(
    Commands, Interrupt,
    ::testing::Values(Command{"analyze", {"analyze", "four-card-poker"}},
                      Command{"together", {"analyze", "four-card-poker", "--together", "all"}},
                      Command{"strategy", {"strategy", "four-card-poker"}}, Command{"verify", {"verify"}},
                      Command{"session", long_session}, Command{"link", {"link", "ML03"}},
                      Command{"deal", {"deal", "crazy-4-poker", "--rounds", "100000000", "--key", "1"}}),
    [](const auto& parameter) { return parameter.param.name; });

TEST(InterruptedPar, LeavesNoFileAndNoPieceOfOne) {
  const fs::path folder = fs::temp_directory_path() / ("cardroom-interrupt-" + std::to_string(getpid()));
  fs::create_directory(folder);
  Child child({"par", "four-card-poker", "FCP-01", "--out", (folder / "sheet.html").string()}, Child::On::pipes);
  ASSERT_TRUE(child.wait_until_it_minds_interrupts());
  child.interrupt();
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, 130);
  EXPECT_TRUE(fs::is_empty(folder));
  fs::remove_all(folder);
}

// A browser that does not mind being asked to end: only a second Ctrl-C ends it.
TEST(InterruptedPar, LeavesNoTemporaryFolderAfterASecondCtrlC) {
  const fs::path folder = fs::temp_directory_path() / ("cardroom-pdf-" + std::to_string(getpid()));
  fs::create_directories(folder / "bin");
  fs::create_directory(folder / "tmp");
  const fs::path started = folder / "started";
  std::ofstream(folder / "bin" / "chromium")
      << "#!/bin/sh\ntrap '' INT TERM\ntouch " << started.string() << "\nwhile :; do sleep 1; done\n";
  fs::permissions(folder / "bin" / "chromium", fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  setenv("PATH", ((folder / "bin").string() + ":" + path).c_str(), 1);
  setenv("TMPDIR", (folder / "tmp").c_str(), 1);
  Child child({"par", "three-card-poker", "TCP-6B1", "--out", (folder / "sheet.pdf").string()}, Child::On::pipes);
  setenv("PATH", path.c_str(), 1);
  unsetenv("TMPDIR");
  for (int i = 0; i < 30'000 && !fs::exists(started); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_TRUE(fs::exists(started));
  EXPECT_FALSE(fs::is_empty(folder / "tmp"));
  child.interrupt();
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  child.interrupt();
  const Ended ended = child.wait();
  EXPECT_EQ(ended.signal, 0);
  EXPECT_EQ(ended.code, 130);
  EXPECT_EQ(ended.err, "cardroom: stopped\n");
  EXPECT_TRUE(fs::is_empty(folder / "tmp"));
  EXPECT_FALSE(fs::exists(folder / "sheet.pdf"));
  fs::remove_all(folder);
}

TEST(ProgressBar, IsDrawnOnATerminalAndWipedAwayByCtrlC) {
  Child child(long_session, Child::On::terminal);
  ASSERT_TRUE(child.wait_until_it_says("░")) << "it was too fast for a bar";
  child.interrupt();
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, 130);
  const auto last_bar = ended.out.rfind("░");
  const auto last_wipe = ended.out.rfind(wipe);
  ASSERT_NE(last_wipe, std::string::npos);
  EXPECT_GT(last_wipe, last_bar);
  EXPECT_EQ(ended.out.substr(last_wipe), wipe + "cardroom: stopped\r\n");
}

TEST(ProgressBar, IsGoneWhenTheAnswerComes) {
  Child child({"analyze", "four-card-poker", "--together", "all"}, Child::On::terminal);  // lasts seconds
  const Ended ended = child.wait();
  EXPECT_EQ(ended.code, 0);
  const auto last_bar = ended.out.rfind("░");
  ASSERT_NE(last_bar, std::string::npos);
  const auto answer = ended.out.find("Four Card Poker, paytables");
  ASSERT_NE(answer, std::string::npos);
  EXPECT_LT(last_bar, answer);
  EXPECT_EQ(ended.out.substr(answer - wipe.size(), wipe.size()), wipe);
}

TEST(ProgressBar, IsNotWrittenToAPipe) {
  const Ended ended = run({"session", "three-card-poker", "--rounds", "300000", "--bankroll", "3000"});
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(ended.out.find('\033'), std::string::npos);
}

// A line of a table that is longer would be broken anywhere, or cut.
TEST(Tables, FitATerminalOfEightyColumns) {
  const std::vector<std::vector<std::string>> commands = {{"games"},
                                                          {"games", "four-card-poker"},
                                                          {"paytables", "three-card-poker"},
                                                          {"deal", "three-card-poker", "--key", "26"},
                                                          {"analyze", "three-card-poker", "--wager", "ante"},
                                                          {"analyze", "three-card-poker", "--wager", "6-card-bonus"},
                                                          {"link", "PROG-4C-1"},
                                                          {"meter"},
                                                          {"meter", "ML03"},
                                                          {"report"}};
  for (const auto& command : commands) {
    const Ended ended = Child(command, Child::On::terminal, 80).wait();
    EXPECT_EQ(ended.code, 0);
    const std::string answer = ended.out.substr(ended.out.rfind(wipe) == std::string::npos ? 0 : ended.out.rfind(wipe));
    std::istringstream lines(answer);
    bool in_table = false;
    int rows = 0;
    for (std::string line; std::getline(lines, line);) {
      // The rule below a table's head, in ASCII where the locale has nothing else.
      const bool is_rule = line.find("───") != std::string::npos || line.find("---") != std::string::npos;
      in_table = line.size() > 1 && (in_table || is_rule);
      const auto characters =
          std::ranges::count_if(line, [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
      if (in_table) {
        EXPECT_LE(characters, 80 + 1) << command.front() << ": " << line;  // with a carriage return
      }
      rows += in_table;
    }
    EXPECT_GT(rows, 2) << command.front();
  }
}

}  // namespace
}  // namespace cardroom::testing
