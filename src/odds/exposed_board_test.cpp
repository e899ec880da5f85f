#include "odds/exposed_board.h"

#include <gtest/gtest.h>

#include "cards/testing.h"
#include "games/testing.h"
#include "odds/exposed_run.h"

namespace cardroom::odds {
namespace {

// The walk over all boards takes seconds, so one serves all tests.
class ExposedBoardTest : public ::testing::Test {
 protected:
  static const ExposedBoard::Base& base() {
    static const ExposedBoard::Base counted =
        ExposedBoard::count_base(games::table_of("ultimate-texas-holdem"), nullptr);
    return counted;
  }
  const ExposedAnalyst analyst_{games::table_of("ultimate-texas-holdem")};
};

TEST_F(ExposedBoardTest, RestsOnTheExactBaseGameAndGainsAboutWhatIsPublished) {
  const ExposedBoard nobody(base(), 0);
  const ExposedFigures alone = nobody.figures(nobody.play(1, 0, 1, nullptr));
  EXPECT_EQ(alone.gain.value, 0);
  // Published: 2.185 % of the ante.
  EXPECT_LT(abs(alone.edge.value - Rational(2185, 100000)), Rational(5, 1000000));

  const ExposedBoard game(base(), 1);
  const ExposedFigures figures = game.figures(game.play(1, 0, 2, nullptr));
  // Published, without a method: about 0.1 % of the ante, of two players who show each other their cards.
  EXPECT_GT(figures.gain.value + figures.gain.half_width, Rational(1, 1000));
  EXPECT_LT(figures.gain.value - figures.gain.half_width, Rational(2, 1000));
  EXPECT_LT(figures.gain.half_width, Rational(1, 1000));
}

// They are found by the guess; what they bring is measured by exact values on other deals.
TEST_F(ExposedBoardTest, SimpleRulesBringAboutWhatTheyWereFoundToBring) {
  ExposedBoard game(base(), 6);
  game.find_simple_rules(1);
  const ExposedFigures figures = game.figures(game.play(1, 0, 2, nullptr));
  const SimplePlay& simple = figures.simple;
  double found = 0;
  for (const SimpleRule& rule : simple.rules) found += rule.gain;
  EXPECT_GT(simple.gain.value, simple.gain.half_width);
  EXPECT_LT(simple.gain.value, figures.gain.value);
  EXPECT_EQ(simple.edge.value, figures.base_edge - simple.gain.value);
  // Basic play is worth a little less than the guess says after a check, and the guess itself is not exact.
  EXPECT_NEAR(found, simple.gain.value.convert_to<double>(), simple.gain.half_width.convert_to<double>() + 0.001);
  ASSERT_FALSE(simple.rules.empty());
  EXPECT_EQ(simple.rules.front().hands, "queen high, two suits");
  EXPECT_EQ(simple.rules.front().instead, "check instead of PLAY 4x");
}

// The guess is only there to make the interval narrow; it has to be near, and exact where nothing is seen.
TEST_F(ExposedBoardTest, TheGuessOfAnOpeningIsNearItsExactWorth) {
  const BoardPays pays(base().play.play.table, base().play.play.stakes);
  const double unit = static_cast<double>(pays.stakes().front().value());
  // By how much betting the most is better than to check.
  const auto off = [&](std::string_view own, std::string_view seen) {
    const auto guess = base().guess.values(cards::hand(own), cards::hand(seen));
    const BoardWorth worth = board_worth(pays, {.own = cards::hand(own), .community = {}, .dead = cards::hand(seen)});
    const double exact =
        static_cast<double>(worth.net_sums.back() - worth.net_sums.front()) / (static_cast<double>(worth.ways) * unit);
    return std::abs(static_cast<double>(guess.back() - guess.front()) / OpeningGuess::per_wager - exact);
  };
  EXPECT_LT(off("Kc 5d", ""), 3e-6);
  EXPECT_LT(off("7s 7h", ""), 3e-6);
  EXPECT_LT(off("Qs 8s", ""), 3e-6);
  EXPECT_LT(off("Kc 5d", "Ah Kd Qs 9c 8c 7d 6h 3s 4c 5c"), 0.05);
  EXPECT_LT(off("Qs 8s", "As 2s 3s 9d"), 0.05);
  EXPECT_LT(off("4s 4h", "Ad Kc"), 0.05);
}

// On the river the player plays the board's pair of aces with nothing of his own: worked out by hand below.
TEST_F(ExposedBoardTest, TheLastDecisionIsCountedByHand) {
  // Board A A K Q 9, own 3 2: every hand of the dealer's plays at least as well. He ties with two cards below the nine
  // that make no pair; all else beats the player.
  const auto situation = analyst_.look({.own = cards::hand("3s 2d"),
                                        .community = cards::hand("As Ad Kh Qc 9h"),
                                        .others = cards::hand("Ah Ac Ks Kd Kc Qs Qd Qh 9s 9d")});
  ASSERT_TRUE(situation) << situation.error().why;
  // 35 cards are left: 9c, 8, 7, 6, 5, 4 four each, 3 and 2 three each, J and T four each.
  EXPECT_EQ(situation->ways, 35U * 34 / 2);
  ASSERT_EQ(situation->choices.size(), 2U);
  EXPECT_EQ(situation->choices[0], "fold");
  EXPECT_EQ(situation->values[0], -2);
  // The player's best five are the board. The dealer's win with a pair in the hole (4 to 8, J, T: 7 ranks of 6 pairs;
  // 3 and 2: 3 pairs each), with the last nine (34 hands), or with a jack or ten (a kicker above the nine): a hand of
  // cards 2 to 8 that are different ties.
  const int low = 5 * 4 + 2 * 3;                         // cards from 2 to 8 that are left
  const int ties = low * (low - 1) / 2 - 5 * 6 - 2 * 3;  // less the pairs
  const int loses = 35 * 34 / 2 - ties;
  // A bet of one: it loses ante, blind and play; a tie pushes all.
  EXPECT_EQ(situation->values[1], Rational(-3 * loses, 35 * 34 / 2));
}

TEST_F(ExposedBoardTest, NamesWhatIsWrongWithASituation) {
  const auto which = [&](const SeenCards& cards) {
    const auto situation = analyst_.look(cards);
    return situation ? std::string("nothing") : std::string(situation.error().which);
  };
  EXPECT_EQ(which({.own = cards::hand("3s")}), "own");
  EXPECT_EQ(which({.own = cards::hand("3s 2d"), .community = cards::hand("As Ad Kh Qc")}), "community");
  EXPECT_EQ(which({.own = cards::hand("3s 2d"), .hole = cards::hand("As Ad")}), "hole");
  EXPECT_EQ(which({.own = cards::hand("3s 2d"), .others = cards::hand("2d")}), "others");
  EXPECT_EQ(which({.own = cards::hand("3s 2d"), .community = cards::hand("As Ad Kh"), .made = {"4x"}}), "made");
}

}  // namespace
}  // namespace cardroom::odds
