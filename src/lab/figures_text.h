// Figures for people, as 'cardroom analyze' prints them.
#pragma once

#include <string>

#include "games/table.h"
#include "odds/analysis.h"

namespace cardroom::lab {

// "= 128/5525"
std::string exact(const base::Rational& value);
// "2.316742%"
std::string percent(const base::Rational& value, int places);
// An amount of currency units in dollars and whole cents, rounded down: "$10,080.00".
std::string money_text(const base::Rational& amount);
// "Mega", or "the meter" where the only level has no name.
std::string level_name(const odds::MeterLevel& level);

std::string figures_text(const odds::Figures& figures);
std::string progressive_text(const odds::ProgressiveFigures& figures, const odds::ProgressiveTerms& terms);
std::string joint_text(const games::Table& table, const odds::JointFigures& figures);

// The numbers of other bettors for which envy is shown: nobody, up to a full table of the usual size.
inline constexpr int envy_others_max = 6;

}  // namespace cardroom::lab
