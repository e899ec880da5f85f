#include "games/crazy_4_poker.h"

#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

using cards::Category;

enum Wager : int { ante, super_bonus, play, queens_up, bad_beat_bonus, progressive };
enum ReadingIndex : int { player_hand, dealer_hand, progressive_five };

HandRank pair_of_aces() {
  static const HandRank rank = rank_of(Ranking::four_card, Category::pair, "AA32");
  return rank;
}

// ---- Facts ----------------------------------------------------------------------------------------------------------

Facts facts() {
  return {
      .id = "crazy-4-poker",
      .name = "Crazy 4 Poker",
      .summary = "Best four of five on both sides, SUPER BONUS beside every ANTE, and a 3x PLAY with aces or better.",
      .wagers =
          {{.id = "ante", .name = "ANTE", .kind = WagerKind::regular, .reads = {player_hand, dealer_hand}},
           {.id = "super-bonus",
            .name = "SUPER BONUS",
            .kind = WagerKind::companion,
            .base = ante,
            .reads = {player_hand, dealer_hand},
            .unequal = RefusalCode::super_bonus_not_equal_to_ante},
           {.id = "play", .name = "PLAY", .kind = WagerKind::raise, .base = ante, .reads = {player_hand, dealer_hand}},
           {.id = "queens-up", .name = "QUEENS UP", .kind = WagerKind::bonus, .base = ante, .reads = {player_hand}},
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
      .groups = {{"base", {super_bonus, queens_up}, "C4P-09"},
                 {"bad-beat-bonus", {bad_beat_bonus}, "C4P-BBB-01"},
                 {"progressive", {progressive}, "PROG-4C-1"}},
      .reconcile_order = {play, ante, queens_up, super_bonus, bad_beat_bonus, progressive},
      .dealer_qualifies = rank_of(Ranking::four_card, Category::high_card, "K432"),
      .dealer_needs = "king high",
      .player_reading = player_hand,
      .dealer_reading = dealer_hand,
      .folds_collected_at_once = true,
      .house = {.ante = AnteRule::mandatory, .folded_bonus = FoldedBonus::keeps, .positions = PositionsPerPlayer::one},
      .house_options = {HouseOption::folded_bonus, HouseOption::folded_progressive, HouseOption::positions,
                        HouseOption::rounding, HouseOption::chip, HouseOption::order},
      .basic_strategy = "Bet 3x with a pair of aces or better, 1x with K-Q-8-4 or better, fold the rest.",
  };
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script(const Table&) {
  return {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 5},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 5},
      {.kind = Step::Kind::decide, .text = "PLAY (up to three times the ANTE with a pair of aces or better), or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::dealer, .card_count = 5},
  };
}

Actions actions(const View& view, const Table& table) {
  const Cents stake = (*view.stakes)[ante];
  const bool aces = rank_four(view.own) >= pair_of_aces();
  return {{.kind = ActionKind::fold},
          {.kind = ActionKind::bet,
           .wager = play,
           .min = stake,
           .max = aces ? std::max(stake, std::min(3 * stake, table.limits().max)) : stake,
           .refusal = aces ? RefusalCode::play_outside_one_to_three_times : RefusalCode::play_above_1x_without_aces}};
}

Choice basic(const View& view, const Table& table, const Actions& actions) {
  static const HandRank threshold = rank_of(Ranking::four_card, Category::high_card, "KQ84");
  const HandRank hand = rank_four(view.own);
  if (hand >= pair_of_aces()) return bet_most(actions, table);
  return hand >= threshold ? bet_least(actions) : fold();
}

// ---- Payment --------------------------------------------------------------------------------------------------------

// Paid for a straight or better whatever the dealer holds; below, the wager stays unless the dealer's hand is better.
Outcome settle_super_bonus(const Hand& hand, const Table& table, HandRank player, HandRank dealer) {
  if (hand.folded) return loses(Reason::folded);
  if (table.pays(super_bonus)->row_of(player) >= 0) {
    return by_paytable(table, super_bonus, hand.stake(super_bonus), player);
  }
  return player >= dealer ? pushes(Reason::bonus_not_beaten) : loses(Reason::bonus_beaten);
}

void settle(const Hand& hand, const Table& table, Outcomes& out) {
  const HandRank player = hand.reading(player_hand);
  const HandRank dealer = hand.reading(dealer_hand);
  if (hand.folded) {
    out[ante] = loses(Reason::folded);
  } else if (dealer < table.game().facts.dealer_qualifies) {
    out[play] = wins_even(hand.stake(play), Reason::dealer_does_not_qualify);
    out[ante] = pushes(Reason::dealer_does_not_qualify);
  } else {
    out[play] = showdown(hand.stake(play), player, dealer, Tie::pushes);
    out[ante] = showdown(hand.stake(ante), player, dealer, Tie::pushes);
  }
  out[super_bonus] = settle_super_bonus(hand, table, player, dealer);
  if (hand.bet(queens_up)) out[queens_up] = by_hand_unless_forfeited(hand, table, queens_up, player_hand);
  if (hand.bet(bad_beat_bonus)) out[bad_beat_bonus] = by_beaten_hand(hand, table, bad_beat_bonus, player, dealer);
  if (hand.bet(progressive)) out[progressive] = by_progressive(hand, table, progressive);
}

}  // namespace

const Game& crazy_4_poker() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

}  // namespace cardroom::games
