// What the applications of apply*.cpp share.
#pragma once

#include <fmt/format.h>

#include "progressive/state.h"

namespace cardroom::progressive {

// An event that cannot have been made for this state. Thrown here, caught by apply.
struct Misfit {
  std::string text;
};

template <class Map, class Key>
auto& at(Map& map, const Key& key, const char* what) {
  const auto found = map.find(key);
  if (found == map.end()) throw Misfit{fmt::format("it names a {} that does not exist", what)};
  return found->second;
}

inline LevelState& level_at(LinkState& link, int level) {
  if (level < 0 || level >= static_cast<int>(link.levels.size())) throw Misfit{"it names a level that does not exist"};
  return link.levels[static_cast<size_t>(level)];
}

// A sum that stays within the type: a forged amount must not stop the program.
inline void add(base::MeterUnits& to, base::MeterUnits amount) {
  int64_t sum;
  if (__builtin_add_overflow(to.value(), amount.value(), &sum) || sum > base::MeterUnits::max_value ||
      sum < -base::MeterUnits::max_value)
    throw Misfit{"an amount exceeds every limit"};
  to = base::MeterUnits(sum);
}

inline base::MeterUnits units(base::Cents amount) {
  return base::to_meter_units(amount);
}

inline OpenRound& round_at(State& state, const TableId& table) {
  TableState& found = at(state.tables, table, "table");
  if (!found.round) throw Misfit{"it belongs to a round that is not open"};
  return *found.round;
}

inline void drop_from_round(State& state, const Claim& claim) {
  TableState& table = at(state.tables, claim.table, "table");
  if (table.round && table.round->number == claim.round) std::erase(table.round->claims, claim.number);
}

// What players are owed: apply_owed.cpp.
void owe(State& state, Debt debt);
// The award of a claim and the envy beside it, decided by this event.
void owe_claim(State& state, const Event& event, const Claim& claim);
// Posted and paid in one act.
void count_paid(State& state, const LinkId& link, base::Cents amount);
// Everything of a table's round was paid.
void settle_round(State& state, const TableId& table, RoundNumber round);
// An award that was backed out is not owed any more, or is money that the player returns.
void take_back_award(State& state, const LinkId& link, const Pricing& price);

inline void add_seed(Totals& totals, base::MeterUnits amount) {
  add(totals.seeds, amount);
  add(totals.seed_unrecovered, amount);
}

void apply_body(State& state, const Event& event, const EnrolStaff& body);
void apply_body(State& state, const Event& event, const ChangeStaff& body);
void apply_body(State& state, const Event& event, const CreateLink& body);
void apply_body(State& state, const Event& event, const ChangeLink& body);
void apply_body(State& state, const Event& event, const OpenLink& body);
void apply_body(State& state, const Event& event, const CloseLink& body);
void apply_body(State& state, const Event& event, const RetireLink& body);
void apply_body(State& state, const Event& event, const PlaceTable& body);
void apply_body(State& state, const Event& event, const ChangeTable& body);
void apply_body(State& state, const Event& event, const RemoveTable& body);
void apply_body(State& state, const Event& event, const StartRound& body);
void apply_body(State& state, const Event& event, const MarkHand& body);
void apply_body(State& state, const Event& event, const UnmarkHand& body);
void apply_body(State& state, const Event& event, const AcknowledgeClaim& body);
void apply_body(State& state, const Event& event, const ConfirmClaim& body);
void apply_body(State& state, const Event& event, const RejectClaim& body);
void apply_body(State& state, const Event& event, const HoldClaim& body);
void apply_body(State& state, const Event& event, const ReleaseClaim& body);
void apply_body(State& state, const Event& event, const PayEnvy& body);
void apply_body(State& state, const Event& event, const VoidDeal& body);
void apply_body(State& state, const Event& event, const CancelRound& body);
void apply_body(State& state, const Event& event, const EndRound& body);
void apply_body(State& state, const Event& event, const AdjustFund& body);
void apply_body(State& state, const Event& event, const BackOutAward& body);
void apply_body(State& state, const Event& event, const RecordBankBalance& body);
void apply_body(State& state, const Event& event, const TransferJackpot& body);
void apply_body(State& state, const Event& event, const ReportMalfunction& body);
void apply_body(State& state, const Event& event, const AcknowledgeAlarm& body);
void apply_body(State& state, const Event& event, const ReportSensor& body);
void apply_body(State& state, const Event& event, const TakeSnapshot& body);
void apply_body(State& state, const Event& event, const ReportDeal& body);
void apply_body(State& state, const Event& event, const SetPin& body);
void apply_body(State& state, const Event& event, const EnrolDevice& body);
void apply_body(State& state, const Event& event, const RevokeDevice& body);
void apply_body(State& state, const Event& event, const RecordSignIn& body);
void apply_body(State& state, const Event& event, const RecordStart& body);
void apply_body(State& state, const Event& event, const RecordStop& body);
void apply_body(State& state, const Event& event, const AcknowledgePayment& body);
void apply_body(State& state, const Event& event, const ReplaceAnchor& body);
void apply_body(State& state, const Event& event, const ArchiveSegment& body);

}  // namespace cardroom::progressive
