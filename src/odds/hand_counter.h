// How many hands of n cards contain a given set of cards and rank below x: what every count of a dealer's possible
// hands is made of.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cards/card.h"
#include "cards/ranking.h"
#include "odds/progress.h"

namespace cardroom::odds {

using cards::CardSet;
using cards::HandRank;
using cards::Ranking;

// One class of sets of cards under renaming of suits.
struct SetClass {
  CardSet cards;  // a representative
  uint32_t multiplicity = 0;
};
// The classes of the sets of `size` cards.
std::vector<SetClass> list_classes(int size);

// Sets of `size` cards (0 to 5) numbered in colexicographic order, and the class of each.
class SetClasses {
 public:
  explicit SetClasses(int size);

  int size() const { return size_; }
  int class_count() const { return static_cast<int>(classes_.size()); }
  uint32_t class_of(uint32_t number) const { return class_of_[number]; }
  CardSet representative(int index) const { return classes_[static_cast<size_t>(index)].cards; }
  uint32_t multiplicity(int index) const { return classes_[static_cast<size_t>(index)].multiplicity; }

 private:
  int size_;
  std::vector<SetClass> classes_;
  std::vector<uint32_t> class_of_;
};

// Shared, built on first use, for sizes 0 to 5.
const SetClasses& set_classes(int size);

// Binomial coefficients for n up to 53, k up to 7.
inline constexpr auto binomials = [] {
  std::array<std::array<uint64_t, 8>, cards::deck_size_max + 1> table{};
  for (size_t n = 0; n < table.size(); ++n) {
    table[n][0] = 1;
    for (size_t k = 1; k < table[n].size() && k <= n; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();
constexpr uint64_t choose(int n, int k) {
  return k < 0 || k > n ? 0 : binomials[static_cast<size_t>(n)][static_cast<size_t>(k)];
}

// The number of a set among those of its size.
inline uint32_t set_number(CardSet set) {
  uint64_t number = 0;
  int place = 0;
  for (const cards::Card card : set) number += choose(card.index(), ++place);
  return static_cast<uint32_t>(number);
}

// How the hands of `hand_size` cards (3 to 6) that contain a set are distributed over the ranks; for sets of fewer
// cards than a hand. Summed up to a rank x this is F(x, T), the number of hands ⊇ T of rank below x.
class HandHistograms {
 public:
  HandHistograms(Ranking ranking, int hand_size, Progress* progress = nullptr);

  Ranking ranking() const { return ranking_; }
  int hand_size() const { return hand_size_; }

  // Each set of the class `index` (of set_classes) is part of `count` hands.
  struct Entry {
    uint32_t index;
    uint32_t count;
  };
  // The classes of sets of `set_size` cards that are part of hands of the rank, each once.
  std::span<const Entry> at(int set_size, int rank) const {
    const Level& level = levels_[static_cast<size_t>(set_size)];
    const auto place = static_cast<size_t>(rank);
    return std::span(level.entries).subspan(level.start[place], level.start[place + 1] - level.start[place]);
  }

 private:
  // Few classes are part of hands of one rank: only those are listed.
  struct Level {
    std::vector<uint32_t> start;  // by rank, into entries
    std::vector<Entry> entries;
  };
  Level one_card_missing(Progress* progress) const;
  Level one_card_fewer(int set_size, Progress* progress) const;

  Ranking ranking_;
  int hand_size_;
  std::vector<Level> levels_;  // by size of the set
};

}  // namespace cardroom::odds
