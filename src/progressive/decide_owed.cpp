// Payments acknowledged after the round in which they were due.
#include <algorithm>

#include "progressive/decide_parts.h"

namespace cardroom::progressive {

bool is_meant(const Debt& debt, const AcknowledgePayment& body) {
  return debt.table == body.table && debt.round == body.round && (body.claim == 0 || debt.claim == body.claim) &&
         (!body.position || debt.position == body.position);
}

Allowed<Event> decide_body(const Asked& asked, const AcknowledgePayment& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  const State& state = asked.state;
  // A table that has been removed since may still owe.
  if (!state.tables.contains(body.table))
    return refuse(RefusalCode::table_unknown, "table", fmt::format("table '{}' does not exist", body.table.text));
  Event event = event_of(asked);
  event.outcome.round = body.round;
  event.outcome.claim = body.claim;
  event.outcome.table = body.table;
  bool hand_pay = false;
  for (const Debt& debt : state.owed) {
    if (!is_meant(debt, body)) continue;
    event.outcome.acknowledged.push_back({debt.claim, debt.position, debt.amount, debt.tax});
    event.outcome.amount += debt.amount;
    hand_pay |= debt.from_meter;
  }
  if (event.outcome.acknowledged.empty())
    return refuse(
        RefusalCode::nothing_owed, "round",
        fmt::format("nothing from round {} at table {} is owed{}; it has been paid or was never due", body.round,
                    body.table.text, body.position ? fmt::format(" to position {}", *body.position) : ""));
  if (hand_pay) CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive}));
  return event;
}

}  // namespace cardroom::progressive
