#include "games/mississippi_stud.h"

#include <algorithm>

#include "games/hand_shape.h"
#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

enum Wager : int { ante, third_street, fourth_street, fifth_street, three_card_bonus };
enum ReadingIndex : int { five_cards, community_three };

// ---- Facts ----------------------------------------------------------------------------------------------------------

WagerFact street(std::string_view id, std::string_view name) {
  return {.id = id, .name = name, .kind = WagerKind::raise, .base = ante, .reads = {five_cards}, .pays_like = ante};
}

Facts facts() {
  return {
      .id = "mississippi-stud",
      .name = "Mississippi Stud",
      .summary =
          "Two cards and three community cards; before each one is turned, bet one to three times the ANTE or fold.",
      .wagers = {{.id = "ante", .name = "ANTE", .kind = WagerKind::regular, .reads = {five_cards}},
                 street("3rd-street", "3RD STREET"),
                 street("4th-street", "4TH STREET"),
                 street("5th-street", "5TH STREET"),
                 {.id = "3-card-bonus",
                  .name = "3 CARD BONUS",
                  .kind = WagerKind::bonus,
                  .base = ante,
                  .reads = {community_three}}},
      .readings = {{.name = "the player's and the community cards",
                    .player = true,
                    .community = true,
                    .ranking = Ranking::five_card},
                   {.name = "the community cards", .community = true, .ranking = Ranking::three_card}},
      .groups = {{"base", {ante}, "MS-01"}, {"3-card-bonus", {three_card_bonus}, "3CB-01"}},
      .reconcile_order = {ante, third_street, fourth_street, fifth_street, three_card_bonus},
      .player_reading = five_cards,
      .house = {.ante = AnteRule::mandatory, .positions = PositionsPerPlayer::one},
      .house_options = {HouseOption::positions, HouseOption::rounding, HouseOption::chip, HouseOption::order},
      .basic_strategy =
          "Count 2 for a jack or better, 1 for a six to ten. 3RD STREET: 3x with a pair, 1x with 2 points or 6-5 "
          "suited. "
          "4TH STREET: 3x with a pair of sixes or better, or three suited cards that are all tens or better, or in a "
          "row "
          "from 5-6-7 up, or within four ranks with one jack or better, or within five with two; 1x with any other "
          "three "
          "suited cards, any pair, 3 points, three in a row from 4-5-6 up, or within four ranks with two sixes to "
          "tens. "
          "5TH STREET: 3x with a pair of sixes or better, four suited cards, or four in a row from 5-6-7-8 to "
          "10-J-Q-K; "
          "1x with any pair, 4 points, any other four to a straight, or three sixes to tens after a 3x bet. Fold the "
          "rest.",
  };
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script(const Table&) {
  return {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 2},
      {.kind = Step::Kind::deal, .holder = Holder::community, .card_count = 3},
      {.kind = Step::Kind::decide, .text = "3RD STREET: one, two or three times the ANTE, or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::community, .card_count = 1},
      {.kind = Step::Kind::decide, .text = "4TH STREET: one, two or three times the ANTE, or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::community, .card_count = 1},
      {.kind = Step::Kind::decide, .text = "5TH STREET: one, two or three times the ANTE, or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::community, .card_count = 1},
  };
}

Actions actions(const View& view, const Table& table) {
  const Cents stake = (*view.stakes)[ante];
  const int64_t times = std::clamp<int64_t>(table.limits().max.value() / stake.value(), 1, 3);
  return {{.kind = ActionKind::fold},
          {.kind = ActionKind::bet,
           .wager = third_street + view.decision,
           .min = stake,
           .max = stake * times,
           .refusal = RefusalCode::street_not_one_to_three_times_ante,
           .step = stake}};
}

constexpr int four = 2, five = 3, six = 4;  // as ranks

int points(const HandShape& shape) {
  return shape.count_from(six) + shape.count_from(cards::jack);
}

int bet_on_three(const HandShape& shape) {
  const int high = shape.count_from(cards::jack);
  const int middling = shape.count_from(six) - high;
  if (shape.pays_from(six)) return 3;
  if (shape.suited) {
    const bool three = shape.count_from(cards::ten) == 3 || (shape.span() == 2 && shape.lowest() >= five) ||
                       (shape.span() == 3 && high >= 1) || (shape.span() == 4 && high >= 2);
    return three ? 3 : 1;
  }
  const bool one = shape.paired() || points(shape) >= 3 || (shape.span() == 2 && shape.lowest() >= four) ||
                   (shape.span() == 3 && middling >= 2);
  return one ? 1 : 0;
}

int bet_on_four(const HandShape& shape, bool bet_three_before) {
  const int middling = shape.count_from(six) - shape.count_from(cards::jack);
  if (shape.pays_from(six) || shape.suited) return 3;
  const bool open = shape.span() == 3 && shape.lowest() >= five && shape.highest() <= cards::king;
  if (open && !shape.paired()) return 3;
  const bool one =
      shape.paired() || points(shape) >= 4 || shape.four_to_straight() || (middling >= 3 && bet_three_before);
  return one ? 1 : 0;
}

int basic_multiple(const View& view) {
  const CardSet cards = view.own | view.community;
  const HandShape shape = shape_of_hand(cards);
  const Stakes& stakes = *view.stakes;
  if (view.decision == 0) {
    if (shape.paired()) return 3;
    const bool six_five = shape.suited && shape.lowest() == five && shape.highest() == six;
    return points(shape) >= 2 || six_five ? 1 : 0;
  }
  if (view.decision == 1) return bet_on_three(shape);
  return bet_on_four(shape, std::max(stakes[third_street], stakes[fourth_street]) >= 3 * stakes[ante]);
}

Choice basic(const View& view, const Table&, const Actions& actions) {
  const int multiple = basic_multiple(view);
  if (multiple == 0) return fold();
  const Action& bet = actions.back();
  return {.kind = ActionKind::bet, .wager = bet.wager, .amount = std::min(bet.max, bet.min * multiple)};
}

// ---- Payment --------------------------------------------------------------------------------------------------------

void settle(const Hand& hand, const Table& table, Outcomes& out) {
  for (const Wager bet : {ante, third_street, fourth_street, fifth_street}) {
    if (!hand.bet(bet)) continue;
    out[bet] = hand.folded ? loses(Reason::folded) : by_paytable(table, bet, hand.stake(bet), hand.reading(five_cards));
  }
  if (hand.bet(three_card_bonus)) {
    out[three_card_bonus] =
        by_paytable(table, three_card_bonus, hand.stake(three_card_bonus), hand.reading(community_three));
  }
}

}  // namespace

const Game& mississippi_stud() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

}  // namespace cardroom::games
