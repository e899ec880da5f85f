// Hand rankings: three, four and five cards, and the best three, four or five of more; seven cards by their suits; five
// cards with wild ones among them.
// Each ranking is one dense scale of whole numbers, 0 for its worst hand; two hands have the same number exactly when
// they tie.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "cards/card.h"
#include "cards/ranking_tables.h"

namespace cardroom::cards {

enum class Ranking : uint8_t {
  three_card,  // straight flush, three of a kind, straight, flush, pair, high card: 741 classes
  four_card,   // four of a kind, straight flush, three of a kind, flush, straight, two pair, pair, high card: 2,535
  five_card,   // royal and straight flush, four of a kind, full house, flush, straight, three of a kind, …: 7,462
  // The three-card ranking with one more class above it: ace, king and queen of spades. Only a progressive asks for it.
  three_card_spades,
  // Seven cards by the longest flush among them: more cards beat fewer, then the highest card decides, then the next:
  // 5,798 classes of two to seven cards.
  longest_flush,
  // Seven cards by the length of the longest straight flush among them, the ace high or low: fewer than three cards, or
  // three to seven: 6 classes.
  longest_straight_flush,
  // Five cards of a deck with a joker; joker and deuces are wild. Five wilds, royal flush, five of a kind, straight
  // flush, four of a kind, …: 5,163 classes. A wild in a flush is the highest card that is not held (wild_ranking.h).
  five_card_wild,
  // The same cards by what a wager with a column for natural hands pays: 20 classes. Only a side bet asks for it.
  natural_or_wild,
};

// The place of a hand on the scale of its ranking. Ranks of different rankings are never compared.
class HandRank {
 public:
  constexpr HandRank() = default;
  constexpr explicit HandRank(int value) : value_(static_cast<uint16_t>(value)) {}
  constexpr int value() const { return value_; }
  constexpr auto operator<=>(const HandRank&) const = default;

 private:
  uint16_t value_ = 0;
};

enum class Category : uint8_t {
  high_card,
  pair,
  two_pair,
  three_of_a_kind,
  straight,
  flush,
  full_house,
  four_of_a_kind,
  straight_flush,
  royal_flush,  // five cards only: elsewhere an ace-high straight flush is a straight flush
  // The longest flush of seven cards, by its length.
  two_card_flush,
  three_card_flush,
  four_card_flush,
  five_card_flush,
  six_card_flush,
  seven_card_flush,
  // The longest straight flush of seven cards.
  no_straight_flush,
  three_card_straight_flush,
  four_card_straight_flush,
  five_card_straight_flush,
  six_card_straight_flush,
  seven_card_straight_flush,
  // Five cards with wild ones.
  five_of_a_kind,
  five_wilds,
  // The same as a natural or a wild hand; five of a kind and five wilds are above.
  below_three_of_a_kind,
  wild_three_of_a_kind,
  wild_straight,
  wild_flush,
  wild_full_house,
  wild_four_of_a_kind,
  wild_straight_flush,
  wild_royal_flush,
  natural_three_of_a_kind,
  natural_straight,
  natural_flush,
  natural_full_house,
  natural_four_of_a_kind,
  natural_straight_flush,
  natural_royal_flush,
};
inline constexpr Category last_category = Category::natural_royal_flush;

// How many classes a ranking has.
int class_count(Ranking ranking);
// How many cards make a hand of it: 3, 4 or 5; 7 where the suits of all cards are looked at.
int hand_size(Ranking ranking);

// The rank of the best hand that can be made of `cards`: at least hand_size(ranking) of them, at most 7. Suits never
// break a tie. Some nanoseconds each; for loops that deal card by card see hand_sum.h.
HandRank rank_hand(Ranking ranking, CardSet cards);
HandRank rank_three(CardSet cards);
HandRank rank_four(CardSet cards);
HandRank rank_five(CardSet cards);

Category category_of(Ranking ranking, HandRank rank);
// The lowest and highest rank of a category; the category must exist in the ranking (see has_category). On the scale of
// natural and wild hands two categories may share a class: a hand that is both.
HandRank lowest_of(Ranking ranking, Category category);
HandRank highest_of(Ranking ranking, Category category);
bool has_category(Ranking ranking, Category category);

// The rank of a hand given by its ranks alone; the hand is not a flush unless `category` says so. Used to name
// thresholds: rank_of(four_card, pair, "AA32") is the lowest pair of aces. The text holds hand_size letters 2-9TJQKA in
// any order (of a longest flush: those of the flush), and they make a hand of that category. Searches, so it is for
// setting up rather than for inner loops.
HandRank rank_of(Ranking ranking, Category category, std::string_view rank_letters);

// The card ranks of a class, those that decide first: "99A" for a pair of nines with an ace, "32A" for a low straight,
// "J96" for a three-card flush; nothing on the scale of straight flushes, where ranks decide nothing.
std::string rank_letters_of(Ranking ranking, HandRank rank);

// For people: "pair of nines, ace kicker", "queen high, six, four", "full house, kings over fives", "royal flush".
// Several kickers are "ace-king-four kickers"; a longest flush is a "three-card flush, jack high, nine, six".
std::string name_of(Ranking ranking, HandRank rank);
std::string_view category_name(Category category);  // "straight flush"

// The cards of `cards` that make its best hand; of a longest flush those of the flush, of no straight flush none. Where
// several choices tie, the one with the smallest bits(): as few and as low spades as can be, then hearts, then
// diamonds.
CardSet best_hand(Ranking ranking, CardSet cards);

namespace detail {

inline uint32_t sum_of_suits(CardSet cards) {
  return tables::suit_sums[cards.ranks(Suit::clubs)] + tables::suit_sums[cards.ranks(Suit::diamonds)] +
         tables::suit_sums[cards.ranks(Suit::hearts)] + tables::suit_sums[cards.ranks(Suit::spades)];
}

inline int best_suited(const uint16_t (&suited)[tables::rank_sets], CardSet cards) {
  return std::max(std::max(suited[cards.ranks(Suit::clubs)], suited[cards.ranks(Suit::diamonds)]),
                  std::max(suited[cards.ranks(Suit::hearts)], suited[cards.ranks(Suit::spades)]));
}

HandRank rank_three_of_more(CardSet cards);
HandRank rank_four_of_seven(CardSet cards);

}  // namespace detail

inline HandRank rank_three(CardSet cards) {
  const int size = cards.size();
  CHECK(size >= 3 && size <= 7);
  if (size > 3) return detail::rank_three_of_more(cards);
  const uint32_t sum = detail::sum_of_suits(cards);
  if ((sum & tables::three_of_suit) != 0) return HandRank(detail::best_suited(tables::three_suited, cards));
  return HandRank(tables::three_by_place[tables::place_of(sum)]);
}

inline HandRank rank_four(CardSet cards) {
  const int size = cards.size();
  CHECK(size >= 4 && size <= 7);
  if (size == 7) [[unlikely]]
    return detail::rank_four_of_seven(cards);
  const uint32_t sum = detail::sum_of_suits(cards);
  const int mixed = tables::four_by_place[tables::place_of(sum)];
  if ((sum & (tables::four_of_suit | tables::five_of_suit)) == 0) return HandRank(mixed);
  // Three of a kind among the other cards beats a flush.
  return HandRank(std::max(mixed, detail::best_suited(tables::four_suited, cards)));
}

inline HandRank rank_five(CardSet cards) {
  const int size = cards.size();
  CHECK(size >= 5 && size <= 7);
  const uint32_t sum = detail::sum_of_suits(cards);
  // Two cards beside a flush are too few for a full house.
  if ((sum & tables::five_of_suit) != 0) [[unlikely]]
    return HandRank(detail::best_suited(tables::five_suited, cards));
  return HandRank(tables::five_by_place[tables::place_of(sum)]);
}

}  // namespace cardroom::cards
