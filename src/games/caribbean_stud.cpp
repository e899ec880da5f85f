#include "games/caribbean_stud.h"

#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

using cards::Category;

enum Wager : int { ante, raise, cover_all, progressive };
enum ReadingIndex : int { player_hand, dealer_hand, highest_hand };

// ---- Facts ----------------------------------------------------------------------------------------------------------

Facts facts() {
  return {
      .id = "caribbean-stud",
      .name = "Caribbean Stud Poker",
      .summary =
          "Five cards against the dealer's five, one of them up; RAISE pays by the hand, COVER ALL by the table's "
          "best.",
      .wagers = {{.id = "ante", .name = "ANTE", .kind = WagerKind::regular, .reads = {player_hand, dealer_hand}},
                 {.id = "raise",
                  .name = "RAISE",
                  .kind = WagerKind::raise,
                  .base = ante,
                  .reads = {player_hand, dealer_hand}},
                 {.id = "cover-all",
                  .name = "COVER ALL",
                  .kind = WagerKind::bonus,
                  .base = ante,
                  .reads = {highest_hand},
                  .after_all_hands = true},
                 {.id = "progressive", .name = "PROGRESSIVE", .kind = WagerKind::progressive, .reads = {player_hand}}},
      .readings = {{.name = "the player's hand", .player = true, .ranking = Ranking::five_card},
                   {.name = "the dealer's hand", .dealer = true, .ranking = Ranking::five_card},
                   {.name = "the highest hand at the table", .highest_at_table = true, .ranking = Ranking::five_card}},
      .groups = {{"base", {raise}, "CSP-01"},
                 {"cover-all", {cover_all}, "COVER-ALL"},
                 {"progressive", {progressive}, "LINK-01"}},
      .reconcile_order = {ante, raise, progressive, cover_all},
      .dealer_qualifies = rank_of(Ranking::five_card, Category::high_card, "AK432"),
      .dealer_needs = "ace-king high",
      .player_reading = player_hand,
      .dealer_reading = dealer_hand,
      .raise_min_multiple = 2,
      .house = {.ante = AnteRule::mandatory, .positions = PositionsPerPlayer::one},
      .house_options = {HouseOption::folded_progressive, HouseOption::positions, HouseOption::rounding,
                        HouseOption::chip, HouseOption::order},
      .basic_strategy = "Raise with A-K-J-8-3 or better, fold the rest (the dealer's up-card is ignored).",
  };
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script(const Table&) {
  return {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 5},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 4},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 1, .face = Face::up},
      {.kind = Step::Kind::decide, .text = "RAISE twice the ANTE, or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::dealer, .card_count = 5},
  };
}

Actions actions(const View& view, const Table&) {
  const Cents amount = 2 * (*view.stakes)[ante];
  return {{.kind = ActionKind::fold},
          {.kind = ActionKind::bet,
           .wager = raise,
           .min = amount,
           .max = amount,
           .refusal = RefusalCode::raise_not_twice_ante}};
}

Choice basic(const View& view, const Table&, const Actions& actions) {
  static const HandRank threshold = rank_of(Ranking::five_card, Category::high_card, "AKJ83");
  return rank_five(view.own) >= threshold ? bet_least(actions) : fold();
}

// ---- Payment --------------------------------------------------------------------------------------------------------

void settle(const Hand& hand, const Table& table, Outcomes& out) {
  const HandRank player = hand.reading(player_hand);
  const HandRank dealer = hand.reading(dealer_hand);
  if (hand.folded) {
    out[ante] = loses(Reason::folded);
  } else if (dealer < table.game().facts.dealer_qualifies) {
    out[ante] = wins_even(hand.stake(ante), Reason::dealer_does_not_qualify);
    out[raise] = pushes(Reason::dealer_does_not_qualify);
  } else {
    out[ante] = showdown(hand.stake(ante), player, dealer, Tie::pushes);
    out[raise] = player > dealer ? by_paytable(table, raise, hand.stake(raise), player)
                                 : showdown(hand.stake(raise), player, dealer, Tie::pushes);
  }
  // Every hand dealt counts, folded ones too, and a fold does not lose the wager.
  if (hand.bet(cover_all)) {
    out[cover_all] = by_paytable(table, cover_all, hand.stake(cover_all), hand.reading(highest_hand), hand.hands_dealt,
                                 Reason::highest_hand_pays, Reason::highest_hand_below_paytable);
  }
  if (hand.bet(progressive)) out[progressive] = by_progressive(hand, table, progressive);
}

}  // namespace

const Game& caribbean_stud() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

}  // namespace cardroom::games
