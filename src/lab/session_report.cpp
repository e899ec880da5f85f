#include "lab/session_report.h"

#include <fmt/format.h>

#include <boost/json.hpp>

#include "lab/exact_json.h"
#include "odds/lattice.h"

namespace cardroom::lab {

std::expected<SessionReport, odds::SessionRefusal> make_session_report(const odds::Figures& figures,
                                                                       const SessionTerms& terms,
                                                                       odds::Progress* progress) {
  const odds::Lattice lattice = odds::lattice_of(figures);
  auto session = odds::session_distribution(lattice.results, terms.rounds, progress);
  if (!session) return std::unexpected(session.error());
  SessionReport report{.terms = terms,
                       .per_unit = lattice.per_unit,
                       .largest_stake = lattice.largest_stake,
                       .session = std::move(*session),
                       .chance = {},
                       .ruin = {},
                       .ruin_ever = {}};
  report.chance = odds::chances(report.session);
  if (terms.bankroll > 0) {
    const odds::Bankroll bankroll{terms.bankroll * lattice.per_unit, lattice.largest_stake};
    const auto within = odds::risk_of_ruin(lattice.results, bankroll, terms.rounds, progress);
    if (!within) return std::unexpected(within.error());
    const auto ever = odds::risk_of_ruin_ever(lattice.results, bankroll);
    if (!ever) return std::unexpected(ever.error());
    report.ruin = *within;
    report.ruin_ever = *ever;
  }
  return report;
}

std::string decimal_text(double value) {
  return fmt::format("{:.12g}", value);
}

boost::json::object session_json(const SessionReport& report) {
  boost::json::object root;
  root["rounds"] = report.terms.rounds;
  root["mean"] = exact_json(report.mean());
  root["standard_deviation"] = decimal_text(report.deviation());
  root["win"] = decimal_text(report.chance.win);
  root["lose"] = decimal_text(report.chance.loss);
  root["even"] = decimal_text(report.chance.even);
  root["error"] = decimal_text(report.session.error);
  boost::json::array quantiles;
  for (const double level : session_levels) {
    quantiles.emplace_back(
        boost::json::object{{"level", decimal_text(level)}, {"net", decimal_text(report.quantile(level))}});
  }
  root["quantiles"] = std::move(quantiles);
  if (report.ruin) {
    const auto interval = [](const odds::Interval& risk) {
      return boost::json::object{{"low", decimal_text(risk.low)}, {"high", decimal_text(risk.high)}};
    };
    root["bankroll"] = report.terms.bankroll;
    root["risk_of_ruin"] = interval(*report.ruin);
    root["risk_of_ruin_ever"] = interval(*report.ruin_ever);
  }
  return root;
}

}  // namespace cardroom::lab
