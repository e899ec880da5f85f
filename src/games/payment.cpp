#include "games/payment.h"

namespace cardroom::games {

Outcome by_paytable(const Table& table, int wager, Cents stake, HandRank rank, int hands_dealt, Reason hit,
                    Reason miss) {
  const WagerPays& pays = *table.pays(wager);
  const int row = pays.row_of(rank);
  const bool award = table.game().wager(wager).kind == WagerKind::award;
  if (row < 0) return award ? Outcome{} : loses(miss);
  const Pay& pay = pays.pay(row, hands_dealt);
  Outcome outcome{.result = Result::won, .reason = hit, .row = static_cast<int8_t>(row)};
  if (pay.kind == Pay::Kind::of_meter) {
    outcome.result = Result::claimed;
    return outcome;
  }
  if (pay.kind == Pay::Kind::push) {
    outcome.result = Result::pushed;
    outcome.reason = Reason::hand_pushes;
    outcome.stake_returned = true;
    return outcome;
  }
  outcome.stake_returned = pay.kind == Pay::Kind::to_one && !award;
  outcome.paid = scale(stake, pay.numerator, pay.denominator, table.house().chip, table.house().rounding);
  return outcome;
}

Outcome blind_by_paytable(const Table& table, int wager, Cents stake, HandRank player, HandRank dealer) {
  if (player <= dealer) return showdown(stake, player, dealer, Tie::pushes);
  if (table.pays(wager)->row_of(player) < 0) return pushes(Reason::win_below_paytable);
  return by_paytable(table, wager, stake, player);
}

Outcome by_hand_unless_forfeited(const Hand& hand, const Table& table, int wager, int reading) {
  if (hand.folded && table.house().folded_bonus == FoldedBonus::loses) return loses(Reason::forfeited_by_fold);
  return by_paytable(table, wager, hand.stake(wager), hand.reading(reading));
}

Outcome by_beaten_hand(const Hand& hand, const Table& table, int wager, HandRank player, HandRank dealer) {
  if (hand.folded) return loses(Reason::forfeited_by_fold);
  if (player == dealer) return loses(Reason::tie_beats_nobody);
  return player < dealer ? by_paytable(table, wager, hand.stake(wager), player, 0, Reason::player_hand_beaten,
                                       Reason::no_good_hand_beaten)
                         : by_paytable(table, wager, hand.stake(wager), dealer, 0, Reason::dealer_hand_beaten,
                                       Reason::no_good_hand_beaten);
}

Outcome by_progressive(const Hand& hand, const Table& table, int wager) {
  if (hand.folded && table.house().folded_progressive == FoldedProgressive::loses) {
    return loses(Reason::forfeited_by_fold);
  }
  return by_paytable(table, wager, hand.stake(wager), hand.reading(table.progressive_reading()));
}

}  // namespace cardroom::games
