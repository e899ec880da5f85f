#include "odds/seen_rules.h"

#include <gtest/gtest.h>

#include <map>

#include "cards/subsets.h"
#include "games/testing.h"
#include "odds/draw_game.h"

namespace cardroom::odds {
namespace {

const SeenRule& rule_of(std::string_view id) {
  for (const SeenRule& rule : printed_rules()) {
    if (rule.id == id) return rule;
  }
  throw std::invalid_argument(std::string(id));
}

const ExposedAnalyst& analyst_of(const std::string& game) {
  static std::map<std::string, std::unique_ptr<ExposedAnalyst>> analysts;
  auto& analyst = analysts[game];
  if (!analyst) analyst = std::make_unique<ExposedAnalyst>(games::table_of(game));
  return *analyst;
}

// One card is to come, so what letting BET 2 ride is worth is an average over the cards left, and its mean over all
// hands and seen cards follows from how likely each card is to be left. Counted by hand, of the 715 hands of one suit:
// - three of the nine cards of the suit are left and pay 8;
// - 50 times a card makes a straight flush (ten of them, five ways to lack a card), five times a royal one; a third are
//   left: 192 and 992 more;
// - 20/13 cards are tens or better, each with three left that make a pair, which pays 1;
// - 50 times three cards of other suits make a straight, which pays 5.
TEST(SeenRules, FourToAFlushWithAllSixOfTheSuitSeenIsWorthWhatItsLastOutsAre) {
  const JudgedRule judged = judge_rule(rule_of("let-it-ride-flush"), analyst_of("let-it-ride"), 3, 20'000);
  EXPECT_EQ(judged.share, Rational(4 * 715 * 84, Integer(270725) * 12271512));
  const Rational pairs(60, 13), straights(150, 715);
  const Rational rides =
      (24 + Rational(45 * 192 + 5 * 992, 715 * 3) + pairs + 5 * straights - (39 - pairs - straights)) / 42;
  EXPECT_LT(abs(judged.value.value + rides), 2 * judged.value.half_width);
  EXPECT_LT(judged.value.half_width, Rational(2, 100));
  // It takes back what straight flushes still to come make worth leaving: right in most deals, wrong on the whole.
  EXPECT_EQ(verdict_of_rule(judged.value), Verdict::differs);
  EXPECT_GT(judged.right.value, Rational(3, 4));
  EXPECT_EQ(judged.basic, 0) << "basic play lets every four-flush ride";
}

// Open straight, no high card: eight outs pay 5, nothing else pays. With two seen: 6 · 5 of 42 win, 36 lose.
TEST(SeenRules, AnOpenStraightWithoutHighCardsLosesWhenTwoOutsAreSeen) {
  SeenRule rule = rule_of("let-it-ride-straight-0");
  rule.most = 2;
  const JudgedRule judged = judge_rule(rule, analyst_of("let-it-ride"), 3, 2'000);
  EXPECT_LT(abs(judged.value.value - Rational(6, 42)), Rational(1, 1000000000));
  EXPECT_LT(judged.value.half_width, Rational(1, 100000000)) << "every such deal is worth the same";
  EXPECT_EQ(judged.right.value, 1);
  rule.least = rule.most = 0;
  const JudgedRule unseen = judge_rule(rule, analyst_of("let-it-ride"), 3, 2'000);
  EXPECT_LT(unseen.value.value, 0) << "with all outs left, 40 is won and 34 lost";
}

// The exact count of Three Card Poker, jack high or less by queens or better seen, is made in another way.
TEST(SeenRules, QueensOrBetterAgreeWithTheExactCount) {
  Workers alone;
  ExposedWish wish;
  wish.seen = {.hands = 1};
  const ExposedRun run = analyst_of("three-card-poker").run(wish, alone);
  ASSERT_TRUE(run.exact);
  SeenRule rule = rule_of("three-card-four");
  rule.seen_cards = 3;
  for (const CountedValue& counted : run.figures.counted) {
    rule.least = rule.most = counted.count;
    const JudgedRule judged = judge_rule(rule, analyst_of("three-card-poker"), 5, 10'000);
    EXPECT_EQ(judged.share, counted.share_of_deals);
    EXPECT_LT(abs(judged.value.value - counted.value), 2 * judged.value.half_width);
    EXPECT_LT(judged.value.half_width, Rational(1, 200));
  }
  EXPECT_EQ(run.figures.counted.size(), 4U);
}

TEST(SeenRules, EveryPrintedRuleAppliesSomewhere) {
  EXPECT_EQ(printed_rules().size(), 13U) << "nine of Let It Ride, four of Three Card Poker";
  for (const SeenRule& rule : printed_rules()) {
    const JudgedRule judged = judge_rule(rule, analyst_of(rule.game), 1, 200);
    EXPECT_GT(judged.share, 0) << rule.id;
    EXPECT_LT(judged.share, Rational(1, 5)) << rule.id;
  }
}

}  // namespace
}  // namespace cardroom::odds
