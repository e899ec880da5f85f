// Best play of a base game under any pays, from counts that were made once: the pays are applied to whole ranges of
// ranks, and only hands near a change of decision are looked at one by one. Exactly what play_all finds, in a fraction
// of a millisecond.
//
// It rests on three things that tests prove of every game: what a player may do depends on his cards only through their
// rank, and not on the pays; between the cuts of the dealer's scale no outcome changes; and no outcome changes either
// between two player's ranks in the same rows of the paytables, on the same side of every border.
#pragma once

#include <vector>

#include "odds/base_game.h"
#include "odds/showdown_tree.h"

namespace cardroom::odds {

class BestPlay {
 public:
  // Refers to the counts.
  explicit BestPlay(const ShowdownCounts& counts) : tree_(counts) {}

  const ShowdownCounts& counts() const { return tree_.counts(); }

  enum class Decisions : uint8_t {
    best,        // the highest expectation; a tie goes to the smaller wager
    never_fold,  // the least bet that is allowed
  };
  // Plays every deal with these stakes, as play_all does. A cell stands for all player's ranks with the same outcomes;
  // folded slots and values are not kept. Remembers where the choices change: one thread at a time.
  Play play(const Table& table, const std::vector<std::pair<int, int>>& units, Decisions decisions = Decisions::best);

 private:
  struct Menus {
    games::HouseRules house;
    std::vector<std::pair<int, int>> units;
    std::vector<int> borders;  // the ranks from which on other choices are offered
  };
  const std::vector<int>& menu_borders(const Play& play, const std::vector<std::pair<int, int>>& units);
  std::vector<int> segment_starts(const Play& play, const std::vector<int>& menu_borders) const;
  void play_segment(size_t first, size_t last, Decisions decisions, Play& play) const;
  std::vector<Choice> choices_at(size_t place, const Play& play) const;

  ShowdownTree tree_;
  std::vector<Menus> menus_;
};

}  // namespace cardroom::odds
