#include "odds/highest_hand.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/hand_sum.h"
#include "cards/subsets.h"

namespace cardroom::odds {
namespace {

using base::Integer;
using base::Rational;
using cards::Category;
using testing::ElementsAre;

constexpr size_t category_count = 10;
using Counts = std::array<Integer, category_count>;

Counts differences(Counts at_most) {
  for (size_t i = category_count; i-- > 1;) at_most[i] -= at_most[i - 1];
  return at_most;
}

uint32_t sum_up_to(const std::array<uint32_t, category_count>& counts, size_t category) {
  uint32_t sum = 0;
  for (size_t i = 0; i <= category; ++i) sum += counts[i];
  return sum;
}

// Hands and sets of cards as bits of a deck that is small enough: card number rank · suit_count + suit, the ace last.
// The category of a hand is told in the plainest way.
size_t category_of(uint32_t hand, DeckShape deck) {
  std::vector<int> ranks, suits;
  for (uint32_t left = hand; left != 0; left &= left - 1) {
    ranks.push_back(std::countr_zero(left) / deck.suit_count);
    suits.push_back(std::countr_zero(left) % deck.suit_count);
  }
  int equal_pairs = 0;
  for (size_t i = 0; i < 5; ++i) {
    for (size_t k = 0; k < i; ++k) equal_pairs += ranks[k] == ranks[i] ? 1 : 0;
  }
  const bool flush = std::ranges::count(suits, suits[0]) == 5;
  const int ace = deck.rank_count - 1;
  const bool straight = equal_pairs == 0 && (ranks[4] - ranks[0] == 4 || (ranks[4] == ace && ranks[3] == 3));
  const auto category = [&] {
    if (straight && flush) return ranks[0] == ace - 4 ? Category::royal_flush : Category::straight_flush;
    if (flush) return Category::flush;
    if (straight) return Category::straight;
    switch (equal_pairs) {
      case 0: return Category::high_card;
      case 1: return Category::pair;
      case 2: return Category::two_pair;
      case 3: return Category::three_of_a_kind;
      case 4: return Category::full_house;
      default: return Category::four_of_a_kind;
    }
  };
  return static_cast<size_t>(category());
}

// values[set] becomes the sum over the subsets of the set.
void sum_over_subsets(std::vector<uint32_t>& values) {
  for (size_t bit = 1; bit < values.size(); bit *= 2) {
    for (size_t block = 0; block < values.size(); block += 2 * bit) {
      for (size_t i = block; i < block + bit; ++i) values[i + bit] += values[i];
    }
  }
}

// Visits every set of `size` cards (Gosper's next number with as many bits).
template <class Visit>
void for_each_set(DeckShape deck, int size, Visit&& visit) {
  const uint32_t end = uint32_t{1} << deck.size();
  for (uint32_t set = (uint32_t{1} << size) - 1; set < end;) {
    visit(set);
    const uint32_t lowest = set & -set, ripple = set + lowest;
    set = ripple | (((set ^ ripple) >> 2) / lowest);
  }
}

// Every deal of one, two, three and four hands, tried out. Two hands: all ways to part every ten cards. Three and four:
// every ten cards with all that can be made of the rest.
std::vector<Counts> try_all_deals(DeckShape deck) {
  const uint32_t everything = (uint32_t{1} << deck.size()) - 1;
  std::vector<uint8_t> categories(size_t{everything} + 1);
  for_each_set(deck, 5, [&](uint32_t hand) { categories[hand] = static_cast<uint8_t>(category_of(hand, deck)); });

  struct Ten {
    uint32_t set;
    std::array<uint32_t, category_count> pairs;  // of hands, in order, by the higher category
  };
  std::vector<Ten> tens;
  for_each_set(deck, 10, [&](uint32_t set) {
    Ten ten{.set = set, .pairs = {}};
    std::array<uint32_t, 10> cards{};
    for (uint32_t i = 0, left = set; left != 0; left &= left - 1) cards[i++] = left & -left;
    for_each_set({.rank_count = 10, .suit_count = 1}, 5, [&](uint32_t choice) {
      uint32_t first = 0;
      for (; choice != 0; choice &= choice - 1) first |= cards[static_cast<size_t>(std::countr_zero(choice))];
      ++ten.pairs[std::max(categories[first], categories[set - first])];
    });
    tens.push_back(ten);
  });

  std::array<Counts, 4> at_most;
  std::vector<uint32_t> hands_within, pairs_within;
  for (size_t category = 0; category < category_count; ++category) {
    hands_within.assign(size_t{everything} + 1, 0);
    pairs_within.assign(size_t{everything} + 1, 0);
    for_each_set(deck, 5, [&](uint32_t hand) { hands_within[hand] = categories[hand] <= category ? 1 : 0; });
    for (const Ten& ten : tens) {
      pairs_within[ten.set] = sum_up_to(ten.pairs, category);
    }
    const std::vector<uint32_t> pairs = pairs_within;
    sum_over_subsets(hands_within);
    sum_over_subsets(pairs_within);
    uint64_t three = 0, four = 0;
    for (const Ten& ten : tens) {
      three += uint64_t{pairs[ten.set]} * hands_within[everything - ten.set];
      four += uint64_t{pairs[ten.set]} * pairs_within[everything - ten.set];
    }
    at_most[0][category] = hands_within[everything];
    at_most[1][category] = pairs_within[everything];
    at_most[2][category] = three;
    at_most[3][category] = four;
  }
  std::vector<Counts> counts;
  for (const Counts& of_hands : at_most) counts.push_back(differences(of_hands));
  return counts;
}

// Deals of two hands from the full deck, by the sets that both contain: disjoint pairs are the sum over all sets of
// (-1)^size times the pairs that have the set in common.
Counts two_hands_by_common_sets() {
  constexpr int cards_max = cards::deck_size;
  std::array<std::array<uint32_t, 6>, cards_max + 1> choose{};
  for (size_t n = 0; n <= cards_max; ++n) {
    choose[n][0] = 1;
    for (size_t k = 1; k <= 5 && n > 0; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
  }
  std::array<std::vector<std::array<uint32_t, category_count>>, 6> hands_with;  // by size and number of the set
  for (size_t size = 0; size <= 5; ++size) hands_with[size].resize(choose[cards_max][size]);
  cards::for_each_subset(cards::CardSet::full_deck(), 5, [&](cards::CardSet hand) {
    const auto category = static_cast<size_t>(category_of(cards::Ranking::five_card, cards::rank_five(hand)));
    std::array<size_t, 5> indices{};
    size_t count = 0;
    for (const cards::Card card : hand) indices[count++] = static_cast<size_t>(card.index());
    for (uint32_t subset = 0; subset < 32; ++subset) {
      size_t size = 0, number = 0;
      for (size_t i = 0; i < 5; ++i) {
        if ((subset >> i & 1) != 0) number += choose[indices[i]][++size];
      }
      ++hands_with[size][number][category];
    }
  });
  Counts at_most;
  for (size_t category = 0; category < category_count; ++category) {
    int64_t sum = 0;
    for (size_t size = 0; size <= 5; ++size) {
      for (const auto& by_category : hands_with[size]) {
        const int64_t hands = sum_up_to(by_category, category);
        sum += (size % 2 == 0 ? 1 : -1) * hands * hands;
      }
    }
    at_most[category] = sum;
  }
  return differences(at_most);
}

// Ordered choices of so many disjoint hands out of so many cards.
Integer deals_of(int card_count, int hand_count) {
  Integer deals = 1;
  for (; hand_count > 0; --hand_count, card_count -= 5) {
    for (int i = 0; i < 5; ++i) deals *= card_count - i;
    deals /= 120;
  }
  return deals;
}

const std::vector<HighestHandCounts>& up_to_eight() {
  static const std::vector<HighestHandCounts> counts = highest_hand_counts_up_to(8);
  return counts;
}

TEST(HighestHand, OfOneHandIsTheUsualCounts) {
  EXPECT_THAT(highest_hand_counts(1).by_category,
              ElementsAre(1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 36, 4));
}

TEST(HighestHand, OfTwoHandsAgreesWithCountingBySetsInCommon) {
  EXPECT_EQ(highest_hand_counts(2).by_category, two_hands_by_common_sets());
}

class SmallDeck : public testing::TestWithParam<DeckShape> {};

TEST_P(SmallDeck, AgreesWithEveryDealTriedOut) {
  const std::vector<Counts> tried = try_all_deals(GetParam());
  const int hand_count_max = GetParam().size() / 5;
  for (const HighestHandCounts& counts : highest_hand_counts_up_to(hand_count_max, GetParam())) {
    EXPECT_EQ(counts.by_category, tried[static_cast<size_t>(counts.hand_count - 1)]) << counts.hand_count << " hands";
  }
}

std::string deck_name(const testing::TestParamInfo<DeckShape>& deck) {
  return std::to_string(deck.param.rank_count) + "RanksOf" + std::to_string(deck.param.suit_count);
}

// Up to 24 cards, four hands. Two flushes of one suit need ten ranks, quads four suits.
INSTANTIATE_TEST_SUITE_P(
    , SmallDeck,
    testing::Values(DeckShape{.rank_count = 6, .suit_count = 4}, DeckShape{.rank_count = 7, .suit_count = 3},
                    DeckShape{.rank_count = 8, .suit_count = 2}, DeckShape{.rank_count = 10, .suit_count = 2},
                    DeckShape{.rank_count = 11, .suit_count = 2}, DeckShape{.rank_count = 12, .suit_count = 1},
                    DeckShape{.rank_count = 13, .suit_count = 1}),
    deck_name);

// Disjoint straight flushes can be counted by hand: a suit has ten, and fourteen pairs of them that share no card (of
// the fifteen that begin five or more ranks apart, the lowest and the highest share the ace). Royal flushes: one a
// suit.
TEST(HighestHand, StraightAndRoyalFlushesAreThoseCountedByHand) {
  const auto at_least_one = [](int hand_count, std::array<int, 3> in_a_suit) {
    std::array<Integer, 9> sets{1};  // by their size
    for (int suit = 0; suit < 4; ++suit) {
      for (size_t size = sets.size(); size-- > 0;) {
        sets[size] += (size > 0 ? in_a_suit[1] * sets[size - 1] : Integer(0)) +
                      (size > 1 ? in_a_suit[2] * sets[size - 2] : Integer(0));
      }
    }
    Integer deals = 0, orders = 1;
    for (int j = 1; j <= hand_count; ++j) {
      orders *= hand_count - j + 1;
      deals += (j % 2 == 1 ? 1 : -1) * orders * sets[static_cast<size_t>(j)] * deals_of(52 - 5 * j, hand_count - j);
    }
    return deals;
  };
  for (const HighestHandCounts& counts : up_to_eight()) {
    const Integer& royal = counts.of(Category::royal_flush);
    EXPECT_EQ(royal, at_least_one(counts.hand_count, {1, 1, 0})) << counts.hand_count;
    EXPECT_EQ(royal + counts.of(Category::straight_flush), at_least_one(counts.hand_count, {1, 10, 14}))
        << counts.hand_count;
  }
}

TEST(HighestHand, CountsSumToAllDeals) {
  for (const HighestHandCounts& counts : up_to_eight()) {
    const auto& by_category = counts.by_category;
    EXPECT_EQ(counts.total, deals_of(52, counts.hand_count));
    EXPECT_EQ(std::accumulate(by_category.begin(), by_category.end(), Integer(0)), counts.total);
    EXPECT_GT(*std::ranges::min_element(by_category), 0);
  }
}

TEST(HighestHand, OfSoManyHandsDoesNotDependOnHowManyMoreAreCounted) {
  for (int hand_count : {1, 3, 5}) {
    EXPECT_EQ(highest_hand_counts(hand_count).by_category,
              up_to_eight()[static_cast<size_t>(hand_count - 1)].by_category);
  }
}

// Every category within 4.5 standard errors: (seen - n p)² ≤ 4.5² n p (1 - p).
TEST(HighestHand, AgreesWithSimulatedDeals) {
  constexpr uint64_t prng_key = 20221108;
  constexpr int64_t deal_count = 10'000'000;
  constexpr size_t hands_max = 8;
  std::array<std::array<int64_t, category_count>, hands_max> seen{};
  base::Prng generator(prng_key);
  cards::Deck deck;
  for (int64_t deal = 0; deal < deal_count; ++deal) {
    deck.reset();
    cards::HandRank highest;
    for (size_t i = 0; i < hands_max; ++i) {
      cards::HandSum hand;
      for (int card = 0; card < 5; ++card) hand += cards::HandSum(deck.draw(generator));
      highest = std::max(highest, rank_five(hand));
      ++seen[i][static_cast<size_t>(category_of(cards::Ranking::five_card, highest))];
    }
  }
  for (size_t i = 0; i < hands_max; ++i) {
    const HighestHandCounts& counts = up_to_eight()[i];
    for (size_t category = 0; category < category_count; ++category) {
      const Rational probability(counts.by_category[category], counts.total);
      const Rational excess = seen[i][category] - deal_count * probability;
      EXPECT_LE(4 * excess * excess, 81 * deal_count * probability * (1 - probability))
          << i + 1 << " hands, " << category_name(static_cast<Category>(category)) << " seen " << seen[i][category]
          << " times, prng_key " << prng_key;
    }
  }
}

}  // namespace
}  // namespace cardroom::odds
