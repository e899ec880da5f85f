#include <gtest/gtest.h>

#include "cards/testing.h"
#include "cards/testing/all_hands.h"

namespace cardroom::cards {
namespace {

TEST(ThreeCardRanking, AgreesWithTheSlowEvaluatorOverAllHands) {
  EXPECT_EQ(contradict_slow_ranking(Ranking::three_card), no_contradictions);
}

TEST(ThreeCardRanking, WithSpadesAgreesWithTheSlowEvaluatorOverAllHands) {
  EXPECT_EQ(contradict_slow_ranking(Ranking::three_card_spades), no_contradictions);
}

TEST(ThreeCardRanking, CountsEveryCategory) {
  const CategoryCounts wanted = {16'440, 3'744, 0, 52, 720, 1'096, 0, 0, 48, 0};
  EXPECT_EQ(count_categories(Ranking::three_card, 3), wanted);
  EXPECT_EQ(count_categories(Ranking::three_card_spades, 3), wanted);
}

TEST(ThreeCardRanking, OfMoreCardsIsTheBestOfTheSmallerHandsOverAllHands) {
  for (int size : {4, 5, 6, 7})
    EXPECT_EQ(contradict_smaller_hands(Ranking::three_card, size), no_contradictions) << size;
}

TEST(ThreeCardRanking, WithSpadesOfFiveCardsIsTheBestOfTheSmallerHands) {
  for (int size : {4, 5}) {
    EXPECT_EQ(contradict_smaller_hands(Ranking::three_card_spades, size), no_contradictions) << size;
  }
}

TEST(ThreeCardRanking, PutsTheSpadesAboveAllElse) {
  const HandRank best = rank_hand(Ranking::three_card_spades, hand("As Ks Qs"));
  EXPECT_EQ(best, HandRank(class_count(Ranking::three_card_spades) - 1));
  EXPECT_GT(best, rank_hand(Ranking::three_card_spades, hand("Ah Kh Qh")));
  EXPECT_EQ(best, rank_hand(Ranking::three_card_spades, hand("As Ks Qs Qh Qd Qc")));
}

TEST(ThreeCardRanking, OrdersHandsAsTheTableDoes) {
  // Each beats the next.
  constexpr std::string_view hands[] = {"As Ks Qs", "Kh Qh Jh", "3d 2d Ad", "As Ah Ac", "2s 2h 2c",
                                        "Ac Kd Qs", "4c 3d 2s", "3c 2d As", "As Ks Js", "5h 3h 2h",
                                        "Ac Ad Ks", "2c 2d 3s", "Ac Kd Js", "Ac Kd Ts", "5c 3d 2s"};
  for (size_t i = 1; i < std::size(hands); ++i) {
    EXPECT_GT(rank_three(hand(hands[i - 1])), rank_three(hand(hands[i]))) << hands[i - 1] << " against " << hands[i];
  }
  EXPECT_EQ(rank_three(hand("5c 3d 2s")), HandRank(0));
  EXPECT_EQ(rank_three(hand("Ah Kd Qs")), rank_three(hand("As Kh Qc")));
}

}  // namespace
}  // namespace cardroom::cards
