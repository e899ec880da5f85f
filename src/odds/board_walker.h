// The two walks of shared_board.h over all boards: the first makes the decisions, the second adds up what they lead to.
#pragma once

#include <tbb/spin_mutex.h>

#include <array>
#include <vector>

#include "odds/board_flops.h"
#include "odds/board_holdings.h"
#include "odds/shared_board.h"

namespace cardroom::odds {

// A decision by best play where of choices worth the same the smaller wager is taken, and where the larger one is; by
// a rule the same twice.
template <class T>
struct BothTies {
  T smaller{};
  T larger{};
};

class BoardWalker {
 public:
  BoardWalker(const Play& play, const PlayOptions& options);

  void decide();
  std::vector<OpeningValue> openings() const;
  void add_cells(BoardPlay& result);
  const BoardPays& pays() const { return pays_; }

 private:
  // What the flop's bet and the river's best choice are worth on a flop, for every hand: sums over the boards.
  struct FlopSums {
    tbb::spin_mutex adding;
    std::array<int64_t, suit_square> bet{};
    std::array<int64_t, suit_square> river{};
  };
  using OpeningSums = std::array<std::vector<base::Int128>, opening_classes>;  // by choice

  BothTies<size_t> river_choices(const BoardHoldings& holdings, size_t hand, const BoardCounts& counts,
                                 const games::View& view) const;
  void sum_boards(std::vector<FlopSums>& flops, OpeningSums& openings);
  void decide_flops(std::vector<FlopSums>& flops, OpeningSums& openings);
  void decide_by_rule();
  size_t choose(int stage, const games::View& view) const;

  // What a flop adds for a hand that bets PLAY on it: of the ten flops of a board one half of a byte counts those with
  // a bet that is better, the other those with one that is no worse.
  static constexpr uint8_t better_bet = 0x01;
  static constexpr uint8_t equal_bet = 0x10;

  BoardPays pays_;
  DecisionRule rule_;
  Progress* progress_;
  Flops flops_;
  std::vector<SetClass> boards_;
  std::vector<uint8_t> bets_;  // [flop][hand]: whether PLAY is bet on the flop
  OpeningSums opening_sums_;   // for best play
  std::array<BothTies<size_t>, opening_classes> opening_choices_{};
};

inline BoardCounts counts_of(const BoardHoldings& holdings, size_t hand) {
  return {holdings.below(hand), holdings.through(hand), holdings.unqualified(hand), BoardHoldings::dealer_hands};
}

template <class Visit>
void for_each_holding(const BoardHoldings& holdings, Visit&& visit) {
  for (size_t i = 0, hand = 0; i < BoardHoldings::unseen; ++i) {
    for (size_t j = i + 1; j < BoardHoldings::unseen; ++j, ++hand) {
      visit(hand, holdings.cards()[i], holdings.cards()[j]);
    }
  }
}

}  // namespace cardroom::odds
