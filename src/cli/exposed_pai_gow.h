// cardroom exposed for the Pai Gow games, which have no table of wagers (games/pai_gow.h).
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "games/pai_gow.h"
#include "odds/exposed.h"

namespace cardroom::cli {

inline constexpr std::string_view parts_of_the_sample = " (parts of the sampled gain, without separate intervals)";

// The games that `exposed` and `faceup-report` accept besides those that have a table.
std::vector<std::string_view> pai_gow_ids();

struct PaiGowQuestion {
  games::pai_gow::Variant variant{};
  std::vector<std::string> house;  // commission=none
  int players = 0;                 // 0: not given
  int hands_seen = -1;             // all
  double error_percent = 0.05;
  double budget_seconds = 0;  // 0: no limit
  std::string key;
  std::string own, seen;      // one situation
  bool others_given = false;  // options that do not apply to Pai Gow
  bool json = false;
};

// An estimate with its interval, in the form that `exposed` uses throughout.
boost::json::object estimate_json(const odds::Estimate& estimate);

// Prints the answer; throws a Stop on wrong input.
void answer_pai_gow(PaiGowQuestion question);

}  // namespace cardroom::cli
