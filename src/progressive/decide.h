// Commands in, events or a named refusal out. Pure: what it decides follows from the state, the command and the time.
#pragma once

#include "progressive/state.h"

namespace cardroom::progressive {

// The event that the command makes of this state, or why it may not. Changes nothing: apply(state, event) does.
Allowed<Event> decide(const State& state, const Command& command, int64_t time_ms);

// What every ledger asks of a link's rules and of the chances of its games, whatever its state.
Allowed<void> check_rules(const LinkRules& rules);
Allowed<void> check_odds(const LinkRules& rules, const std::vector<GameOdds>& odds);

// How a refusal is written to the journal, with the command that it answers.
Event refused_event(const Command& command, const Refusal& refusal, int64_t time_ms);

// The command that an event was made from, without its id.
Command command_of(const Event& event);

// Whether the link has a tax rule at that time; without one nobody has decided what needs a form.
bool has_tax_rule(const LinkRules& rules, int64_t time_ms);
// Whether a pay is to be flagged for the tax form.
bool is_taxable(const LinkRules& rules, int64_t time_ms, base::Cents amount, base::Cents wager);

// Until when a card is locked out after too many wrong PINs; 0: it is not.
int64_t locked_out_until_ms(const State& state, const StaffId& staff, int64_t time_ms);

// A claim that END GAME waits for: a share of the meter, a pay at or above what the link sets, or a hand with envy
// whose position is not known.
bool needs_confirmation(const State& state, const Claim& claim);
bool needs_executive(const State& state, const Claim& claim);
// Two people confirm it: a pay of the band between the link's amount for a second signature and the executive's.
bool needs_second_person(const State& state, const Claim& claim);

// What the others get when a claim that waits, or is held, is paid.
std::vector<Payment> envy_if_paid(const State& state, const Claim& claim);
// Envy that is owed at the table now and not posted yet: of confirmed hands and of those that need no confirmation.
std::vector<Payment> envy_due(const State& state, const TableId& table, int64_t time_ms);

}  // namespace cardroom::progressive
