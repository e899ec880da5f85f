#include "games/four_card_poker.h"

#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

using cards::Category;

enum Wager : int { ante, play, automatic_bonus, aces_up, bad_beat_bonus, progressive };
enum ReadingIndex : int { player_hand, dealer_hand, progressive_five };

// ---- Facts ----------------------------------------------------------------------------------------------------------

Facts facts() {
  return {
      .id = "four-card-poker",
      .name = "Four Card Poker",
      .summary =
          "Best four of five against the dealer's best four of six, with a raise of one to three times the ANTE.",
      .wagers =
          {{.id = "ante", .name = "ANTE", .kind = WagerKind::regular, .reads = {player_hand, dealer_hand}},
           {.id = "play", .name = "PLAY", .kind = WagerKind::raise, .base = ante, .reads = {player_hand, dealer_hand}},
           {.id = "automatic-bonus",
            .name = "AUTOMATIC BONUS",
            .kind = WagerKind::award,
            .base = ante,
            .reads = {player_hand}},
           {.id = "aces-up", .name = "ACES UP", .kind = WagerKind::regular, .reads = {player_hand}},
           {.id = "bad-beat-bonus",
            .name = "BAD BEAT BONUS",
            .kind = WagerKind::bonus,
            .base = ante,
            .reads = {player_hand, dealer_hand}},
           {.id = "progressive",
            .name = "PROGRESSIVE",
            .kind = WagerKind::progressive,
            .reads = {player_hand, progressive_five}}},
      .readings = {{.name = "the player's best four", .player = true, .ranking = Ranking::four_card},
                   {.name = "the dealer's best four", .dealer = true, .ranking = Ranking::four_card},
                   {.name = "the player's five cards", .player = true, .ranking = Ranking::five_card}},
      .groups = {{"base", {automatic_bonus, aces_up}, "FCP-01"},
                 {"bad-beat-bonus", {bad_beat_bonus}, "FCP-BBB-01"},
                 {"progressive", {progressive}, "PROG-4C-1"}},
      .reconcile_order = {play, ante, automatic_bonus, aces_up, bad_beat_bonus, progressive},
      .player_reading = player_hand,
      .dealer_reading = dealer_hand,
      .house = {.folded_bonus = FoldedBonus::keeps, .positions = PositionsPerPlayer::any},
      .house_options = {HouseOption::ante, HouseOption::folded_progressive, HouseOption::positions,
                        HouseOption::dealing, HouseOption::rounding, HouseOption::chip, HouseOption::order},
      .basic_strategy =
          "Bet 3x with a pair of tens or better, 1x with a pair of threes to nines, fold the rest (the dealer's "
          "up-card "
          "is ignored).",
  };
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script(const Table&) {
  return {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 5},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 5},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 1, .face = Face::up},
      {.kind = Step::Kind::decide, .text = "PLAY one to three times the ANTE, or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::dealer, .card_count = 6},
  };
}

Actions actions(const View& view, const Table& table) {
  const Cents stake = (*view.stakes)[ante];
  if (stake == Cents(0)) return {};
  return {{.kind = ActionKind::fold},
          {.kind = ActionKind::bet,
           .wager = play,
           .min = stake,
           .max = std::max(stake, std::min(3 * stake, table.limits().max)),
           .refusal = RefusalCode::play_outside_one_to_three_times}};
}

Choice basic(const View& view, const Table& table, const Actions& actions) {
  static const HandRank tens = rank_of(Ranking::four_card, Category::pair, "TT32");
  static const HandRank threes = rank_of(Ranking::four_card, Category::pair, "3342");
  const HandRank hand = rank_four(view.own);
  if (hand >= tens) return bet_most(actions, table);
  return hand >= threes ? bet_least(actions) : fold();
}

// ---- Payment --------------------------------------------------------------------------------------------------------

void settle(const Hand& hand, const Table& table, Outcomes& out) {
  const HandRank player = hand.reading(player_hand);
  const HandRank dealer = hand.reading(dealer_hand);
  if (hand.bet(ante)) {
    if (hand.folded) {
      out[ante] = loses(Reason::folded);
    } else {
      out[play] = showdown(hand.stake(play), player, dealer, Tie::player_wins);
      out[ante] = showdown(hand.stake(ante), player, dealer, Tie::player_wins);
      // Paid even when the hand loses.
      out[automatic_bonus] = by_paytable(table, automatic_bonus, hand.stake(ante), player);
    }
  }
  if (hand.bet(aces_up)) out[aces_up] = by_hand_unless_forfeited(hand, table, aces_up, player_hand);
  if (hand.bet(bad_beat_bonus)) out[bad_beat_bonus] = by_beaten_hand(hand, table, bad_beat_bonus, player, dealer);
  if (hand.bet(progressive)) out[progressive] = by_progressive(hand, table, progressive);
}

}  // namespace

const Game& four_card_poker() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

}  // namespace cardroom::games
