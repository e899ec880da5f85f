// How the player's hand stands against all that the dealer may hold, board by board, by the ranks of the cards
// (board_situation.h).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "cards/card.h"
#include "cards/ranking_tables.h"
#include "odds/board_pays.h"

namespace cardroom::odds {

// By rank, how many of the cards that are still to come to the board.
using RankTaken = std::array<uint8_t, cards::rank_count>;

// Every choice of `count` ranks out of the unseen cards, as long as the cards last.
std::vector<RankTaken> ranks_to_come(cards::CardSet unseen, int count);

// All boards whose cards to come have given ranks, and the dealer's hands beside them.
class BoardRankCounts {
 public:
  // `border`: the rank below which the dealer does not qualify.
  BoardRankCounts(cards::CardSet own, cards::CardSet community, cards::CardSet unseen, int border);

  // The boards of these ranks follow.
  void begin(const RankTaken& taken);

  // The player's rank and counts on a board without three cards of a suit: the same for all of them.
  int plain_rank() const { return plain_rank_; }
  const BoardCounts& plain_counts() const { return plain_; }

  // On a board with three cards of a suit or more: `suited` are the ranks of that suit on the board.
  int suited_rank(cards::Suit suit, uint32_t suited) const;
  BoardCounts suited_counts(cards::Suit suit, uint32_t suited, int player_rank) const;

 private:
  // Adds the dealer's hands without a flush, out of so many cards of each rank.
  template <class Left>
  void count_mixed(const Left& left, int player_rank, BoardCounts& counts) const;
  void add(int dealer_rank, uint32_t times, int player_rank, BoardCounts& counts) const;

  cards::CardSet own_, community_, unseen_;
  int border_;
  std::array<uint8_t, cards::rank_count> unseen_of_rank_{};
  std::array<uint64_t, cards::rank_count> rank_sum_{};  // what a card of the rank adds to a sum of ranks
  uint64_t community_sum_ = 0;
  uint64_t own_sum_ = 0;

  std::array<uint8_t, cards::rank_count> left_{};  // of each rank, once the board is dealt
  uint32_t left_cards_ = 0;
  // By the ranks of the dealer's two cards, the rank of his hand where it is no flush.
  std::array<std::array<uint16_t, cards::rank_count>, cards::rank_count> dealer_rank_{};
  int plain_rank_ = 0;
  BoardCounts plain_;
};

}  // namespace cardroom::odds
