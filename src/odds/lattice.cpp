#include "odds/lattice.h"

#include <algorithm>

namespace cardroom::odds {

Lattice lattice_of(const Figures& figures) {
  using boost::multiprecision::denominator;
  using boost::multiprecision::numerator;
  Integer common = 1;
  for (const OutcomeRow& row : figures.rows) {
    common = boost::multiprecision::lcm(common, denominator(row.net));
    common = boost::multiprecision::lcm(common, denominator(row.staked));
  }
  Lattice lattice;
  lattice.per_unit = common.convert_to<int64_t>();
  for (const OutcomeRow& row : figures.rows) {
    lattice.results.push_back({numerator(Rational(row.net * common)).convert_to<int64_t>(), row.deals});
    lattice.largest_stake =
        std::max(lattice.largest_stake, numerator(Rational(row.staked * common)).convert_to<int64_t>());
  }
  return lattice;
}

}  // namespace cardroom::odds
