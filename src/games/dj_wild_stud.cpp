#include "games/dj_wild_stud.h"

#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

using cards::Category;

enum Wager : int { ante, blind, play, trips };
enum ReadingIndex : int { player_hand, dealer_hand, player_natural_or_wild };

// ---- Facts ----------------------------------------------------------------------------------------------------------

Facts facts() {
  return {
      .id = "dj-wild-stud",
      .name = "DJ Wild Stud",
      .summary = "Five cards each, deuces and a joker wild; PLAY is twice the ANTE; BLIND pays by the hand.",
      .deck = CardSet::deck_with_joker(),
      .wagers =
          {{.id = "ante", .name = "ANTE", .kind = WagerKind::regular, .reads = {player_hand, dealer_hand}},
           {.id = "blind",
            .name = "BLIND",
            .kind = WagerKind::companion,
            .base = ante,
            .reads = {player_hand, dealer_hand},
            .unequal = RefusalCode::blind_not_equal_to_ante},
           {.id = "play", .name = "PLAY", .kind = WagerKind::raise, .base = ante, .reads = {player_hand, dealer_hand}},
           {.id = "trips", .name = "TRIPS", .kind = WagerKind::bonus, .base = ante, .reads = {player_natural_or_wild}}},
      .readings = {{.name = "the player's hand", .player = true, .ranking = Ranking::five_card_wild},
                   {.name = "the dealer's hand", .dealer = true, .ranking = Ranking::five_card_wild},
                   {.name = "the player's natural or wild hand", .player = true, .ranking = Ranking::natural_or_wild}},
      .groups = {{"base", {blind}, "DJW-01"}, {"trips", {trips}, "DJW-T1"}},
      .reconcile_order = {play, ante, blind, trips},
      .player_reading = player_hand,
      .dealer_reading = dealer_hand,
      .raise_min_multiple = 2,
      .house = {.ante = AnteRule::mandatory, .positions = PositionsPerPlayer::one},
      .house_options = {HouseOption::positions, HouseOption::rounding, HouseOption::chip, HouseOption::order},
      .basic_strategy = "Play with a pair of fours or better; fold the rest.",
  };
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script(const Table&) {
  return {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 5},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 5},
      {.kind = Step::Kind::decide, .text = "PLAY twice the ANTE, or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::dealer, .card_count = 5},
  };
}

Actions actions(const View& view, const Table&) {
  const Cents twice = 2 * (*view.stakes)[ante];
  return {{.kind = ActionKind::fold},
          {.kind = ActionKind::bet,
           .wager = play,
           .min = twice,
           .max = twice,
           .refusal = RefusalCode::play_not_twice_ante}};
}

Choice basic(const View& view, const Table& table, const Actions& actions) {
  static const HandRank threshold = rank_of(Ranking::five_card_wild, Category::pair, "44653");
  return rank_hand(Ranking::five_card_wild, view.own) >= threshold ? bet_most(actions, table) : fold();
}

// ---- Payment --------------------------------------------------------------------------------------------------------

void settle(const Hand& hand, const Table& table, Outcomes& out) {
  const HandRank player = hand.reading(player_hand);
  const HandRank dealer = hand.reading(dealer_hand);
  if (hand.folded) {
    out[ante] = loses(Reason::folded);
    out[blind] = loses(Reason::folded);
  } else {
    out[play] = showdown(hand.stake(play), player, dealer, Tie::pushes);
    out[ante] = showdown(hand.stake(ante), player, dealer, Tie::pushes);
    out[blind] = blind_by_paytable(table, blind, hand.stake(blind), player, dealer);
  }
  // On the player's own cards alone; a fold does not lose it.
  if (hand.bet(trips)) out[trips] = by_paytable(table, trips, hand.stake(trips), hand.reading(player_natural_or_wild));
}

}  // namespace

const Game& dj_wild_stud() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

}  // namespace cardroom::games
