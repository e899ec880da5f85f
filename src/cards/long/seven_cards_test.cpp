// Takes some six minutes of one core: built and registered only with CARDROOM_LONG_TESTS.
#include <gtest/gtest.h>

#include "cards/testing/all_hands.h"

namespace cardroom::cards {
namespace {

TEST(FiveCardRanking, OfSevenCardsAgreesWithTheSlowEvaluatorOverAllHands) {
  // The scale of the slow evaluator, made of itself alone.
  std::map<SlowRank, int> scale;
  for_each_subset(CardSet::full_deck(), 5,
                  [&](CardSet cards) { scale[slow_rank_of_hand(Ranking::five_card, cards)] = 0; });
  int next = 0;
  for (auto& [slow, rank] : scale) rank = next++;

  Contradictions found;
  int64_t hands = 0;
  for_each_subset(CardSet::full_deck(), 7, [&](CardSet cards) {
    ++hands;
    if (rank_five(cards).value() != scale.at(slow_rank(Ranking::five_card, cards))) found.note(cards);
  });
  EXPECT_EQ(found, no_contradictions);
  EXPECT_EQ(hands, 133'784'560);
}

}  // namespace
}  // namespace cardroom::cards
