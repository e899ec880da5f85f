#include <gtest/gtest.h>

#include "cards/categories.h"
#include "cards/testing.h"

namespace cardroom::cards {
namespace {

constexpr Ranking all_rankings[] = {Ranking::three_card, Ranking::four_card, Ranking::five_card,
                                    Ranking::three_card_spades};

TEST(HandClass, HasANameForPeople) {
  struct Row {
    Ranking ranking;
    std::string_view cards;
    std::string_view letters;
    std::string_view name;
  };
  using enum Ranking;
  for (const Row& row : {
           Row{three_card, "Qs 6d 4c", "Q64", "queen high, six, four"},
           Row{three_card, "9s Ad 9c", "99A", "pair of nines, ace kicker"},
           Row{three_card, "Qs 6s 4s", "Q64", "flush, queen high, six, four"},
           Row{three_card, "Qs Kd Jc", "KQJ", "straight, king high"},
           Row{three_card, "2s Ad 3c", "32A", "straight, three high"},
           Row{three_card, "6s 6d 6c", "666", "three of a kind, sixes"},
           Row{three_card, "As Ks Qs", "AKQ", "straight flush, ace high"},
           Row{three_card_spades, "As Ks Qs", "AKQ", "ace, king and queen of spades"},
           Row{three_card_spades, "Ah Kh Qh", "AKQ", "straight flush, ace high"},
           Row{four_card, "2s Kd Tc 9c", "KT92", "king high, ten, nine, deuce"},
           Row{four_card, "2s 2d Tc 9c", "22T9", "pair of deuces, ten-nine kickers"},
           Row{four_card, "2s 2d Tc Ts", "TT22", "two pair, tens and deuces"},
           Row{four_card, "2s Ad 3c 4s", "432A", "straight, four high"},
           Row{four_card, "2s 2d Tc 2h", "222T", "three of a kind, deuces, ten kicker"},
           Row{four_card, "Js Qs Ks As", "AKQJ", "straight flush, ace high"},
           Row{four_card, "Js Jd Jc Jh", "JJJJ", "four of a kind, jacks"},
           Row{five_card, "Qs 6d 4c 3s 2h", "Q6432", "queen high, six, four, three, deuce"},
           Row{five_card, "9s 9d Ac 4s Kh", "99AK4", "pair of nines, ace-king-four kickers"},
           Row{five_card, "9s 9d Ac As Kh", "AA99K", "two pair, aces and nines, king kicker"},
           Row{five_card, "9s 9d 9c As Kh", "999AK", "three of a kind, nines, ace-king kickers"},
           Row{five_card, "5s 4d 3c As 2h", "5432A", "straight, five high"},
           Row{five_card, "5s 4s 3s As 8s", "A8543", "flush, ace high, eight, five, four, three"},
           Row{five_card, "5s Kd Kc 5c Kh", "KKK55", "full house, kings over fives"},
           Row{five_card, "8s 8d 8c 8h Kh", "8888K", "four of a kind, eights, king kicker"},
           Row{five_card, "8s 7s 6s 5s 4s", "87654", "straight flush, eight high"},
           Row{five_card, "As Ks Qs Js Ts", "AKQJT", "royal flush"},
       }) {
    const HandRank rank = rank_hand(row.ranking, hand(row.cards));
    EXPECT_EQ(name_of(row.ranking, rank), row.name);
    EXPECT_EQ(rank_letters_of(row.ranking, rank), row.letters);
  }
}

TEST(HandClass, IsFoundAgainByItsCategoryAndLetters) {
  for (Ranking ranking : {Ranking::three_card, Ranking::four_card}) {
    for (int value = 0; value < class_count(ranking); ++value) {
      const HandRank rank(value);
      std::string letters = rank_letters_of(ranking, rank);
      std::ranges::reverse(letters);
      EXPECT_EQ(rank_of(ranking, category_of(ranking, rank), letters), rank) << name_of(ranking, rank);
    }
  }
}

TEST(HandClass, NamesThresholds) {
  EXPECT_EQ(rank_of(Ranking::four_card, Category::pair, "AA32"), rank_four(hand("As Ad 3c 2h")));
  EXPECT_EQ(rank_of(Ranking::three_card, Category::high_card, "Q32"), rank_three(hand("Qs 3d 2c")));
  EXPECT_EQ(rank_of(Ranking::five_card, Category::high_card, "AK432"), rank_five(hand("As Kd 4c 3c 2h")));
  EXPECT_EQ(rank_of(Ranking::five_card, Category::straight_flush, "A2345"), rank_five(hand("As 2s 3s 4s 5s")));
  EXPECT_EQ(rank_of(Ranking::three_card_spades, Category::straight_flush, "AKQ"),
            rank_hand(Ranking::three_card_spades, hand("Ad Kd Qd")));
}

TEST(HandClass, CategoriesFollowEachOtherWithoutAGap) {
  for (Ranking ranking : all_rankings) {
    int next = 0;
    for (Category category : category_order(ranking)) {
      EXPECT_TRUE(has_category(ranking, category));
      EXPECT_EQ(lowest_of(ranking, category).value(), next) << category_name(category);
      EXPECT_EQ(category_of(ranking, lowest_of(ranking, category)), category);
      EXPECT_EQ(category_of(ranking, highest_of(ranking, category)), category);
      next = highest_of(ranking, category).value() + 1;
    }
    EXPECT_EQ(next, class_count(ranking));
  }
}

TEST(HandClass, OfThreeCardsIsNeverTwoPairOrRoyal) {
  EXPECT_FALSE(has_category(Ranking::three_card, Category::two_pair));
  EXPECT_FALSE(has_category(Ranking::three_card, Category::royal_flush));
  EXPECT_FALSE(has_category(Ranking::four_card, Category::full_house));
  EXPECT_FALSE(has_category(Ranking::four_card, Category::royal_flush));
}

TEST(BestHand, IsTheCardsThatMakeTheRank) {
  struct Row {
    Ranking ranking;
    std::string_view cards;
    std::string_view best;
  };
  for (const Row& row : {
           Row{Ranking::five_card, "As Kd 9c 9h 4d 2s 2c", "As 9h 9c 2s 2c"},
           Row{Ranking::five_card, "As Ks Qs Js Ts 9s 8s", "As Ks Qs Js Ts"},
           Row{Ranking::five_card, "As Ad Kc Kh Qd Qs", "As Ad Kh Kc Qd"},
           Row{Ranking::four_card, "As Ks 9s 2s 2h 2d", "As 2s 2h 2d"},
           Row{Ranking::three_card, "3s 2d Ac Kh", "Ac 3s 2d"},
           Row{Ranking::three_card_spades, "As Ks Qs Qd Qc", "As Ks Qs"},
       }) {
    EXPECT_EQ(to_text(best_hand(row.ranking, hand(row.cards))), row.best) << row.cards;
  }
}

}  // namespace
}  // namespace cardroom::cards
