// Results over many rounds of a wager: the figures behind 'cardroom session' and the lab's plot.
#pragma once

#include <boost/json/object.hpp>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "odds/figures.h"
#include "odds/session.h"
#include "odds/session_ruin.h"

namespace cardroom::lab {

// Probabilities at which a session's end is reported.
inline constexpr double session_levels[] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};

struct SessionTerms {
  int rounds = 100;
  int64_t bankroll = 0;  // in units of the wager; 0: none
};

struct SessionReport {
  SessionTerms terms;
  int64_t per_unit = 1;       // lattice steps in a unit of the wager
  int64_t largest_stake = 0;  // of a round, in lattice steps
  odds::SessionDistribution session;
  odds::SessionChances chance;
  std::optional<odds::Interval> ruin;       // within these rounds
  std::optional<odds::Interval> ruin_ever;  // with a bankroll, both

  base::Rational mean() const { return session.mean / per_unit; }
  double deviation() const { return odds::standard_deviation(session) / static_cast<double>(per_unit); }
  double quantile(double level) const {
    return static_cast<double>(odds::quantile(session, level).first) / static_cast<double>(per_unit);
  }
};

std::expected<SessionReport, odds::SessionRefusal> make_session_report(const odds::Figures& figures,
                                                                       const SessionTerms& terms,
                                                                       odds::Progress* progress);

// The fields that docs/reference/json.md lists for 'cardroom session' from `rounds` on.
boost::json::object session_json(const SessionReport& report);

// A decimal for machines, as text: twelve digits are more than the errors leave.
std::string decimal_text(double value);

}  // namespace cardroom::lab
