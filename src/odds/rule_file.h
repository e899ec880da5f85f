// A strategy as somebody writes it down, one rule a line, the first that fits decides:
//
//   bet 3 with pair of tens or better
//   bet 1 with pair of threes or better against 2-9
//   bet 1 with A-K-J-8-3 or better
//   fold
//
// A hand is written as any command prints it: a paytable's name for it (two pair, pair of tens), the words of a
// settlement or a strategy (queen high; any six-card flush), or the letters of its cards, of which the last may be left
// out (A-K). `against` names ranks of the dealer's up-card: 2-9, A, T-K. The sentence that 'cardroom strategy' prints
// is a strategy too: PLAY 3x with a pair of aces or better, PLAY 1x with K-Q-8-4 or better, fold the rest.
#pragma once

#include <expected>
#include <stdexcept>
#include <string>
#include <string_view>

#include "odds/base_game.h"

namespace cardroom::odds {

// Thrown by a rule that decides on a bet which the game does not offer to the hand at hand; the message names the line.
class RuleNotOffered : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The message names the line.
std::expected<DecisionRule, std::string> parse_rule_file(std::string_view text, const games::Game& game);

}  // namespace cardroom::odds
