// Hands of Pai Gow Poker: five cards behind and two in front, of a deck with a joker. The joker is an ace, unless it
// completes a straight, a flush or a straight flush; in a flush it is the highest card that is not held. Five aces beat
// everything. Ace to five is the second highest straight, as in most rooms.
#pragma once

#include <cstdint>
#include <string>

#include "cards/card.h"
#include "cards/ranking.h"

namespace cardroom::cards {

// The five-card ranking with the straights in Pai Gow's order and five aces above all: 7,463 classes.
inline constexpr int pai_gow_five_count = tables::five_class_count + 1;
HandRank rank_pai_gow_five(CardSet cards);  // exactly five
// high_card to royal_flush, and five_of_a_kind for five aces.
Category pai_gow_category(HandRank five);
// "pair of nines, ace-king-four kickers", "five aces".
std::string pai_gow_name(HandRank five);

// Two cards: a pair, or the higher card and then the lower. Not a dense scale.
inline constexpr int pai_gow_two_count = rank_count * rank_count + rank_count;
constexpr HandRank pai_gow_pair(int rank) {
  return HandRank(rank_count * rank_count + rank);
}
// Of different ranks, the higher first.
constexpr HandRank pai_gow_high(int high, int low) {
  return HandRank(rank_count * high + low);
}
HandRank rank_pai_gow_two(CardSet cards);  // exactly two
constexpr bool is_pai_gow_pair(HandRank two) {
  return two >= pai_gow_pair(deuce);
}
// "pair of nines", "ace-king".
std::string pai_gow_two_name(HandRank two);

// The highest two cards that may lie in front of these five: those that do not beat them.
HandRank pai_gow_front_max(HandRank five);

}  // namespace cardroom::cards
