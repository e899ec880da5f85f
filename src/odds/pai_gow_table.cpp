#include "odds/pai_gow_table.h"

#include <algorithm>
#include <optional>

#include "base/check.h"
#include "cards/ranking.h"

namespace cardroom::odds {

using cards::Card;
using cards::CardSet;
using cards::Suit;

namespace {

// Every choice of so many ranks, up to four of each, as a hand that holds no flush: the suits go round, so that none
// has more than two of seven cards.
template <class Visit>
void for_each_rank_hand(int left, int rank, int placed, CardSet hand, Visit&& visit) {
  if (left == 0) return visit(hand);
  if (rank == cards::rank_count) return;
  for_each_rank_hand(left, rank + 1, placed, hand, visit);
  for (int count = 1; count <= std::min(left, cards::suit_count); ++count) {
    hand.add(Card(rank, static_cast<Suit>(placed++ % cards::suit_count)));
    for_each_rank_hand(left - count, rank + 1, placed, hand, visit);
  }
}

SetHand set(CardSet seven) {
  const auto setting = games::pai_gow::house_way(seven);
  return {static_cast<uint16_t>(setting.five.value()), static_cast<uint16_t>(setting.two.value())};
}

// The suit with enough cards for the ranks alone not to say how the hand is set, as its lane in a CardSet.
std::optional<int> long_suit_lane(CardSet seven) {
  const int enough = seven.contains(Card::joker()) ? 4 : 5;
  for (int suit = 0; suit < cards::suit_count; ++suit) {
    if (std::popcount(seven.ranks(static_cast<Suit>(suit))) >= enough) return 16 * suit;
  }
  return {};
}

}  // namespace

HouseWays::HouseWays() {
  const auto place = [&](CardSet naturals, CardSet seven) {
    const size_t at = cards::tables::place_of(cards::detail::sum_of_suits(naturals));
    if (by_place_.size() <= at) by_place_.resize(at + 1);
    by_place_[at] = set(seven);
  };
  for_each_rank_hand(7, 0, 0, {}, [&](CardSet seven) { place(seven, seven); });
  for_each_rank_hand(6, 0, 0, {}, [&](CardSet six) { place(six, six | CardSet{Card::joker()}); });

  // Clubs for the long suit, diamonds and hearts for the others: both orders, since a walk meets both.
  suited_.resize(suited_size);
  for (const bool joker : {false, true}) {
    const int naturals = joker ? 6 : 7, enough = joker ? 4 : 5;
    for (uint64_t ranks = 0; ranks < cards::tables::rank_sets; ++ranks) {
      const int others = naturals - std::popcount(ranks);
      if (others < 0 || others > naturals - enough) continue;
      const CardSet clubs(ranks | (joker ? CardSet{Card::joker()}.bits() : 0));
      for (int first = 0; first < (others > 0 ? cards::rank_count : 1); ++first) {
        for (int second = 0; second < (others > 1 ? cards::rank_count : 1); ++second) {
          CardSet seven = clubs;
          if (others > 0) seven.add(Card(first, Suit::diamonds));
          if (others > 1) seven.add(Card(second, Suit::hearts));
          suited_[suited_place(seven.bits(), 0)] = set(seven);
        }
      }
    }
  }
}

const HouseWays& HouseWays::table() {
  static const HouseWays made;
  return made;
}

SetHand HouseWays::of(CardSet seven) const {
  CHECK(seven.size() == games::pai_gow::hand_cards);
  if (const auto lane = long_suit_lane(seven)) return suited_[suited_place(seven.bits(), *lane)];
  return by_place_[cards::tables::place_of(cards::detail::sum_of_suits(seven))];  // which leaves the joker out
}

}  // namespace cardroom::odds
