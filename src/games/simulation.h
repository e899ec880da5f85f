// Dealing rounds from a key: the same key, table and wagers give the same rounds anywhere.
#pragma once

#include <cstdint>

#include "cards/deck.h"
#include "games/settlement.h"
#include "games/strategy.h"

namespace cardroom::games {

// Deals and plays round `index` of a run. The wagers before the deal are in `round` already; raises of an earlier round
// are taken out, and what was taken back is put back. `deck` is the game's: it is reset. Every round has a generator
// of its own, so that any one of a run can be dealt again by itself.
void deal_round(const Table& table, Round& round, Strategy strategy, uint64_t prng_key, uint64_t index,
                cards::Deck& deck);

// One wager's results over many rounds, in cents. What belongs to a wager counts with it: its raise, its companion, the
// award paid on it, the envy received with it.
struct Tally {
  int64_t count = 0;
  int64_t bet_cents = 0;    // before the deal, without companions
  int64_t total_cents = 0;  // all that was at stake
  int64_t net_cents = 0;    // what the players gained; negative where the house did
  base::Int128 net_squares = 0;
};

struct Totals {
  std::array<Tally, wagers_max> by_wager;    // by the wager that everything else belongs to
  std::array<int64_t, wagers_max> claims{};  // shares of a meter won; their amounts are not known here
  uint64_t rounds = 0;
  Cents best_net;           // the largest gain of one position in one round
  uint64_t best_round = 0;  // and in which round that was
};

// Deals rounds first … first + count − 1 of a run and adds them up.
void add_rounds(const Table& table, Round& round, Strategy strategy, uint64_t prng_key, uint64_t first, uint64_t count,
                Totals& totals);

}  // namespace cardroom::games
