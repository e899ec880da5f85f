// What a rank means: its category, its card ranks and its name.
#include <algorithm>
#include <array>
#include <span>

#include "cards/ranking.h"
#include "cards/suit_ranking.h"
#include "cards/wild_ranking.h"

namespace cardroom::cards {
namespace {

struct Classes {
  std::span<const uint32_t> packed;
  std::span<const tables::CategoryRange> categories;
};

Classes classes_of(Ranking ranking) {
  switch (ranking) {
    case Ranking::three_card:
    case Ranking::three_card_spades: return {tables::three_classes, tables::three_categories};
    case Ranking::four_card: return {tables::four_classes, tables::four_categories};
    case Ranking::five_card: return {tables::five_classes, tables::five_categories};
    case Ranking::longest_flush:
    case Ranking::longest_straight_flush: break;  // suit_ranking.h
    case Ranking::five_card_wild:
    case Ranking::natural_or_wild: break;  // wild_ranking.h
  }
  return {};
}

bool is_spade_royals(Ranking ranking, HandRank rank) {
  return ranking == Ranking::three_card_spades && rank.value() == tables::three_class_count;
}

uint32_t packed_class(Ranking ranking, HandRank rank) {
  CHECK(rank.value() < class_count(ranking));
  if (ranking == Ranking::five_card_wild) return wild_class(rank);
  const auto packed = classes_of(ranking).packed;
  // The ace, king and queen of spades are also the last of the plain classes.
  return packed[std::min(static_cast<size_t>(rank.value()), packed.size() - 1)];
}

tables::CategoryRange range_of(Ranking ranking, Category category) {
  if (ranked_by_suit(ranking)) return suit_category_range(ranking, category);
  if (ranked_with_wilds(ranking)) return wild_category_range(ranking, category);
  if (category > Category::royal_flush) return {0, 0};
  return classes_of(ranking).categories[static_cast<size_t>(category)];
}

// The ranks of a class, those that decide first.
struct ClassRanks {
  std::array<int, 7> ranks{};
  int size = 0;
  int operator[](int i) const { return ranks[static_cast<size_t>(i)]; }
};

ClassRanks ranks_of(Ranking ranking, HandRank rank) {
  if (ranking == Ranking::longest_flush) {
    ClassRanks result;
    for (int card = ace; card >= deuce; --card) {
      if ((flush_ranks(rank) >> card) & 1) result.ranks[static_cast<size_t>(result.size++)] = card;
    }
    return result;
  }
  if (ranking == Ranking::longest_straight_flush || ranking == Ranking::natural_or_wild) return {};
  const uint32_t packed = packed_class(ranking, rank);
  ClassRanks result;
  result.size = hand_size(ranking);
  for (int i = 0; i < result.size; ++i) {
    result.ranks[static_cast<size_t>(i)] = static_cast<int>(packed >> (4 * (result.size - 1 - i)) & 15);
  }
  return result;
}

// ", ace kicker", ", ace-king kickers", or nothing.
std::string kickers(const ClassRanks& ranks, int first) {
  if (first >= ranks.size) return "";
  std::string result = ", ";
  for (int i = first; i < ranks.size; ++i) {
    if (i > first) result += '-';
    result += rank_name(ranks[i]);
  }
  return result + (ranks.size - first == 1 ? " kicker" : " kickers");
}

// "queen high, six, four"
std::string high_cards(const ClassRanks& ranks) {
  std::string result = std::string(rank_name(ranks[0])) + " high";
  for (int i = 1; i < ranks.size; ++i) result += ", " + std::string(rank_name(ranks[i]));
  return result;
}

}  // namespace

Category category_of(Ranking ranking, HandRank rank) {
  if (ranked_by_suit(ranking)) return suit_category_of(ranking, rank);
  if (ranking == Ranking::natural_or_wild) return natural_or_wild_category(rank);
  return static_cast<Category>(packed_class(ranking, rank) >> tables::category_bit);
}

bool has_category(Ranking ranking, Category category) {
  const tables::CategoryRange range = range_of(ranking, category);
  return range.begin < range.end;
}

HandRank lowest_of(Ranking ranking, Category category) {
  CHECK(has_category(ranking, category));
  return HandRank(range_of(ranking, category).begin);
}

HandRank highest_of(Ranking ranking, Category category) {
  CHECK(has_category(ranking, category));
  if (ranking == Ranking::three_card_spades && category == Category::straight_flush) {
    return HandRank(tables::three_class_count);
  }
  return HandRank(range_of(ranking, category).end - 1);
}

HandRank rank_of(Ranking ranking, Category category, std::string_view rank_letters) {
  CHECK(has_category(ranking, category));
  CHECK(ranked_by_suit(ranking) || rank_letters.size() == static_cast<size_t>(hand_size(ranking)));
  const auto sorted = [](std::string text) {
    std::ranges::sort(text);
    return text;
  };
  const std::string wanted = sorted(std::string(rank_letters));
  const tables::CategoryRange range = range_of(ranking, category);
  int value = range.begin;
  while (value < range.end && sorted(rank_letters_of(ranking, HandRank(value))) != wanted) ++value;
  CHECK(value < range.end);
  return HandRank(value);
}

std::string rank_letters_of(Ranking ranking, HandRank rank) {
  const ClassRanks ranks = ranks_of(ranking, rank);
  std::string result;
  for (int i = 0; i < ranks.size; ++i) result += rank_letter(ranks[i]);
  return result;
}

std::string name_of(Ranking ranking, HandRank rank) {
  if (is_spade_royals(ranking, rank)) return "ace, king and queen of spades";
  const Category category = category_of(ranking, rank);
  const ClassRanks ranks = ranks_of(ranking, rank);
  std::string name(category_name(category));
  if (ranking == Ranking::natural_or_wild) {
    if (const auto also = also_wild(rank)) name += ", also a " + std::string(category_name(*also));
    return name;
  }
  const auto plural = [&](int i) { return std::string(rank_plural(ranks[i])); };
  switch (category) {
    case Category::high_card: return high_cards(ranks);
    case Category::pair: return "pair of " + plural(0) + kickers(ranks, 2);
    case Category::two_pair: return name + ", " + plural(0) + " and " + plural(2) + kickers(ranks, 4);
    case Category::three_of_a_kind: return name + ", " + plural(0) + kickers(ranks, 3);
    case Category::flush: return name + ", " + high_cards(ranks);
    case Category::full_house: return name + ", " + plural(0) + " over " + plural(3);
    case Category::four_of_a_kind: return name + ", " + plural(0) + kickers(ranks, 4);
    case Category::straight:
    case Category::straight_flush: return name + ", " + std::string(rank_name(ranks[0])) + " high";
    case Category::royal_flush: return name;
    case Category::two_card_flush:
    case Category::three_card_flush:
    case Category::four_card_flush:
    case Category::five_card_flush:
    case Category::six_card_flush:
    case Category::seven_card_flush: return name + ", " + high_cards(ranks);
    case Category::no_straight_flush:
    case Category::three_card_straight_flush:
    case Category::four_card_straight_flush:
    case Category::five_card_straight_flush:
    case Category::six_card_straight_flush:
    case Category::seven_card_straight_flush: return name;
    case Category::five_of_a_kind: return name + ", " + plural(0);
    default: return name;
  }
}

std::string_view category_name(Category category) {
  switch (category) {
    case Category::high_card: return "high card";
    case Category::pair: return "pair";
    case Category::two_pair: return "two pair";
    case Category::three_of_a_kind: return "three of a kind";
    case Category::straight: return "straight";
    case Category::flush: return "flush";
    case Category::full_house: return "full house";
    case Category::four_of_a_kind: return "four of a kind";
    case Category::straight_flush: return "straight flush";
    case Category::royal_flush: return "royal flush";
    case Category::two_card_flush: return "two-card flush";
    case Category::three_card_flush: return "three-card flush";
    case Category::four_card_flush: return "four-card flush";
    case Category::five_card_flush: return "five-card flush";
    case Category::six_card_flush: return "six-card flush";
    case Category::seven_card_flush: return "seven-card flush";
    case Category::no_straight_flush: return "no straight flush";
    case Category::three_card_straight_flush: return "three-card straight flush";
    case Category::four_card_straight_flush: return "four-card straight flush";
    case Category::five_card_straight_flush: return "five-card straight flush";
    case Category::six_card_straight_flush: return "six-card straight flush";
    case Category::seven_card_straight_flush: return "seven-card straight flush";
    case Category::five_of_a_kind: return "five of a kind";
    case Category::five_wilds: return "five wilds";
    case Category::below_three_of_a_kind: return "less than three of a kind";
    case Category::wild_three_of_a_kind: return "wild three of a kind";
    case Category::wild_straight: return "wild straight";
    case Category::wild_flush: return "wild flush";
    case Category::wild_full_house: return "wild full house";
    case Category::wild_four_of_a_kind: return "wild four of a kind";
    case Category::wild_straight_flush: return "wild straight flush";
    case Category::wild_royal_flush: return "wild royal flush";
    case Category::natural_three_of_a_kind: return "natural three of a kind";
    case Category::natural_straight: return "natural straight";
    case Category::natural_flush: return "natural flush";
    case Category::natural_full_house: return "natural full house";
    case Category::natural_four_of_a_kind: return "natural four of a kind";
    case Category::natural_straight_flush: return "natural straight flush";
    case Category::natural_royal_flush: return "natural royal flush";
  }
  return "";
}

}  // namespace cardroom::cards
