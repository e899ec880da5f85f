#include "cards/hand_sum.h"

#include <gtest/gtest.h>

#include "cards/testing.h"
#include "cards/testing/all_hands.h"

namespace cardroom::cards {
namespace {

// Adds the cards one at a time, as the loops that HandSum is for.
Contradictions contradict_ranking(CardSet left, HandSum chosen, int size) {
  Contradictions found;
  const auto deal = [&](auto&& self, CardSet cards, HandSum hand, int more) -> void {
    for (Card card : cards) {
      cards.remove(card);
      const HandSum larger = hand + HandSum(card);
      if (more > 1) {
        self(self, cards, larger, more - 1);
      } else if (rank_five(larger) != rank_five(larger.cards())) {
        found.note(larger.cards());
      }
    }
  };
  deal(deal, left, chosen, size);
  return found;
}

TEST(HandSum, RanksFiveSixAndSevenCardsAsTheSetsDoOverAllHands) {
  for (int size : {5, 6, 7}) {
    EXPECT_EQ(contradict_ranking(CardSet::full_deck(), HandSum(), size), no_contradictions) << size;
  }
}

TEST(HandSum, OfTwoHandsIsThatOfBothTogether) {
  const CardSet board = hand("As Kd Tc 2h 7s"), hole = hand("Ah Ac");
  const HandSum sum = HandSum(board) + HandSum(hole);
  EXPECT_EQ(sum, HandSum(board | hole));
  EXPECT_EQ(sum.cards(), board | hole);
  EXPECT_EQ(sum.size(), 7);
  EXPECT_EQ(rank_five(sum), rank_five(board | hole));
}

}  // namespace
}  // namespace cardroom::cards
