#include "odds/hand_counter.h"

#include <gtest/gtest.h>

#include <map>

#include "cards/isomorphism.h"
#include "cards/subsets.h"

namespace cardroom::odds {
namespace {

TEST(SetClasses, AreThoseOfTheCanonicalFormOfEverySet) {
  for (const int size : {0, 1, 2, 3, 4}) {
    std::map<uint64_t, uint32_t> members;  // by representative
    const SetClasses& classes = set_classes(size);
    cards::for_each_subset(CardSet::full_deck(), size, [&](CardSet set) {
      const CardSet representative = cards::canonical(set);
      ++members[representative.bits()];
      ASSERT_EQ(classes.representative(static_cast<int>(classes.class_of(set_number(set)))), representative);
    });
    ASSERT_EQ(static_cast<size_t>(classes.class_count()), members.size());
    for (int index = 0; index < classes.class_count(); ++index) {
      ASSERT_EQ(classes.multiplicity(index), members[classes.representative(index).bits()]);
    }
  }
}

TEST(SetClasses, OfFiveCardsAre134459AndHoldEveryHand) {
  const auto classes = list_classes(5);
  EXPECT_EQ(classes.size(), 134'459U);
  uint64_t hands = 0;
  for (const SetClass& one : classes) {
    ASSERT_EQ(cards::canonical(one.cards), one.cards);
    hands += one.multiplicity;
  }
  EXPECT_EQ(hands, 2'598'960U);
}

// Every hand of four cards by itself, given to each of its subsets.
TEST(HandHistograms, CountEveryHandThatContainsASet) {
  const HandHistograms histograms(Ranking::four_card, 4);
  for (int size = 0; size < 4; ++size) {
    const SetClasses& classes = set_classes(size);
    std::map<std::pair<int, int>, uint32_t> expected;  // by rank and class, for the representative
    for (int index = 0; index < classes.class_count(); ++index) {
      const CardSet held = classes.representative(index);
      cards::for_each_subset(CardSet::full_deck() - held, 4 - size,
                             [&](CardSet rest) { ++expected[{cards::rank_four(held | rest).value(), index}]; });
    }
    std::map<std::pair<int, int>, uint32_t> found;
    for (int rank = 0; rank < class_count(Ranking::four_card); ++rank) {
      for (const auto& [index, count] : histograms.at(size, rank)) found[{rank, static_cast<int>(index)}] += count;
    }
    EXPECT_EQ(found, expected);
  }
}

}  // namespace
}  // namespace cardroom::odds
