// Two to four cards told apart by their ranks alone, numbered, and the rank of five cards that one more makes of four.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/ranking.h"

namespace cardroom::odds {

struct RankMultisets {
  using ByRank = std::array<uint16_t, cards::rank_count>;

  // The number of the cards with one more: from one card (its number is its rank) to two, from two to three, from three
  // to four.
  std::vector<ByRank> two_from_one, three_from_two, four_from_three;
  // By the number of four cards and the rank of the fifth: the five-card rank where the suits are mixed, and where all
  // are of one suit. 0 where there is no such hand.
  std::vector<ByRank> mixed, suited;

  size_t number_of(cards::CardSet hand) const;  // one to four cards
};

// Made once.
const RankMultisets& rank_multisets();

}  // namespace cardroom::odds
