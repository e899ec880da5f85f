#include "cards/ranking.h"

#include <algorithm>
#include <bit>

#include "cards/ranks.h"
#include "cards/subsets.h"
#include "cards/suit_ranking.h"
#include "cards/wild_ranking.h"

namespace cardroom::cards {
namespace {

constexpr CardSet spade_royals = {Card(ace, Suit::spades), Card(king, Suit::spades), Card(queen, Suit::spades)};

}  // namespace

int class_count(Ranking ranking) {
  switch (ranking) {
    case Ranking::three_card: return tables::three_class_count;
    case Ranking::four_card: return tables::four_class_count;
    case Ranking::five_card: return tables::five_class_count;
    case Ranking::three_card_spades: return tables::three_class_count + 1;
    case Ranking::longest_flush: return longest_flush_classes;
    case Ranking::longest_straight_flush: return longest_straight_flush_classes;
    case Ranking::five_card_wild: return five_card_wild_classes;
    case Ranking::natural_or_wild: return natural_or_wild_classes;
  }
  return 0;
}

int hand_size(Ranking ranking) {
  switch (ranking) {
    case Ranking::three_card: return 3;
    case Ranking::four_card: return 4;
    case Ranking::five_card:
    case Ranking::five_card_wild:
    case Ranking::natural_or_wild: return 5;
    case Ranking::three_card_spades: return 3;
    case Ranking::longest_flush:
    case Ranking::longest_straight_flush: return 7;
  }
  return 0;
}

HandRank rank_hand(Ranking ranking, CardSet cards) {
  switch (ranking) {
    case Ranking::three_card: return rank_three(cards);
    case Ranking::four_card: return rank_four(cards);
    case Ranking::five_card: return rank_five(cards);
    case Ranking::three_card_spades:
      return (cards & spade_royals) == spade_royals ? HandRank(tables::three_class_count) : rank_three(cards);
    case Ranking::longest_flush: return rank_longest_flush(cards);
    case Ranking::longest_straight_flush: return rank_longest_straight_flush(cards);
    case Ranking::five_card_wild: return rank_five_wild(cards);
    case Ranking::natural_or_wild: return rank_natural_or_wild(cards);
  }
  return {};
}

HandRank detail::rank_three_of_more(CardSet cards) {
  const uint32_t clubs = cards.ranks(Suit::clubs), diamonds = cards.ranks(Suit::diamonds);
  const uint32_t hearts = cards.ranks(Suit::hearts), spades = cards.ranks(Suit::spades);
  const uint32_t held = clubs | diamonds | hearts | spades;
  const uint32_t held_twice = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades));

  int best = std::max<int>(detail::best_suited(tables::three_suited, cards), tables::three_unpaired[held]);
  if (held_twice == 0) return HandRank(best);

  const int pair = highest(held_twice);
  const uint32_t others = held & ~(1U << pair);
  if (others != 0) {
    // Twelve kickers to a pair, the lowest first.
    const int kicker = highest(others);
    const int lowest_pair = tables::three_categories[static_cast<int>(Category::pair)].begin;
    best = std::max(best, lowest_pair + pair * (rank_count - 1) + kicker - (kicker > pair ? 1 : 0));
  }
  const uint32_t held_thrice = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds));
  if (held_thrice != 0) {
    const int lowest_three = tables::three_categories[static_cast<int>(Category::three_of_a_kind)].begin;
    best = std::max(best, lowest_three + highest(held_thrice));
  }
  return HandRank(best);
}

HandRank detail::rank_four_of_seven(CardSet cards) {
  HandRank best;
  for (Card card : cards) best = std::max(best, rank_four(cards - CardSet{card}));
  return best;
}

CardSet best_hand(Ranking ranking, CardSet cards) {
  if (ranked_by_suit(ranking)) return best_of_a_suit(ranking, cards);
  const HandRank best = rank_hand(ranking, cards);
  CardSet found;
  for_each_subset(cards, hand_size(ranking), [&](CardSet hand) {
    if (rank_hand(ranking, hand) == best && (found.empty() || hand.bits() < found.bits())) found = hand;
  });
  return found;
}

}  // namespace cardroom::cards
