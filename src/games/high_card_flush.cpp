#include "games/high_card_flush.h"

#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

using cards::Category;

enum Wager : int { ante, raise, flush, straight_flush };
enum ReadingIndex : int { player_hand, dealer_hand, player_straight_flush };

// ---- Facts ----------------------------------------------------------------------------------------------------------

Facts facts() {
  return {
      .id = "high-card-flush",
      .name = "High Card Flush",
      .summary = "Seven cards each, the longest flush wins (I Luv Suits); FLUSH and STRAIGHT FLUSH pay by length.",
      .wagers = {{.id = "ante", .name = "ANTE", .kind = WagerKind::regular, .reads = {player_hand, dealer_hand}},
                 {.id = "raise",
                  .name = "RAISE",
                  .kind = WagerKind::raise,
                  .base = ante,
                  .reads = {player_hand, dealer_hand}},
                 {.id = "flush", .name = "FLUSH", .kind = WagerKind::bonus, .base = ante, .reads = {player_hand}},
                 {.id = "straight-flush",
                  .name = "STRAIGHT FLUSH",
                  .kind = WagerKind::bonus,
                  .base = ante,
                  .reads = {player_straight_flush}}},
      .readings = {{.name = "the player's longest flush", .player = true, .ranking = Ranking::longest_flush},
                   {.name = "the dealer's longest flush", .dealer = true, .ranking = Ranking::longest_flush},
                   {.name = "the player's longest straight flush",
                    .player = true,
                    .ranking = Ranking::longest_straight_flush}},
      .groups = {{"flush", {flush}, "HCF-F1"}, {"straight-flush", {straight_flush}, "HCF-SF1"}},
      .reconcile_order = {ante, raise, flush, straight_flush},
      .dealer_qualifies = rank_of(Ranking::longest_flush, Category::three_card_flush, "932"),
      .dealer_needs = "a three-card flush, nine high",
      .player_reading = player_hand,
      .dealer_reading = dealer_hand,
      .house = {.ante = AnteRule::mandatory, .positions = PositionsPerPlayer::one},
      .house_options = {HouseOption::positions, HouseOption::rounding, HouseOption::chip, HouseOption::order},
      .basic_strategy =
          "Raise with a three-card flush of T-8-6 or better, the maximum with five cards or more; fold the "
          "rest.",
  };
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script(const Table&) {
  return {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 7},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 7},
      {.kind = Step::Kind::decide, .text = "RAISE (up to 2x with five of a suit, 3x with six or seven), or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::dealer, .card_count = 7},
  };
}

int most_times(HandRank hand) {
  switch (category_of(Ranking::longest_flush, hand)) {
    case Category::five_card_flush: return 2;
    case Category::six_card_flush:
    case Category::seven_card_flush: return 3;
    default: return 1;
  }
}

Actions actions(const View& view, const Table& table) {
  const Cents stake = (*view.stakes)[ante];
  const Cents most = most_times(rank_hand(Ranking::longest_flush, view.own)) * stake;
  return {{.kind = ActionKind::fold},
          {.kind = ActionKind::bet,
           .wager = raise,
           .min = stake,
           .max = std::max(stake, std::min(most, table.limits().max)),
           .refusal = RefusalCode::raise_above_flush_length}};
}

Choice basic(const View& view, const Table& table, const Actions& actions) {
  static const HandRank threshold = rank_of(Ranking::longest_flush, Category::three_card_flush, "T86");
  return rank_hand(Ranking::longest_flush, view.own) >= threshold ? bet_most(actions, table) : fold();
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
    out[raise] = showdown(hand.stake(raise), player, dealer, Tie::pushes);
  }
  // Both bonuses are on the player's own cards, and a fold does not lose them.
  if (hand.bet(flush)) out[flush] = by_paytable(table, flush, hand.stake(flush), player);
  if (hand.bet(straight_flush)) {
    out[straight_flush] =
        by_paytable(table, straight_flush, hand.stake(straight_flush), hand.reading(player_straight_flush));
  }
}

}  // namespace

const Game& high_card_flush() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

}  // namespace cardroom::games
