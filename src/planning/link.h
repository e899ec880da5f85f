// A planned progressive as a link of a ledger: its rules, the odds of its games, and what was computed of it. Here the
// figures of odds become facts of progressive, for creating or changing a link.
#pragma once

#include <expected>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "games/table.h"
#include "odds/link_proof.h"
#include "odds/meter_advice.h"
#include "odds/preset.h"
#include "odds/progressive_figures.h"
#include "progressive/command.h"

namespace cardroom::planning {

enum class RefusalCode : uint8_t {
  prize_needs_one_pay,  // a pay is not a whole number for 1
  linked_hands_differ,  // the games of the paytable are not equally likely to win
};
std::string_view code_name(RefusalCode code);

struct Refusal {
  RefusalCode code = RefusalCode::prize_needs_one_pay;
  std::string text;
};
template <class T>
using Planned = std::expected<T, Refusal>;

// A table for every game of a progressive's paytable, as that game's house has it.
std::expected<std::vector<games::Table>, games::Refusal> linked_tables(const games::PaytablePtr& paytable);

// Figures of the hands dealt, folded or not: the house may let folded hands win, and a link is proved on hands dealt.
// The game is one of the paytable's.
std::expected<odds::ProgressiveFigures, games::Refusal> figures_of(const games::PaytablePtr& paytable,
                                                                   const games::Game& game);

Planned<std::vector<progressive::Prize>> prizes_of(const odds::MeterPlan& plan);
Planned<std::vector<progressive::GameOdds>> odds_of(const games::Paytable& paytable, const odds::LinkProof& proof);

// The rules of a link of this plan; what a plan does not say is as the choices have it, with room for full rounds.
Planned<progressive::LinkRules> rules_of(const odds::MeterPlan& plan, const odds::Preset& choices);
// The most a round can add to a level: every position of the longest layout with the largest wager.
base::Cents full_round(const progressive::LinkRules& rules, size_t level);
// Raises the bounds of a level's growth in one round that would refuse such a round.
void allow_full_rounds(progressive::LinkRules& rules);
// And back: the plan that a link's rules make at this wager, so many others betting. Of a wager above the rules'
// largest there is none (check_plan).
odds::MeterPlan plan_of(const progressive::LinkRules& rules, const progressive::GameOdds& odds, base::Cents wager,
                        int others);

// What is kept with the rules: odds::meter_figures, of a plan that passes check_plan, and advice.
std::vector<progressive::Figure> kept_figures(const odds::MeterPlan& plan, const odds::RunDry* dry);
progressive::Judgement judgement_of(const odds::MeterPlan& plan, const odds::RunDry* dry,
                                    std::span<const odds::Advice> advice);

}  // namespace cardroom::planning
