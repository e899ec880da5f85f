// Keys of ranks whose sums tell hands apart.
#pragma once

#include <array>
#include <cstdint>

#include "cards/card.h"

namespace cardroom::cards::tables {

// The smallest keys, taken one rank after another, such that two hands of the same size, at most seven cards, have the
// same sum of keys only when they hold the same ranks equally often.
std::array<uint32_t, rank_count> find_rank_keys();

}  // namespace cardroom::cards::tables
