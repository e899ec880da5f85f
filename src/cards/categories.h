// Which categories a ranking has, and which beats which: all that tells one ranking of n cards from another.
#pragma once

#include <array>
#include <span>

#include "cards/ranking.h"

namespace cardroom::cards {

inline constexpr std::array three_card_order = {Category::high_card,       Category::pair,
                                                Category::flush,           Category::straight,
                                                Category::three_of_a_kind, Category::straight_flush};
inline constexpr std::array four_card_order = {
    Category::high_card,       Category::pair,           Category::two_pair,      Category::straight, Category::flush,
    Category::three_of_a_kind, Category::straight_flush, Category::four_of_a_kind};
inline constexpr std::array five_card_order = {
    Category::high_card,      Category::pair,       Category::two_pair,   Category::three_of_a_kind,
    Category::straight,       Category::flush,      Category::full_house, Category::four_of_a_kind,
    Category::straight_flush, Category::royal_flush};
inline constexpr std::array longest_flush_order = {Category::two_card_flush,  Category::three_card_flush,
                                                   Category::four_card_flush, Category::five_card_flush,
                                                   Category::six_card_flush,  Category::seven_card_flush};
inline constexpr std::array longest_straight_flush_order = {
    Category::no_straight_flush,        Category::three_card_straight_flush, Category::four_card_straight_flush,
    Category::five_card_straight_flush, Category::six_card_straight_flush,   Category::seven_card_straight_flush};
inline constexpr std::array five_card_wild_order = {
    Category::high_card,      Category::pair,           Category::two_pair,    Category::three_of_a_kind,
    Category::straight,       Category::flush,          Category::full_house,  Category::four_of_a_kind,
    Category::straight_flush, Category::five_of_a_kind, Category::royal_flush, Category::five_wilds};
inline constexpr std::array natural_or_wild_order = {Category::below_three_of_a_kind,
                                                     Category::wild_three_of_a_kind,
                                                     Category::wild_straight,
                                                     Category::wild_flush,
                                                     Category::wild_full_house,
                                                     Category::natural_three_of_a_kind,
                                                     Category::wild_four_of_a_kind,
                                                     Category::natural_straight,
                                                     Category::wild_straight_flush,
                                                     Category::natural_flush,
                                                     Category::natural_full_house,
                                                     Category::natural_four_of_a_kind,
                                                     Category::five_of_a_kind,
                                                     Category::wild_royal_flush,
                                                     Category::natural_straight_flush,
                                                     Category::natural_royal_flush,
                                                     Category::five_wilds};

// The categories of a ranking, the lowest first.
constexpr std::span<const Category> category_order(Ranking ranking) {
  switch (ranking) {
    case Ranking::three_card:
    case Ranking::three_card_spades: return three_card_order;
    case Ranking::four_card: return four_card_order;
    case Ranking::five_card: return five_card_order;
    case Ranking::longest_flush: return longest_flush_order;
    case Ranking::longest_straight_flush: return longest_straight_flush_order;
    case Ranking::five_card_wild: return five_card_wild_order;
    case Ranking::natural_or_wild: return natural_or_wild_order;
  }
  return {};
}

}  // namespace cardroom::cards
