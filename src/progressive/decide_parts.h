// What the decisions of decide_*.cpp share.
#pragma once

#include <fmt/format.h>

#include <initializer_list>

#include "progressive/decide.h"

namespace cardroom::progressive {

struct Asked {
  const State& state;
  const Command& command;
  int64_t time_ms;
};

// Leaves the function with the refusal, if there is one.
#define CARDROOM_NEED(expression)                                                    \
  do {                                                                               \
    if (auto needed = (expression); !needed) return std::unexpected(needed.error()); \
  } while (false)

Allowed<Event> decide_body(const Asked& asked, const EnrolStaff& body);
Allowed<Event> decide_body(const Asked& asked, const ChangeStaff& body);
Allowed<Event> decide_body(const Asked& asked, const CreateLink& body);
Allowed<Event> decide_body(const Asked& asked, const ChangeLink& body);
Allowed<Event> decide_body(const Asked& asked, const OpenLink& body);
Allowed<Event> decide_body(const Asked& asked, const CloseLink& body);
Allowed<Event> decide_body(const Asked& asked, const RetireLink& body);
Allowed<Event> decide_body(const Asked& asked, const PlaceTable& body);
Allowed<Event> decide_body(const Asked& asked, const ChangeTable& body);
Allowed<Event> decide_body(const Asked& asked, const RemoveTable& body);
Allowed<Event> decide_body(const Asked& asked, const StartRound& body);
Allowed<Event> decide_body(const Asked& asked, const MarkHand& body);
Allowed<Event> decide_body(const Asked& asked, const UnmarkHand& body);
Allowed<Event> decide_body(const Asked& asked, const AcknowledgeClaim& body);
Allowed<Event> decide_body(const Asked& asked, const ConfirmClaim& body);
Allowed<Event> decide_body(const Asked& asked, const RejectClaim& body);
Allowed<Event> decide_body(const Asked& asked, const HoldClaim& body);
Allowed<Event> decide_body(const Asked& asked, const ReleaseClaim& body);
Allowed<Event> decide_body(const Asked& asked, const PayEnvy& body);
Allowed<Event> decide_body(const Asked& asked, const VoidDeal& body);
Allowed<Event> decide_body(const Asked& asked, const CancelRound& body);
Allowed<Event> decide_body(const Asked& asked, const EndRound& body);
Allowed<Event> decide_body(const Asked& asked, const AdjustFund& body);
Allowed<Event> decide_body(const Asked& asked, const BackOutAward& body);
Allowed<Event> decide_body(const Asked& asked, const RecordBankBalance& body);
Allowed<Event> decide_body(const Asked& asked, const TransferJackpot& body);
Allowed<Event> decide_body(const Asked& asked, const ReportMalfunction& body);
Allowed<Event> decide_body(const Asked& asked, const ReportSensor& body);
Allowed<Event> decide_body(const Asked& asked, const AcknowledgeAlarm& body);
Allowed<Event> decide_body(const Asked& asked, const TakeSnapshot& body);
Allowed<Event> decide_body(const Asked& asked, const ReportDeal& body);
Allowed<Event> decide_body(const Asked& asked, const SetPin& body);
Allowed<Event> decide_body(const Asked& asked, const EnrolDevice& body);
Allowed<Event> decide_body(const Asked& asked, const RevokeDevice& body);
Allowed<Event> decide_body(const Asked& asked, const RecordSignIn& body);
Allowed<Event> decide_body(const Asked& asked, const RecordStart& body);
Allowed<Event> decide_body(const Asked& asked, const RecordStop& body);
Allowed<Event> decide_body(const Asked& asked, const AcknowledgePayment& body);
Allowed<Event> decide_body(const Asked& asked, const ReplaceAnchor& body);
Allowed<Event> decide_body(const Asked& asked, const ArchiveSegment& body);

// An event of this command with nothing in it yet.
Event event_of(const Asked& asked);

// Staff. An empty `by` stands for the table itself.
Allowed<void> need_known_or_table(const Asked& asked);
Allowed<void> need_role(const Asked& asked, std::initializer_list<Role> roles);
// An active person other than the sender: a supervisor, executive or administrator.
Allowed<void> need_second_person(const Asked& asked);
// Two different active people of supervisor, executive or administrator, one of them above supervisor.
Allowed<void> need_two_people(const Asked& asked);

// Fields.
Allowed<void> need_id(std::string_view text, std::string field);
Allowed<void> need_text(std::string_view text, std::string field);        // 1 to 200 characters
Allowed<void> need_short_text(std::string_view text, std::string field);  // 0 to 200 characters
Allowed<void> need_amount(base::Cents amount, base::Cents least, base::Cents most, std::string field);

Allowed<const LinkState*> find_link(const State& state, const LinkId& link, std::string field);
// One that is not retired.
Allowed<const LinkState*> find_live_link(const State& state, const LinkId& link, std::string field);
Allowed<const TableState*> find_table(const State& state, const TableId& table, std::string field);
Allowed<const TableState*> find_table_in_round(const State& state, const TableId& table);
Allowed<const Claim*> find_claim(const State& state, ClaimNumber claim);
Allowed<const LevelState*> find_level(const LinkState& link, int level, std::string field);

// Every balance and total stays so far below the ceiling of its type that no sum over all of them goes over it, in a
// law, a report or against the bank. Checked where money comes in; whatever was accepted can be paid.
Allowed<void> need_room(const State& state, const Event& event);

// Adds a posting to the event, unless the amount is zero.
void post(Event& event, Account account, const LinkId& link, int level, base::MeterUnits amount);
// The postings that change a level's funds from `before` to `after`.
void post_funds(Event& event, const LinkId& link, int level, const Funds& before, const Funds& after);
// The prices and postings that change the level from its queue to `after`. A claim that is in `after` and not in the
// state is new; one that has left is withdrawn.
void reprice(Event& event, const State& state, const LinkId& link, int level, const ClaimQueue& after);

// The wager of a hand at the position, or of one whose position is not known: what all of the link's wagers in this
// round are, 0 if they differ.
base::Cents wager_of_mark(const OpenRound& round, const LinkId& link, std::optional<int> position);

// The index of another award of the same equal split, which the reseed passes to when this one is backed out; or -1.
int64_t split_mate(const LinkState& link, const Award& award);

// Whether two claims are winners of one equal split: they share one reseed.
bool share_a_split(const State& state, const Claim& a, const Claim& b);

// Whether two claims are of one position's hand in one round: the second was marked after the first was backed out.
bool is_of_same_hand(const Claim& a, const Claim& b);

// Whether the command acknowledges this debt.
bool is_meant(const Debt& debt, const AcknowledgePayment& body);

const Prize& prize_of(const State& state, const Claim& claim);
base::Cents fixed_pay(const Prize& prize, base::Cents wager);
int level_of(const Claim& claim, const LinkRules& rules);

}  // namespace cardroom::progressive
