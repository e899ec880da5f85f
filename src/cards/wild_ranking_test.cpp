#include "cards/wild_ranking.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "cards/categories.h"
#include "cards/isomorphism.h"
#include "cards/subsets.h"
#include "cards/testing.h"
#include "cards/testing/slow_ranking.h"

namespace cardroom::cards {
namespace {

constexpr auto wild = Ranking::five_card_wild;
constexpr auto columns = Ranking::natural_or_wild;

int place_of(Category category) {
  return static_cast<int>(std::ranges::find(five_card_wild_order, category) - five_card_wild_order.begin());
}

// Five cards, some of which may be the same card: a wild may stand for a card that is held. Five cards of a suit are a
// flush only if they are five different ones.
SlowRank slow_rank_of_five(const std::array<Card, 5>& cards) {
  std::array<int, 15> held{};  // by value, ace 14
  bool one_suit = true;
  CardSet different;
  for (const Card card : cards) {
    ++held[static_cast<size_t>(card.rank() + 2)];
    one_suit = one_suit && card.suit() == cards[0].suit();
    different.add(card);
  }
  std::vector<int> values;  // more of them first, then higher
  std::vector<int> sizes;
  for (int size = 5; size > 0; --size) {
    for (int value = 14; value >= 2; --value) {
      if (held[static_cast<size_t>(value)] != size) continue;
      values.push_back(value);
      sizes.push_back(size);
    }
  }
  const bool flush = one_suit && different.size() == 5;
  const bool low = values == std::vector{14, 5, 4, 3, 2};
  const bool straight = values.size() == 5 && (low || values[0] - values[4] == 4);
  if (low) values = {5, 4, 3, 2, 1};
  Category category = Category::high_card;
  if (straight && flush) {
    category = values[0] == 14 ? Category::royal_flush : Category::straight_flush;
  } else if (sizes[0] == 5) {
    category = Category::five_of_a_kind;
  } else if (sizes[0] == 4) {
    category = Category::four_of_a_kind;
  } else if (sizes[0] == 3 && sizes[1] == 2) {
    category = Category::full_house;
  } else if (flush) {
    category = Category::flush;
  } else if (straight) {
    category = Category::straight;
  } else if (sizes[0] == 3) {
    category = Category::three_of_a_kind;
  } else if (sizes[0] == 2) {
    category = sizes[1] == 2 ? Category::two_pair : Category::pair;
  }
  SlowRank rank{place_of(category)};
  std::ranges::copy(values, rank.begin() + 1);
  return rank;
}

// Every card is tried for every wild.
SlowRank slow_wild_rank(CardSet naturals) {
  if (naturals.empty()) return {place_of(Category::five_wilds)};
  std::array<Card, 5> cards;
  size_t given = 0;
  for (const Card card : naturals) cards[given++] = card;
  SlowRank best{-1};
  const auto substitute = [&](auto&& self, size_t at, int from) -> void {
    if (at == cards.size()) {
      best = std::max(best, slow_rank_of_five(cards));
      return;
    }
    for (int index = from; index < deck_size; ++index) {
      cards[at] = Card::from_index(index);
      self(self, at + 1, index);
    }
  };
  substitute(substitute, given, 0);
  return best;
}

// All 2,869,685 hands. The slow rank is worked out once for all hands whose natural cards differ in the names of the
// suits, whichever the wild cards are.
TEST(WildRanking, AgreesWithEverySubstitutionOverAllHands) {
  std::map<uint64_t, SlowRank> known;
  std::map<SlowRank, HandRank> scale;
  int64_t hands = 0;
  int contradictions = 0;
  for_each_subset(CardSet::deck_with_joker(), 5, [&](CardSet cards) {
    ++hands;
    const CardSet naturals = canonical(cards - wild_cards);
    auto found = known.find(naturals.bits());
    if (found == known.end()) found = known.emplace(naturals.bits(), slow_wild_rank(naturals)).first;
    const HandRank rank = rank_five_wild(cards);
    const auto [same, is_new] = scale.emplace(found->second, rank);
    if (same->second != rank && ++contradictions < 5) ADD_FAILURE() << to_text(cards);
  });
  EXPECT_EQ(hands, 2'869'685);
  EXPECT_EQ(contradictions, 0);
  int next = 0;
  for (const auto& [slow, rank] : scale) {
    EXPECT_EQ(rank.value(), next++);
    EXPECT_EQ(place_of(category_of(wild, rank)), slow[0]);
  }
  EXPECT_EQ(next, 5'163);
  EXPECT_EQ(class_count(wild), 5'163);
}

TEST(WildRanking, MixedSuitsMakeNoFlush) {
  int contradictions = 0;
  for_each_subset(CardSet::deck_with_joker(), 5, [&](CardSet cards) {
    const CardSet naturals = cards - wild_cards;
    const bool one_suit =
        std::ranges::any_of(std::array{Suit::clubs, Suit::diamonds, Suit::hearts, Suit::spades},
                            [&](Suit suit) { return std::popcount(naturals.ranks(suit)) == naturals.size(); });
    const HandRank mixed = rank_five_wild_mixed(cards);
    const HandRank rank = rank_five_wild(cards);
    if (one_suit ? mixed > rank : mixed != rank) ++contradictions;
    const Category category = category_of(wild, mixed);
    if (category == Category::flush || category == Category::straight_flush || category == Category::royal_flush)
      ++contradictions;
  });
  EXPECT_EQ(contradictions, 0);
}

// Counted by hand. Five of a kind: with one wild 12 · 5, with two 12 · 4 · 10, with three 12 · 6 · 10, with four one
// card below the ten, 28 · 5. Royal flush: 4 · C(5, wilds) · C(5, wilds) for none to four wilds. A pair has one wild
// and four ranks, or none: C(12, 4) sets of ranks less those within a straight, in suits that are not all the same.
TEST(WildRanking, CountsAgreeWithThoseMadeByHand) {
  std::map<Category, int64_t> counts;
  for_each_subset(CardSet::deck_with_joker(), 5,
                  [&](CardSet cards) { ++counts[category_of(wild, rank_five_wild(cards))]; });
  EXPECT_EQ(counts[Category::five_wilds], 1);
  EXPECT_EQ(counts[Category::royal_flush], 4 * (1 + 25 + 100 + 100 + 25));
  EXPECT_EQ(counts[Category::five_of_a_kind], 60 + 480 + 720 + 140);
  EXPECT_EQ(counts[Category::two_pair], 66 * 36 * 40);
  // Two pair with a wild, or none: three of one rank, two of another.
  EXPECT_EQ(counts[Category::full_house], 66 * 36 * 5 + 12 * 11 * 4 * 6);
  EXPECT_EQ(counts[Category::high_card], 784 * (1024 - 4));
}

TEST(WildRanking, OrdersHandsAsTheTableDoes) {
  // Each beats the next.
  constexpr std::string_view hands[] = {"2c 2d 2h 2s Jk",  // five wilds
                                        "2c 2d 2h 2s Ts",  // a royal flush rather than five tens
                                        "2c 2d 2h Jk 9s",  // five nines
                                        "3c 3d 3h 3s 2c",  // five threes
                                        "Kc Qc 9c 2d Jk",  // king-high straight flush
                                        "Ac 3c 4c 2d Jk",  // five-high straight flush
                                        "Ac Ad 9h 2c Jk",  // four aces
                                        "Ac Ad 9h 9s Jk",  // full house
                                        "Ac 9c 7c 2d Jk",  // flush
                                        "Ac Kd Jh 2c Jk",  // straight
                                        "Ac 3d 4h 2c Jk",  // five-high straight
                                        "Ac Kd 9h 2c Jk",  // three aces
                                        "Ac Ad 9h 9s Kc", "Ac Kd 9h 8s Jk", "Ac Kd 9h 8s 7c"};
  for (size_t i = 1; i < std::size(hands); ++i)
    EXPECT_GT(rank_five_wild(hand(hands[i - 1])), rank_five_wild(hand(hands[i]))) << hands[i];
  EXPECT_EQ(rank_five_wild(hand("Kc Qc Tc 2d Jk")), rank_five_wild(hand("Ah Kh Qh Jh Th")));
}

TEST(WildRanking, AWildInAFlushIsTheHighestCardThatIsMissing) {
  // Ace, king, nine, five and a wild queen: no second ace.
  const HandRank rank = rank_five_wild(hand("Ac Kc 9c 5c Jk"));
  EXPECT_EQ(rank, rank_five_wild(hand("Ad Kd Qd 9d 5d")));
  EXPECT_EQ(name_of(wild, rank), "flush, ace high, king, queen, nine, five");
}

TEST(WildRanking, NamesItsHands) {
  const auto named = [](std::string_view cards) { return name_of(wild, rank_five_wild(hand(cards))); };
  EXPECT_EQ(named("2c 2d 2h 2s Jk"), "five wilds");
  EXPECT_EQ(named("Kc Kd Kh 2s Jk"), "five of a kind, kings");
  EXPECT_EQ(named("Ac Qd 8h 3s 2c"), "pair of aces, queen-eight-three kickers");
  EXPECT_EQ(named("3c 4d 5h 6s Jk"), "straight, seven high");
  EXPECT_EQ(named("Ac 4d 5h 3s Jk"), "straight, five high");
  EXPECT_EQ(rank_of(wild, Category::pair, "44KQJ"), rank_five_wild(hand("4c 4d Kh Qs Jc")));
  EXPECT_EQ(rank_letters_of(wild, highest_of(wild, Category::five_wilds)), "22222");
  EXPECT_FALSE(has_category(wild, Category::wild_flush));
  EXPECT_FALSE(has_category(columns, Category::flush));
}

// What a table pays is the more of what the hand earns as it lies and with its wilds; by tables that disagree about
// which is more.
TEST(NaturalOrWildRanking, PaysTheBetterOfTheTwoByAnyTable) {
  struct Pays {
    int natural, wild;
  };
  using Table = std::map<Category, Pays>;  // by plain category
  const std::vector<Table> tables = {{{Category::three_of_a_kind, {6, 1}},
                                      {Category::straight, {20, 3}},
                                      {Category::flush, {25, 4}},
                                      {Category::full_house, {30, 5}},
                                      {Category::four_of_a_kind, {60, 6}},
                                      {Category::straight_flush, {200, 25}},
                                      {Category::five_of_a_kind, {0, 70}},
                                      {Category::royal_flush, {1000, 90}},
                                      {Category::five_wilds, {0, 2000}}},
                                     {{Category::three_of_a_kind, {5, 1}},
                                      {Category::straight, {15, 3}},
                                      {Category::flush, {25, 4}},
                                      {Category::full_house, {30, 6}},
                                      {Category::four_of_a_kind, {60, 8}},
                                      {Category::straight_flush, {200, 20}},
                                      {Category::five_of_a_kind, {0, 100}},
                                      {Category::royal_flush, {1000, 100}},
                                      {Category::five_wilds, {0, 2000}}},
                                     {{Category::three_of_a_kind, {9, 1}},
                                      {Category::straight, {24, 3}},
                                      {Category::flush, {22, 4}},
                                      {Category::full_house, {30, 5}},
                                      {Category::four_of_a_kind, {60, 8}},
                                      {Category::straight_flush, {200, 23}},
                                      {Category::five_of_a_kind, {0, 70}},
                                      {Category::royal_flush, {1000, 90}},
                                      {Category::five_wilds, {0, 2000}}}};
  // The columns of a category of the scale.
  const std::map<Category, std::pair<Category, bool>> column = {
      {Category::wild_three_of_a_kind, {Category::three_of_a_kind, false}},
      {Category::wild_straight, {Category::straight, false}},
      {Category::wild_flush, {Category::flush, false}},
      {Category::wild_full_house, {Category::full_house, false}},
      {Category::wild_four_of_a_kind, {Category::four_of_a_kind, false}},
      {Category::wild_straight_flush, {Category::straight_flush, false}},
      {Category::wild_royal_flush, {Category::royal_flush, false}},
      {Category::five_of_a_kind, {Category::five_of_a_kind, false}},
      {Category::five_wilds, {Category::five_wilds, false}},
      {Category::natural_three_of_a_kind, {Category::three_of_a_kind, true}},
      {Category::natural_straight, {Category::straight, true}},
      {Category::natural_flush, {Category::flush, true}},
      {Category::natural_full_house, {Category::full_house, true}},
      {Category::natural_four_of_a_kind, {Category::four_of_a_kind, true}},
      {Category::natural_straight_flush, {Category::straight_flush, true}},
      {Category::natural_royal_flush, {Category::royal_flush, true}}};
  std::vector<std::vector<int>> paid(tables.size(), std::vector<int>(static_cast<size_t>(class_count(columns))));
  for (size_t table = 0; table < tables.size(); ++table) {
    for (const auto& [category, of] : column) {
      const Pays pays = tables[table].at(of.first);
      for (int rank = lowest_of(columns, category).value(); rank <= highest_of(columns, category).value(); ++rank) {
        int& most = paid[table][static_cast<size_t>(rank)];
        most = std::max(most, of.second ? pays.natural : pays.wild);
      }
    }
  }
  int contradictions = 0;
  for_each_subset(CardSet::deck_with_joker(), 5, [&](CardSet cards) {
    const auto rank = static_cast<size_t>(rank_natural_or_wild(cards).value());
    const bool uses_wilds = cards.intersects(wild_cards);
    for (size_t table = 0; table < tables.size(); ++table) {
      int most = 0;
      if (!cards.contains(Card::joker())) {
        const auto natural = tables[table].find(category_of(Ranking::five_card, rank_five(cards)));
        if (natural != tables[table].end()) most = natural->second.natural;
      }
      if (uses_wilds) {
        const auto found = tables[table].find(category_of(wild, rank_five_wild(cards)));
        if (found != tables[table].end()) most = std::max(most, found->second.wild);
      }
      if (most != paid[table][rank] && ++contradictions < 5) ADD_FAILURE() << to_text(cards) << " by table " << table;
    }
  });
  EXPECT_EQ(contradictions, 0);
}

TEST(NaturalOrWildRanking, NamesAHandThatIsBoth) {
  const auto named = [](std::string_view cards) { return name_of(columns, rank_hand(columns, hand(cards))); };
  EXPECT_EQ(named("Kc Kd Kh 7s 2c"), "natural three of a kind, also a wild four of a kind");
  EXPECT_EQ(named("Kc Kd Kh 7s Jk"), "wild four of a kind");
  EXPECT_EQ(named("6c 5d 4h 3s 2c"), "natural straight");
  EXPECT_EQ(named("6c 5c 4c 3c 2d"), "natural straight, also a wild straight flush");
  EXPECT_EQ(named("6c 5c 4c 3c 2c"), "natural straight flush");
  EXPECT_EQ(named("Kc Kd 9h 7s 2c"), "wild three of a kind");
  EXPECT_EQ(named("Kc Qd 9h 7s 2c"), "less than three of a kind");
}

TEST(Joker, IsACardOfItsOwnAfterAllOthers) {
  EXPECT_EQ(CardSet::deck_with_joker().size(), 53);
  EXPECT_EQ(CardSet::deck_with_joker() - CardSet::full_deck(), CardSet{Card::joker()});
  EXPECT_EQ(Card::from_index(52), Card::joker());
  EXPECT_EQ(Card::joker().index(), 52);
  int index = 0;
  for (const Card card : CardSet::deck_with_joker()) EXPECT_EQ(card.index(), index++);
  for (const Suit suit : {Suit::clubs, Suit::diamonds, Suit::hearts, Suit::spades}) {
    EXPECT_EQ(CardSet{Card::joker()}.ranks(suit), 0U);
  }
}

TEST(Joker, IsWrittenAndReadAsJk) {
  EXPECT_EQ(to_text(Card::joker()), "Jk");
  EXPECT_EQ(to_text(hand("As jk 2c")), "Jk As 2c");
  EXPECT_EQ(hand("JsJOKERQd"), (CardSet{Card::joker(), Card(jack, Suit::spades), Card(queen, Suit::diamonds)}));
  EXPECT_EQ(hand("JsJk,Jc"), (CardSet{Card::joker(), Card(jack, Suit::spades), Card(jack, Suit::clubs)}));
  const auto twice = parse_cards("Jk As joker");
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().to_text(), "card 3 ('joker', at character 7): the same card appears earlier");
}

}  // namespace
}  // namespace cardroom::cards
