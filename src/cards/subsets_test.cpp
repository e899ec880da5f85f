#include "cards/subsets.h"

#include <gtest/gtest.h>

#include <set>

#include "cards/testing.h"

namespace cardroom::cards {
namespace {

TEST(Subsets, AreEachVisitedOnce) {
  const CardSet cards = hand("As Kd Tc 2h 7s");
  constexpr size_t wanted[] = {1, 5, 10, 10, 5, 1, 0};
  for (int size = 0; size <= 6; ++size) {
    std::set<uint64_t> seen;
    int count = 0;
    for_each_subset(cards, size, [&](CardSet chosen) {
      EXPECT_EQ(chosen.size(), size);
      EXPECT_EQ(chosen & cards, chosen);
      seen.insert(chosen.bits());
      ++count;
    });
    EXPECT_EQ(seen.size(), wanted[size]);
    EXPECT_EQ(static_cast<size_t>(count), wanted[size]);
  }
}

}  // namespace
}  // namespace cardroom::cards
