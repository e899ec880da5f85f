#include "lab/figures_json.h"

#include <boost/json.hpp>

#include "lab/exact_json.h"
#include "lab/figures_text.h"

namespace cardroom::lab {

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
  if (figures.ties_bet) {
    one["ties_to_larger_wager"] =
        boost::json::object{{"element_of_risk", exact_json(figures.ties_bet->element_of_risk)},
                            {"average_total_wager", exact_json(figures.ties_bet->average_staked)},
                            {"hit_frequency", exact_json(figures.ties_bet->hit_frequency)},
                            {"variance", exact_json(figures.ties_bet->variance)}};
  }
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

namespace {

std::string level_field(const odds::MeterLevel& level) {
  return level.name.empty() ? "meter" : level.name;
}

boost::json::object return_json(const odds::ProgressiveFigures& figures, const odds::ProgressiveTerms& terms) {
  const auto at = odds::progressive_return(figures, terms);
  boost::json::object one;
  one["wager_cents"] = terms.wager.value();
  one["other_bettors"] = terms.others;
  one["envy"] = exact_json(at.envy);
  one["return_at_empty_meters"] = exact_json(at.constant);
  one["break_even_sum"] = exact_json(at.even_sum);
  boost::json::array levels;
  for (size_t index = 0; index < figures.levels.size(); ++index) {
    boost::json::object level;
    level["level"] = level_field(figures.levels[index]);
    level["share"] = exact_json(figures.levels[index].share);
    level["slope"] = exact_json(at.slopes[index]);
    level["break_even_alone"] = exact_json(at.intercepts[index]);
    if (at.total) {
      level["meter_cents"] = terms.meters[index].value();
      level["break_even_given_others"] = exact_json(at.even_given[index]);
    }
    levels.emplace_back(std::move(level));
  }
  one["levels"] = std::move(levels);
  if (at.total) {
    one["return"] = exact_json(*at.total);
    one["house_edge"] = exact_json(1 - *at.total);
  }
  return one;
}

}  // namespace

boost::json::object progressive_json(const odds::ProgressiveFigures& figures, const odds::ProgressiveTerms& terms) {
  boost::json::object one;
  one["wager"] = "progressive";
  one["deals"] = integer_json(figures.deals);
  if (!figures.folded_by.empty()) one["folded_by"] = figures.folded_by;
  one["fixed_return"] = exact_json(figures.fixed_return);
  one["envy_from_each_other_bettor"] = exact_json(figures.envy_each);
  one["envy_times_wager"] = figures.envy_times_wager;
  boost::json::array rows;
  for (const odds::ProgressiveRow& row : figures.rows) {
    boost::json::object fields;
    fields["hand"] = row.hand;
    fields["deals"] = integer_json(row.deals);
    fields["probability"] = exact_json(row.dealt);
    if (!figures.folded_by.empty()) fields["folded"] = exact_json(row.folded);
    fields["pays"] = to_notation(row.pay);
    if (row.envy > base::Cents(0)) fields["envy_cents"] = row.envy.value();
    rows.emplace_back(std::move(fields));
  }
  one["outcomes"] = std::move(rows);
  boost::json::array by_others;
  odds::ProgressiveTerms with = terms;
  for (with.others = 0; with.others <= envy_others_max; ++with.others) {
    const auto at = odds::progressive_return(figures, with);
    by_others.emplace_back(boost::json::object{{"other_bettors", with.others},
                                               {"envy", exact_json(at.envy)},
                                               {"return_at_empty_meters", exact_json(at.constant)},
                                               {"break_even_sum", exact_json(at.even_sum)}});
  }
  one["by_other_bettors"] = std::move(by_others);
  one["as_bet"] = return_json(figures, terms);
  return one;
}

boost::json::object joint_json(const games::Table& table, const odds::JointFigures& figures) {
  const auto id = [&](size_t at) { return table.game().wager(figures.wagers[at]).id; };
  boost::json::object one;
  boost::json::array bets;
  for (size_t at = 0; at < figures.wagers.size(); ++at) {
    bets.emplace_back(boost::json::object{
        {"wager", id(at)}, {"bet", exact_json(figures.bets[at])}, {"mean", exact_json(figures.means[at])}});
  }
  one["bets"] = std::move(bets);
  if (!figures.companions.empty()) {
    boost::json::array companions;
    for (const odds::JointFigures::Companion& companion : figures.companions) {
      companions.emplace_back(
          boost::json::object{{"wager", table.game().wager(companion.wager).id}, {"bet", exact_json(companion.bet)}});
    }
    one["companions"] = std::move(companions);
  }
  one["total_bet"] = exact_json(figures.bet);
  one["strategy"] = figures.strategy;
  one["deals"] = integer_json(figures.deals);
  one["house_edge"] = exact_json(figures.house_edge);
  one["element_of_risk"] = exact_json(figures.element_of_risk);
  one["return"] = exact_json(1 - figures.house_edge);
  one["average_total_wager"] = exact_json(figures.average_staked);
  one["mean"] = exact_json(figures.mean);
  one["variance"] = exact_json(figures.variance);
  one["standard_deviation"] = base::to_significant(odds::square_root(figures.variance, 24), 12);
  boost::json::array pairs;
  for (size_t a = 0; a < figures.wagers.size(); ++a) {
    for (size_t b = a; b < figures.wagers.size(); ++b) {
      pairs.emplace_back(boost::json::object{{"wagers", {id(a), id(b)}},
                                             {"covariance", exact_json(figures.covariances[a][b])},
                                             {"correlation", odds::correlation_text(figures, a, b, 12)}});
    }
  }
  one["covariances"] = std::move(pairs);
  boost::json::array totals;
  for (const odds::JointRow& row : figures.by_total()) {
    totals.emplace_back(boost::json::object{{"net", exact_json(row.total)},
                                            {"deals", integer_json(row.deals)},
                                            {"probability", exact_json(Rational(row.deals, figures.deals))}});
  }
  one["outcomes"] = std::move(totals);
  boost::json::array rows;
  for (const odds::JointRow& row : figures.rows) {
    boost::json::array nets;
    for (const Rational& net : row.nets) nets.emplace_back(exact_json(net));
    rows.emplace_back(boost::json::object{{"nets", std::move(nets)},
                                          {"net", exact_json(row.total)},
                                          {"total_wager", exact_json(row.staked)},
                                          {"deals", integer_json(row.deals)},
                                          {"probability", exact_json(Rational(row.deals, figures.deals))}});
  }
  one["combinations"] = std::move(rows);
  return one;
}

}  // namespace cardroom::lab
