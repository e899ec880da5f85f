// The counts of a showdown added up, so that a choice that is the best one for many hands at once is made once for all
// of them. It knows no pays: any may be asked about.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "odds/count_boxes.h"
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

  // In every situation of the ranks at places `first` up to before `last` takes the first of the best choices.
  std::vector<Taken> take_best(size_t first, size_t last, std::span<const Worth> choices) const;

 private:
  // Some neighbouring ranks. Situations of one rank of the up-card with the same counts are one point, whatever their
  // player's rank. Points that are near each other are put into small boxes, and boxes are joined two by two, level by
  // level; so that few lie across a line where the best choice changes.
  struct Chunk {
    size_t first;  // places
    size_t last;
    std::vector<uint32_t> points;    // how often it is dealt, then its counts
    std::vector<CountBoxes> levels;  // the small boxes first, one for all last
  };
  void fill(Chunk& chunk);
  void take_chunk(const Chunk& chunk, size_t level, size_t box, std::span<const Worth> choices,
                  std::vector<Taken>& taken) const;
  void take_place(size_t place, std::span<const Worth> choices, std::vector<Taken>& taken) const;
  void take_one(uint32_t multiplicity, const uint32_t* counts, std::span<const Worth> choices,
                std::vector<Taken>& taken) const;
  const uint32_t* counts_of(size_t situation) const {
    return counts_->counts(situation / slots_, static_cast<int>(situation % slots_)).all();
  }

  const ShowdownCounts* counts_;
  size_t slots_;
  size_t columns_;  // one for each rank of the up-card
  size_t stride_;   // counts of a situation
  std::vector<int> ranks_;
  std::vector<size_t> first_player_;
  CountBoxes by_rank_;  // the situations of one rank and one rank of the up-card: for ranges that divide a chunk
  std::vector<Chunk> chunks_;
};

}  // namespace cardroom::odds
