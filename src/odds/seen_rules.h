// Rules of thumb for a player who sees other cards, judged by their own value: what a rule's choice is worth, less the
// other choice, over the deals to which the rule applies.
//
// Those deals are sampled, each with the weight that it has among them; every value is exact.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "odds/exposed_run.h"
#include "odds/published.h"

namespace cardroom::odds {

struct SeenRule {
  std::string id;
  std::string document;
  std::string game;
  std::string words;
  int hand_cards = 0;  // the player's own, and community cards turned
  int seen_cards = 0;  // other players'
  std::function<bool(CardSet hand)> applies;
  bool against_basic = false;  // only to hands with which basic play has the other choice
  // It applies where so many of these cards are among the seen ones.
  std::function<CardSet(CardSet hand)> marked;
  int least = 0;
  int most = 0;
  std::string choice;  // as choice_name has it
  std::string instead;
  Verdict expected{};  // on record
};

struct JudgedRule {
  const SeenRule* rule = nullptr;
  Rational share;  // of all deals: exact
  Estimate value;  // of the choice over the other, per initial wager, where the rule applies
  Estimate right;  // share of those deals in which its choice is at least as good
  Rational basic;  // share of them in which basic play has the rule's choice anyway: exact
};
// By what a rule is worth: agrees, differs, or within_error where the sample cannot tell.
Verdict verdict_of_rule(const Estimate& value);

// The rules that documents print for games dealt face up.
const std::vector<SeenRule>& printed_rules();

// `analyst` is of the rule's game.
JudgedRule judge_rule(const SeenRule& rule, const ExposedAnalyst& analyst, uint64_t prng_key, int deals);

}  // namespace cardroom::odds
