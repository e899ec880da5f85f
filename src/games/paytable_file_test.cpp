#include "games/paytable_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "games/testing.h"

namespace cardroom::games {
namespace {

constexpr std::string_view fine_file = R"(games = ["three-card-poker"]

[[pays]]
name = "bonus"
wager = "ante-bonus"
rows = [["straight flush", "5 to 1"], ["three of a kind", "4 to 1"], ["straight", "3 to 2"]]

[[pays]]
name = "plus"
wager = "pair-plus"
rows = [
  ["straight flush", 40],
  ["three of a kind", 30],
  ["straight", 6],
  ["flush", 4],
  ["pair", 1],
]

[[paytable]]
id = "HOUSE-1"
group = "base"
pays = ["bonus", "plus"]
)";

TEST(PaytableFile, AHousesOwnPaytableIsLoaded) {
  const auto parsed = parse_paytables(fine_file, "house.toml");
  ASSERT_TRUE(parsed) << parsed.error().front().to_text();
  EXPECT_TRUE(parsed->warnings.empty());
  const Paytable& paytable = *parsed->paytables.at(0);
  EXPECT_EQ(paytable.id, "HOUSE-1");
  EXPECT_EQ(paytable.date, "undated");
  EXPECT_EQ(to_text(paytable.pays("ante-bonus")->row(2).pays[0]), "3 to 2");
  EXPECT_EQ(to_text(paytable.pays("pair-plus")->row(0).pays[0]), "40 to 1");
}

// One line of the file above put in place of another: the line that is told and a part of the words.
TEST(PaytableFile, ABadOneIsRefusedWithFileLineAndWhatIsWrong) {
  struct Row {
    std::string_view text, instead, told;
  };
  const Row rows[] = {
      {R"(["flush", 4])", R"(["flsh", 4])", "house.toml:15: unknown hand 'flsh'"},
      {R"(["flush", 4])", R"(["four of a kind", 4])", "house.toml:15: unknown hand 'four of a kind'"},
      {R"(["flush", 4])", R"(["flush", -4])", "house.toml:15: 'flush': a pay of -4 is negative"},
      {R"(["flush", 4])", R"(["flush", "-4 to 1"])", "house.toml:15: 'flush': a pay of -4 is negative"},
      {R"(["flush", 4])", R"(["flush", 0])", "house.toml:15: 'flush': a pay of 0"},
      {R"(["flush", 4])", R"(["flush", "4 zu 1"])", "house.toml:15: 'flush': '4 zu 1' is not a pay"},
      {R"(["flush", 4])", R"(["flush", "4 to 0"])", "house.toml:15: 'flush': '4 to 0'"},
      {R"(["straight", "3 to 2"])", R"(["straight", "push"])", "house.toml:6: 'straight': ANTE BONUS has no chips"},
      {R"(["flush", 4])", R"(["flush", 4.5])", "house.toml:15: 'flush': a pay must be"},
      {R"(["flush", 4])", R"(["flush", 300000])", "house.toml:15: 'flush': a pay of 300000 to 1 is above the largest"},
      {R"(["flush", 4])", R"(["flush", "50 %"])", "house.toml:15: 'flush': only a progressive"},
      {R"(["flush", 4])", R"(["flush", 4, "$5"])", "house.toml:15: 'flush': only a progressive wager has envy"},
      {R"(wager = "pair-plus")", "wager = \"pair-plus\"\nhands = [3, 2]",
       "house.toml:13: 'straight flush' is missing its pay"},
      {R"(wager = "pair-plus")", "wager = \"pair-plus\"\nhands = 3", "house.toml:11: 'hands' must list"},
      {R"(["flush", 4])", R"(["flush"])", "house.toml:15: 'flush' is missing its pay"},
      {R"(["flush", 4])", R"(["flush", 4, 5, 6])", "house.toml:15: 'flush' has too many values"},
      {R"(["flush", 4])", R"(["straight", 4])", "house.toml:15: 'straight' appears twice"},
      {R"(["flush", 4])", R"("flush")", "house.toml:15: a row must be a list"},
      {"  [\"flush\", 4],\n", "", "house.toml:15: a row is missing: flush, five high, three, deuce ranks above 'pair'"},
      {"  [\"straight flush\", 40],\n", "", "house.toml:12: a row is missing: straight flush, ace high"},
      {R"(wager = "pair-plus")", R"(wager = "aces-up")", "house.toml:8: 'aces-up' is not a wager"},
      {R"(group = "base")", R"(group = "bass")", "house.toml:19: Three Card Poker has no paytable group 'bass'"},
      {R"(pays = ["bonus", "plus"])", R"(pays = ["bonus"])", "house.toml:19: 'HOUSE-1' has no pays for PAIR PLUS"},
      {R"(pays = ["bonus", "plus"])", R"(pays = ["bonus", "plus", "plus"])", "house.toml:19: 'HOUSE-1' has several"},
      {R"(pays = ["bonus", "plus"])", R"(pays = ["bonus", "minus"])", "house.toml:19: no [[pays]] is named 'minus'"},
      {R"(id = "HOUSE-1")", "", "house.toml:19: 'id' is missing"},
      {R"(id = "HOUSE-1")", R"(id = 7)", "house.toml:20: 'id' must be a string"},
      {R"(id = "HOUSE-1")", R"(idd = "HOUSE-1")", "house.toml:20: unknown key 'idd'"},
      {R"(id = "HOUSE-1")", "id = \"HOUSE-1\"\ndate = \"yesterday\"",
       "house.toml:19: 'date': 'yesterday' is not a date"},
      {R"(games = ["three-card-poker"])", R"(games = ["bridge"])",
       "house.toml:1: unknown game 'bridge'; 'cardroom games' lists them"},
      {R"(games = ["three-card-poker"])", R"(games = "three-card-poker")", "house.toml:1: 'games' must be a list"},
      {R"(games = ["three-card-poker"])", R"(games = ["three-card-poker")", "house.toml:3: "},  // not TOML
      {"[[paytable]]", "[[paytables]]", "house.toml: no [[paytable]]"},
  };
  for (const Row& row : rows) {
    std::string text(fine_file);
    const auto at = text.find(row.text);
    ASSERT_NE(at, std::string::npos) << row.text;
    text.replace(at, row.text.size(), row.instead);
    const auto parsed = parse_paytables(text, "house.toml");
    ASSERT_FALSE(parsed) << row.instead;
    const bool told = std::ranges::any_of(
        parsed.error(), [&](const FileRemark& remark) { return remark.to_text().starts_with(row.told); });
    EXPECT_TRUE(told) << row.instead << "\nexpected " << row.told << "\ntold " << parsed.error().front().to_text();
  }
}

// Files for other games: one row of pays in question each.
TEST(PaytableFile, RulesOfSingleWagersAreKept) {
  struct Row {
    std::string_view game, group, wager, rows, told;
  };
  const Row rows[] = {
      {"caribbean-stud", "base", "raise", R"([["royal flush", 100], ["straight flush", 50]])",
       "a row is missing: RAISE wins"},
      {"caribbean-stud", "cover-all", "cover-all", R"([["royal flush", 100]])",
       "COVER ALL pays by the number of hands"},
      {"caribbean-stud", "cover-all", "cover-all", "[[\"royal flush\", 100, 90]]\nhands = [8, 7]", "'hands' must list"},
      {"caribbean-stud", "cover-all", "cover-all", "[[\"royal flush\", 100, 90]]\nhands = [2, 2]", "'hands' must list"},
      {"caribbean-stud", "cover-all", "cover-all", "[[\"royal flush\", 100, 90]]\nhands = [3, 2]", "fine"},
      {"caribbean-stud", "progressive", "progressive", R"([["royal flush", "101 %"]])", "101% of a meter"},
      {"caribbean-stud", "progressive", "progressive", R"([["royal flush", "100 %", "$10,001"]])",
       "an envy pay of $10,001.00"},
      {"caribbean-stud", "progressive", "progressive", R"([["royal flush", "100 %", "$10,000"]])", "fine"},
      {"caribbean-stud", "progressive", "progressive", R"([["royal flush", "100%"]])", "fine"},
      {"caribbean-stud", "progressive", "progressive", R"([["royal flush", "%"]])", "'%' is not a pay"},
  };
  for (const Row& row : rows) {
    const std::string text = fmt::format(
        "games = [\"{}\"]\n[[pays]]\nname = \"a\"\nwager = \"{}\"\nrows = {}\n[[paytable]]\nid = \"X\"\ngroup = "
        "\"{}\"\npays = [\"a\"]\n",
        row.game, row.wager, row.rows, row.group);
    const auto parsed = parse_paytables(text, "x.toml");
    const std::string told = parsed ? "fine" : parsed.error().front().to_text();
    EXPECT_NE(told.find(row.told), std::string::npos) << row.rows << "\ntold " << told;
  }
}

TEST(PaytableFile, AHandThatPaysLessThanALowerOneIsAWarning) {
  std::string text(fine_file);
  const std::string_view flush = R"(["flush", 4])";
  text.replace(text.find(flush), flush.size(), R"(["flush", 7])");
  const auto parsed = parse_paytables(text, "house.toml");
  ASSERT_TRUE(parsed);
  ASSERT_EQ(parsed->warnings.size(), 1U);
  EXPECT_EQ(parsed->warnings[0].to_text(),
            "house.toml:14: 'straight' pays less than the lower 'flush' (6 to 1 against 7 to 1)");
}

TEST(PaytableFile, TellsEverythingThatIsWrongAtOnce) {
  std::string text(fine_file);
  for (const std::string_view hand : {R"("flush")", R"("pair")"}) text.replace(text.find(hand), hand.size(), "\"?\"");
  const auto parsed = parse_paytables(text, "house.toml");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().size(), 2U);
}

TEST(HandNames, CoverTheRanksThatTheySay) {
  struct Row {
    Ranking ranking;
    std::string_view text, lowest, highest;
  };
  const Row rows[] = {
      {Ranking::four_card, "four aces", "AAAA", "AAAA"},
      {Ranking::four_card, "four of a kind", "2222", "AAAA"},
      {Ranking::four_card, "pair of aces", "AA32", "AAKQ"},
      {Ranking::four_card, "pair of queens or better", "QQ32", "AAKQ"},
      {Ranking::five_card, "four aces", "AAAA2", "AAAAK"},
      {Ranking::five_card, "three nines", "99932", "999AK"},
      {Ranking::three_card, "pair", "223", "AAK"},
      {Ranking::five_card, "pair of sixes to tens", "66432", "TTAKQ"},
      {Ranking::three_card, "mini royal", "AKQ", "AKQ"},
  };
  for (const Row& row : rows) {
    const auto covers = parse_hand(row.ranking, row.text);
    ASSERT_TRUE(covers) << row.text;
    EXPECT_EQ(rank_letters_of(row.ranking, covers->low), row.lowest) << row.text;
    EXPECT_EQ(rank_letters_of(row.ranking, covers->high), row.highest) << row.text;
  }
  for (const std::string_view text :
       {"", "pair of", "pair of elevens", "pair of tens to sixes", "pair of sixes to tens or better", "four",
        "five aces", "Straight", "royal flush"}) {
    EXPECT_FALSE(parse_hand(Ranking::three_card, text)) << text;
  }
}

}  // namespace
}  // namespace cardroom::games
