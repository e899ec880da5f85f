// What players are owed, from the moment the journal posts it until it is acknowledged as paid.
#include <algorithm>

#include "progressive/apply_parts.h"
#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

template <class Fits>
void settle(State& state, const Fits& fits) {
  std::erase_if(state.owed, [&](const Debt& debt) {
    if (!fits(debt)) return false;
    count_paid(state, debt.link, debt.amount);
    return true;
  });
}

// Nothing written by version 0.1 can acknowledge what is owed after its round.
void settle_old(State& state) {
  settle(state, [&](const Debt& debt) { return !is_open_round(state, debt.table, debt.round); });
}

}  // namespace

bool is_open_round(const State& state, const TableId& table, RoundNumber round) {
  const auto found = state.tables.find(table);
  return found != state.tables.end() && found->second.round && found->second.round->number == round;
}

void count_paid(State& state, const LinkId& link, base::Cents amount) {
  add(at(state.links, link, "link").paid, units(amount));
}

void owe(State& state, Debt debt) {
  if (debt.amount == base::Cents()) return;
  state.owed.push_back(std::move(debt));
  if (state.pays_unacknowledged) settle_old(state);
}

void owe_claim(State& state, const Event& event, const Claim& claim) {
  const LinkState& link = at(state.links, claim.link, "link");
  Debt debt{.kind = DebtKind::award,
            .table = claim.table,
            .round = claim.round,
            .claim = claim.number,
            .position = {},
            .link = claim.link,
            .hand = prize_of(state, claim).hand,
            .amount = {},
            .from_meter = claim.on_meter,
            .win_page = event.outcome.win_page,
            .tax = false,
            .tax_ruled = has_tax_rule(link.rules, event.time_ms),
            .since_ms = event.time_ms};
  const auto owe_each = [&](const std::vector<Payment>& payments) {
    for (const Payment& payment : payments) {
      debt.position = payment.position;
      debt.amount = payment.amount;
      debt.tax = payment.tax;
      owe(state, debt);
    }
  };
  owe_each(event.outcome.paid);
  debt.kind = DebtKind::envy;
  debt.from_meter = false;
  owe_each(event.outcome.envy);
}

void settle_round(State& state, const TableId& table, RoundNumber round) {
  settle(state, [&](const Debt& debt) { return debt.table == table && debt.round == round; });
}

void take_back_award(State& state, const LinkId& link, const Pricing& price) {
  const auto owed = std::ranges::find_if(
      state.owed, [&](const Debt& debt) { return debt.kind == DebtKind::award && debt.claim == price.claim; });
  if (owed != state.owed.end())
    state.owed.erase(owed);
  else
    count_paid(state, link, -price.amount);
}

void apply_body(State& state, const Event&, const AcknowledgePayment& body) {
  const size_t before = state.owed.size();
  settle(state, [&](const Debt& debt) { return is_meant(debt, body); });
  if (state.owed.size() == before) throw Misfit{"it acknowledges a payment that is not owed"};
}

void apply_body(State& state, const Event&, const RecordStart& body) {
  state.pays_unacknowledged = body.version.starts_with("0.1.");
  if (state.pays_unacknowledged) settle_old(state);
}

}  // namespace cardroom::progressive
