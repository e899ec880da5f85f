// The highest of several five-card hands out of one deck, exactly: what a wager on the best hand at the table, such as
// Cover All, is worth.
#pragma once

#include <array>
#include <vector>

#include "base/rational.h"
#include "cards/ranking.h"
#include "odds/disjoint_sets.h"

namespace cardroom::odds {

// Of all ways to deal hand_count hands of five cards, one after another (the order of the hands counts, that of the
// cards within a hand doesn't): in how many the highest hand is of each category. They sum to `total`.
struct HighestHandCounts {
  int hand_count = 0;
  base::Integer total;
  std::array<base::Integer, 10> by_category;  // by cards::Category

  const base::Integer& of(cards::Category category) const { return by_category[static_cast<size_t>(category)]; }
};

// For 1, 2, …, hand_count_max hands, in this order. All the hands count, the dealer's too. hand_count_max is at least
// 1, and so many hands are in the deck: at most 10. Counting up to a number costs as much as counting for it alone: a
// second and 200 megabytes for eight hands, a quarter of a minute and two gigabytes for ten. Runs in parallel; the
// result doesn't depend on it.
std::vector<HighestHandCounts> highest_hand_counts_up_to(int hand_count_max, DeckShape deck = {},
                                                         Progress* progress = nullptr);

// For so many hands.
HighestHandCounts highest_hand_counts(int hand_count, DeckShape deck = {});

}  // namespace cardroom::odds
