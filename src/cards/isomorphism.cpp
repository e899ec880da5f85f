#include "cards/isomorphism.h"

#include <algorithm>
#include <array>

namespace cardroom::cards {
namespace {

// By five comparisons without a branch, the smallest first.
template <class Lane>
void sort_lanes(std::array<Lane, suit_count>& lanes) {
  const auto order = [&lanes](size_t a, size_t b) {
    const Lane low = std::min(lanes[a], lanes[b]);
    lanes[b] = std::max(lanes[a], lanes[b]);
    lanes[a] = low;
  };
  order(0, 1);
  order(2, 3);
  order(0, 2);
  order(1, 3);
  order(1, 2);
}

std::array<uint32_t, suit_count> lanes_of(CardSet cards) {
  return {cards.ranks(Suit::clubs), cards.ranks(Suit::diamonds), cards.ranks(Suit::hearts), cards.ranks(Suit::spades)};
}

CardSet from_lanes(const std::array<uint32_t, suit_count>& lanes) {
  uint64_t bits = 0;
  for (size_t suit = 0; suit < suit_count; ++suit) bits |= uint64_t{lanes[suit]} << (16 * suit);
  return CardSet(bits);
}

}  // namespace

CardSet canonical(CardSet cards) {
  auto lanes = lanes_of(cards);
  sort_lanes(lanes);
  return from_lanes(lanes);
}

SuitRenaming renaming_to_canonical(CardSet cards) {
  // The suit rides below its ranks: it decides nothing but the order of suits with the same ranks.
  auto lanes = lanes_of(cards);
  for (uint32_t suit = 0; suit < suit_count; ++suit) lanes[suit] = lanes[suit] << 2 | suit;
  sort_lanes(lanes);
  SuitRenaming renaming{};
  for (uint8_t place = 0; place < suit_count; ++place) renaming[lanes[place] & 3] = place;
  return renaming;
}

int class_size(CardSet cards) {
  auto lanes = lanes_of(cards);
  sort_lanes(lanes);
  // Suits that hold the same ranks can be exchanged: two in two ways, three in six, four in twenty-four.
  int unchanged = 1;
  int run = 1;
  for (size_t suit = 1; suit < suit_count; ++suit) {
    run = lanes[suit] == lanes[suit - 1] ? run + 1 : 1;
    unchanged *= run;
  }
  return 24 / unchanged;
}

CanonicalPair canonical(CardSet first, CardSet second) {
  // Each suit's ranks of both sets are kept together while suits are sorted.
  auto lanes = lanes_of(first);
  const auto others = lanes_of(second);
  for (size_t suit = 0; suit < suit_count; ++suit) lanes[suit] = lanes[suit] << 16 | others[suit];
  sort_lanes(lanes);
  std::array<uint32_t, suit_count> firsts{}, seconds{};
  for (size_t suit = 0; suit < suit_count; ++suit) {
    firsts[suit] = lanes[suit] >> 16;
    seconds[suit] = lanes[suit] & 0xffff;
  }
  return {from_lanes(firsts), from_lanes(seconds)};
}

}  // namespace cardroom::cards
