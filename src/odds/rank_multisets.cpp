#include "odds/rank_multisets.h"

#include <algorithm>
#include <map>

#include "base/check.h"

namespace cardroom::odds {

namespace {

using cards::Card;
using cards::CardSet;
using cards::rank_count;
using cards::Suit;
using Ranks = std::vector<int>;  // ascending

// Cards of these ranks that make no flush: the first is a spade, the others as low in suit as can be.
CardSet of_several_suits(const Ranks& ranks) {
  CardSet hand{Card(ranks.front(), Suit::spades)};
  for (size_t at = 1; at < ranks.size(); ++at) {
    int suit = 0;
    while (hand.contains(Card(ranks[at], static_cast<Suit>(suit)))) ++suit;
    hand.add(Card(ranks[at], static_cast<Suit>(suit)));
  }
  return hand;
}

CardSet of_one_suit(const Ranks& ranks) {
  CardSet hand;
  for (const int rank : ranks) hand.add(Card(rank, Suit::clubs));
  return hand;
}

using Numbers = std::map<Ranks, uint16_t>;

Numbers numbered(const Numbers& smaller, std::vector<RankMultisets::ByRank>& step) {
  Numbers larger;
  step.resize(smaller.size());
  for (const auto& [ranks, number] : smaller) {
    for (int rank = 0; rank < rank_count; ++rank) {
      Ranks more = ranks;
      more.insert(std::ranges::upper_bound(more, rank), rank);
      const auto found = larger.emplace(more, static_cast<uint16_t>(larger.size())).first;
      step[number][static_cast<size_t>(rank)] = found->second;
    }
  }
  return larger;
}

RankMultisets make() {
  RankMultisets sets;
  Numbers one;
  for (int rank = 0; rank < rank_count; ++rank) one[{rank}] = static_cast<uint16_t>(rank);
  const Numbers four = numbered(numbered(numbered(one, sets.two_from_one), sets.three_from_two), sets.four_from_three);
  sets.mixed.resize(four.size());
  sets.suited.resize(four.size());
  for (const auto& [ranks, number] : four) {
    for (int rank = 0; rank < rank_count; ++rank) {
      if (std::ranges::count(ranks, rank) == cards::suit_count) continue;
      Ranks five = ranks;
      five.insert(std::ranges::upper_bound(five, rank), rank);
      const auto at = static_cast<size_t>(rank);
      sets.mixed[number][at] = static_cast<uint16_t>(rank_five(of_several_suits(five)).value());
      if (std::ranges::adjacent_find(five) == five.end())
        sets.suited[number][at] = static_cast<uint16_t>(rank_five(of_one_suit(five)).value());
    }
  }
  return sets;
}

}  // namespace

size_t RankMultisets::number_of(CardSet hand) const {
  CHECK(!hand.empty() && hand.size() <= 4);
  size_t number = 0;
  int size = 0;
  for (const Card card : hand) {
    const auto rank = static_cast<size_t>(card.rank());
    switch (size++) {
      case 0: number = rank; break;
      case 1: number = two_from_one[number][rank]; break;
      case 2: number = three_from_two[number][rank]; break;
      default: number = four_from_three[number][rank];
    }
  }
  return number;
}

const RankMultisets& rank_multisets() {
  static const RankMultisets sets = make();
  return sets;
}

}  // namespace cardroom::odds
