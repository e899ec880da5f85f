#include "cli/figures_json.h"

#include <boost/json.hpp>

#include "cli/exact_json.h"

namespace cardroom::cli {

using base::Rational;
using odds::Figures;

boost::json::object figures_json(const Figures& figures) {
  boost::json::object one;
  one["wager"] = figures.wager;
  one["name"] = figures.name;
  if (!figures.strategy.empty()) one["strategy"] = figures.strategy;
  one["deals"] = integer_json(figures.deals);
  one["house_edge"] = exact_json(figures.house_edge);
  one["element_of_risk"] = exact_json(figures.element_of_risk);
  one["average_total_wager"] = exact_json(figures.average_staked);
  one["hit_frequency"] = exact_json(figures.hit_frequency);
  one["variance"] = exact_json(figures.variance);
  one["standard_deviation"] = odds::deviation_text(figures, 12);
  one["skewness"] = odds::skewness_text(figures, 12);
  boost::json::array rows;
  for (const odds::OutcomeRow& row : figures.rows) {
    boost::json::object fields;
    fields["outcome"] = row.name;
    fields["deals"] = integer_json(row.deals);
    fields["probability"] = exact_json(Rational(row.deals, figures.deals));
    fields["net"] = exact_json(row.net);
    fields["total_wager"] = exact_json(row.staked);
    fields["contribution"] = exact_json(Rational(row.deals, figures.deals) * row.net);
    fields["hit"] = row.hit;
    rows.emplace_back(std::move(fields));
  }
  one["outcomes"] = std::move(rows);
  return one;
}

boost::json::object progressive_json(const odds::ProgressiveFigures& figures) {
  boost::json::object one;
  one["wager"] = "progressive";
  one["deals"] = integer_json(figures.deals);
  one["fixed_return"] = exact_json(figures.fixed_return);
  one["envy_from_each_other_bettor"] = exact_json(figures.envy_each);
  boost::json::object shares;
  for (const auto& [level, share] : figures.meter_share) shares[level.empty() ? "meter" : level] = exact_json(share);
  one["expected_meter_share"] = std::move(shares);
  boost::json::array rows;
  for (const odds::ProgressiveRow& row : figures.rows) {
    boost::json::object fields;
    fields["hand"] = row.hand;
    fields["deals"] = integer_json(row.deals);
    fields["probability"] = exact_json(Rational(row.deals, figures.deals));
    fields["pays"] = to_text(row.pay);
    if (row.envy > base::Cents(0)) fields["envy_cents"] = row.envy.value();
    rows.emplace_back(std::move(fields));
  }
  one["outcomes"] = std::move(rows);
  return one;
}

}  // namespace cardroom::cli
