// A cheap guess of what the choices before the flop are worth when cards are seen (exposed_board.h), from ranks alone.
//
// Without flushes a board is its ranks, and all boards with the cards of one opening are counted in milliseconds: once
// with the whole deck, and once with a card of each rank away. The differences are what a seen card of that rank does;
// those of several are added up, and to them the exact value with nothing seen. What suits and pairs among the seen
// cards do besides is the same for most hands, and is put right by rules of thumb. The guess is good to two hundredths
// of a wager. It only has to be the same every time: what is measured beside it is how far the exact values are from
// it.
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <vector>

#include "cards/card.h"
#include "odds/board_pays.h"
#include "odds/progress.h"
#include "odds/shared_board.h"

namespace cardroom::odds {

class OpeningGuess {
 public:
  static constexpr size_t choices_max = 4;
  static constexpr int64_t per_wager = 1'000'000;
  // By choice, in millionths of the initial wager.
  using Values = boost::container::static_vector<int64_t, choices_max>;

  // Takes some seconds, on all cores.
  OpeningGuess(const BoardPlay& play, const BoardPays& pays, Progress* progress = nullptr);

  Values values(cards::CardSet own, cards::CardSet seen) const;

 private:
  struct Opening {
    Values unseen;                               // with nothing seen: exact
    std::array<Values, cards::rank_count> away;  // what one seen card of a rank adds
  };
  int64_t by_suits_and_pairs(cards::CardSet own, cards::CardSet seen) const;

  std::vector<Opening> openings_;  // by class of the player's two cards
  Values shares_;                  // by choice: what it bets, in millionths of the most that can be bet
};

}  // namespace cardroom::odds
