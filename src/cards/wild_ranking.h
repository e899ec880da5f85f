// Five cards of a deck of 53 with five wild ones, the deuces and the joker. A wild card stands for any card; so a hand
// with one is a pair at least, and no hand has its rank from a two, but for the straight from ace to five.
#pragma once

#include <optional>

#include "cards/card.h"
#include "cards/ranking.h"
#include "cards/ranking_tables.h"

namespace cardroom::cards {

constexpr bool ranked_with_wilds(Ranking ranking) {
  return ranking == Ranking::five_card_wild || ranking == Ranking::natural_or_wild;
}

inline constexpr int wild_count = 5;
inline constexpr CardSet wild_cards = {Card(deuce, Suit::clubs), Card(deuce, Suit::diamonds), Card(deuce, Suit::hearts),
                                       Card(deuce, Suit::spades), Card::joker()};

// High card 784, pair 1,980, two pair 660, three of a kind 660, straight 9, flush 784, full house 132, four of a kind
// 132, straight flush 8, five of a kind 12, royal flush, five wilds.
inline constexpr int five_card_wild_classes = 5'163;

// Five cards. Two flushes are compared by their cards, a wild standing for the highest that the flush does not have: no
// flush has two aces.
HandRank rank_five_wild(CardSet cards);
// The same if their suits were so mixed that no flush is possible.
HandRank rank_five_wild_mixed(CardSet cards);

// The scale of natural and wild hands, for a wager that pays more for a hand which needs no wild card. Without the
// joker a hand may be taken as it lies, deuces as twos: a natural hand. Or its wilds are used: a wild one. Which of the
// two pays more is for the paytable to say, so a hand that is both is a class of its own, between its categories, where
// paytables differ: a natural three of a kind that is a wild four of a kind, and a natural straight or flush that is a
// wild straight flush. Of the other such hands the one that nobody would give up counts: a wild royal flush and five of
// a kind over anything natural but a straight flush, a wild straight flush over three of a kind, and natural over wild
// where both are the same hand.
inline constexpr int natural_or_wild_classes = 20;
HandRank rank_natural_or_wild(CardSet cards);

// What hand_class.cpp asks about these rankings.
uint32_t wild_class(HandRank rank);  // packed as in ranking_tables.h; five wilds are five deuces
tables::CategoryRange wild_category_range(Ranking ranking, Category category);
Category natural_or_wild_category(HandRank rank);  // of a hand that is both, the natural one
std::optional<Category> also_wild(HandRank rank);  // and the wild one

}  // namespace cardroom::cards
