// Why a command is refused: the rule that it breaks. Commands are checked in roughly the order of the list: whether the
// text is printable, who sends it, what is written, what it names, then the rules and the round. The first failure is
// reported. A refusal changes no money and no table. It is itself recorded in the journal, so that the same command
// sent again gets the same answer. Its sentence is for people: the audit compares the code and the field only.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace cardroom::progressive {

// clang-format off
#define CARDROOM_REFUSALS \
  text_not_printable, \
  staff_unknown, staff_inactive, role_not_allowed, second_person_missing, second_person_same, executive_needed, \
  malformed_id, text_missing, text_too_long, amount_out_of_range, \
  staff_exists, last_administrator, device_unknown, device_exists, devices_too_many, digest_malformed, \
  table_needed, system_only, \
  link_unknown, link_exists, link_open, link_not_open, link_retired, link_in_use, \
  table_unknown, table_exists, table_in_round, \
  levels_out_of_range, prizes_out_of_range, prize_twice, prize_needs_one_pay, prize_level_unknown, level_without_award, \
  wager_sizes_wrong, shares_above_whole, limit_below_seed, limit_below_meter, \
  tax_date_malformed, positions_out_of_range, links_of_table_out_of_range, link_twice, \
  odds_missing, probability_malformed, probabilities_differ, game_not_linked, configuration_has_funds, \
  prize_fund_short, round_open, round_not_open, no_wager, position_out_of_range, wager_twice, link_not_at_table, \
  wager_size_not_allowed, contribution_unreasonable, fund_full, \
  hand_unknown, position_needed, position_known, position_did_not_bet, position_already_marked, folded_hand_loses, \
  claim_unknown, claim_decided, claim_not_held, claim_undecided, earlier_claim_open, award_in_round, \
  award_unknown, award_backed_out, claim_open_on_level, meter_too_low, reason_not_for_this_change, amount_above_fund, \
  jackpot_not_similar, no_envy_due, nothing_owed, \
  key_not_now, \
  command_reserved, command_id_reserved, command_id_reused, journal_unavailable
// clang-format on

enum class RefusalCode : uint8_t { CARDROOM_REFUSALS };

std::string_view code_name(RefusalCode code);
std::optional<RefusalCode> code_named(std::string_view name);

struct Refusal {
  RefusalCode code = RefusalCode::malformed_id;
  std::string field;  // which field of the command: "wagers[2].link"; empty: the whole command
  std::string text;   // a sentence: the rule and what to do

  bool operator==(const Refusal&) const = default;
};
BOOST_DESCRIBE_STRUCT(Refusal, (), (code, field, text))

template <class T>
using Allowed = std::expected<T, Refusal>;

inline std::unexpected<Refusal> refuse(RefusalCode code, std::string field, std::string text) {
  return std::unexpected(Refusal{code, std::move(field), std::move(text)});
}

}  // namespace cardroom::progressive
