// How many hands of n cards contain a given set of cards and rank below x: what every count of a dealer's possible
// hands is made of.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "cards/card.h"
#include "cards/ranking.h"
#include "odds/progress.h"

namespace cardroom::odds {

using cards::CardSet;
using cards::HandRank;
using cards::Ranking;

// Sets of `size` cards (0 to 5) numbered in colexicographic order, and the class of each under renaming of suits.
class SetClasses {
 public:
  explicit SetClasses(int size);

  int size() const { return size_; }
  int class_count() const { return static_cast<int>(representatives_.size()); }
  uint32_t class_of(uint32_t number) const { return class_of_[number]; }
  CardSet representative(int index) const { return representatives_[static_cast<size_t>(index)]; }
  uint32_t multiplicity(int index) const { return multiplicities_[static_cast<size_t>(index)]; }

 private:
  int size_;
  std::vector<uint32_t> class_of_;
  std::vector<CardSet> representatives_;
  std::vector<uint32_t> multiplicities_;
};

// Shared, built on first use, for sizes 0 to 5.
const SetClasses& set_classes(int size);

// Binomial coefficients for n up to 52, k up to 7.
inline constexpr auto binomials = [] {
  std::array<std::array<uint64_t, 8>, cards::deck_size + 1> table{};
  for (size_t n = 0; n < table.size(); ++n) {
    table[n][0] = 1;
    for (size_t k = 1; k < table[n].size() && k <= n; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();
constexpr uint64_t choose(int n, int k) {
  return k < 0 || k > n ? 0 : binomials[static_cast<size_t>(n)][static_cast<size_t>(k)];
}

// The number of a set given by the indexes of its cards, ascending.
uint32_t set_number(const int* card_indexes, int size);

// The histograms behind F(x, T), the number of hands ⊇ T of rank below x, for hands of `hand_size` cards (3 to 6).
class HandHistograms {
 public:
  HandHistograms(Ranking ranking, int hand_size, Progress* progress = nullptr);

  Ranking ranking() const { return ranking_; }
  int hand_size() const { return hand_size_; }

  // A walker along the scale: after seek(x), below(k, class) is F(x, T) for |T| = k < hand_size. Moves up cheaply, and
  // anywhere at the cost of a walk from the bottom. Each thread has its own.
  class Cursor {
   public:
    explicit Cursor(const HandHistograms& histograms);
    void seek(int rank);
    const uint32_t* below(int size) const { return below_[static_cast<size_t>(size)].data(); }

   private:
    void add_rank(int rank);
    const HandHistograms* histograms_;
    int rank_ = 0;
    std::vector<std::vector<uint32_t>> below_;
  };

 private:
  friend class Cursor;
  // Where hands that contain a set are few (one card missing): the classes of the sets, once for each hand, by rank.
  struct Sparse {
    std::vector<uint32_t> start;  // by rank, into classes
    std::vector<uint32_t> classes;
  };
  Ranking ranking_;
  int hand_size_;
  Sparse one_missing_;                        // |T| = hand_size − 1
  std::vector<std::vector<uint32_t>> dense_;  // by |T| ≤ hand_size − 2: [rank][class]
};

}  // namespace cardroom::odds
