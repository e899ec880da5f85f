#include "games/pai_gow.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"
#include "cards/testing.h"

namespace cardroom::games::pai_gow {
namespace {

using cards::hand;

// Every row is set by hand, from the list in docs/games/pai-gow.md.
TEST(PaiGow, TheHouseSetsAsItsTableSays) {
  const struct {
    const char* seven;
    const char* front;
  } rows[] = {
      // No pair: the highest card behind, the next two in front.
      {"As Kd Qc 9h 7s 5d 3c", "Kd Qc"},
      {"Jk Kd Qc 9h 7s 5d 3c", "Kd Qc"},
      // A pair behind, the two highest others in front.
      {"9s 9d As Kc 7h 5d 2c", "As Kc"},
      {"As Jk Kd Qc 9h 7s 4d", "Kd Qc"},
      // Two pair: aces always apart.
      {"As Ad 2s 2d Kc 9h 7s", "2s 2d"},
      // Two high pairs, or a high and a medium one: apart, even with an ace.
      {"Ks Kd Js Jd Ac 9h 7s", "Js Jd"},
      {"Js Jd 7s 7d Ac 9h 3s", "7s 7d"},
      // A high and a low one, two medium ones, a medium and a low one: together only with an ace.
      {"Ks Kd 6s 6d Ac 9h 7s", "Ac 9h"},
      {"Ks Kd 6s 6d Qc 9h 7s", "6s 6d"},
      {"Ts Td 7s 7d Ac 9h 2s", "Ac 9h"},
      {"Ts Td 7s 7d Kc Qh 2s", "7s 7d"},
      {"7s 7d 6s 6d Ac Jh 2s", "Ac Jh"},
      {"7s 7d 6s 6d Kc Qh 2s", "6s 6d"},
      // Two low ones: together with an ace or a king.
      {"6s 6d 2s 2d Kc Jh 9s", "Kc Jh"},
      {"6s 6d 2s 2d Qc Jh 9s", "2s 2d"},
      // Two pair goes before a straight or flush.
      {"Ks Kd Qs Qd Js Ts 9s", "Qs Qd"},
      // Three pair: the highest in front.
      {"Ks Kd Qs Qd 2c 2h As", "Ks Kd"},
      // Three of a kind stays, unless it is aces.
      {"9s 9d 9c As Kc 7h 2d", "As Kc"},
      // Complete hands: the one that leaves most in front.
      {"As Ks Qs Js 9s 8d 2c", "8d 2c"},
      {"9s 8d 7c 6h 5s 4d 3c", "9s 8d"},
      {"9s 8d 7c 6h 5s 5d Ac", "5d Ac"},
      {"Ks Qs 9s 7s 2s 2d 2c", "2d 2c"},
      {"As Ad Kc Kh Kd 5s 2c", "As Ad"},
      // A full house: the highest pair in front.
      {"2s 2d 2c Ks Kd Qs Qc", "Ks Kd"},
      // Four of a kind: by its rank and by what else can lie in front.
      {"6s 6d 6c 6h As Kc 3d", "As Kc"},
      {"6s 6d 6c 6h 4s 3c 2d", "4s 3c"},
      {"7s 7d 7c 7h As 3c 2d", "As 3c"},
      {"7s 7d 7c 7h 2s 2c Kd", "2s 2c"},
      {"Ks Kd Kc Kh Ts Tc 2d", "Ts Tc"},
      {"As Ad Ac Ah 7s 7c 2d", "7s 7c"},
      // Five aces: with two kings.
      {"As Ad Ac Ah Jk Ks Kd", "Ks Kd"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(cards::to_text(house_way(hand(row.seven)).front), cards::to_text(hand(row.front))) << row.seven;
  }
  // Where several cards of a rank would do, the ranks are what the table says.
  const struct {
    const char* seven;
    HandRank two;
  } split[] = {
      {"7s 7d 7c 7h Ks Qc 2d", cards::pai_gow_pair(5)},
      {"Ks Kd Kc Kh 9s 9c Ad", cards::pai_gow_pair(cards::king)},
      {"As Ad Ac Jk 6s 6c 2d", cards::pai_gow_pair(cards::ace)},
      {"As Ad Ac Ah Jk Ks Qd", cards::pai_gow_pair(cards::ace)},
      {"As Ad Jk Qs Tc 7h 2d", cards::pai_gow_high(cards::ace, cards::queen)},
      // Two threes of a kind: a pair of the higher in front.
      {"Ks Kd Kc 2s 2d 2c As", cards::pai_gow_pair(cards::king)},
  };
  for (const auto& row : split) EXPECT_EQ(house_way(hand(row.seven)).two, row.two) << row.seven;
}

// Dominated settings are left out and all others are kept, checked against all 21 one by one.
TEST(PaiGow, UndominatedSettingsAreThoseThatNoOtherBeats) {
  base::Prng prng(7);
  cards::Deck deck(CardSet::deck_with_joker());
  for (int round = 0; round < 2000; ++round) {
    deck.reset();
    const CardSet seven = deck.draw_set(prng, hand_cards);
    const auto kept = undominated_settings(seven);
    ASSERT_FALSE(kept.empty());
    for (size_t at = 1; at < kept.size(); ++at) {
      EXPECT_LT(kept[at].two, kept[at - 1].two);
      EXPECT_GT(kept[at].five, kept[at - 1].five);
    }
    const Setting house = house_way(seven);
    EXPECT_LE(house.two, cards::pai_gow_front_max(house.five));
    cards::for_each_subset(seven, 2, [&](CardSet front) {
      const HandRank two = cards::rank_pai_gow_two(front), five = cards::rank_pai_gow_five(seven - front);
      if (two > cards::pai_gow_front_max(five)) return;
      EXPECT_TRUE(std::ranges::any_of(kept, [&](const Setting& one) { return one.two >= two && one.five >= five; }));
    });
  }
}

TEST(PaiGow, TheFrontMustNotBeatWhatLiesBehind) {
  const auto allowed = [](const char* five, const char* two) {
    return cards::rank_pai_gow_two(hand(two)) <= cards::pai_gow_front_max(cards::rank_pai_gow_five(hand(five)));
  };
  EXPECT_TRUE(allowed("As Jd 9c 7h 5s", "Kd Qc"));
  EXPECT_FALSE(allowed("Ks Jd 9c 7h 5s", "Ad 2c"));
  EXPECT_FALSE(allowed("Ks Jd 9c 7h 5s", "Kd Qc"));
  EXPECT_TRUE(allowed("Ks Jd 9c 7h 5s", "Kd Tc"));
  EXPECT_FALSE(allowed("As Kd 9c 7h 5s", "2d 2c"));
  EXPECT_TRUE(allowed("9s 9d 8c 7h 5s", "9h 9c"));
  EXPECT_FALSE(allowed("9s 9d Ac Kh Qs", "Th Tc"));
  EXPECT_TRUE(allowed("2s 2d 3c 3h 5s", "Ah Jk"));
}

TEST(PaiGow, ACopyIsTheDealers) {
  const auto set = [](const char* five, const char* two) {
    return Setting{hand(two), cards::rank_pai_gow_two(hand(two)), cards::rank_pai_gow_five(hand(five))};
  };
  const Setting dealer = set("9s 9d 8c 7h 5s", "As Qc");
  EXPECT_EQ(compare(set("9h 9c 8d 7d 6s", "Ad Kc"), dealer), Result::wins);
  EXPECT_EQ(compare(set("9h 9c 8d 7d 6s", "Ad Qd"), dealer), Result::pushes);
  EXPECT_EQ(compare(set("9h 9c 8d 7d 5d", "Ad Kc"), dealer), Result::pushes);
  EXPECT_EQ(compare(set("9h 9c 8d 7d 5d", "Ad Qd"), dealer), Result::loses);
  EXPECT_EQ(compare(set("9h 9c 8d 7d 4d", "Jk Qd"), dealer), Result::loses);
}

TEST(PaiGow, AceHighPaiGowIsAnAceAndNothingElse) {
  EXPECT_TRUE(is_ace_high_pai_gow(hand("As Kd Qc 9h 7s 5d 3c")));
  EXPECT_TRUE(is_ace_high_pai_gow(hand("Jk Kd Qc 9h 7s 5d 3c")));
  EXPECT_FALSE(is_ace_high_pai_gow(hand("Jk Ad Qc 9h 7s 5d 3c")));  // a pair of aces
  EXPECT_FALSE(is_ace_high_pai_gow(hand("Jk Kd Qc Jh 9s 5d 3c")));  // a straight
  EXPECT_FALSE(is_ace_high_pai_gow(hand("Ks Jd Qc 9h 7s 5d 3c")));  // king high
  EXPECT_FALSE(is_ace_high_pai_gow(hand("As Ks Qs 9s 7s 5d 3c")));  // a flush
}

}  // namespace
}  // namespace cardroom::games::pai_gow
