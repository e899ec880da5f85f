#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "cards/suit_ranking.h"
#include "cards/testing.h"

namespace cardroom::cards {
namespace {

// The longest flush as the rules say it: its cards in one suit, how many, then the highest, the next.
std::vector<int> slow_longest_flush(CardSet cards) {
  std::vector<int> best;
  for (int suit = 0; suit < suit_count; ++suit) {
    std::vector<int> flush;
    for (int rank = ace; rank >= deuce; --rank) {
      if (cards.contains(Card(rank, static_cast<Suit>(suit)))) flush.push_back(rank);
    }
    if (flush.size() > best.size() || (flush.size() == best.size() && flush > best)) best = flush;
  }
  best.insert(best.begin(), static_cast<int>(best.size()));
  return best;
}

// By asking for each length and each lowest card; an ace may stand below the deuce.
int slow_longest_straight_flush(CardSet cards) {
  int longest = 0;
  for (int suit = 0; suit < suit_count; ++suit) {
    for (int low = -1; low <= ace; ++low) {
      int length = 0;
      while (low + length <= ace &&
             cards.contains(Card(low + length < 0 ? ace : low + length, static_cast<Suit>(suit)))) {
        ++length;
      }
      longest = std::max(longest, length);
    }
  }
  return longest;
}

CardSet random_seven(std::mt19937& random) {
  CardSet cards;
  while (cards.size() < 7) cards.add(Card::from_index(static_cast<int>(random() % deck_size)));
  return cards;
}

// A hand's rank is that of its best suit, so the order of all suits is the order of all hands.
TEST(LongestFlushRanking, OrdersEverySuitAsTheRulesDo) {
  std::map<std::vector<int>, int> scale;
  for (uint32_t set = 0; set < tables::rank_sets; ++set) {
    const int size = std::popcount(set);
    if (size < 2 || size > 7) continue;
    const auto [known, is_new] = scale.emplace(slow_longest_flush(CardSet(set)), longest_flush_ranks[set]);
    EXPECT_TRUE(is_new);
  }
  EXPECT_EQ(scale.size(), 5798U);
  int next = 0;
  for (const auto& [slow, rank] : scale) EXPECT_EQ(rank, next++);
}

TEST(LongestFlushRanking, AgreesWithTheRulesOnRandomHands) {
  std::mt19937 random(7);
  for (int i = 0; i < 200'000; ++i) {
    const CardSet one = random_seven(random), other = random_seven(random);
    const auto slow = slow_longest_flush(one) <=> slow_longest_flush(other);
    EXPECT_EQ(rank_hand(Ranking::longest_flush, one) <=> rank_hand(Ranking::longest_flush, other), slow)
        << to_text(one) << " against " << to_text(other);
  }
}

TEST(LongestFlushRanking, OrdersHandsAsTheTableDoes) {
  // Each beats the next.
  constexpr std::string_view hands[] = {"As Ks Qs Js Ts 9s 8s",  // seven
                                        "7s 6s 5s 4s 3s 2s 8s", "7s 6s 5s 4s 3s 2s Ah", "6d 5d 4d 3d 2d Ah Kh",
                                        "5c 4c 3c 2c Ah Kh Qh",
                                        "Ah Kh Qh 5c 4c 3c 9s",  // the better of two threes
                                        "Kh Qh Jh 5c 4c Ad Td", "9h 4h 3h Ac Kc Ad Kd", "8h 7h 6h Ac Kc Ad Kd",
                                        "Ah Kh 9c 8c 7d 6d 2s", "3h 2h 3c 2c 3d 2d As"};
  for (size_t i = 1; i < std::size(hands); ++i) {
    EXPECT_GT(rank_hand(Ranking::longest_flush, hand(hands[i - 1])), rank_hand(Ranking::longest_flush, hand(hands[i])))
        << hands[i - 1] << " against " << hands[i];
  }
  EXPECT_EQ(rank_hand(Ranking::longest_flush, hand(hands[10])), HandRank(0));
  EXPECT_EQ(rank_hand(Ranking::longest_flush, hand(hands[0])), HandRank(5797));
}

TEST(LongestFlushRanking, NamesItsHands) {
  constexpr auto ranking = Ranking::longest_flush;
  const HandRank rank = rank_hand(ranking, hand("Jh 9h 6h Ac Kc Ad Kd"));
  EXPECT_EQ(name_of(ranking, rank), "three-card flush, jack high, nine, six");
  EXPECT_EQ(rank_letters_of(ranking, rank), "J96");
  EXPECT_EQ(rank_of(ranking, Category::three_card_flush, "J96"), rank);
  EXPECT_EQ(category_of(ranking, rank), Category::three_card_flush);
  EXPECT_EQ(best_hand(ranking, hand("Jh 9h 6h Ac Kc Ad Kd")), hand("Jh 9h 6h"));
  EXPECT_EQ(best_hand(ranking, hand("Jh 9h 6h Jc 9c 6c Kd")), hand("Jc 9c 6c"));
  EXPECT_EQ(rank_letters_of(ranking, lowest_of(ranking, Category::six_card_flush)), "765432");
  EXPECT_EQ(rank_letters_of(ranking, highest_of(ranking, Category::two_card_flush)), "AK");
  EXPECT_FALSE(has_category(ranking, Category::flush));
  EXPECT_FALSE(has_category(Ranking::five_card, Category::five_card_flush));
}

TEST(LongestStraightFlushRanking, AgreesWithTheRulesOnEverySuit) {
  for (uint32_t set = 0; set < tables::rank_sets; ++set) {
    if (std::popcount(set) > 7) continue;
    EXPECT_EQ(longest_straight_flush_ranks[set], std::max(0, slow_longest_straight_flush(CardSet(set)) - 2)) << set;
  }
}

TEST(LongestStraightFlushRanking, TakesTheAceHighOrLowButNotBetween) {
  constexpr auto ranking = Ranking::longest_straight_flush;
  const auto named = [](std::string_view cards) { return name_of(ranking, rank_hand(ranking, hand(cards))); };
  EXPECT_EQ(named("As 2s 3s Kh Qh 9d 8d"), "three-card straight flush");
  EXPECT_EQ(named("As Ks Qs 4h 5h 9d 8d"), "three-card straight flush");
  EXPECT_EQ(named("As Ks 2s 4h 5h 9d 8d"), "no straight flush");
  EXPECT_EQ(named("4s 3s 2s As Ks Qs 9d"), "four-card straight flush");
  EXPECT_EQ(named("8c 7c 6c 5c 4c 3c 2c"), "seven-card straight flush");
  EXPECT_EQ(best_hand(ranking, hand("4s 3s 2s As Ks Qs 9d")), hand("4s 3s 2s As"));
  EXPECT_EQ(best_hand(ranking, hand("As Ks 2s 4h 5h 9d 8d")), CardSet());
}

}  // namespace
}  // namespace cardroom::cards
