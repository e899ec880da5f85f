#include "cards/tables/classes.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace cardroom::cards::tables {
namespace {

void extend(RankCounts& counts, size_t rank, int left, std::vector<RankCounts>& found) {
  if (rank == rank_count) {
    if (left == 0) found.push_back(counts);
    return;
  }
  for (int held = 0; held <= std::min(left, suit_count); ++held) {
    counts[rank] = static_cast<uint8_t>(held);
    extend(counts, rank + 1, left - held, found);
  }
  counts[rank] = 0;
}

int size_of(const RankCounts& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0);
}

// The highest rank of the straight that the whole hand makes. The ace is also below the deuce.
std::optional<int> straight_top(const RankCounts& counts) {
  const int size = size_of(counts);
  const auto held = [&](int rank) { return counts[static_cast<size_t>(rank < 0 ? ace : rank)] == 1; };
  for (int top = ace; top >= size - 2; --top) {
    bool complete = true;
    for (int rank = top; rank > top - size; --rank) complete = complete && held(rank);
    if (complete) return top;
  }
  return std::nullopt;
}

Category category_by_counts(const RankCounts& counts) {
  const auto ranks_held = [&](int times) { return std::ranges::count(counts, times); };
  if (ranks_held(4) > 0) return Category::four_of_a_kind;
  if (ranks_held(3) > 0) return ranks_held(2) > 0 ? Category::full_house : Category::three_of_a_kind;
  if (ranks_held(2) > 1) return Category::two_pair;
  return ranks_held(2) > 0 ? Category::pair : Category::high_card;
}

}  // namespace

std::vector<RankCounts> all_rank_counts(int size) {
  std::vector<RankCounts> found;
  RankCounts counts{};
  extend(counts, 0, size, found);
  return found;
}

HandClass classify(Ranking ranking, const RankCounts& counts, bool suited) {
  const std::optional<int> top = straight_top(counts);
  Category category = category_by_counts(counts);
  if (top) category = suited ? Category::straight_flush : Category::straight;
  if (suited && !top) category = Category::flush;
  if (category == Category::straight_flush && top == ace && ranking == Ranking::five_card) {
    category = Category::royal_flush;
  }

  // More of a rank decides before fewer, and a higher rank before a lower one; in 5-4-3-2-A the ace is the lowest.
  uint32_t ranks = 0;
  const auto append = [&](size_t rank) { ranks = ranks << 4 | static_cast<uint32_t>(rank); };
  const bool ace_is_low = top && *top != ace && counts[ace] > 0;
  for (int times = suit_count; times > 0; --times) {
    for (size_t rank = rank_count; rank-- > 0;) {
      if (counts[rank] != times || (ace_is_low && rank == ace)) continue;
      for (int i = 0; i < times; ++i) append(rank);
    }
  }
  if (ace_is_low) append(ace);

  const auto order = category_order(ranking);
  const auto strength = static_cast<int>(std::ranges::find(order, category) - order.begin());
  return {.strength = strength, .category = category, .ranks = ranks};
}

Scale::Scale(Ranking ranking) : ranking_(ranking) {
  const int size = ranking == Ranking::three_card ? 3 : ranking == Ranking::four_card ? 4 : 5;
  for (const RankCounts& counts : all_rank_counts(size)) {
    classes_.push_back(classify(ranking, counts, false));
    if (std::ranges::max(counts) == 1) classes_.push_back(classify(ranking, counts, true));
  }
  std::ranges::sort(classes_);
}

uint16_t Scale::rank(const RankCounts& counts, bool suited) const {
  const auto found = std::ranges::lower_bound(classes_, classify(ranking_, counts, suited));
  return static_cast<uint16_t>(found - classes_.begin());
}

}  // namespace cardroom::cards::tables
