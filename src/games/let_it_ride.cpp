#include "games/let_it_ride.h"

#include "games/hand_shape.h"
#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

// BET $ comes first: the other two go with it, and figures are of one of the three.
enum Wager : int { bet_3, bet_1, bet_2, three_card_bonus };
enum ReadingIndex : int { five_cards, own_three };

// ---- Facts ----------------------------------------------------------------------------------------------------------

Facts facts() {
  return {
      .id = "let-it-ride",
      .name = "Let It Ride",
      .summary =
          "Three equal bets on your three cards and two in the middle; two of them may be taken back during the hand.",
      .wagers = {{.id = "bet-3", .name = "BET $", .kind = WagerKind::regular, .reads = {five_cards}},
                 {.id = "bet-1",
                  .name = "BET 1",
                  .kind = WagerKind::companion,
                  .base = bet_3,
                  .reads = {five_cards},
                  .pays_like = bet_3},
                 {.id = "bet-2",
                  .name = "BET 2",
                  .kind = WagerKind::companion,
                  .base = bet_3,
                  .reads = {five_cards},
                  .pays_like = bet_3},
                 {.id = "3-card-bonus",
                  .name = "3 CARD BONUS",
                  .kind = WagerKind::bonus,
                  .base = bet_3,
                  .reads = {own_three}}},
      .readings = {{.name = "the player's and the community cards",
                    .player = true,
                    .community = true,
                    .ranking = Ranking::five_card},
                   {.name = "the player's three cards", .player = true, .ranking = Ranking::three_card}},
      .groups = {{"base", {bet_3}, "LIR-01"}, {"3-card-bonus", {three_card_bonus}, "3CB-01"}},
      .reconcile_order = {bet_1, bet_2, bet_3, three_card_bonus},
      .player_reading = five_cards,
      .house = {.ante = AnteRule::mandatory, .positions = PositionsPerPlayer::one},
      .house_options = {HouseOption::positions, HouseOption::rounding, HouseOption::chip, HouseOption::order},
      .basic_strategy =
          "Let BET 1 ride with a pair of tens or better, or with three suited cards that are all tens or better, or in "
          "a row from 3-4-5 up, or within four ranks with one ten or better, or within five with two. Let BET 2 ride "
          "with a pair of tens or better, with four suited cards, or with four in a row from 7-8-9-10 to 10-J-Q-K. "
          "Take back the rest.",
      .check_label = "Let it ride",
      .check_words = "lets it ride",
  };
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script(const Table&) {
  return {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 3},
      {.kind = Step::Kind::deal, .holder = Holder::community, .card_count = 2},
      {.kind = Step::Kind::decide, .text = "Take BET 1 back, or let it ride?"},
      {.kind = Step::Kind::reveal, .holder = Holder::community, .card_count = 1},
      {.kind = Step::Kind::decide, .text = "Take BET 2 back, or let it ride?"},
      {.kind = Step::Kind::reveal, .holder = Holder::community, .card_count = 1},
  };
}

Actions actions(const View& view, const Table&) {
  const int wager = view.decision == 0 ? bet_1 : bet_2;
  const Cents stake = (*view.stakes)[static_cast<size_t>(wager)];
  return {{.kind = ActionKind::take_back,
           .wager = wager,
           .min = stake,
           .max = stake,
           .refusal = RefusalCode::taken_back_in_part},
          {.kind = ActionKind::check}};
}

bool rides(CardSet cards) {
  const HandShape shape = shape_of_hand(cards);
  if (shape.pays_from(cards::ten)) return true;
  const int high = shape.count_from(cards::ten);
  if (cards.size() == 4) return shape.suited || (shape.span() == 3 && high >= 1 && shape.highest() <= cards::king);
  if (!shape.suited || shape.paired()) return false;
  return high == 3 || (shape.span() == 2 && shape.lowest() > cards::deuce) || (shape.span() == 3 && high >= 1) ||
         (shape.span() == 4 && high >= 2);
}

Choice basic(const View& view, const Table&, const Actions& actions) {
  return rides(view.own | view.community) ? Choice{.kind = ActionKind::check} : stake_least(actions);
}

// ---- Payment --------------------------------------------------------------------------------------------------------

void settle(const Hand& hand, const Table& table, Outcomes& out) {
  for (const Wager bet : {bet_1, bet_2, bet_3}) {
    if (hand.bet(bet)) out[bet] = by_paytable(table, bet, hand.stake(bet), hand.reading(five_cards));
  }
  if (hand.bet(three_card_bonus)) {
    out[three_card_bonus] = by_paytable(table, three_card_bonus, hand.stake(three_card_bonus), hand.reading(own_three));
  }
}

}  // namespace

const Game& let_it_ride() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

}  // namespace cardroom::games
