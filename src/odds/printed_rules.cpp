// The rules of thumb that a document prints for two games dealt face up to three players, six other cards being seen.
#include <bit>

#include "games/hand_shape.h"
#include "odds/seen_rules.h"

namespace cardroom::odds {

namespace {

using games::HandShape;
using games::shape_of_hand;

constexpr const char* document = "Washington State Gambling Commission, 2020-06-22, report on face-up dealing";
constexpr int six = 6;
constexpr int six_rank = cards::ten - 4;

CardSet of_ranks(uint32_t ranks) {
  return CardSet(uint64_t{ranks} * 0x0001'0001'0001'0001ULL);
}
CardSet of_suit(cards::Suit suit) {
  return CardSet(uint64_t{0x1fff} << (16 * static_cast<int>(suit)));
}
cards::Suit suit_of(CardSet hand) {
  return (*hand.begin()).suit();
}

// The ten straights, the ace low and high, as ranks.
template <class Visit>
void for_each_straight(Visit&& visit) {
  visit(0x100FU);
  for (uint32_t ranks = 0x1F; ranks <= 0x1F00; ranks <<= 1) visit(ranks);
}

CardSet straight_flush_outs(CardSet hand) {
  const uint32_t ranks = hand.ranks(suit_of(hand));
  uint32_t outs = 0;
  for_each_straight([&](uint32_t straight) {
    if ((straight & ranks) == ranks) outs |= straight;
  });
  return (of_ranks(outs) & of_suit(suit_of(hand))) - hand;
}

CardSet straight_outs(CardSet hand) {
  const uint32_t ranks = shape_of_hand(hand).ranks;
  uint32_t outs = 0;
  for_each_straight([&](uint32_t straight) {
    if ((straight & ranks) == ranks) outs |= straight;
  });
  return of_ranks(outs & ~ranks);
}

CardSet rest_of_suit(CardSet hand) {
  return of_suit(suit_of(hand)) - hand;
}
CardSet rest_of_ranks(CardSet hand) {
  return of_ranks(shape_of_hand(hand).ranks) - hand;
}

int high_cards(const HandShape& shape) {
  return shape.count_from(cards::ten);
}
bool is_three_to_straight_flush(CardSet hand) {
  const HandShape shape = shape_of_hand(hand);
  return shape.suited && !shape.paired() && straight_flush_outs(hand).size() > 0;
}
bool is_four_to_flush(CardSet hand) {
  return shape_of_hand(hand).suited;
}
// Four in a row of several suits, open at both ends.
bool is_open_straight(CardSet hand, int high) {
  const HandShape shape = shape_of_hand(hand);
  return !shape.suited && shape.span() == 3 && shape.highest() <= cards::king && high_cards(shape) == high;
}

SeenRule ride_rule(std::string id, std::string words, int hand_cards, bool rides) {
  const std::string bet = hand_cards == 3 ? "take BET 1 back" : "take BET 2 back";
  return {.id = std::move(id),
          .document = document,
          .game = "let-it-ride",
          .words = std::move(words),
          .hand_cards = hand_cards,
          .seen_cards = six,
          .applies = nullptr,
          .against_basic = false,
          .marked = nullptr,
          .least = 0,
          .most = six,
          .choice = rides ? "let it ride" : bet,
          .instead = rides ? bet : "let it ride",
          .expected = Verdict::agrees};
}

SeenRule straight_rule(int high, int burnt) {
  SeenRule rule =
      ride_rule("let-it-ride-straight-" + std::to_string(high),
                "open straight with " + std::to_string(high) + (high == 1 ? " high card, " : " high cards, ") +
                    std::to_string(burnt) + " or more outs seen: take back",
                4, false);
  rule.applies = [high](CardSet hand) { return is_open_straight(hand, high); };
  rule.marked = straight_outs;
  rule.least = burnt;
  return rule;
}

// Jack high or less, or a queen with a second card of some rank; never a pair, a straight or a flush.
bool is_high_card_hand(CardSet hand) {
  const HandShape shape = shape_of_hand(hand);
  return !shape.paired() && !shape.suited && shape.span() != 2 && shape.ranks != 0x1003U;
}
int second_rank(CardSet hand) {
  const HandShape shape = shape_of_hand(hand);
  return static_cast<int>(std::bit_width(shape.ranks & ~(1U << shape.highest()))) - 1;
}
CardSet queens_or_better(CardSet hand) {
  return of_ranks(0x1C00U) - hand;
}

SeenRule three_card_rule(std::string id, std::string words, int least, int most, bool plays) {
  return {
      .id = std::move(id),
      .document = document,
      .game = "three-card-poker",
      .words = std::move(words),
      .hand_cards = 3,
      .seen_cards = six,
      .applies = [](CardSet hand) { return is_high_card_hand(hand) && shape_of_hand(hand).highest() <= cards::jack; },
      .against_basic = false,
      .marked = queens_or_better,
      .least = least,
      .most = most,
      .choice = plays ? "PLAY 1x" : "fold",
      .instead = plays ? "fold" : "PLAY 1x",
      .expected = Verdict::agrees};
}

std::vector<SeenRule> make_rules() {
  std::vector<SeenRule> rules;
  SeenRule rule =
      ride_rule("let-it-ride-outs", "three to a straight or royal flush, any out seen: take back", 3, false);
  rule.applies = is_three_to_straight_flush;
  rule.against_basic = true;
  rule.marked = straight_flush_outs;
  rule.least = 1;
  rule.expected = Verdict::differs;  // one out less leaves most of them worth their bet
  rules.push_back(rule);

  rule =
      ride_rule("let-it-ride-inside", "three to an inside straight flush, none of the suit seen: let it ride", 3, true);
  rule.applies = is_three_to_straight_flush;
  rule.against_basic = true;
  rule.marked = rest_of_suit;
  rule.most = 0;
  rules.push_back(rule);

  rule = ride_rule("let-it-ride-low-pair", "pair below tens, none of both ranks seen: let it ride", 3, true);
  rule.applies = [](CardSet hand) {
    const HandShape shape = shape_of_hand(hand);
    return shape.paired() && !shape.pays_from(cards::ten);
  };
  rule.marked = rest_of_ranks;
  rule.most = 0;
  rules.push_back(rule);

  rule = ride_rule("let-it-ride-flush", "four to a flush, all six seen of the suit: take back", 4, false);
  rule.applies = is_four_to_flush;
  rule.marked = rest_of_suit;
  rule.least = six;
  rule.expected = Verdict::differs;  // straight flushes that are still to be had are worth more than the rest costs
  rules.push_back(rule);

  rule = ride_rule("let-it-ride-low-flush", "four to a flush without a high card, five seen of the suit: take back", 4,
                   false);
  rule.applies = [](CardSet hand) { return is_four_to_flush(hand) && high_cards(shape_of_hand(hand)) == 0; };
  rule.marked = rest_of_suit;
  rule.least = rule.most = 5;
  rule.expected = Verdict::differs;  // as above
  rules.push_back(rule);

  for (int high = 0; high <= 3; ++high) rules.push_back(straight_rule(high, high + 2));

  rules.push_back(
      three_card_rule("three-card-four", "jack high or less, four of six seen queens or better: play", 4, 4, true));
  rules.push_back(three_card_rule("three-card-five", "jack high or less, five or six of six: play", 5, six, true));
  rule = three_card_rule("three-card-low", "queen with a six or seven, all six seen below queens: fold", 0, 0, false);
  rule.applies = [](CardSet hand) {
    const int second = second_rank(hand);
    return is_high_card_hand(hand) && shape_of_hand(hand).highest() == cards::queen && second >= six_rank &&
           second <= six_rank + 1;
  };
  rules.push_back(rule);
  rule = three_card_rule("three-card-always", "queen with a ten or jack: play whatever is seen", 0, six, true);
  rule.applies = [](CardSet hand) {
    return is_high_card_hand(hand) && shape_of_hand(hand).highest() == cards::queen && second_rank(hand) >= cards::ten;
  };
  rules.push_back(rule);
  return rules;
}

}  // namespace

const std::vector<SeenRule>& printed_rules() {
  static const std::vector<SeenRule> rules = make_rules();
  return rules;
}

}  // namespace cardroom::odds
