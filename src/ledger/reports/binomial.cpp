#include "ledger/reports/binomial.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>

#include "base/check.h"

namespace cardroom::ledger::reports {

double binomial_p_value(int64_t hits, int64_t trials, double chance) {
  CHECK(hits >= 0 && hits <= trials && chance >= 0 && chance <= 1);
  if (chance == 0) return hits == 0 ? 1 : 0;
  if (chance == 1) return hits == trials ? 1 : 0;
  const auto k = static_cast<double>(hits);
  const auto n = static_cast<double>(trials);
  const double at_least = hits == 0 ? 1 : boost::math::ibeta(k, n - k + 1, chance);
  const double at_most = hits == trials ? 1 : boost::math::ibetac(k + 1, n - k, chance);
  return std::min(1.0, 2 * std::min(at_least, at_most));
}

std::string p_value_text(double p_value) {
  return p_value < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", p_value);
}

std::string p_value_mark(double p_value) {
  if (p_value < 0.001) return "very unusual";
  return p_value < 0.01 ? "unusual" : "";
}

}  // namespace cardroom::ledger::reports
