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
  static void SetUpTestSuite() { analyst_ = new ExposedAnalyst(games::table_of("ultimate-texas-holdem")); }
  static void TearDownTestSuite() { delete analyst_; }
  static inline const ExposedAnalyst* analyst_ = nullptr;
};

TEST_F(ExposedBoardTest, WithNothingSeenTheBaseFigureStands) {
  Workers alone;
  const ExposedRun run = analyst_->run({.seen = {}, .prng_key = 1}, alone);
  EXPECT_TRUE(run.exact);
  // Published: 2.185 % of the ante.
  EXPECT_LT(abs(run.figures.edge.value - Rational(2185, 100000)), Rational(5, 1000000));
}

// On the river the player plays the board's pair of aces with nothing of his own: worked out by hand below.
TEST_F(ExposedBoardTest, TheLastDecisionIsCountedByHand) {
  // Board A A K Q 9, own 3 2: every hand of the dealer's plays at least as well. He ties with two cards below the nine
  // that make no pair; all else beats the player.
  const auto situation = analyst_->look({.own = cards::hand("3s 2d"),
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
    const auto situation = analyst_->look(cards);
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
