#include "odds/figures.h"

#include <algorithm>

#include "base/check.h"

namespace cardroom::odds {

Figures make_figures(std::string wager, std::string name, std::string strategy, std::vector<OutcomeRow> rows) {
  std::ranges::stable_sort(rows, [](const OutcomeRow& a, const OutcomeRow& b) {
    if (a.net != b.net) return a.net > b.net;
    return a.name < b.name;
  });
  Figures figures;
  figures.wager = std::move(wager);
  figures.name = std::move(name);
  figures.strategy = std::move(strategy);
  for (OutcomeRow& row : rows) {
    if (row.deals == 0) continue;
    figures.deals += row.deals;
    if (!figures.rows.empty() && figures.rows.back().name == row.name && figures.rows.back().net == row.net &&
        figures.rows.back().staked == row.staked) {
      figures.rows.back().deals += row.deals;
    } else {
      figures.rows.push_back(std::move(row));
    }
  }
  CHECK(figures.deals > 0);
  // In whole numbers over one denominator; divided once, at the end.
  Integer scale = 1;
  for (const OutcomeRow& row : figures.rows) {
    scale = boost::multiprecision::lcm(scale, denominator(row.net));
    scale = boost::multiprecision::lcm(scale, denominator(row.staked));
  }
  Integer nets, stakes, hits, squares, cubes;
  for (const OutcomeRow& row : figures.rows) {
    const Integer net = numerator(row.net) * (scale / denominator(row.net));
    const Integer weighted = row.deals * net;
    nets += weighted;
    squares += weighted * net;
    cubes += weighted * net * net;
    stakes += row.deals * numerator(row.staked) * (scale / denominator(row.staked));
    if (row.hit) hits += row.deals;
  }
  const Integer& n = figures.deals;
  figures.house_edge = Rational(-nets, n * scale);
  figures.average_staked = Rational(stakes, n * scale);
  figures.element_of_risk = Rational(-nets, stakes);
  figures.hit_frequency = Rational(hits, n);
  figures.variance = Rational(squares * n - nets * nets, n * n * scale * scale);
  figures.third_moment =
      Rational(cubes * n * n - 3 * nets * squares * n + 2 * nets * nets * nets, n * n * n * scale * scale * scale);
  return figures;
}

Rational square_root(const Rational& value, int places) {
  CHECK(value >= 0);
  const Integer scale = boost::multiprecision::pow(Integer(10), static_cast<unsigned>(places + 2));
  const Integer scaled =
      boost::multiprecision::numerator(value) * scale * scale / boost::multiprecision::denominator(value);
  return Rational(Integer(boost::multiprecision::sqrt(scaled)), scale);
}

std::string deviation_text(const Figures& figures, int digits) {
  return base::to_significant(square_root(figures.variance, digits + 6), digits);
}

std::string skewness_text(const Figures& figures, int digits) {
  if (figures.variance == 0) return "0";
  const Rational deviation = square_root(figures.variance, digits + 12);
  return base::to_significant(figures.third_moment / (figures.variance * deviation), digits);
}

}  // namespace cardroom::odds
