// Hands that differ only by a renaming of suits are one class: 1,755 of three cards, 16,432 of four, 134,459 of five.
#pragma once

#include <array>
#include <cstdint>

#include "cards/card.h"

namespace cardroom::cards {

// The representative of the class of `cards` under renaming of suits: the same set for every member, itself a member.
// Its suits are in order: taken as numbers, the ranks in spades are the largest and those in clubs the smallest.
CardSet canonical(CardSet cards);

// A renaming of suits: by suit, which suit it becomes.
using SuitRenaming = std::array<uint8_t, suit_count>;
// The renaming that makes `cards` the representative of its class.
SuitRenaming renaming_to_canonical(CardSet cards);

// How many sets belong to its class: 24 over the number of renamings that leave it as it is.
int class_size(CardSet cards);

// The representative of the pair (first, second), both renamed alike: a player's cards with others seen beside.
struct CanonicalPair {
  CardSet first;
  CardSet second;
  constexpr bool operator==(const CanonicalPair&) const = default;
};
CanonicalPair canonical(CardSet first, CardSet second);

}  // namespace cardroom::cards
