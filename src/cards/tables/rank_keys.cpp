#include "cards/tables/rank_keys.h"

#include <algorithm>
#include <vector>

namespace cardroom::cards::tables {
namespace {

constexpr size_t hand_max = 7;

// The sums that the ranks so far can make, by the number of cards, and whether a number is among them.
class Sums {
 public:
  Sums() { sums_[0].push_back(0); }

  // Whether a rank of this key can be added without two equal sums. Hands that hold the new rank j and j + d times
  // (d > 0) have the same sum exactly when one of the sums below, d cards smaller, is d keys less than another.
  bool admits(uint32_t key) const {
    for (size_t size = hand_max; size >= 1; --size) {
      for (size_t d = 1; d <= std::min<size_t>(size, suit_count); ++d) {
        for (uint32_t sum : sums_[size - d]) {
          if (contains(size, sum + d * key)) return false;
        }
      }
    }
    return true;
  }

  void add(uint32_t key) {
    // Sizes go down, so that the smaller ones are still without the new rank.
    for (size_t size = hand_max; size >= 1; --size) {
      for (size_t d = 1; d <= std::min<size_t>(size, suit_count); ++d) {
        for (uint32_t sum : sums_[size - d]) sums_[size].push_back(sum + static_cast<uint32_t>(d) * key);
      }
      for (uint32_t sum : sums_[size]) {
        if (sum >= held_[size].size()) held_[size].resize(sum + 1);
        held_[size][sum] = true;
      }
    }
  }

 private:
  bool contains(size_t size, size_t sum) const { return sum < held_[size].size() && held_[size][sum]; }

  std::array<std::vector<uint32_t>, hand_max + 1> sums_;
  std::array<std::vector<bool>, hand_max + 1> held_;
};

}  // namespace

std::array<uint32_t, rank_count> find_rank_keys() {
  std::array<uint32_t, rank_count> keys{};
  Sums sums;
  uint32_t key = 0;
  for (uint32_t& found : keys) {
    while (!sums.admits(key)) ++key;
    sums.add(key);
    found = key++;
  }
  return keys;
}

}  // namespace cardroom::cards::tables
