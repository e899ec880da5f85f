#include "odds/count_rules.h"

#include <gtest/gtest.h>

namespace cardroom::odds {
namespace {

// Two groups, two ways of counting, two options. Option 1 gains by the second count, and not by the first.
Clue clue(uint32_t group, uint8_t first_count, uint8_t second_count, int64_t gain) {
  return {.group = group, .basic = 0, .options = 2, .counts = {first_count, second_count}, .worths = {100, 100 + gain}};
}

CountLearner learner_of_the_second_count() {
  CountLearner learner(2, 2);
  for (int deal = 0; deal < 100; ++deal) {
    const auto noise = static_cast<uint8_t>(deal % 7);
    for (uint8_t count = 0; count <= 6; ++count) {
      learner.add(clue(0, noise, count, count >= 4 ? 10 : -10));
      learner.add(clue(1, noise, count, count <= 1 ? 5 : -20));
    }
  }
  return learner;
}

TEST(CountRules, FindsTheCountThatTellsAndItsThresholds) {
  const CountRules rules = learner_of_the_second_count().learn(1);
  EXPECT_EQ(rules.way(), 1U);
  ASSERT_EQ(rules.rules().size(), 2U);
  // 100 deals each at 4, 5 and 6 bring 10 each; at 0 and 1 they bring 5.
  EXPECT_EQ(rules.rules()[0].gain, 3000);
  EXPECT_EQ(rules.rules()[0].deals, 300U);
  EXPECT_EQ(rules.rules()[1].gain, 1000);
  EXPECT_EQ(rules.decide(clue(0, 0, 4, 0)), 1);
  EXPECT_EQ(rules.decide(clue(0, 0, 3, 0)), 0);
  EXPECT_EQ(rules.decide(clue(1, 0, 1, 0)), 1);
  EXPECT_EQ(rules.decide(clue(1, 0, 2, 0)), 0);
}

TEST(CountRules, LeavesOutWhatBringsTooLittleOrIsTooRare) {
  const CountRules rules = learner_of_the_second_count().learn(2000);
  ASSERT_EQ(rules.rules().size(), 1U);
  EXPECT_EQ(rules.decide(clue(1, 0, 0, 0)), 0);
  CountLearner rare(2, 2);
  for (int deal = 0; deal < 29; ++deal) rare.add(clue(0, 0, 4, 1000));
  EXPECT_TRUE(rare.learn(1).empty());
  rare.add(clue(0, 0, 4, 1000));
  EXPECT_FALSE(rare.learn(1).empty());
}

TEST(CountRules, WithoutRulesBasicPlayStands) {
  EXPECT_EQ(CountRules().decide(clue(0, 3, 3, 10)), 0);
}

}  // namespace
}  // namespace cardroom::odds
