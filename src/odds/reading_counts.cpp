#include "odds/reading_counts.h"

#include <tbb/combinable.h>
#include <tbb/parallel_for.h>

#include "base/check.h"
#include "cards/hand_sum.h"
#include "cards/suit_ranking.h"
#include "odds/suit_counts.h"

namespace cardroom::odds {

namespace {

using cards::Card;
using cards::CardSet;
using cards::HandSum;
using cards::Ranking;

// Adds every completion of `held` by `missing` of the cards before `limit`.
template <class Held, class Count>
void complete(Held held, int missing, int limit, const std::vector<Held>& single, Count& count) {
  if (missing == 0) {
    count(held);
    return;
  }
  for (int card = missing - 1; card < limit; ++card) {
    complete(held + single[static_cast<size_t>(card)], missing - 1, card, single, count);
  }
}

// Cards as a sum, for the rankings without a HandSum of their own.
struct PlainSum {
  CardSet cards;
  PlainSum operator+(PlainSum other) const { return {cards | other.cards}; }
};

template <class Held, class Rank>
std::vector<uint64_t> count_all(const std::vector<Held>& single, int card_count, int classes, Rank rank) {
  tbb::combinable<std::vector<uint64_t>> parts([&] { return std::vector<uint64_t>(static_cast<size_t>(classes)); });
  // The highest two cards divide the work.
  const int size = static_cast<int>(single.size());
  tbb::parallel_for(0, size * size, [&](int number) {
    const int first = number / size;
    const int second = number % size;
    if (second >= first) return;
    std::vector<uint64_t>& counts = parts.local();
    const auto count = [&](Held held) { ++counts[static_cast<size_t>(rank(held))]; };
    complete(single[static_cast<size_t>(first)] + single[static_cast<size_t>(second)], card_count - 2, second, single,
             count);
  });
  std::vector<uint64_t> sums(static_cast<size_t>(classes));
  parts.combine_each([&](const std::vector<uint64_t>& part) {
    for (size_t index = 0; index < sums.size(); ++index) sums[index] += part[index];
  });
  return sums;
}

}  // namespace

std::vector<uint64_t> reading_counts(Ranking ranking, int card_count, CardSet deck) {
  CHECK(card_count >= 3 && card_count <= 7);
  if (cards::ranked_by_suit(ranking)) {
    CHECK(card_count == 7 && deck == CardSet::full_deck());
    return suit_reading_counts(ranking);
  }
  if (ranking == Ranking::five_card) {
    std::vector<HandSum> single;
    for (const Card card : deck) single.emplace_back(card);
    return count_all(single, card_count, class_count(ranking), [](HandSum held) { return rank_five(held).value(); });
  }
  std::vector<PlainSum> single;
  for (const Card card : deck) single.push_back({CardSet{card}});
  return count_all(single, card_count, class_count(ranking),
                   [ranking](PlainSum held) { return rank_hand(ranking, held.cards).value(); });
}

}  // namespace cardroom::odds
