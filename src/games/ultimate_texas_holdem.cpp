#include "games/ultimate_texas_holdem.h"

#include <algorithm>
#include <utility>

#include "cards/hand_sum.h"
#include "games/payment.h"
#include "games/strategy.h"

namespace cardroom::games {

namespace {

using cards::Card;
using cards::Category;
using cards::HandSum;
using cards::Suit;

enum Wager : int { ante, blind, play, trips };
enum ReadingIndex : int { player_hand, dealer_hand };
enum Decision : int { before_flop, on_flop, on_river };

// ---- Facts ----------------------------------------------------------------------------------------------------------

Facts facts() {
  return {
      .id = "ultimate-texas-holdem",
      .name = "Ultimate Texas Hold'em",
      .summary =
          "Two cards each and five in the middle; one PLAY bet, larger the earlier it is made; BLIND pays by the "
          "hand.",
      .wagers =
          {{.id = "ante", .name = "ANTE", .kind = WagerKind::regular, .reads = {player_hand, dealer_hand}},
           {.id = "blind",
            .name = "BLIND",
            .kind = WagerKind::companion,
            .base = ante,
            .reads = {player_hand, dealer_hand},
            .unequal = RefusalCode::blind_not_equal_to_ante},
           {.id = "play", .name = "PLAY", .kind = WagerKind::raise, .base = ante, .reads = {player_hand, dealer_hand}},
           {.id = "trips", .name = "TRIPS", .kind = WagerKind::bonus, .base = ante, .reads = {player_hand}}},
      .readings =
          {{.name = "the player's best five", .player = true, .community = true, .ranking = Ranking::five_card},
           {.name = "the dealer's best five", .dealer = true, .community = true, .ranking = Ranking::five_card}},
      .groups = {{"base", {blind}, "UTH-01"}, {"trips", {trips}, "UTH-T1"}},
      .reconcile_order = {play, ante, blind, trips},
      .dealer_qualifies = lowest_of(Ranking::five_card, Category::pair),
      .dealer_needs = "a pair",
      .player_reading = player_hand,
      .dealer_reading = dealer_hand,
      .raise_min_multiple = 4,
      .house = {.ante = AnteRule::mandatory, .positions = PositionsPerPlayer::one},
      .house_options = {HouseOption::positions, HouseOption::rounding, HouseOption::chip, HouseOption::order},
      .basic_strategy =
          "Before the flop: 4x with an ace, K-5, K-2 suited, Q-8, Q-6 suited, J-T, J-8 suited, a pair of threes or "
          "better; else check. After the flop: 2x with two pair or better, a hidden pair other than deuces in the "
          "hand, or four to a flush with a hidden ten or better; else check. At the end: 1x with a hidden pair or "
          "better, or when fewer than 21 unseen cards would beat you beside the five in the middle; else fold.",
  };
}

// ---- The round ------------------------------------------------------------------------------------------------------

Script script(const Table&) {
  return {
      {.kind = Step::Kind::announce, .text = "No more bets."},
      {.kind = Step::Kind::deal, .holder = Holder::player, .card_count = 2},
      {.kind = Step::Kind::deal, .holder = Holder::dealer, .card_count = 2},
      {.kind = Step::Kind::deal, .holder = Holder::community, .card_count = 5},
      {.kind = Step::Kind::decide, .text = "PLAY four or three times the ANTE, or check?"},
      {.kind = Step::Kind::reveal, .holder = Holder::community, .card_count = 3},
      {.kind = Step::Kind::decide, .text = "PLAY twice the ANTE, or check?"},
      {.kind = Step::Kind::reveal, .holder = Holder::community, .card_count = 2},
      {.kind = Step::Kind::decide, .text = "PLAY once the ANTE, or fold?"},
      {.kind = Step::Kind::reveal, .holder = Holder::dealer, .card_count = 2},
  };
}

Actions actions(const View& view, const Table&) {
  const Cents stake = (*view.stakes)[ante];
  if ((*view.stakes)[play] > Cents(0)) return {};
  const auto bet = [&](int least, int most, RefusalCode refusal) {
    return Action{.kind = ActionKind::bet,
                  .wager = play,
                  .min = least * stake,
                  .max = most * stake,
                  .refusal = refusal,
                  .step = stake};
  };
  switch (view.decision) {
    case before_flop: return {{.kind = ActionKind::check}, bet(3, 4, RefusalCode::play_not_three_or_four_times)};
    case on_flop: return {{.kind = ActionKind::check}, bet(2, 2, RefusalCode::play_not_twice_ante)};
    default: return {{.kind = ActionKind::fold}, bet(1, 1, RefusalCode::play_not_equal_to_ante)};
  }
}

// ---- Basic play -----------------------------------------------------------------------------------------------------

bool plays_before_flop(Card low, Card high) {
  if (low.rank() > high.rank()) std::swap(low, high);
  if (low.rank() == high.rank()) return low.rank() > cards::deuce;
  constexpr int five = cards::deuce + 3, six = five + 1, eight = six + 2;
  const bool suited = low.suit() == high.suit();
  switch (high.rank()) {
    case cards::ace: return true;
    case cards::king: return suited || low.rank() >= five;
    case cards::queen: return low.rank() >= (suited ? six : eight);
    case cards::jack: return low.rank() >= (suited ? eight : cards::ten);
    default: return false;
  }
}

// A pair with at least one card of the hand in it.
bool has_hidden_pair(Card one, Card other, CardSet community) {
  if (one.rank() == other.rank()) return true;
  return std::ranges::any_of(community,
                             [&](Card card) { return card.rank() == one.rank() || card.rank() == other.rank(); });
}

bool plays_on_flop(Card one, Card other, CardSet community) {
  const CardSet five = community | CardSet{one, other};
  if (rank_five(five) >= lowest_of(Ranking::five_card, Category::two_pair)) return true;
  if (has_hidden_pair(one, other, community)) return one.rank() != other.rank() || one.rank() > cards::deuce;
  return std::ranges::any_of(std::array{one, other}, [&](Card card) {
    return card.rank() >= cards::ten && std::popcount(five.ranks(card.suit())) >= 4;
  });
}

bool plays_on_river(Card one, Card other, CardSet community) {
  if (has_hidden_pair(one, other, community)) return true;
  const CardSet own = {one, other};
  const HandSum board(community);
  const HandRank hand = rank_five(board + HandSum(own));
  if (hand >= lowest_of(Ranking::five_card, Category::straight) && hand > rank_five(board)) return true;
  int beating = 0;
  for (const Card card : CardSet::full_deck() - own - community) beating += rank_five(board + HandSum(card)) > hand;
  return beating < 21;
}

Choice basic(const View& view, const Table& table, const Actions& actions) {
  const auto first = view.own.begin();
  const Card one = *first, other = *std::next(first);
  switch (view.decision) {
    case before_flop:
      return plays_before_flop(one, other) ? bet_most(actions, table) : Choice{.kind = ActionKind::check};
    case on_flop:
      return plays_on_flop(one, other, view.community) ? bet_most(actions, table) : Choice{.kind = ActionKind::check};
    default: return plays_on_river(one, other, view.community) ? bet_most(actions, table) : fold();
  }
}

// ---- Payment --------------------------------------------------------------------------------------------------------

void settle(const Hand& hand, const Table& table, Outcomes& out) {
  const HandRank player = hand.reading(player_hand);
  const HandRank dealer = hand.reading(dealer_hand);
  if (hand.folded) {
    out[ante] = loses(Reason::folded);
    out[blind] = loses(Reason::folded);
  } else {
    // An unqualified dealer gives the ANTE back; the other wagers are in action all the same.
    out[play] = showdown(hand.stake(play), player, dealer, Tie::pushes);
    out[ante] = dealer < table.game().facts.dealer_qualifies ? pushes(Reason::dealer_does_not_qualify)
                                                             : showdown(hand.stake(ante), player, dealer, Tie::pushes);
    out[blind] = blind_by_paytable(table, blind, hand.stake(blind), player, dealer);
  }
  // On the player's seven cards alone; a fold does not lose it.
  if (hand.bet(trips)) out[trips] = by_paytable(table, trips, hand.stake(trips), player);
}

}  // namespace

const Game& ultimate_texas_holdem() {
  static const Game game{facts(), script, actions, basic, settle};
  return game;
}

}  // namespace cardroom::games
