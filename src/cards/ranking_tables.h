// The tables behind the rankings, and how they are addressed. tables/make_tables.cpp works them out from the rules and
// writes them as a source file while the project is built; none is typed in.
//
// Every rank has a key of 23 bits, so chosen that the keys of up to seven cards add up, modulo 2^23, to a different sum
// for every choice of ranks of the same size. A sum of cards has that sum in its highest bits, where it wraps by
// itself, and the number of cards in its lowest four. The sums lie thinly in their range, so they are moved together:
// those that agree in the number of cards and in the highest bits of the key are a row, and each row is shifted by a
// displacement of its own to where its sums fall in the gaps between those of other rows. What is looked up is then
//
//   rank = table[key + displacement of its row]
//
// with no search and no collision. A hand in one suit needs no sum: its rank is found by its thirteen bits of ranks.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "cards/card.h"

namespace cardroom::cards::tables {

inline constexpr int key_bits = 23;
inline constexpr int count_bits = 4;
inline constexpr int row_bits = 12;  // of the key

inline constexpr int hand_min = 3, hand_max = 7;
inline constexpr size_t row_count = size_t{hand_max - hand_min + 1} << row_bits;

// To be added to the key, modulo 2^32.
extern const uint32_t displacements[row_count];

// Sum is uint32_t or uint64_t; bits between the key and the count do not matter.
template <class Sum>
constexpr size_t row_of(Sum sum) {
  // The rotation brings the count above the highest bits of the key.
  const size_t row = std::rotl(sum, row_bits) & ((size_t{1} << (row_bits + count_bits)) - 1);
  return row - (size_t{hand_min} << row_bits);
}

template <class Sum>
constexpr uint32_t key_of(Sum sum) {
  return static_cast<uint32_t>(sum >> (std::numeric_limits<Sum>::digits - key_bits));
}

// The place, in the tables below, of a hand of hand_min to hand_max cards.
template <class Sum>
inline uint32_t place_of(Sum sum) {
  return key_of(sum) + displacements[row_of(sum)];
}

// Hands of mixed suits: three cards, the best four of four, five or six, and the best five of five, six or seven.
extern const uint16_t three_by_place[];
extern const uint16_t four_by_place[];
extern const uint16_t five_by_place[];

// By the ranks held in one suit: the best flush or straight flush of three, four, five cards, 0 with too few.
inline constexpr uint32_t rank_sets = 1U << rank_count;
extern const uint16_t three_suited[rank_sets];
extern const uint16_t four_suited[rank_sets];
extern const uint16_t five_suited[rank_sets];

// By the ranks held at all: the best three cards of different ranks, not of one suit; 0 with too few.
extern const uint16_t three_unpaired[rank_sets];

// By the ranks held in one suit: what they add to the sum of a hand of at most seven cards. Four of a suit set a bit of
// their own, five or more another; no second suit can have as many. Two suits can have three each, so that these are
// counted in two bits.
inline constexpr uint32_t four_of_suit = 1U << count_bits;
inline constexpr uint32_t five_of_suit = 2U << count_bits;
inline constexpr uint32_t three_of_suit = 4U << count_bits;
extern const uint32_t suit_sums[rank_sets];

// By a card's bit: what it adds to a HandSum. Between the key and the count each suit has a counter, to which a card
// adds seven, so that five cards (and up to nine) reach its bit 5 while four do not.
inline constexpr int counter_bits = 8;
inline constexpr uint64_t counter_step = 7;
inline constexpr int counter_signal = count_bits + 5;
inline constexpr uint64_t counter_signals = 0x0101'0101ULL << counter_signal;
extern const uint64_t card_sums[64];

// The classes of a ranking, lowest first: the category above bit 24, and below it the ranks, those that decide first,
// four bits each, the last in the lowest bits.
inline constexpr int category_bit = 24;
inline constexpr int three_class_count = 741, four_class_count = 2'535, five_class_count = 7'462;
extern const uint32_t three_classes[three_class_count];
extern const uint32_t four_classes[four_class_count];
extern const uint32_t five_classes[five_class_count];

// Where a category lies on the scale of a ranking: [begin, end), empty when the ranking does not have it.
struct CategoryRange {
  uint16_t begin;
  uint16_t end;
};
inline constexpr int category_count = 10;
extern const CategoryRange three_categories[category_count];
extern const CategoryRange four_categories[category_count];
extern const CategoryRange five_categories[category_count];

}  // namespace cardroom::cards::tables
