#include <gtest/gtest.h>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/testing.h"
#include "cards/testing/all_hands.h"

namespace cardroom::cards {
namespace {

TEST(FourCardRanking, AgreesWithTheSlowEvaluatorOverAllHands) {
  EXPECT_EQ(contradict_slow_ranking(Ranking::four_card), no_contradictions);
}

// C(n, k) is n over k. 13 ranks for four of a kind; 11 straights (the top card from four to ace) in 4 suits; 13 ranks
// for three of a kind, C(4,3) = 4 choices of suits, 48 other cards; C(13,4) = 715 sets of ranks, less 11 straights, in
// 4 suits for a flush; 11 straights in 4^4 - 4 = 252 choices of suits; C(13,2) = 78 pairs of ranks, 6 * 6 choices of
// suits; 13 ranks for a pair, 6 choices of suits, C(12,2) = 66 pairs of other ranks in 4 * 4 suits; (715 - 11) * 252
// for the rest.
TEST(FourCardRanking, CountsEveryCategory) {
  const CategoryCounts wanted = {177'408, 82'368, 2'808, 2'496, 2'772, 2'816, 0, 13, 44, 0};
  EXPECT_EQ(count_categories(Ranking::four_card, 4), wanted);
}

TEST(FourCardRanking, OfMoreCardsIsTheBestOfTheSmallerHandsOverAllHands) {
  for (int size : {5, 6}) EXPECT_EQ(contradict_smaller_hands(Ranking::four_card, size), no_contradictions) << size;
}

TEST(FourCardRanking, OfSevenCardsIsTheBestOfThirtyFiveHands) {
  base::Prng generator(7);
  Deck deck;
  for (int i = 0; i < 100'000; ++i) {
    deck.reset();
    const CardSet cards = deck.draw_set(generator, 7);
    HandRank best;
    for_each_subset(cards, 4, [&](CardSet four) { best = std::max(best, rank_four(four)); });
    ASSERT_EQ(rank_four(cards), best) << to_text(cards);
  }
}

TEST(FourCardRanking, OrdersHandsAsTheTableDoes) {
  // Each beats the next.
  constexpr std::string_view hands[] = {"As Ah Ad Ac", "2s 2h 2d 2c", "Ks As Qs Js", "4h 3h 2h Ah",
                                        "As Ah Ad Kc", "2s 2h 2d 3c", "As Ks Qs Ts", "6s 4s 3s 2s",
                                        "As Ks Qs Jd", "4s 3d 2s Ac", "As Ah Kd Kc", "2s 2h 3d 3c",
                                        "As Ah Kd Qc", "2s 2h 4d 3c", "As Ks Qd Tc", "6s 4s 3d 2c"};
  for (size_t i = 1; i < std::size(hands); ++i) {
    EXPECT_GT(rank_four(hand(hands[i - 1])), rank_four(hand(hands[i]))) << hands[i - 1] << " against " << hands[i];
  }
}

TEST(FourCardRanking, TakesThreeOfAKindBeforeTheFlushBesideIt) {
  EXPECT_EQ(rank_four(hand("As Ks 9s 2s 2h 2d")), rank_four(hand("2s 2h 2d Ac")));
  EXPECT_EQ(rank_four(hand("5s 4s 3s 2s 2h 2d")), rank_four(hand("5c 4c 3c 2c")));
}

}  // namespace
}  // namespace cardroom::cards
