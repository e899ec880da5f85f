#include "games/hand_key.h"

#include <gtest/gtest.h>

#include <set>

#include "games/library.h"

namespace cardroom::games {
namespace {

TEST(HandKey, IsTheRowsWordsJoined) {
  EXPECT_EQ(hand_key("royal flush"), "royal_flush");
  EXPECT_EQ(hand_key("three of a kind"), "three_of_a_kind");
  EXPECT_EQ(hand_key("four aces"), "four_aces");
  EXPECT_EQ(hand_key("ace-king-queen of spades"), "akq_of_spades");
  EXPECT_EQ(hand_key("ace-king-queen suited"), "akq_suited");
  EXPECT_EQ(hand_key("Pair of tens, or better"), "pair_of_tens_or_better");
}

TEST(HandKey, TellsTheRowsOfEveryProgressiveApart) {
  int progressives = 0;
  for (const PaytablePtr& paytable : shipped_library().paytables) {
    if (paytable->group != "progressive") continue;
    ++progressives;
    std::set<std::string> keys;
    const auto& rows = paytable->wagers.front().pays.rows();
    for (const PayRow& row : rows) keys.insert(hand_key(row.hand));
    EXPECT_EQ(keys.size(), rows.size()) << paytable->id;
  }
  EXPECT_EQ(progressives, 9);
}

}  // namespace
}  // namespace cardroom::games
