#include "odds/board_holdings.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "cards/hand_sum.h"

namespace cardroom::odds {

namespace {

using cards::CardSet;
using cards::HandSum;

struct Pair {
  uint8_t first;
  uint8_t second;
};

constexpr auto pairs = [] {
  std::array<Pair, BoardHoldings::hands> all{};
  size_t hand = 0;
  for (uint8_t i = 0; i < BoardHoldings::unseen; ++i) {
    for (uint8_t j = i + 1; j < BoardHoldings::unseen; ++j) all[hand++] = {i, j};
  }
  return all;
}();

// How many of the hands counted so far hold each card.
using PerCard = std::array<uint16_t, BoardHoldings::unseen>;

}  // namespace

void BoardHoldings::rank(CardSet board, int border) {
  CHECK(board.size() == 5);
  const CardSet others = CardSet::full_deck() - board;
  std::ranges::copy(others, cards_.begin());
  std::array<HandSum, unseen> single;
  for (size_t card = 0; card < unseen; ++card) single[card] = HandSum(cards_[card]);
  const HandSum middle(board);
  PerCard unqualified_with{};
  int unqualified_hands = 0;
  for (size_t i = 0, hand = 0; i < unseen; ++i) {
    const HandSum with = middle + single[i];
    for (size_t j = i + 1; j < unseen; ++j, ++hand) {
      const int rank = rank_five(with + single[j]).value();
      rank_[hand] = static_cast<uint16_t>(rank);
      const bool low = rank < border;
      unqualified_hands += low;
      unqualified_with[i] = static_cast<uint16_t>(unqualified_with[i] + low);
      unqualified_with[j] = static_cast<uint16_t>(unqualified_with[j] + low);
    }
  }
  sort();
  PerCard with{};
  int before = 0;  // hands below those of the rank that is looked at
  for (size_t first = 0; first < hands;) {
    const uint16_t rank = rank_[order_[first]];
    size_t last = first;
    for (; last < hands && rank_[order_[last]] == rank; ++last) {
      const size_t hand = order_[last];
      const auto [i, j] = pairs[hand];
      below_[hand] = static_cast<uint16_t>(before - with[i] - with[j]);
    }
    for (size_t at = first; at < last; ++at) {
      const auto [i, j] = pairs[order_[at]];
      ++with[i];
      ++with[j];
    }
    before = static_cast<int>(last);
    for (size_t at = first; at < last; ++at) {
      const size_t hand = order_[at];
      const auto [i, j] = pairs[hand];
      // The hand itself is once among all, and once among those of each of its cards.
      through_[hand] = static_cast<uint16_t>(before - with[i] - with[j] + 1);
      const int itself = rank < border ? 1 : 0;
      unqualified_[hand] =
          static_cast<uint16_t>(unqualified_hands - unqualified_with[i] - unqualified_with[j] + itself);
    }
    first = last;
  }
}

// By the lower seven bits of the rank, then by the upper ones.
void BoardHoldings::sort() {
  constexpr size_t digit = 128;
  std::array<uint16_t, digit> low{}, high{};
  for (const uint16_t rank : rank_) {
    ++low[rank % digit];
    ++high[rank / digit];
  }
  uint16_t low_sum = 0, high_sum = 0;
  for (size_t value = 0; value < digit; ++value) {
    low_sum = static_cast<uint16_t>(low_sum + std::exchange(low[value], low_sum));
    high_sum = static_cast<uint16_t>(high_sum + std::exchange(high[value], high_sum));
  }
  for (size_t hand = 0; hand < hands; ++hand) spare_[low[rank_[hand] % digit]++] = static_cast<uint16_t>(hand);
  for (const uint16_t hand : spare_) order_[high[rank_[hand] / digit]++] = hand;
}

}  // namespace cardroom::odds
