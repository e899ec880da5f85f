// Ranks as the bits of a number.
#pragma once

#include <bit>
#include <cstdint>

namespace cardroom::cards {

// The highest of a set of ranks that is not empty.
constexpr int highest(uint32_t ranks) {
  return static_cast<int>(std::bit_width(ranks)) - 1;
}

}  // namespace cardroom::cards
