// Real deals of a table's game: cards from the keyed generator, who won which prize of the progressive.
#pragma once

#include <map>

#include "base/prng.h"
#include "games/round.h"
#include "progressive/command.h"

namespace cardroom::floor {

// A hand that the progressive pays.
struct Winner {
  int position = 0;
  std::string hand;  // its key
  bool folded = false;
};

class Deals {
 public:
  // `paytable` is a progressive's that the game has.
  Deals(const std::string& game, const std::string& paytable, uint64_t prng_key);

  // Deals to these positions; `wagers` are those that bet the progressive. Winners from the dealer's right.
  // `lucky_ppm`: how often one of them is given a paying hand by stacking the deck; for demonstrations, not for odds.
  std::vector<Winner> deal(const std::vector<int>& positions, const std::vector<progressive::Wager>& wagers,
                           int64_t lucky_ppm);

  // So many hands are dealt with these positions, the dealer's included.
  static int hands(const std::vector<int>& positions) { return static_cast<int>(positions.size()) + 1; }

  base::Prng& prng() { return prng_; }

 private:
  const std::vector<cards::Card>& cards_for_row(size_t row);
  std::vector<cards::Card> stack(const games::Round& round, size_t lucky_seat);

  games::Table table_;
  base::Prng prng_;
  int wager_ = 0;           // the progressive, among the game's
  int community_used_ = 0;  // community cards that belong to the progressive hand
  std::map<size_t, std::vector<std::vector<cards::Card>>> paying_;  // hands that were found, by row
};

}  // namespace cardroom::floor
