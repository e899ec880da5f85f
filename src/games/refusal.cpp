#include "games/refusal.h"

#include <array>

namespace cardroom::games {

namespace {

// In the order of RefusalCode.
constexpr std::array names = {
    std::string_view("table_limit_above_ceiling"),
    std::string_view("table_minimum_above_maximum"),
    std::string_view("table_limit_above_profile"),
    std::string_view("table_limits_not_in_chips"),
    std::string_view("option_fixed_by_rules"),
    std::string_view("order_incomplete"),
    std::string_view("paytable_not_of_game"),
    std::string_view("paytable_group_twice"),
    std::string_view("no_position"),
    std::string_view("position_out_of_range"),
    std::string_view("position_twice"),
    std::string_view("more_players_than_deck"),
    std::string_view("more_players_than_paytable"),
    std::string_view("positions_above_house"),
    std::string_view("positions_not_adjacent"),
    std::string_view("no_regular_wager"),
    std::string_view("ante_required"),
    std::string_view("super_bonus_not_equal_to_ante"),
    std::string_view("bets_not_equal"),
    std::string_view("blind_not_equal_to_ante"),
    std::string_view("bonus_without_regular_wager"),
    std::string_view("wager_not_in_chips"),
    std::string_view("wager_below_minimum"),
    std::string_view("wager_above_limit"),
    std::string_view("ante_leaves_no_raise"),
    std::string_view("games_above_profile"),
    std::string_view("card_twice"),
    std::string_view("card_not_in_deck"),
    std::string_view("no_decision_to_make"),
    std::string_view("decision_missing"),
    std::string_view("action_after_fold"),
    std::string_view("action_not_offered"),
    std::string_view("play_not_equal_to_ante"),
    std::string_view("play_above_1x_without_aces"),
    std::string_view("play_outside_one_to_three_times"),
    std::string_view("raise_not_twice_ante"),
    std::string_view("street_not_one_to_three_times_ante"),
    std::string_view("taken_back_in_part"),
    std::string_view("raise_above_flush_length"),
    std::string_view("play_not_three_or_four_times"),
    std::string_view("play_not_twice_ante"),
};
static_assert(names.size() == static_cast<size_t>(RefusalCode::play_not_twice_ante) + 1);

}  // namespace

std::string_view code_name(RefusalCode code) {
  return names[static_cast<size_t>(code)];
}

}  // namespace cardroom::games
