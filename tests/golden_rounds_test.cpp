// Golden rounds: tests/golden/rounds/GAME/WHAT-IT-SHOWS.round, each a round as `cardroom settle` reads it, a line
// `expect`, and what the rules make of it, worked out by hand:
//
//   void position 2 4 3     one line per wrong hand of a void deal: whose, cards dealt, cards expected
//   1 ante wins +10         position, wager, result, net in dollars, in the order of reconciling
//   total 1 +10             each position, from the dealer's right
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "games/library.h"
#include "games/registry.h"
#include "games/round_text.h"
#include "games/settlement.h"

namespace cardroom::games {
namespace {

namespace fs = std::filesystem;

const fs::path rounds_dir = fs::path(CARDROOM_SOURCE_DIR) / "tests/golden/rounds";

std::vector<fs::path> round_files() {
  std::vector<fs::path> files;
  std::error_code missing;  // no folder is no files, which a test below refuses
  for (const auto& entry : fs::recursive_directory_iterator(rounds_dir, missing)) {
    if (entry.is_regular_file()) files.push_back(fs::relative(entry.path(), rounds_dir));
  }
  std::ranges::sort(files);
  return files;
}

struct GoldenRound {
  std::string round;
  std::string expected;  // one line each, without remarks
  bool has_expect = false;
};

GoldenRound read_golden(const fs::path& file) {
  GoldenRound golden;
  std::ifstream in(rounds_dir / file);
  for (std::string line; std::getline(in, line);) {
    if (line == "expect") {
      golden.has_expect = true;
    } else if (!golden.has_expect) {
      golden.round += line + "\n";
    } else if (!line.empty() && line[0] != '#') {
      golden.expected += line + "\n";
    }
  }
  return golden;
}

// "+10", "-7.50", "0".
std::string net_text(Cents net) {
  const auto cents = std::abs(net.value());
  const std::string_view sign = net > Cents(0) ? "+" : net < Cents(0) ? "-" : "";
  return cents % 100 == 0 ? fmt::format("{}{}", sign, cents / 100)
                          : fmt::format("{}{}.{:02}", sign, cents / 100, cents % 100);
}

// The words of the golden files are their own, so that a new phrase on the screen leaves them alone.
std::string_view result_text(const SettlementLine& line) {
  if (line.kind == SettlementLine::Kind::returned) return "returned";
  switch (line.outcome.result) {
    case Result::won: return "wins";
    case Result::lost: return "loses";
    case Result::pushed: return "pushes";
    case Result::claimed: return "claims";
    case Result::none: break;
  }
  return "nothing";
}

std::string miscount_text(const Miscount& wrong) {
  const std::string whose = wrong.position > 0    ? fmt::format("position {}", wrong.position)
                            : wrong.position == 0 ? "dealer"
                                                  : "community";
  return fmt::format("void {} {} {}\n", whose, wrong.dealt, wrong.expected);
}

std::string settlement_text(const LoadedRound& loaded) {
  const Settlement settlement = settle(loaded.table, loaded.round);
  std::string text;
  for (const Miscount& wrong : settlement.miscounts) text += miscount_text(wrong);
  for (const SettlementLine& line : settlement.lines) {
    const std::string_view wager =
        line.kind == SettlementLine::Kind::envy ? "envy" : loaded.table.game().wager(line.wager).id;
    text += fmt::format("{} {} {} {}\n", line.position, wager, result_text(line), net_text(line.net()));
  }
  for (size_t index = loaded.round.positions.size(); index-- > 0;) {
    const int number = loaded.round.positions[index].number;
    text += fmt::format("total {} {}\n", number, net_text(settlement.net(number)));
  }
  return text;
}

class GoldenRounds : public testing::TestWithParam<fs::path> {};

TEST_P(GoldenRounds, SettlesAsTheRulesSay) {
  const GoldenRound golden = read_golden(GetParam());
  SCOPED_TRACE((rounds_dir / GetParam()).string());
  ASSERT_TRUE(golden.has_expect) << "no line 'expect'";
  const auto loaded = parse_round(golden.round, shipped_library());
  ASSERT_TRUE(loaded) << loaded.error().to_text();
  EXPECT_EQ(loaded->table.game().facts.id, GetParam().parent_path().string()) << "in the folder of another game";
  EXPECT_EQ(golden.expected, settlement_text(*loaded));
}

std::string test_name(const testing::TestParamInfo<fs::path>& info) {
  std::string name = info.param.parent_path().string() + "__" + info.param.stem().string();
  std::ranges::replace_if(name, [](unsigned char sign) { return !std::isalnum(sign); }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Files, GoldenRounds, testing::ValuesIn(round_files()), test_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(GoldenRounds);

// Without files the tests above would all pass.
TEST(GoldenRoundFiles, EveryGameHasOne) {
  const auto files = round_files();
  ASSERT_FALSE(files.empty()) << "no golden rounds in " << rounds_dir;
  std::set<std::string> folders;
  for (const fs::path& file : files) folders.insert(file.parent_path().string());
  for (const Game* game : all_games()) EXPECT_TRUE(folders.contains(std::string(game->facts.id))) << game->facts.id;
}

}  // namespace
}  // namespace cardroom::games
