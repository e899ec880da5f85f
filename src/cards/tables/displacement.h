// Moves numbers that lie thinly in a wide range together, row by row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace cardroom::cards::tables {

// Rows of numbers, each shifted by a displacement of its own, so that no two numbers share a place.
class Displacement {
 public:
  // Rows by their index. All of these are placed after the end of those placed before.
  using Rows = std::map<size_t, std::vector<uint32_t>>;
  void place(const Rows& rows);

  // To be added, modulo 2^32, to a number of this row; 0 for a row that holds none.
  uint32_t of_row(size_t row) const;

 private:
  std::map<size_t, uint32_t> by_row_;
  std::vector<bool> taken_;
};

}  // namespace cardroom::cards::tables
