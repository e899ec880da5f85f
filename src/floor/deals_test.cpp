#include "floor/deals.h"

#include <gtest/gtest.h>

#include <set>

#include "floor/house.h"
#include "floor/tally.h"

namespace cardroom::floor {
namespace {

const std::vector<int> seats = {1, 3, 4, 6};

std::vector<Wager> bets() {
  return {{3, {"x"}, Cents(100)}, {6, {"x"}, Cents(100)}};
}

TEST(Deals, AStackedDeckAlwaysHasAWinnerAmongThoseWhoBet) {
  const House house = demo_house();
  for (const TablePlan& plan : house.tables) {
    const auto link = std::ranges::find(house.links, plan.link, &LinkPlan::link);
    const progressive::LinkRules rules = link_from_preset(*link).rules;
    Deals deals(plan.game, link->paytable, 11);
    std::set<std::string> hands;
    for (int round = 0; round < 300; ++round) {
      const auto winners = deals.deal(seats, bets(), 1'000'000);
      ASSERT_FALSE(winners.empty()) << plan.game;
      for (const Winner& winner : winners) {
        EXPECT_TRUE(winner.position == 3 || winner.position == 6);
        EXPECT_NE(prize_named(rules, winner.hand), nullptr) << winner.hand;
        hands.insert(winner.hand);
      }
    }
    // Every row of the paytable turns up: the rarest weighs one of at most 140.
    EXPECT_EQ(hands.size(), rules.prizes.size()) << plan.game;
  }
}

// Three cards: straight flush 48 of 22,100, less the ace-king-queens, which have rows of their own; three of a kind 52,
// straight 720. PROG-3C-1 pays 48 + 52 + 720 = 820 of 22,100 hands, 3.71 %.
TEST(Deals, AnHonestDeckPaysAsOftenAsItShould) {
  Deals deals("three-card-poker", "PROG-3C-1", 5);
  int winners = 0;
  constexpr int rounds = 20'000;
  for (int round = 0; round < rounds; ++round) winners += static_cast<int>(deals.deal(seats, bets(), 0).size());
  // 40,000 hands: 1,484 expected, standard deviation 38; five of them.
  EXPECT_NEAR(winners, 40'000 * 820.0 / 22'100, 190);
}

TEST(Deals, TheSameKeyDealsTheSameRounds) {
  Deals one("caribbean-stud", "ML03", 7);
  Deals other("caribbean-stud", "ML03", 7);
  for (int round = 0; round < 200; ++round) {
    const auto a = one.deal(seats, bets(), 100'000);
    const auto b = other.deal(seats, bets(), 100'000);
    ASSERT_EQ(a.size(), b.size());
    for (size_t i = 0; i < a.size(); ++i) EXPECT_EQ(a[i].hand, b[i].hand);
  }
}

}  // namespace
}  // namespace cardroom::floor
