// A game in which player and dealer complete their hands with the same community cards, which are turned in stages
// with a decision at each, and in which one raise is bet, once (Ultimate Texas Hold'em): its choices, and what each of
// them comes to for given ranks. Both the whole game (shared_board.h) and one situation of it (board_situation.h) ask
// here.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "odds/settling.h"

namespace cardroom::odds {

// Why a game is none of this family: two cards each, three and then two community cards, a decision before the first,
// between and after them, all of them lost by a fold at the last one only. Nothing where it is one.
std::optional<std::string> not_a_shared_board(const Table& table);

// How a hand of the player's stands against all that the dealer may hold beside one board.
struct BoardCounts {
  uint32_t below = 0;        // of the dealer's hands: below the player's
  uint32_t through = 0;      // below or equal
  uint32_t unqualified = 0;  // below what he needs
  uint32_t all = 0;
};

// The decisions in the order of the script.
enum BoardStage : int { before_flop, on_flop, on_river };
inline constexpr int board_stages = 3;

class BoardPays {
 public:
  // At the table as it is, with these stakes before the first decision. Wagers whose result no choice changes may be
  // left out of the stakes: they then count for nothing.
  BoardPays(const Table& table, const Stakes& stakes);

  // The choices of a stage that has been reached, the smallest wager first: check or fold, then bets.
  const std::vector<Choice>& choices(int stage) const { return choices_[static_cast<size_t>(stage)]; }

  // The sum of the nets of all wagers, in cents, over all that the dealer may hold. The choice is one of the stage's: a
  // fold or a bet, not a check, whose worth depends on what follows.
  int64_t net(int stage, size_t choice, int player_rank, const BoardCounts& counts) const {
    const Worth& worth = worths_[static_cast<size_t>(stage)][choice][segment_of_[static_cast<size_t>(player_rank)]];
    return worth.below * counts.below + worth.through * counts.through + worth.unqualified * counts.unqualified +
           worth.all * counts.all;
  }

  // The dealer's rank from which on he qualifies; 0 where he always does.
  int border() const { return border_; }
  const Table& table() const { return table_; }
  const Stakes& stakes() const { return stakes_; }

 private:
  // What one hand of each count adds.
  struct Worth {
    int64_t below = 0;
    int64_t through = 0;
    int64_t unqualified = 0;
    int64_t all = 0;
  };
  Worth worth_of(int player_rank, const Choice& choice) const;

  Table table_;
  Stakes stakes_;
  int border_ = 0;
  std::array<std::vector<Choice>, board_stages> choices_;
  std::vector<uint8_t> segment_of_;  // by player's rank: ranks with the same outcomes are a segment
  std::array<std::vector<std::vector<Worth>>, board_stages> worths_;  // by stage, choice, segment
};

}  // namespace cardroom::odds
