#include "cards/tables/displacement.h"

#include <algorithm>

namespace cardroom::cards::tables {

void Displacement::place(const Rows& rows) {
  std::vector<std::pair<size_t, std::vector<uint32_t>>> sorted(rows.begin(), rows.end());
  for (auto& [row, numbers] : sorted) std::ranges::sort(numbers);
  // The fullest rows first: the gaps they leave are filled by those with few numbers.
  std::ranges::sort(sorted, [](const auto& a, const auto& b) {
    return a.second.size() != b.second.size() ? a.second.size() > b.second.size() : a.first < b.first;
  });

  const auto is_taken = [&](size_t place) { return place < taken_.size() && taken_[place]; };
  size_t first_free = taken_.size();
  for (const auto& [row, numbers] : sorted) {
    while (is_taken(first_free)) ++first_free;
    size_t start = first_free;
    const auto collides = [&](uint32_t number) { return is_taken(start + number - numbers.front()); };
    while (std::ranges::any_of(numbers, collides)) ++start;
    by_row_[row] = static_cast<uint32_t>(start) - numbers.front();
    taken_.resize(std::max(taken_.size(), start + numbers.back() - numbers.front() + 1));
    for (uint32_t number : numbers) taken_[start + number - numbers.front()] = true;
  }
}

uint32_t Displacement::of_row(size_t row) const {
  const auto found = by_row_.find(row);
  return found == by_row_.end() ? 0 : found->second;
}

}  // namespace cardroom::cards::tables
