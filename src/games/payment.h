// Outcomes that many wagers share: the building blocks of the games' settle functions.
#pragma once

#include "games/table.h"

namespace cardroom::games {

inline Outcome wins_even(Cents stake, Reason reason) {
  return {.result = Result::won, .reason = reason, .stake_returned = true, .paid = stake};
}
inline Outcome loses(Reason reason) {
  return {.result = Result::lost, .reason = reason};
}
inline Outcome pushes(Reason reason) {
  return {.result = Result::pushed, .reason = reason, .stake_returned = true};
}

// The player's hand against the dealer's, at even money.
enum class Tie : uint8_t { pushes, player_wins };
inline Outcome showdown(Cents stake, HandRank player, HandRank dealer, Tie tie) {
  if (player > dealer) return wins_even(stake, Reason::player_beats_dealer);
  if (player < dealer) return loses(Reason::dealer_beats_player);
  return tie == Tie::pushes ? pushes(Reason::tie) : wins_even(stake, Reason::tie_won_by_player);
}

// By the wager's paytable: what the row of `rank` pays on `stake`, or that it pushes; without a row the wager is lost,
// and an award, which has no stake to lose, comes to nothing.
Outcome by_paytable(const Table& table, int wager, Cents stake, HandRank rank, int hands_dealt = 0,
                    Reason hit = Reason::hand_pays, Reason miss = Reason::hand_below_paytable);

// A BLIND: by its paytable where the hand wins; a win that has no row goes back, and so does a tie.
Outcome blind_by_paytable(const Table& table, int wager, Cents stake, HandRank player, HandRank dealer);

// An optional wager on one reading alone (PAIR PLUS, ACES UP, QUEENS UP): by its paytable, or lost with a fold where
// the house's rule for folded hands says so.
Outcome by_hand_unless_forfeited(const Hand& hand, const Table& table, int wager, int reading);

// BAD BEAT BONUS: pays by the beaten hand, the player's or the dealer's, if it is in the paytable; a tie beats nobody,
// and a folded hand wins nothing.
Outcome by_beaten_hand(const Hand& hand, const Table& table, int wager, HandRank player, HandRank dealer);

// The progressive wager by its paytable, as the house has it for folded hands.
Outcome by_progressive(const Hand& hand, const Table& table, int wager);

}  // namespace cardroom::games
