#include "odds/highest_hand.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/check.h"

// Let a hand be bad if it is of category c or higher. By inclusion and exclusion the deals of N hands without a bad one
// are the sum over j of (-1)^j times the ways to name j of the hands, to deal these as bad ones, and the others at
// will. To count disjoint bad hands, the indicator of "bad" is written as a whole-number combination of simple
// families, each of them a few bound cards and the rest free:
//   any set of        how often it lies in a    pair  two pair  three  full house  four
//   a pair      + 3 free cards                     1         2      3           4     6
//   two pairs   + 1 free card                      0         1      0           3     3
//   a triple    + 2 free cards                     0         0      1           1     4
//   a triple and a pair                            0         0      0           1     0
//   quads       + 1 free card                      0         0      0           0     1
// (two pairs may be of one rank, which is why they lie three times in four of a kind). This triangle inverted gives the
// coefficients below. Straights in any suits, flushes included, and flushes that are no straights make up the rest.
//
// Multiplied out over j hands, every term is a choice of disjoint bound sets (disjoint_sets.h counts them), their
// grouping to hands, and a plain multinomial for the free cards, those of the other hands among them. It depends on
// no more than j, the number of bound cards, and the divisors for the order of free cards within a hand.
namespace cardroom::odds {
namespace {

using base::Integer;
using cards::Category;

struct BadHands {
  Category lowest;
  SuitedKind suited;
  Straights straights;
  int pair, two_pairs, triple, full_house, quads;
};

constexpr auto no_straight = SuitedKind::flush_no_straight;
constexpr std::array<BadHands, 9> bad_hands = {{
    {Category::pair, no_straight, Straights::counted, 1, -1, -2, 2, 6},
    {Category::two_pair, no_straight, Straights::counted, 0, 1, 1, -3, -6},
    {Category::three_of_a_kind, no_straight, Straights::counted, 0, 0, 1, 0, -3},
    {Category::straight, no_straight, Straights::counted, 0, 0, 0, 1, 1},
    {Category::flush, SuitedKind::flush, Straights::left_out, 0, 0, 0, 1, 1},
    {Category::full_house, SuitedKind::straight_flush, Straights::left_out, 0, 0, 0, 1, 1},
    {Category::four_of_a_kind, SuitedKind::straight_flush, Straights::left_out, 0, 0, 0, 0, 1},
    {Category::straight_flush, SuitedKind::straight_flush, Straights::left_out, 0, 0, 0, 0, 0},
    {Category::royal_flush, SuitedKind::royal_flush, Straights::left_out, 0, 0, 0, 0, 0},
}};

Integer factorial(int n) {
  Integer result = 1;
  for (int i = 2; i <= n; ++i) result *= i;
  return result;
}

Integer integer_power(int base, int exponent) {
  return boost::multiprecision::pow(Integer(base), static_cast<unsigned>(exponent));
}

// Signed sums over all choices of j hands with their bound cards, times 12^hand_count_max: the divisors 3! and 2! for
// the free cards of a pair and a triple are taken out of it.
class BoundSums {
 public:
  BoundSums(const BadHands& bad, const std::vector<DisjointSets>& counted, int hand_count_max)
      : hand_count_max_(hand_count_max) {
    for (const DisjointSets& sets : counted) add(bad, sets);
  }

  // The deals of hand_count hands out of so many cards, none of the hands bad.
  Integer deals_without(int hand_count, int deck_size) const {
    Integer sum = 0;
    for (const auto& [key, value] : sums_) {
      const auto [hands, cards] = key;
      if (hands > hand_count) continue;
      sum += value * (factorial(hand_count) / factorial(hand_count - hands)) * factorial(deck_size - cards) *
             integer_power(120, hands);
    }
    const Integer divisor =
        integer_power(12, hand_count_max_) * integer_power(120, hand_count) * factorial(deck_size - 5 * hand_count);
    CHECK(sum % divisor == 0);
    return sum / divisor;
  }

 private:
  void add(const BadHands& bad, const DisjointSets& sets) {
    const int bound_cards = 5 * (sets.suited + sets.straights) + 2 * sets.pairs + 3 * sets.triples + 4 * sets.quads;
    for (int houses = 0; houses <= std::min(sets.pairs, sets.triples); ++houses) {
      for (int twos = 0; 2 * twos <= sets.pairs - houses; ++twos) {
        const int singles = sets.pairs - houses - 2 * twos, triples = sets.triples - houses;
        const int hands = sets.suited + sets.straights + sets.quads + houses + twos + singles + triples;
        if (hands > hand_count_max_) continue;
        const Integer coefficient = integer_power(bad.pair, singles) * integer_power(bad.two_pairs, twos) *
                                    integer_power(bad.triple, triples) * integer_power(bad.full_house, houses) *
                                    integer_power(bad.quads, sets.quads);
        if (coefficient == 0) continue;
        // Which triples and pairs make the full houses, which pairs go two by two.
        const Integer groupings =
            factorial(sets.triples) / (factorial(triples) * factorial(houses)) *
            (factorial(sets.pairs) / (factorial(singles) * factorial(twos) * integer_power(2, twos)));
        const Integer scale = integer_power(6, hand_count_max_ - singles) * integer_power(2, hand_count_max_ - triples);
        sums_[{hands, bound_cards}] += (hands % 2 == 0 ? 1 : -1) * coefficient * groupings * scale * sets.ways;
      }
    }
  }

  int hand_count_max_;
  std::map<std::pair<int, int>, Integer> sums_;  // by hands and bound cards
};

}  // namespace

std::vector<HighestHandCounts> highest_hand_counts_up_to(int hand_count_max, DeckShape deck, Progress* progress) {
  CHECK(hand_count_max >= 1 && 5 * hand_count_max <= deck.size());
  std::vector<HighestHandCounts> result(static_cast<size_t>(hand_count_max));
  for (int hands = 1; hands <= hand_count_max; ++hands) {
    HighestHandCounts& counts = result[static_cast<size_t>(hands - 1)];
    counts.hand_count = hands;
    counts.total = factorial(deck.size()) / (integer_power(120, hands) * factorial(deck.size() - 5 * hands));
    counts.by_category.back() = counts.total;
  }
  std::vector<DisjointSets> counted;
  for (size_t i = 0; i < bad_hands.size(); ++i) {
    const BadHands& bad = bad_hands[i];
    if (i == 0 || bad.suited != bad_hands[i - 1].suited) {
      counted = count_disjoint_sets(deck, bad.suited, bad.straights, hand_count_max, progress);
    }
    const BoundSums sums(bad, counted, hand_count_max);
    const auto lowest = static_cast<size_t>(bad.lowest);
    for (HighestHandCounts& counts : result) {
      const Integer below = sums.deals_without(counts.hand_count, deck.size());
      // So far the category below holds nothing of its own: `below` counts all that is lower than this one.
      counts.by_category[lowest - 1] = below;
    }
  }
  for (HighestHandCounts& counts : result) {
    for (size_t category = counts.by_category.size(); category-- > 1;) {
      counts.by_category[category] -= counts.by_category[category - 1];
    }
  }
  return result;
}

HighestHandCounts highest_hand_counts(int hand_count, DeckShape deck) {
  return highest_hand_counts_up_to(hand_count, deck).back();
}

}  // namespace cardroom::odds
