// The hands that can be chosen from a set of cards.
#pragma once

#include <bit>
#include <cstdint>

#include "base/check.h"
#include "cards/card.h"

namespace cardroom::cards {

// Calls visit(CardSet) for every choice of `size` of the cards, each once. size is at least 0; none is visited when
// there are fewer cards.
template <class Visit>
constexpr void for_each_subset(CardSet cards, int size, Visit&& visit, CardSet chosen = {}) {
  CHECK(size >= 0);
  if (size == 0) {
    visit(chosen);
    return;
  }
  for (uint64_t left = cards.bits(); std::popcount(left) >= size; left &= left - 1) {
    const CardSet lowest(left & -left);
    for_each_subset(CardSet(left) - lowest, size - 1, visit, chosen | lowest);
  }
}

}  // namespace cardroom::cards
