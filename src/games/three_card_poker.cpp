#include "games/three_card_poker.h"

#include <array>
#include <string>

#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

using cards::Category;

// Face Up has no ANTE BONUS, which is therefore last: the two games share the other numbers.
enum Wager : int { ante, play, pair_plus, six_card_bonus, progressive, ante_bonus };
enum ReadingIndex : int { player_hand, dealer_hand, six_cards, progressive_three, progressive_five };

// ---- Facts ----------------------------------------------------------------------------------------------------------

Facts face_up_facts() {
  return {
      .id = "three-card-poker-face-up",
      .name = "Three Card Poker Face Up",
      .summary = "Three Card Poker with one of the dealer's cards face up before the decision.",
      .wagers =
          {{.id = "ante", .name = "ANTE", .kind = WagerKind::regular, .reads = {player_hand, dealer_hand}},
           {.id = "play", .name = "PLAY", .kind = WagerKind::raise, .base = ante, .reads = {player_hand, dealer_hand}},
           {.id = "pair-plus", .name = "PAIR PLUS", .kind = WagerKind::regular, .reads = {player_hand}},
           {.id = "6-card-bonus", .name = "6 CARD BONUS", .kind = WagerKind::bonus, .reads = {six_cards}},
           {.id = "progressive",
            .name = "PROGRESSIVE",
            .kind = WagerKind::progressive,
            .reads = {progressive_three, progressive_five}}},
      .readings = {{.name = "the player's hand", .player = true, .ranking = Ranking::three_card},
                   {.name = "the dealer's hand", .dealer = true, .ranking = Ranking::three_card},
                   {.name = "the player's and the dealer's cards",
                    .player = true,
                    .dealer = true,
                    .ranking = Ranking::five_card},
                   {.name = "the player's hand", .player = true, .ranking = Ranking::three_card_spades},
                   {.name = "the player's cards with the community cards",
                    .player = true,
                    .community = true,
                    .ranking = Ranking::five_card}},
      .groups = {{"base", {pair_plus}, "TCP-01"},
                 {"6-card-bonus", {six_card_bonus}, "TCP-6B1"},
                 {"progressive", {progressive}, "PROG-3C-1"}},
      .reconcile_order = {play, ante, pair_plus, six_card_bonus, progressive},
      .dealer_qualifies = rank_of(Ranking::three_card, Category::high_card, "Q32"),
      .dealer_needs = "queen high",
      .player_reading = player_hand,
      .dealer_reading = dealer_hand,
      .house = {.folded_bonus = FoldedBonus::keeps, .positions = PositionsPerPlayer::two_adjacent},
      .house_options = {HouseOption::ante, HouseOption::folded_bonus, HouseOption::folded_progressive,
                        HouseOption::positions, HouseOption::rounding, HouseOption::chip, HouseOption::order},
      .basic_strategy =
          "Against an up-card of two to nine play jack high with a second card that reaches it (J-4 against a four) or "
          "better; against ten to ace play that rank with a nine (Q-9 against a queen) or better; fold the rest.",
  };
}

Facts facts() {
  Facts facts = face_up_facts();
  facts.id = "three-card-poker";
  facts.name = "Three Card Poker";
  facts.summary = "Three cards against the dealer's three, and PAIR PLUS on your own hand.";
  facts.wagers.push_back(
      {.id = "ante-bonus", .name = "ANTE BONUS", .kind = WagerKind::award, .base = ante, .reads = {player_hand}});
  facts.groups[0].wagers = {ante_bonus, pair_plus};
  facts.reconcile_order = {play, ante_bonus, ante, pair_plus, six_card_bonus, progressive};
  // Folding forfeits PAIR PLUS by the rules; it is not the house's choice.
  facts.house.folded_bonus = FoldedBonus::loses;
  std::erase(facts.house_options, HouseOption::folded_bonus);
  facts.basic_strategy = "Play Q-6-4 or better, fold the rest.";
  return facts;
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script_with(const Table& table, Face last_dealer_card) {
  Script script = {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 3},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 2},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 1, .face = last_dealer_card},
      {.kind = Step::Kind::decide, .text = "PLAY or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::dealer, .card_count = 3},
  };
  // On a five-card link two community cards complete the player's three; they serve nothing else.
  if (table.progressive_reading() == progressive_five) {
    script.push_back({.kind = Step::Kind::deal, .holder = Holder::community, .card_count = 2, .face = Face::up});
  }
  return script;
}

Script script(const Table& table) {
  return script_with(table, Face::down);
}

Script face_up_script(const Table& table) {
  return script_with(table, Face::up);
}

Actions actions(const View& view, const Table&) {
  const Cents stake = (*view.stakes)[ante];
  if (stake == Cents(0)) return {};
  return {{.kind = ActionKind::fold},
          {.kind = ActionKind::bet,
           .wager = play,
           .min = stake,
           .max = stake,
           .refusal = RefusalCode::play_not_equal_to_ante}};
}

Choice basic(const View& view, const Table&, const Actions& actions) {
  static const HandRank threshold = rank_of(Ranking::three_card, Category::high_card, "Q64");
  return rank_three(view.own) >= threshold ? bet_least(actions) : fold();
}

// The least hand that is played against each up-card.
std::array<HandRank, cards::rank_count> face_up_thresholds() {
  std::array<HandRank, cards::rank_count> thresholds;
  for (int up = cards::deuce; up <= cards::ace; ++up) {
    const std::string letters = up == cards::deuce ? std::string("J32")
                                : up < cards::ten  ? std::string{'J', cards::rank_letter(up), '2'}
                                                   : std::string{cards::rank_letter(up), '9', '2'};
    thresholds[static_cast<size_t>(up)] = rank_of(Ranking::three_card, Category::high_card, letters);
  }
  return thresholds;
}

Choice face_up_basic(const View& view, const Table&, const Actions& actions) {
  static const std::array<HandRank, cards::rank_count> thresholds = face_up_thresholds();
  const cards::Card up = *view.dealer.begin();
  return rank_three(view.own) >= thresholds[static_cast<size_t>(up.rank())] ? bet_least(actions) : fold();
}

// ---- Payment --------------------------------------------------------------------------------------------------------

// Everything but ANTE and PLAY: alike in both games.
void settle_bonuses(const Hand& hand, const Table& table, Outcomes& out) {
  if (hand.bet(pair_plus)) out[pair_plus] = by_hand_unless_forfeited(hand, table, pair_plus, player_hand);
  if (hand.bet(six_card_bonus)) {
    out[six_card_bonus] = by_paytable(table, six_card_bonus, hand.stake(six_card_bonus), hand.reading(six_cards));
  }
  if (hand.bet(progressive)) out[progressive] = by_progressive(hand, table, progressive);
}

void settle(const Hand& hand, const Table& table, Outcomes& out) {
  const HandRank player = hand.reading(player_hand);
  const HandRank dealer = hand.reading(dealer_hand);
  if (hand.bet(ante)) {
    if (hand.folded) {
      out[ante] = loses(Reason::folded);
    } else if (dealer < table.game().facts.dealer_qualifies) {
      out[play] = pushes(Reason::dealer_does_not_qualify);
      out[ante] = wins_even(hand.stake(ante), Reason::dealer_does_not_qualify);
    } else {
      out[play] = showdown(hand.stake(play), player, dealer, Tie::pushes);
      out[ante] = showdown(hand.stake(ante), player, dealer, Tie::pushes);
    }
    // Whatever the dealer holds, to a position that did not fold.
    if (!hand.folded) out[ante_bonus] = by_paytable(table, ante_bonus, hand.stake(ante), player);
  }
  settle_bonuses(hand, table, out);
}

void face_up_settle(const Hand& hand, const Table& table, Outcomes& out) {
  const HandRank player = hand.reading(player_hand);
  const HandRank dealer = hand.reading(dealer_hand);
  if (hand.bet(ante)) {
    if (hand.folded) {
      out[ante] = loses(Reason::folded);
    } else {
      // An unqualified dealer gives the ANTE back at once; PLAY is in action all the same.
      out[play] = showdown(hand.stake(play), player, dealer, Tie::pushes);
      out[ante] = dealer < table.game().facts.dealer_qualifies
                      ? pushes(Reason::dealer_does_not_qualify)
                      : showdown(hand.stake(ante), player, dealer, Tie::pushes);
    }
  }
  settle_bonuses(hand, table, out);
}

}  // namespace

const Game& three_card_poker() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

const Game& three_card_poker_face_up() {
  static const Game game{face_up_facts(), face_up_script, actions, face_up_basic, face_up_settle};
  return game;
}

}  // namespace cardroom::games
