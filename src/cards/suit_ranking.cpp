#include "cards/suit_ranking.h"

#include <algorithm>

#include "cards/categories.h"
#include "cards/subsets.h"

namespace cardroom::cards {

namespace {

constexpr std::array<uint16_t, longest_flush_classes> flush_sets = [] {
  std::array<uint16_t, longest_flush_classes> sets{};
  for (uint32_t set = 0; set < tables::rank_sets; ++set) {
    const int size = std::popcount(set);
    if (size >= 2 && size <= 7) sets[longest_flush_ranks[set]] = static_cast<uint16_t>(set);
  }
  return sets;
}();

static_assert(longest_flush_ranks[0b11] == 0 && longest_flush_ranks[0b1'1111'1100'0000] == longest_flush_classes - 1);

}  // namespace

uint32_t flush_ranks(HandRank rank) {
  CHECK(rank.value() < longest_flush_classes);
  return flush_sets[static_cast<size_t>(rank.value())];
}

Category suit_category_of(Ranking ranking, HandRank rank) {
  CHECK(rank.value() < class_count(ranking));
  const size_t place = ranking == Ranking::longest_flush ? static_cast<size_t>(std::popcount(flush_ranks(rank))) - 2
                                                         : static_cast<size_t>(rank.value());
  return category_order(ranking)[place];
}

tables::CategoryRange suit_category_range(Ranking ranking, Category category) {
  const auto order = category_order(ranking);
  const auto found = std::ranges::find(order, category);
  if (found == order.end()) return {0, 0};
  const auto place = static_cast<uint16_t>(found - order.begin());
  if (ranking == Ranking::longest_straight_flush) return {place, static_cast<uint16_t>(place + 1)};
  const uint32_t lowest = (1U << (place + 2)) - 1;
  const uint32_t highest = lowest << (rank_count - place - 2);
  return {longest_flush_ranks[lowest], static_cast<uint16_t>(longest_flush_ranks[highest] + 1)};
}

CardSet best_of_a_suit(Ranking ranking, CardSet cards) {
  const SuitRanks& ranks = suit_ranks(ranking);
  const int best = rank_best_suit(ranks, cards).value();
  if (ranking == Ranking::longest_straight_flush && best == 0) return {};
  for (const Suit suit : {Suit::clubs, Suit::diamonds, Suit::hearts, Suit::spades}) {
    const uint32_t held = cards.ranks(suit);
    if (ranks[held] != best) continue;
    CardSet found(uint64_t{held} << (16 * static_cast<int>(suit)));
    if (ranking == Ranking::longest_flush) return found;
    CardSet run;
    for_each_subset(found, best + 2, [&](CardSet some) {
      const bool straight = ranks[some.ranks(suit)] == best;
      if (straight && (run.empty() || some.bits() < run.bits())) run = some;
    });
    return run;
  }
  CHECK(false);
}

}  // namespace cardroom::cards
