// Named refusals: the rule that a wager, an action or a table's setting breaks. Their order is their precedence: where
// several rules are broken, the first in this list is reported.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/money.h"

namespace cardroom::games {

enum class RefusalCode : uint8_t {
  // The table's settings.
  table_limit_above_ceiling,
  table_minimum_above_maximum,
  table_limit_above_profile,
  table_limits_not_in_chips,
  option_fixed_by_rules,
  order_incomplete,
  paytable_not_of_game,
  paytable_group_twice,
  // Who plays.
  no_position,
  position_out_of_range,
  position_twice,
  more_players_than_deck,
  more_players_than_paytable,
  positions_above_house,
  positions_not_adjacent,
  // Wagers before the deal.
  no_regular_wager,
  ante_required,
  super_bonus_not_equal_to_ante,
  bets_not_equal,
  blind_not_equal_to_ante,
  bonus_without_regular_wager,
  wager_not_in_chips,
  wager_below_minimum,
  wager_above_limit,
  ante_leaves_no_raise,
  games_above_profile,
  // Cards.
  card_twice,
  card_not_in_deck,
  // Decisions.
  no_decision_to_make,
  decision_missing,
  action_after_fold,
  action_not_offered,
  play_not_equal_to_ante,
  play_above_1x_without_aces,
  play_outside_one_to_three_times,
  raise_not_twice_ante,
  street_not_one_to_three_times_ante,
  taken_back_in_part,
  raise_above_flush_length,
  play_not_three_or_four_times,
  play_not_twice_ante,
};

// "play_above_1x_without_aces"
std::string_view code_name(RefusalCode code);

struct Refusal {
  RefusalCode code;
  int position = 0;  // 0: the whole table
  int wager = -1;    // the wager concerned, if one is
  std::string text;  // a sentence: what was asked, the rule, what to do
  int option = -1;   // the house option concerned, if one is
};

}  // namespace cardroom::games
