#include "cards/wild_ranking.h"

#include <algorithm>
#include <array>
#include <bit>

#include "cards/categories.h"
#include "cards/ranks.h"

namespace cardroom::cards {

namespace {

constexpr uint32_t royal_ranks = 0b1'1111U << ten;
constexpr uint32_t low_straight_ranks = 1U << ace | 0b1111U;  // ace to five

// The plain ranking of five cards without the classes that a wild deck does not have, five of a kind and the royal
// flush above it, and five wilds.
struct WildScale {
  std::array<uint16_t, tables::five_class_count> place{};  // by plain rank; those that cannot be are 0
  std::array<uint32_t, five_card_wild_classes> classes{};
  std::array<tables::CategoryRange, static_cast<size_t>(last_category) + 1> categories{};
  int lowest_five_of_a_kind = 0;  // of threes
  int royal_flush = 0;
  int five_wilds = 0;

  WildScale();
};

bool holds_a_two(uint32_t packed) {
  for (int place = 0; place < 5; ++place) {
    if ((packed >> (4 * place) & 15) == deuce) return true;
  }
  return false;
}

constexpr uint32_t packed_of(Category category, int rank) {
  return static_cast<uint32_t>(category) << tables::category_bit | 0x11111U * static_cast<uint32_t>(rank);
}

WildScale::WildScale() {
  size_t count = 0;
  const auto add = [&](uint32_t packed) {
    classes[count] = packed;
    return static_cast<int>(count++);
  };
  for (size_t plain = 0; plain + 1 < tables::five_class_count; ++plain) {
    const uint32_t packed = tables::five_classes[plain];
    const auto category = static_cast<Category>(packed >> tables::category_bit);
    const bool straight = category == Category::straight || category == Category::straight_flush;
    // Of the straights with a two: from ace to five it is needed, from two to six a seven is better.
    const bool low_straight = straight && (packed >> 16 & 15) == deuce + 3;
    if (!holds_a_two(packed) || low_straight) place[plain] = static_cast<uint16_t>(add(packed));
  }
  lowest_five_of_a_kind = static_cast<int>(count);
  for (int rank = deuce + 1; rank <= ace; ++rank) add(packed_of(Category::five_of_a_kind, rank));
  royal_flush = add(tables::five_classes[tables::five_class_count - 1]);
  place[tables::five_class_count - 1] = static_cast<uint16_t>(royal_flush);
  five_wilds = add(packed_of(Category::five_wilds, deuce));
  CHECK(count == classes.size());
  for (size_t value = 0; value < classes.size(); ++value) {
    tables::CategoryRange& range = categories[classes[value] >> tables::category_bit];
    if (range.end == 0) range.begin = static_cast<uint16_t>(value);
    range.end = static_cast<uint16_t>(value + 1);
  }
}

const WildScale& wild_scale() {
  static const WildScale scale;
  return scale;
}

constexpr uint64_t in_suit(uint32_t ranks, int suit) {
  return uint64_t{ranks} << (16 * suit);
}

HandRank placed(HandRank plain) {
  return HandRank(wild_scale().place[static_cast<size_t>(plain.value())]);
}

// The ranks of the highest straight that holds all of these; none where there is no such straight.
uint32_t straight_with(uint32_t ranks) {
  for (int low = ten; low > deuce; --low) {
    const uint32_t straight = 0b1'1111U << low;
    if ((ranks & ~straight) == 0) return straight;
  }
  return (ranks & ~low_straight_ranks) == 0 ? low_straight_ranks : 0;
}

// Natural cards of these ranks, all of one suit, and wilds to make them five.
HandRank rank_suited(uint32_t ranks) {
  if ((ranks & ~royal_ranks) == 0) return HandRank(wild_scale().royal_flush);
  uint32_t flush = straight_with(ranks);
  if (flush == 0) {
    flush = ranks;
    for (uint32_t missing = ~ranks & (tables::rank_sets - 1); std::popcount(flush) < 5;) {
      const uint32_t best = 1U << highest(missing);
      flush |= best;
      missing &= ~best;
    }
  }
  return placed(HandRank(tables::five_suited[flush]));
}

// The same of mixed suits; one wild or more.
HandRank rank_mixed(CardSet naturals, int wilds) {
  const uint32_t clubs = naturals.ranks(Suit::clubs), diamonds = naturals.ranks(Suit::diamonds);
  const uint32_t hearts = naturals.ranks(Suit::hearts), spades = naturals.ranks(Suit::spades);
  const uint32_t held = clubs | diamonds | hearts | spades;
  const uint32_t twice = (clubs & diamonds) | (hearts & spades) | ((clubs | diamonds) & (hearts | spades));
  const uint32_t thrice = (clubs & diamonds & (hearts | spades)) | (hearts & spades & (clubs | diamonds));
  if (held == 0) return HandRank(wild_scale().five_wilds);
  if (std::has_single_bit(held)) return HandRank(wild_scale().lowest_five_of_a_kind + highest(held) - deuce - 1);

  // The wilds join the cards that there are most of, the highest of them.
  const int most = thrice != 0 ? 3 : twice != 0 ? 2 : 1;
  const uint32_t joined = 1U << highest(thrice != 0 ? thrice : twice != 0 ? twice : held);
  const uint32_t others = held & ~joined;
  uint64_t hand = in_suit(joined, 0) | in_suit(joined, 1);
  if (most + wilds >= 4) {
    hand |= in_suit(joined, 2) | in_suit(joined, 3) | in_suit(1U << highest(others), 0);
  } else if (most == 2 && (others & twice) != 0) {
    hand |= in_suit(joined, 2) | in_suit(others, 0) | in_suit(others, 1);  // a full house
  } else if (const uint32_t straight = most == 1 ? straight_with(held) : 0; straight != 0) {
    const uint32_t lowest = straight & (~straight + 1);
    hand = in_suit(straight & ~lowest, 0) | in_suit(lowest, 1);
  } else if (most + wilds == 3) {
    hand |= in_suit(joined, 2) | in_suit(others, 3);
  } else {
    hand |= in_suit(others, 2);  // a pair
  }
  return placed(rank_five(CardSet(hand)));
}

// ---- Natural and wild hands -----------------------------------------------------------------------------------------

// The scale, lowest first: of a hand that is both, the natural category and the wild one.
struct Kind {
  Category category;
  std::optional<Category> also = {};
};
constexpr std::array<Kind, natural_or_wild_classes> kinds = {{
    {Category::below_three_of_a_kind},
    {Category::wild_three_of_a_kind},
    {Category::wild_straight},
    {Category::wild_flush},
    {Category::wild_full_house},
    {Category::natural_three_of_a_kind},
    {Category::natural_three_of_a_kind, Category::wild_four_of_a_kind},
    {Category::wild_four_of_a_kind},
    {Category::natural_straight},
    {Category::natural_straight, Category::wild_straight_flush},
    {Category::wild_straight_flush},
    {Category::natural_flush, Category::wild_straight_flush},
    {Category::natural_flush},
    {Category::natural_full_house},
    {Category::natural_four_of_a_kind},
    {Category::five_of_a_kind},
    {Category::wild_royal_flush},
    {Category::natural_straight_flush},
    {Category::natural_royal_flush},
    {Category::five_wilds},
}};

HandRank kind_of(Category category, std::optional<Category> also = {}) {
  const auto found =
      std::ranges::find_if(kinds, [&](const Kind& kind) { return kind.category == category && kind.also == also; });
  CHECK(found != kinds.end());
  return HandRank(static_cast<int>(found - kinds.begin()));
}

Category natural(Category plain) {
  switch (plain) {
    case Category::three_of_a_kind: return Category::natural_three_of_a_kind;
    case Category::straight: return Category::natural_straight;
    case Category::flush: return Category::natural_flush;
    case Category::full_house: return Category::natural_full_house;
    case Category::four_of_a_kind: return Category::natural_four_of_a_kind;
    case Category::straight_flush: return Category::natural_straight_flush;
    case Category::royal_flush: return Category::natural_royal_flush;
    default: return Category::below_three_of_a_kind;
  }
}

}  // namespace

HandRank rank_five_wild(CardSet cards) {
  CHECK(cards.size() == 5);
  const CardSet naturals = cards - wild_cards;
  const int wilds = 5 - naturals.size();
  if (wilds == 0) return placed(rank_five(cards));
  const HandRank mixed = rank_mixed(naturals, wilds);
  for (const Suit suit : {Suit::clubs, Suit::diamonds, Suit::hearts, Suit::spades}) {
    const uint32_t ranks = naturals.ranks(suit);
    if (ranks == 0) continue;
    return std::popcount(ranks) + wilds == 5 ? std::max(mixed, rank_suited(ranks)) : mixed;
  }
  return mixed;
}

HandRank rank_five_wild_mixed(CardSet cards) {
  CHECK(cards.size() == 5);
  const CardSet naturals = cards - wild_cards;
  const int wilds = 5 - naturals.size();
  if (wilds > 0) return rank_mixed(naturals, wilds);
  return placed(HandRank(tables::five_by_place[tables::place_of(detail::sum_of_suits(cards))]));
}

HandRank rank_natural_or_wild(CardSet cards) {
  CHECK(cards.size() == 5);
  const bool joker = cards.contains(Card::joker());
  const Category plain = joker ? Category::high_card : category_of(Ranking::five_card, rank_five(cards));
  if (!cards.intersects(wild_cards)) return kind_of(natural(plain));
  const bool threes = plain == Category::three_of_a_kind, straight = plain == Category::straight;
  const bool flush = plain == Category::flush, straight_flush = plain == Category::straight_flush;
  switch (category_of(Ranking::five_card_wild, rank_five_wild(cards))) {
    case Category::five_wilds: return kind_of(Category::five_wilds);
    case Category::royal_flush: return kind_of(Category::wild_royal_flush);
    case Category::five_of_a_kind: return kind_of(Category::five_of_a_kind);
    case Category::straight_flush:
      if (straight_flush) return kind_of(Category::natural_straight_flush);
      if (straight || flush) return kind_of(natural(plain), Category::wild_straight_flush);
      return kind_of(Category::wild_straight_flush);
    case Category::four_of_a_kind:
      return threes ? kind_of(natural(plain), Category::wild_four_of_a_kind) : kind_of(Category::wild_four_of_a_kind);
    case Category::full_house: return kind_of(Category::wild_full_house);
    case Category::flush: return kind_of(flush ? Category::natural_flush : Category::wild_flush);
    case Category::straight: return kind_of(straight ? Category::natural_straight : Category::wild_straight);
    case Category::three_of_a_kind: return kind_of(Category::wild_three_of_a_kind);
    default: return kind_of(Category::below_three_of_a_kind);
  }
}

uint32_t wild_class(HandRank rank) {
  CHECK(rank.value() < five_card_wild_classes);
  return wild_scale().classes[static_cast<size_t>(rank.value())];
}

tables::CategoryRange wild_category_range(Ranking ranking, Category category) {
  if (ranking == Ranking::five_card_wild) return wild_scale().categories[static_cast<size_t>(category)];
  tables::CategoryRange range{};
  for (size_t value = 0; value < kinds.size(); ++value) {
    if (kinds[value].category != category && kinds[value].also != category) continue;
    if (range.end == 0) range.begin = static_cast<uint16_t>(value);
    range.end = static_cast<uint16_t>(value + 1);
  }
  return range;
}

Category natural_or_wild_category(HandRank rank) {
  CHECK(rank.value() < natural_or_wild_classes);
  return kinds[static_cast<size_t>(rank.value())].category;
}

std::optional<Category> also_wild(HandRank rank) {
  return kinds[static_cast<size_t>(rank.value())].also;
}

}  // namespace cardroom::cards
