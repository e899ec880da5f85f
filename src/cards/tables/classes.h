// The classes of a ranking, worked out from its rules: every choice of ranks that can be held, in one suit or not,
// sorted by what it is worth.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/categories.h"

namespace cardroom::cards::tables {

// How many cards of each rank, at most four.
using RankCounts = std::array<uint8_t, rank_count>;

// Every choice of ranks of `size` cards.
std::vector<RankCounts> all_rank_counts(int size);

struct HandClass {
  int strength;  // the place of the category in category_order
  Category category;
  uint32_t ranks;  // those that decide first, four bits each, the last in the lowest bits
  constexpr auto operator<=>(const HandClass&) const = default;
};

// The class of a hand of exactly hand_size cards.
HandClass classify(Ranking ranking, const RankCounts& counts, bool suited);

class Scale {
 public:
  explicit Scale(Ranking ranking);

  Ranking ranking() const { return ranking_; }
  const std::vector<HandClass>& classes() const { return classes_; }
  uint16_t rank(const RankCounts& counts, bool suited) const;

 private:
  Ranking ranking_;
  std::vector<HandClass> classes_;
};

}  // namespace cardroom::cards::tables
