#include "cards/pai_gow_ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>

#include "cards/subsets.h"
#include "cards/testing.h"

namespace cardroom::cards {
namespace {

HandRank five(const char* text) {
  return rank_pai_gow_five(hand(text));
}

TEST(PaiGowRanking, TheJokerIsAnAceOrCompletesAHand) {
  const struct {
    const char* cards;
    const char* name;
  } rows[] = {
      {"Jk As Ad Ac Ah", "five aces"},
      {"Jk As Ad Ac Kh", "four of a kind, aces, king kicker"},
      {"Jk Ks Kd Qc Qh", "two pair, kings and queens, ace kicker"},
      {"Jk Ks Kd Kc Qh", "three of a kind, kings, ace-queen kickers"},
      {"Jk 9s 8d 6c 5h", "straight, nine high"},
      {"Jk 9s 8d 7c 6h", "straight, ten high"},
      {"Jk Ks Qd Jc Th", "straight, ace high"},
      {"Jk 9s 8d 6c 4h", "ace high, nine, eight, six, four"},
      {"Jk As 9s 6s 4s", "flush, ace high, king, nine, six, four"},
      {"Jk Ks 9s 6s 4s", "flush, ace high, king, nine, six, four"},
      {"Jk 9s 8s 6s 5s", "straight flush, nine high"},
      {"Jk Ks Qs Js Ts", "royal flush"},
      {"Jk 5s 4s 3s 2s", "straight flush, five high"},
  };
  for (const auto& row : rows) EXPECT_EQ(pai_gow_name(five(row.cards)), row.name) << row.cards;
}

TEST(PaiGowRanking, AceToFiveIsTheSecondHighestStraight) {
  EXPECT_LT(five("5s 4d 3c 2h As"), five("As Kd Qc Jh Ts"));
  EXPECT_GT(five("5s 4d 3c 2h As"), five("Ks Qd Jc Th 9s"));
  EXPECT_GT(five("5s 4d 3c 2h Jk"), five("Ks Qd Jc Th 9s"));
  EXPECT_LT(five("5s 4s 3s 2s As"), five("As Ks Qs Js Ts"));
  EXPECT_GT(five("5s 4s 3s 2s As"), five("Ks Qs Js Ts 9s"));
  EXPECT_LT(five("6s 5d 4c 3h 2s"), five("7s 6d 5c 4h 3s"));
}

TEST(PaiGowRanking, TwoCardsAreAPairOrHighCards) {
  const auto two = [](const char* text) { return rank_pai_gow_two(hand(text)); };
  EXPECT_EQ(pai_gow_two_name(two("Jk As")), "pair of aces");
  EXPECT_EQ(pai_gow_two_name(two("Jk Ks")), "ace-king");
  EXPECT_EQ(two("Jk Ks"), two("Ad Kc"));
  EXPECT_LT(two("Ad Kc"), two("2s 2d"));
  EXPECT_LT(two("As 2c"), two("Ad 3c"));
  EXPECT_LT(two("Ks Qc"), two("Ad 2c"));
}

// The 270,725 hands of the joker and four more, counted by hand.
TEST(PaiGowRanking, FiveCardsWithTheJokerAreAsManyAsCountedByHand) {
  std::map<Category, int64_t> counts;
  const CardSet joker{Card::joker()};
  for_each_subset(CardSet::full_deck(), 4,
                  [&](CardSet four) { ++counts[pai_gow_category(rank_pai_gow_five(four | joker))]; });
  // Four ranks that lie within five in a row, the ace at either end. Four in a row: A234, 2345 … TJQK, JQKA: 11. With a
  // gap inside: 10 times five in a row, 3 gaps each: 30.
  constexpr int64_t straight_sets = 41;
  // Four of ten to ace.
  constexpr int64_t royal_sets = 5;
  const int64_t rank_sets = 715;  // C(13,4)
  EXPECT_EQ(counts[Category::five_of_a_kind], 1);
  EXPECT_EQ(counts[Category::royal_flush], 4 * royal_sets);
  EXPECT_EQ(counts[Category::straight_flush], 4 * (straight_sets - royal_sets));
  EXPECT_EQ(counts[Category::flush], 4 * (rank_sets - straight_sets));
  EXPECT_EQ(counts[Category::straight], straight_sets * (256 - 4));
  // Four of another rank than the ace, three aces and a card.
  EXPECT_EQ(counts[Category::four_of_a_kind], 12 + 4 * 48);
  // Three of a rank with an ace; two aces with a pair.
  EXPECT_EQ(counts[Category::full_house], 12 * 4 * 4 + 6 * 12 * 6);
  // Two aces with two others; three of a rank with a card that is neither it nor an ace.
  EXPECT_EQ(counts[Category::three_of_a_kind], 6 * 66 * 16 + 12 * 4 * 44);
  // An ace, a pair and a card; two pairs of others.
  EXPECT_EQ(counts[Category::two_pair], 4 * 12 * 6 * 44 + 66 * 36);
  // An ace and three others of different ranks that are no straight or flush; a pair of others with two more.
  constexpr int64_t with_ace = 220, straight_sets_with_ace = 8, pairs = 12 * 6 * 55 * 16;
  EXPECT_EQ(counts[Category::pair], (with_ace - straight_sets_with_ace) * (256 - 4) + pairs);
  // Four others of different ranks that are no straight or flush.
  EXPECT_EQ(counts[Category::high_card], (495 - (straight_sets - straight_sets_with_ace)) * (256 - 4));
}

// The best five of all C(53,7) = 154,143,080 hands, as published: B. Alspach, 7-Card Poker Hands with Joker (2003).
TEST(PaiGowRanking, SevenCardsAreAsManyAsPublished) {
  std::array<int64_t, pai_gow_five_count> by_rank{};
  for_each_subset(CardSet::full_deck(), 7,
                  [&](CardSet seven) { ++by_rank[static_cast<size_t>(rank_five(seven).value())]; });
  std::map<Category, int64_t> counts;
  for (int rank = 0; rank < tables::five_class_count; ++rank) {
    counts[category_of(Ranking::five_card, HandRank(rank))] += by_rank[static_cast<size_t>(rank)];
  }
  // The joker is an ace or completes a hand: it is not always among the best five.
  const CardSet joker{Card::joker()};
  by_rank.fill(0);
  for_each_subset(CardSet::full_deck(), 6, [&](CardSet six) {
    HandRank best;
    for (uint64_t one = six.bits(); one != 0; one &= one - 1) {
      best = std::max(best, rank_pai_gow_five(six - CardSet(one & -one)));
      for (uint64_t other = one & (one - 1); other != 0; other &= other - 1) {
        const CardSet four = six - CardSet((one & -one) | (other & -other));
        best = std::max(best, rank_pai_gow_five(four | joker));
      }
    }
    ++by_rank[static_cast<size_t>(best.value())];
  });
  for (int rank = 0; rank < pai_gow_five_count; ++rank) {
    counts[pai_gow_category(HandRank(rank))] += by_rank[static_cast<size_t>(rank)];
  }
  EXPECT_EQ(counts[Category::five_of_a_kind], 1'128);
  EXPECT_EQ(counts[Category::royal_flush] + counts[Category::straight_flush], 210'964);
  EXPECT_EQ(counts[Category::four_of_a_kind], 307'472);
  EXPECT_EQ(counts[Category::full_house], 4'188'528);
  EXPECT_EQ(counts[Category::flush], 6'172'088);
  EXPECT_EQ(counts[Category::straight], 11'236'028);
  EXPECT_EQ(counts[Category::three_of_a_kind], 7'470'676);
  EXPECT_EQ(counts[Category::two_pair], 35'553'816);
  EXPECT_EQ(counts[Category::pair], 64'221'960);
  EXPECT_EQ(counts[Category::high_card], 24'780'420);
}

}  // namespace
}  // namespace cardroom::cards
