#include <gtest/gtest.h>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/testing.h"
#include "cards/testing/all_hands.h"

namespace cardroom::cards {
namespace {

TEST(FiveCardRanking, AgreesWithTheSlowEvaluatorOverAllHands) {
  EXPECT_EQ(contradict_slow_ranking(Ranking::five_card), no_contradictions);
}

TEST(FiveCardRanking, CountsEveryCategory) {
  const CategoryCounts wanted = {1'302'540, 1'098'240, 123'552, 54'912, 10'200, 5'108, 3'744, 624, 36, 4};
  EXPECT_EQ(count_categories(Ranking::five_card, 5), wanted);
}

TEST(FiveCardRanking, OfSixCardsIsTheBestOfTheSmallerHandsOverAllHands) {
  EXPECT_EQ(contradict_smaller_hands(Ranking::five_card, 6), no_contradictions);
}

TEST(FiveCardRanking, OfSevenCardsIsTheBestOfTheSmallerHandsOverAllHands) {
  EXPECT_EQ(contradict_smaller_hands(Ranking::five_card, 7), no_contradictions);
}

TEST(FiveCardRanking, CountsEveryCategoryOfSevenCards) {
  const CategoryCounts wanted = {23'294'460, 58'627'800, 31'433'400, 6'461'620, 6'180'020,
                                 4'047'644,  3'473'184,  224'848,    37'260,    4'324};
  EXPECT_EQ(count_categories(Ranking::five_card, 7), wanted);
}

TEST(FiveCardRanking, OfSevenCardsOrdersRandomHandsAsTheSlowEvaluatorDoes) {
  base::Prng generator(11);
  Deck deck;
  for (int i = 0; i < 20'000; ++i) {
    deck.reset();
    const CardSet board = deck.draw_set(generator, 5);
    const CardSet one = board | deck.draw_set(generator, 2), other = board | deck.draw_set(generator, 2);
    ASSERT_EQ(rank_five(one) <=> rank_five(other),
              slow_rank(Ranking::five_card, one) <=> slow_rank(Ranking::five_card, other))
        << to_text(one) << " against " << to_text(other);
  }
}

TEST(FiveCardRanking, OrdersHandsAsTheTableDoes) {
  // Each beats the next.
  constexpr std::string_view hands[] = {
      "As Ks Qs Js Ts", "Kh Qh Jh Th 9h", "5c 4c 3c 2c Ac", "As Ah Ad Ac Ks", "2s 2h 2d 2c 3s", "As Ah Ad Kc Ks",
      "Ks Kh Kd Ac As", "2s 2h 2d 3c 3s", "As Ks Qs Js 9s", "7h 5h 4h 3h 2h", "As Kd Qs Js Ts", "6s 5d 4s 3s 2s",
      "5s 4d 3s 2s As", "As Ah Ad Kc Qs", "2s 2h 2d 4c 3s", "As Ah Kd Kc Qs", "3s 3h 2d 2c 4s", "As Ah Kd Qc Js",
      "2s 2h 5d 4c 3s", "As Kh Qd Jc 9s", "7s 5h 4d 3c 2s"};
  for (size_t i = 1; i < std::size(hands); ++i) {
    EXPECT_GT(rank_five(hand(hands[i - 1])), rank_five(hand(hands[i]))) << hands[i - 1] << " against " << hands[i];
  }
}

}  // namespace
}  // namespace cardroom::cards
