#include "odds/reading_counts.h"

#include <gtest/gtest.h>

#include <numeric>

namespace cardroom::odds {
namespace {

using cards::Category;
using cards::Ranking;

uint64_t of_category(Ranking ranking, const std::vector<uint64_t>& counts, Category category) {
  uint64_t sum = 0;
  for (int rank = lowest_of(ranking, category).value(); rank <= highest_of(ranking, category).value(); ++rank) {
    sum += counts[static_cast<size_t>(rank)];
  }
  return sum;
}

TEST(ReadingCounts, AreTheKnownOnes) {
  struct Row {
    Ranking ranking;
    int cards;
    Category category;
    uint64_t count;
  };
  const Row rows[] = {
      {Ranking::three_card, 3, Category::straight_flush, 48},
      {Ranking::three_card, 3, Category::pair, 3744},
      {Ranking::four_card, 4, Category::straight, 2772},
      {Ranking::five_card, 5, Category::full_house, 3744},
      {Ranking::five_card, 5, Category::high_card, 1'302'540},
      // Best five of six: 188 royal flushes, 4 suits times 47 other cards.
      {Ranking::five_card, 6, Category::royal_flush, 188},
      {Ranking::five_card, 7, Category::straight, 6'180'020},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(of_category(row.ranking, reading_counts(row.ranking, row.cards), row.category), row.count);
  }
}

TEST(ReadingCounts, AddUpToAllHands) {
  const auto total = [](const std::vector<uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), uint64_t{0});
  };
  EXPECT_EQ(total(reading_counts(Ranking::four_card, 5)), 2'598'960U);
  EXPECT_EQ(total(reading_counts(Ranking::five_card, 6)), 20'358'520U);
  EXPECT_EQ(total(reading_counts(Ranking::three_card_spades, 3)), 22'100U);
}

}  // namespace
}  // namespace cardroom::odds
