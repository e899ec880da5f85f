#include "forms/text_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace cardroom::forms {
namespace {

TextTable options_table() {
  TextTable table({{"option"}, {"takes effect after", Align::right}, {"values"}, {"decides"}});
  table.add({"folded-bonus", "12", "keeps, loses", "whether a folded hand keeps the bonus on its own cards"});
  table.add({"  rounding", "3", "up, down, nearest", "how a pay is rounded to whole chips"});
  return table;
}

size_t longest_line(const std::string& text) {
  size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, display_width(line));
  return longest;
}

TEST(TextTable, HasOneLineARowWhereNobodyWatches) {
  EXPECT_EQ(options_table().to_text(2),
            "  option        takes effect after  values             decides\n"
            "  ────────────  ──────────────────  ─────────────────  "
            "──────────────────────────────────────────────────────\n"
            "  folded-bonus                  12  keeps, loses       whether a folded hand keeps the bonus on its own "
            "cards\n"
            "    rounding                     3  up, down, nearest  how a pay is rounded to whole chips\n");
}

TEST(TextTable, BreaksItsLastColumnFirst) {
  EXPECT_EQ(options_table().to_text(2, 80),
            "  option        takes effect after  values             decides\n"
            "  ────────────  ──────────────────  ─────────────────  ─────────────────────────\n"
            "  folded-bonus                  12  keeps, loses       whether a folded hand\n"
            "                                                       keeps the bonus on its\n"
            "                                                       own cards\n"
            "    rounding                     3  up, down, nearest  how a pay is rounded to\n"
            "                                                       whole chips\n");
}

TEST(TextTable, ThenTitlesAndOtherTexts) {
  // 2 before the first column, 2 between them, 12 + 13 + 13 + 14 for the four.
  EXPECT_EQ(options_table().to_text(2, 60),
            "  option         takes effect  values         decides\n"
            "                        after\n"
            "  ────────────  ─────────────  ─────────────  ──────────────\n"
            "  folded-bonus             12  keeps, loses   whether a\n"
            "                                              folded hand\n"
            "                                              keeps the\n"
            "                                              bonus on its\n"
            "                                              own cards\n"
            "    rounding                3  up, down,      how a pay is\n"
            "                               nearest        rounded to\n"
            "                                              whole chips\n");
}

TEST(TextTable, ThenWhatIsAlignedOnTheRight) {
  TextTable table({{"level"}, {"hit", Align::right}});
  table.add({"Mega", "1 in 649,740"});
  EXPECT_EQ(table.to_text(0, 15),
            "level       hit\n"
            "─────  ────────\n"
            "Mega       1 in\n"
            "        649,740\n");
}

TEST(TextTable, NeverCutsAWordOrANumber) {
  TextTable table({{"hand"}, {"deals", Align::right}});
  table.add({"four of a kind", "27813810024000"});
  EXPECT_EQ(table.to_text(0, 10),
            "hand           deals\n"
            "────  ──────────────\n"
            "four  27813810024000\n"
            "of a\n"
            "kind\n");
}

TEST(TextTable, FitsEveryWidthThatItsWordsFit) {
  for (size_t width = 46; width <= 130; ++width) EXPECT_LE(longest_line(options_table().to_text(2, width)), width);
}

}  // namespace
}  // namespace cardroom::forms
