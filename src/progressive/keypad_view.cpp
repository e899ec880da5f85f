#include <fmt/format.h>

#include <algorithm>

#include "progressive/decide_parts.h"
#include "progressive/keypad.h"

namespace cardroom::progressive {

namespace {

using base::Cents;

// As envy_due pays it once the claim is confirmed.
std::vector<EnvyPay> envy_pays_of(const LinkRules& rules, const Prize& prize, const OpenRound& round,
                                  const Claim& claim) {
  std::vector<EnvyPay> pays;
  if (prize.envy == Cents()) return pays;
  for (const Wager& wager : round.wagers) {
    if (wager.link != claim.link || wager.position == claim.position) continue;
    const bool flat = rules.envy_scale == EnvyScale::flat;
    pays.push_back(
        {wager.position,
         flat ? prize.envy : base::scale(prize.envy, wager.wager.value(), 100, Cents(1), base::Rounding::down)});
  }
  std::ranges::sort(pays, {}, &EnvyPay::position);
  return pays;
}

PendingView pending_of(const State& state, const OpenRound& round, const Claim& claim, const KeypadState& keypad) {
  const Prize& prize = prize_of(state, claim);
  const LinkState& link = state.links.at(claim.link);
  PendingView view{.claim = claim.number,
                   .hand = prize.hand,
                   .position = claim.position,
                   .amount = claim.price.amount,
                   .executive = needs_executive(state, claim),
                   .two_people = needs_second_person(state, claim),
                   .waits = false,
                   .envy = prize.envy};
  if (claim.on_meter) {
    const auto level = static_cast<size_t>(level_of(claim, link.rules));
    view.waits = !is_decidable(link.levels[level].queue, claim.number);
  }
  view.others = static_cast<int>(std::ranges::count(round.wagers, claim.link, &Wager::link)) - 1;
  view.lacks_card = keypad.key_at_jph && lacks_card(state, claim, keypad);
  view.envy_pays = envy_pays_of(link.rules, prize, round, claim);
  if (!claim.position && prize.envy > Cents()) {
    const bool scaled = link.rules.envy_scale == EnvyScale::times_wager;
    view.envy_text = fmt::format("{}{} x {}", base::to_text(prize.envy), scaled ? " x the wager" : "", view.others);
  }
  return view;
}

std::string next_of_first(const State& state, const std::vector<PendingView>& pending, const KeypadState& keypad) {
  if (keypad.key_at_jph) {
    bool lacking = false;
    bool executive = false;
    for (const PendingView& view : pending) {
      if (std::ranges::find(keypad.seen, view.claim) != keypad.seen.end()) {
        lacking |= view.lacks_card;
        executive |= view.executive;
        continue;
      }
      if (lacks_position(state, state.claims.at(view.claim)) && !keypad.position)
        return fmt::format("Enter the position of the {}, then press J-POT.", view.hand);
      return fmt::format("Press J-POT for the {}.", view.hand);
    }
    if (lacking)
      return fmt::format("Swipe {} card, then turn the key back to RUN.",
                         executive ? "an executive's" : "a second person's");
    return "Turn the key back to RUN.";
  }
  if (pending.empty()) return {};
  return fmt::format("Call a supervisor to turn the key to JPH for the {}, {}.", pending[0].hand,
                     base::to_text(pending[0].amount));
}

std::string next_of_second(const std::vector<PendingView>& pending, const KeypadState& keypad) {
  if (pending.empty()) return {};
  const auto confirming = std::ranges::find(pending, keypad.confirming, &PendingView::claim);
  if (keypad.confirming != 0 && confirming != pending.end()) {
    const std::string_view whose = confirming->executive     ? "an executive's card"
                                   : !confirming->two_people ? "a supervisor's card"
                                   : keypad.card.empty()     ? "a supervisor's card, then a second person's card,"
                                                             : "a second person's card";
    return fmt::format("Swipe {} for the {} at position {}, {}.", whose, confirming->hand,
                       confirming->position.value_or(0), base::to_text(confirming->amount));
  }
  return fmt::format("Call {} for the {}, {}, then press CONFIRM.",
                     pending[0].executive ? "an executive" : "a supervisor", pending[0].hand,
                     base::to_text(pending[0].amount));
}

}  // namespace

std::vector<EnvyPay> envy_pays(const State& state, const Claim& claim) {
  std::vector<EnvyPay> pays;
  if (!claim.position) return pays;
  for (const Payment& payment : envy_if_paid(state, claim)) pays.push_back({*payment.position, payment.amount});
  std::ranges::sort(pays, {}, &EnvyPay::position);
  return pays;
}

std::vector<OwedView> owed_views(const State& state, const std::optional<TableId>& table) {
  std::vector<OwedView> views;
  for (const Debt& debt : state.owed) {
    if (table && debt.table != *table) continue;
    views.push_back({.kind = debt.kind,
                     .table = debt.table,
                     .round = debt.round,
                     .claim = debt.claim,
                     .position = debt.position,
                     .link = debt.link,
                     .hand = debt.hand,
                     .amount = debt.amount,
                     .from_meter = debt.from_meter,
                     .earlier = !is_open_round(state, debt.table, debt.round),
                     .win_page = debt.win_page,
                     .tax = debt.tax_ruled ? std::optional(debt.tax) : std::nullopt,
                     .since_ms = debt.since_ms});
  }
  return views;
}

KeypadView view_of(const State& state, const TableId& table, const KeypadState& keypad, int64_t time_ms) {
  KeypadView view;
  const TableState& its = state.tables.at(table);
  const bool first = its.table.keypad == Keypad::first_generation;
  for (int position = 1; position <= its.table.positions; ++position)
    view.seats.push_back({.position = position, .lights = {}});
  view.owed = owed_views(state, table);
  if (!its.round) {
    const std::string_view lock = first ? "COIN IN" : "START GAME";
    view.next =
        view.owed.empty()
            ? fmt::format("Press {} to lock all lit bets.", lock)
            : fmt::format("Pay what an earlier round owes and mark it PAID, or press {} to lock all lit bets.", lock);
    return view;
  }
  const auto seat = [&](int position) -> SeatView& { return view.seats.at(static_cast<size_t>(position - 1)); };
  for (const Wager& wager : its.round->wagers) seat(wager.position).lights.push_back(wager.link);
  bool owed = false;
  bool hand_pay = false;
  for (const ClaimNumber number : its.round->claims) {
    const Claim& claim = state.claims.at(number);
    const bool waits = claim.is_open() && needs_confirmation(state, claim);
    if (waits) view.pending.push_back(pending_of(state, *its.round, claim, keypad));
    if (waits || !claim.is_open()) continue;
    (claim.position ? seat(*claim.position).fixed_pay : view.fixed_pay_somewhere) += claim.price.amount;
    owed = true;
  }
  for (const Payment& payment : envy_due(state, table, time_ms)) {
    seat(*payment.position).envy += payment.amount;
    owed = true;
  }
  for (const OwedView& each : view.owed) {
    if (each.earlier) continue;
    (each.from_meter ? hand_pay : owed) = true;
    if (each.from_meter) continue;
    if (each.kind == DebtKind::envy)
      seat(*each.position).envy += each.amount;
    else
      (each.position ? seat(*each.position).fixed_pay : view.fixed_pay_somewhere) += each.amount;
  }
  view.next = first ? next_of_first(state, view.pending, keypad) : next_of_second(view.pending, keypad);
  if (!view.next.empty()) return view;
  const std::string_view end = first ? "GAME OVER" : "END GAME";
  view.next =
      hand_pay ? fmt::format("{} for the hand pay, then press {}.", owed ? "Pay the amounts shown, wait" : "Wait", end)
      : owed   ? fmt::format("Pay the amounts shown, then press {}.", end)
      : first  ? fmt::format("Mark the winning hands, or press {}.", end)
      : keypad.spot ? fmt::format("Mark the hand at position {}, or press {}.", *keypad.spot, end)
                    : fmt::format("Select a winner's spot and mark the hand, or press {}.", end);
  return view;
}

}  // namespace cardroom::progressive
