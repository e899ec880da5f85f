#include "odds/published.h"

#include <gtest/gtest.h>

namespace cardroom::odds {
namespace {

TEST(Verdict, RoundsAsPrinted) {
  EXPECT_TRUE(rounds_to(Rational(337298, 10'000'000), "3.37"));
  EXPECT_FALSE(rounds_to(Rational(1022479, 10'000'000), "10.23"));
  EXPECT_TRUE(rounds_to(Rational(72798219, 1'000'000'000), "7.2798"));
  EXPECT_TRUE(is_padded(Rational(231674, 10'000'000), "2.30"));
  EXPECT_FALSE(is_padded(Rational(231674, 10'000'000), "2.32")) << "it simply agrees";
  EXPECT_FALSE(is_padded(Rational(241674, 10'000'000), "2.30"));
  EXPECT_FALSE(is_padded(Rational(231674, 10'000'000), "2.31")) << "no zero was added";
}

// The figures of Three Card Poker, judged with the printed paytables and with one pay changed: what was computed
// changes, so it was not typed in.
TEST(Published, VerdictsFollowThePaytable) {
  std::vector<PublishedFigure> figures;
  for (const PublishedFigure& figure : shipped_figures()) {
    if (figure.id == "tcp-pair-plus-a" || figure.id == "tcp-ante-bonus-a") figures.push_back(figure);
  }
  ASSERT_EQ(figures.size(), 2U);
  const auto printed = judge(figures, games::shipped_library());
  ASSERT_TRUE(printed) << printed.error();
  EXPECT_EQ(printed->at(0).verdict, Verdict::agrees);
  EXPECT_EQ(printed->at(1).verdict, Verdict::padded);
  // −512 of 22,100 hands, counted by hand elsewhere.
  EXPECT_EQ(printed->at(1).computed, Rational(512, 22'100));

  games::Library changed = games::shipped_library();
  const auto other = games::parse_paytables(R"(games = ["three-card-poker-face-up"]
[[pays]]
name = "plus"
wager = "pair-plus"
rows = [["straight flush", 40], ["three of a kind", 30], ["straight", 6], ["flush", 4], ["pair", 2]]
[[paytable]]
id = "TCP-01"
group = "base"
pays = ["plus"]
)",
                                            "changed.toml");
  ASSERT_TRUE(other);
  std::erase_if(changed.paytables, [](const games::PaytablePtr& paytable) {
    return paytable->id == "TCP-01" && paytable->belongs_to("three-card-poker-face-up");
  });
  changed.paytables.push_back(other->paytables[0]);
  const auto judged = judge(figures, changed);
  ASSERT_TRUE(judged);
  EXPECT_EQ(judged->at(1).verdict, Verdict::differs);
  // 3,744 pairs pay one unit more.
  EXPECT_EQ(judged->at(1).computed, Rational(512 - 3744, 22'100));
}

// Every pay of MS-01 returns its stake too, and a pair of sixes to tens the stake alone: 84,480 hands are a pair of one
// rank.
TEST(Published, ReturnOfHandsCountsTheStakeOfAPush) {
  const PublishedFigure figure{
      .id = "test",
      .document = "none",
      .game = "mississippi-stud",
      .paytable = "MS-01",
      .what = "return",
      .printed = "81.39",
      .definitions = {{.words = "return", .wager = "ante", .quantity = "return_of_hands", .strategy = "", .hand = ""}},
      .beside_edge = "",
      .beside_hit = "",
      .remark = ""};
  const auto judged = judge({figure}, games::shipped_library());
  ASSERT_TRUE(judged) << judged.error();
  const int64_t returned = 4 * 501 + 36 * 101 + 624 * 41 + 3744 * 11 + 5108 * 7 + 10'200 * 5 + 54'912 * 4 +
                           123'552 * 3 + 4 * 84'480 * 2 + 5 * 84'480 * 1;
  EXPECT_EQ(judged->at(0).computed, Rational(returned, 2'598'960));
}

}  // namespace
}  // namespace cardroom::odds
