// What a round came to: every wager, in the order in which the dealer reconciles them, with its reason.
#pragma once

#include <vector>

#include "games/round.h"

namespace cardroom::games {

// A wager of a position, or a pay that it receives without a stake (a bonus award, envy).
struct SettlementLine {
  enum class Kind : uint8_t { wager, envy, returned /* the deal was void */ };
  Kind kind = Kind::wager;
  int position = 0;
  int wager = no_wager;
  Cents stake = {};
  Outcome outcome = {};
  int from_position = 0;  // envy: whose hand it is for

  // What the position gains or loses by this line at the table. A claim costs the wager, which is taken as for any
  // progressive win; its award comes when it is confirmed.
  Cents net() const { return outcome.paid - (outcome.stake_returned ? Cents(0) : stake); }
};

struct Settlement {
  std::vector<Miscount> miscounts;    // not empty: the deal is void and every wager is returned
  std::vector<SettlementLine> lines;  // positions from the dealer's right; wagers in the order of reconciling
  std::vector<Hand> hands;            // by index of round.positions; empty where the deal is void

  bool voided() const { return !miscounts.empty(); }
  Cents net(int position) const;
};

// Settles a round whose wagers and choices are valid.
Settlement settle(const Table& table, const Round& round);

// The fast path of simulations: the outcomes of one position, no words, no lists. `highest` is the table's highest hand
// by the reading that asks for it, found once a round with highest_at_table().
Hand read_hand(const Table& table, const Round& round, const Position& position, HandRank highest);
HandRank highest_at_table(const Table& table, const Round& round);

// Every envy pay of a round for the progressive wager, given the outcomes of its positions: visit(winner, other, paid),
// both as indexes of round.positions, from the dealer's right.
template <class OutcomesByPosition, class Visit>
void for_each_envy(const Table& table, const Round& round, const OutcomesByPosition& outcomes, int wager,
                   Visit&& visit) {
  const auto at = static_cast<size_t>(wager);
  for (size_t winner = round.positions.size(); winner-- > 0;) {
    const int row = outcomes[winner][at].row;
    const Cents envy = row < 0 ? Cents(0) : table.pays(wager)->row(row).envy;
    if (envy == Cents(0)) continue;
    for (size_t other = round.positions.size(); other-- > 0;) {
      const Cents stake = round.positions[other].stakes[at];
      if (other == winner || stake == Cents(0)) continue;
      visit(winner, other,
            table.envy_times_wager() ? scale(envy, stake.value(), 100, Cents(1), base::Rounding::down) : envy);
    }
  }
}

// The row of the progressive paytable that a position's cards make, or -1; whether it folded is not asked.
int classify_progressive(const Table& table, const Round& round, const Position& position);

}  // namespace cardroom::games
