// The counts of a showdown added up for neighbouring ranks, so that a choice that is the best one for many hands at
// once is made once for all of them. It knows no pays: any may be asked about.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/showdown.h"

namespace cardroom::odds {

// A *situation* is a player's class and an up-card. Its counts are those of ShowdownCounts: how many of the dealer's
// hands rank below the player's, below or equal, and below each border.
class ShowdownTree {
 public:
  // Refers to the counts.
  explicit ShowdownTree(const ShowdownCounts& counts);

  const ShowdownCounts& counts() const { return *counts_; }
  // The ranks that the player's hands have, ascending.
  const std::vector<int>& ranks() const { return ranks_; }
  // The first of the players of a rank, given by its place in `ranks`; of the place after the last: how many there are.
  size_t first_player(size_t place) const { return first_player_[place]; }

  // What a choice is worth in a situation: so much, and so much for each of its counts.
  struct Worth {
    int64_t fixed = 0;
    std::vector<int64_t> each;
  };
  // The situations in which a choice was made, each as often as the player's class is dealt, and their counts added up.
  struct Taken {
    uint64_t situations = 0;
    std::vector<uint64_t> counts;
  };
  // In every situation of the ranks at places `first` up to before `last` takes the first of the best choices.
  std::vector<Taken> take_best(size_t first, size_t last, std::span<const Worth> choices) const;

 private:
  class Query;

  // Nodes of level 0 are the situations of one rank and one rank of the up-card; each level above joins two ranges of
  // ranks. Of each node: the situations, the sums of their counts, the least and the most of each count.
  size_t node_at(size_t level, size_t index, size_t column) const {
    return (level_start_[level] + index) * columns_ + column;
  }
  void add_player(size_t place, size_t player);
  void join(size_t to, size_t from);

  const ShowdownCounts* counts_;
  size_t columns_;  // one for each rank of the up-card
  size_t stride_;   // counts of a situation
  std::vector<int> ranks_;
  std::vector<size_t> first_player_;
  std::vector<size_t> level_start_;
  std::vector<uint64_t> situations_;
  std::vector<uint64_t> sums_;
  std::vector<uint32_t> least_;
  std::vector<uint32_t> most_;
};

}  // namespace cardroom::odds
