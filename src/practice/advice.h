// A decision in words and figures: what may be done, what each choice is worth, what a mistake costs.
#pragma once

#include <optional>

#include "practice/values.h"

namespace cardroom::practice {

// "Fold", "Check", "Take BET 1 back", "PLAY 2x", "PLAY $15.00" where it is not a whole multiple of the base wager.
std::string label_of(const games::Table& table, const games::Position& position, const games::Choice& choice);

// A sum of cents with its fraction, for people: "$5.79", "less than a cent".
std::string money_words(const base::Rational& cents);

Turn turn_of(const games::Table& table, const games::Position& position, const games::Actions& actions,
             std::string_view question, const std::optional<Values>& values);

// A choice that has been made; `chosen` is its place among the values' choices.
Decision decision_of(const games::Table& table, const games::Position& position, const Values& values, size_t chosen);

}  // namespace cardroom::practice
