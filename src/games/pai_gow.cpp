#include "games/pai_gow.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/check.h"
#include "cards/subsets.h"

namespace cardroom::games::pai_gow {

using cards::ace;
using cards::Card;
using cards::Category;
using cards::pai_gow_high;
using cards::pai_gow_pair;
using cards::Suit;

namespace {

constexpr std::array facts_of_variants = {
    VariantFacts{Variant::fortune, "fortune-pai-gow", "Fortune Pai Gow"},
    VariantFacts{Variant::face_up, "face-up-pai-gow", "Face Up Pai Gow"},
};

constexpr int low_max = 4;   // a six; up to it a rank is low
constexpr int high_min = 9;  // a jack; between them it is medium
constexpr int seven_rank = 5, ten_rank = cards::ten, king_rank = cards::king;

// The ranks of seven cards by how many there are of each, the highest first; the joker is an ace.
struct Held {
  std::array<uint32_t, 6> by_count{};  // ranks of which there are exactly so many
  explicit Held(CardSet seven) {
    std::array<uint8_t, cards::rank_count> counts{};
    for (const Card card : seven) ++counts[static_cast<size_t>(card.is_joker() ? ace : card.rank())];
    for (size_t rank = 0; rank < counts.size(); ++rank) by_count[counts[rank]] |= 1U << rank;
  }
  int number(size_t count) const { return std::popcount(by_count[count]); }
};

int highest(uint32_t ranks) {
  CHECK(ranks != 0);
  return static_cast<int>(std::bit_width(ranks)) - 1;
}
uint32_t without_highest(uint32_t ranks) {
  return ranks & ~std::bit_floor(ranks);
}
HandRank highest_two(uint32_t ranks) {
  return pai_gow_high(highest(ranks), highest(without_highest(ranks)));
}

bool has_straight_or_flush(CardSet seven) {
  const bool joker = seven.contains(Card::joker());
  const int needed = joker ? 4 : 5;
  uint32_t ranks = 0;
  for (const Suit suit : {Suit::clubs, Suit::diamonds, Suit::hearts, Suit::spades}) {
    if (std::popcount(seven.ranks(suit)) >= needed) return true;
    ranks |= seven.ranks(suit);
  }
  const uint32_t with_low_ace = ranks << 1 | ranks >> ace;
  for (uint32_t five = 0b11111; five < 1U << 14; five <<= 1) {
    if (std::popcount(with_low_ace & five) >= needed) return true;
  }
  return false;
}

HouseRule rule_of(const Held& held, CardSet seven) {
  if (held.by_count[5] != 0) return HouseRule::five_aces;
  if (held.by_count[4] != 0) return HouseRule::four_of_a_kind;
  if (held.by_count[3] != 0 && (held.by_count[2] != 0 || held.number(3) == 2)) return HouseRule::full_house;
  if (held.number(2) == 3) return HouseRule::three_pair;
  if (held.number(2) == 2) return HouseRule::two_pair;
  if (has_straight_or_flush(seven)) return HouseRule::complete;
  if (held.by_count[3] != 0) return HouseRule::three_of_a_kind;
  return held.by_count[2] != 0 ? HouseRule::pair : HouseRule::no_pair;
}

// What the three cards beside four of a kind can put in front.
HandRank front_beside(const Held& held) {
  const uint32_t pairs = held.by_count[2] | held.by_count[3];
  return pairs != 0 ? pai_gow_pair(highest(pairs)) : highest_two(held.by_count[1]);
}

HandRank front_of_four_of_a_kind(const Held& held) {
  const int rank = highest(held.by_count[4]);
  const HandRank beside = front_beside(held);
  const HandRank enough = rank <= low_max   ? HandRank(0)
                          : rank < high_min ? pai_gow_high(ace, cards::deuce)
                          : rank < ace      ? pai_gow_pair(ten_rank)
                                            : pai_gow_pair(seven_rank);
  return beside >= enough ? beside : pai_gow_pair(rank);
}

HandRank front_of_two_pair(const Held& held) {
  const int high = highest(held.by_count[2]), low = highest(without_highest(held.by_count[2]));
  const uint32_t singles = held.by_count[1];
  const bool split_anyway = high == ace || (high >= high_min && low > low_max);
  const int enough = high <= low_max ? king_rank : ace;
  return !split_anyway && highest(singles) >= enough ? highest_two(singles) : pai_gow_pair(low);
}

// The two cards in front by their ranks, under every rule but that for complete hands.
HandRank front_by_ranks(HouseRule rule, const Held& held) {
  const uint32_t singles = held.by_count[1];
  switch (rule) {
    case HouseRule::no_pair: return highest_two(without_highest(singles));
    case HouseRule::pair: return highest_two(singles);
    case HouseRule::two_pair: return front_of_two_pair(held);
    case HouseRule::three_pair: return pai_gow_pair(highest(held.by_count[2]));
    case HouseRule::three_of_a_kind:
      return held.by_count[3] == 1U << ace ? pai_gow_high(ace, highest(singles)) : highest_two(singles);
    case HouseRule::full_house: return pai_gow_pair(highest(held.number(3) == 2 ? held.by_count[3] : held.by_count[2]));
    case HouseRule::four_of_a_kind: return front_of_four_of_a_kind(held);
    case HouseRule::five_aces: return pai_gow_pair(held.by_count[2] == 1U << king_rank ? king_rank : ace);
    case HouseRule::complete: break;
  }
  CHECK(false);
}

bool is_complete(HandRank five) {
  switch (cards::pai_gow_category(five)) {
    case Category::straight:
    case Category::flush:
    case Category::straight_flush:
    case Category::royal_flush: return true;
    default: return false;
  }
}

template <class Visit>
void for_each_front(CardSet seven, Visit&& visit) {
  CHECK(seven.size() == hand_cards);
  cards::for_each_subset(seven, 2, [&](CardSet front) { visit(front, cards::rank_pai_gow_two(front)); });
}

}  // namespace

std::span<const VariantFacts> variants() {
  return facts_of_variants;
}

const VariantFacts* find_variant(std::string_view id) {
  const auto found = std::ranges::find(facts_of_variants, id, &VariantFacts::id);
  return found == facts_of_variants.end() ? nullptr : &*found;
}

const VariantFacts& facts_of(Variant variant) {
  return facts_of_variants[static_cast<size_t>(variant)];
}

std::vector<Setting> undominated_settings(CardSet seven) {
  std::vector<Setting> all;
  all.reserve(21);
  for_each_front(seven, [&](CardSet front, HandRank two) {
    const HandRank five = cards::rank_pai_gow_five(seven - front);
    if (two <= cards::pai_gow_front_max(five)) all.push_back({front, two, five});
  });
  std::ranges::sort(
      all, [](const Setting& a, const Setting& b) { return a.two != b.two ? a.two > b.two : a.five > b.five; });
  std::vector<Setting> kept;
  for (const Setting& setting : all) {
    if (kept.empty() || setting.five > kept.back().five) kept.push_back(setting);
  }
  return kept;
}

HouseRule house_rule(CardSet seven) {
  return rule_of(Held(seven), seven);
}

std::string_view house_rule_name(HouseRule rule) {
  switch (rule) {
    case HouseRule::no_pair: return "no pair";
    case HouseRule::pair: return "a pair";
    case HouseRule::two_pair: return "two pair";
    case HouseRule::three_pair: return "three pair";
    case HouseRule::three_of_a_kind: return "three of a kind";
    case HouseRule::complete: return "a straight or flush";
    case HouseRule::full_house: return "a full house";
    case HouseRule::four_of_a_kind: return "four of a kind";
    case HouseRule::five_aces: return "five aces";
  }
  CHECK(false);
}

Setting house_way(CardSet seven) {
  const Held held(seven);
  const HouseRule rule = rule_of(held, seven);
  Setting best;
  const auto take = [&](CardSet front, HandRank two, HandRank five) {
    const bool better = best.front.empty() || two > best.two || (two == best.two && five > best.five);
    if (better && two <= cards::pai_gow_front_max(five)) best = {front, two, five};
  };
  if (rule == HouseRule::complete) {
    for_each_front(seven, [&](CardSet front, HandRank two) {
      const HandRank five = cards::rank_pai_gow_five(seven - front);
      if (is_complete(five)) take(front, two, five);
    });
  } else {
    // Of cards with the same ranks those that leave most behind.
    const HandRank wanted = front_by_ranks(rule, held);
    for_each_front(seven, [&](CardSet front, HandRank two) {
      if (two == wanted) take(front, two, cards::rank_pai_gow_five(seven - front));
    });
  }
  CHECK(!best.front.empty());
  return best;
}

bool is_ace_high_pai_gow(CardSet seven) {
  const Held held(seven);
  return (held.by_count[1] >> ace & 1) != 0 && rule_of(held, seven) == HouseRule::no_pair;
}

}  // namespace cardroom::games::pai_gow
