#include <fmt/format.h>

#include <algorithm>

#include "progressive/decide_parts.h"
#include "progressive/keypad.h"

namespace cardroom::progressive {

namespace {

using base::Cents;

const Prize& prize_of(const State& state, const Claim& claim) {
  return state.links.at(claim.link).rules.prizes[static_cast<size_t>(claim.prize)];
}

PendingView pending_of(const State& state, const OpenRound& round, const Claim& claim) {
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
  if (!claim.position && prize.envy > Cents()) {
    const bool scaled = link.rules.envy_scale == EnvyScale::times_wager;
    view.envy_text = fmt::format("{}{} x {}", base::to_text(prize.envy), scaled ? " x the wager" : "", view.others);
  }
  return view;
}

std::string next_of_first(const State& state, const std::vector<PendingView>& pending, const KeypadState& keypad) {
  if (keypad.key_at_jph) {
    bool executive = false;
    bool two_people = false;
    for (const PendingView& view : pending) {
      if (std::ranges::find(keypad.seen, view.claim) != keypad.seen.end()) {
        executive |= view.executive;
        two_people |= view.two_people;
        continue;
      }
      if (lacks_position(state, state.claims.at(view.claim)) && !keypad.position)
        return fmt::format("Enter the position of the {}, then press J-POT.", view.hand);
      return fmt::format("Press J-POT for the {}.", view.hand);
    }
    if (executive && keypad.card.empty()) return "Swipe an executive's card, then turn the key back to RUN.";
    if (two_people && keypad.card.empty()) return "Swipe a second person's card, then turn the key back to RUN.";
    return "Turn the key back to RUN.";
  }
  if (pending.empty()) return {};
  return fmt::format("Call a supervisor: {}, {}. The key is turned to JPH.", pending[0].hand,
                     base::to_text(pending[0].amount));
}

std::string next_of_second(const std::vector<PendingView>& pending, const KeypadState& keypad) {
  if (pending.empty()) return {};
  const auto confirming = std::ranges::find(pending, keypad.confirming, &PendingView::claim);
  if (keypad.confirming != 0 && confirming != pending.end()) {
    const std::string_view whose = confirming->executive     ? "an executive's card"
                                   : !confirming->two_people ? "a supervisor's card"
                                   : keypad.card.empty()     ? "a supervisor's and then a second person's card"
                                                             : "a second person's card";
    return fmt::format("Swipe {} for the {} at position {}, {}.", whose, confirming->hand,
                       confirming->position.value_or(0), base::to_text(confirming->amount));
  }
  return fmt::format("Call a supervisor: {}, {}. CONFIRM is pressed.", pending[0].hand,
                     base::to_text(pending[0].amount));
}

}  // namespace

KeypadView view_of(const State& state, const TableId& table, const KeypadState& keypad, int64_t time_ms) {
  KeypadView view;
  const TableState& its = state.tables.at(table);
  const bool first = its.table.keypad == Keypad::first_generation;
  for (int position = 1; position <= its.table.positions; ++position)
    view.seats.push_back({.position = position, .lights = {}});
  if (!its.round) {
    view.next = fmt::format("Press {} to lock the lit wagers in.", first ? "COIN IN" : "START GAME");
    return view;
  }
  const auto seat = [&](int position) -> SeatView& { return view.seats.at(static_cast<size_t>(position - 1)); };
  for (const Wager& wager : its.round->wagers) seat(wager.position).lights.push_back(wager.link);
  bool owed = false;
  for (const ClaimNumber number : its.round->claims) {
    const Claim& claim = state.claims.at(number);
    const bool waits = claim.is_open() && needs_confirmation(state, claim);
    if (waits) view.pending.push_back(pending_of(state, *its.round, claim));
    if (waits || claim.status == ClaimStatus::held || prize_of(state, claim).is_share()) continue;
    (claim.position ? seat(*claim.position).fixed_pay : view.fixed_pay_somewhere) += claim.price.amount;
    owed = true;
  }
  for (const Payment& payment : envy_due(state, table, time_ms)) {
    seat(*payment.position).envy += payment.amount;
    owed = true;
  }
  view.next = first ? next_of_first(state, view.pending, keypad) : next_of_second(view.pending, keypad);
  if (!view.next.empty()) return view;
  const std::string_view end = first ? "GAME OVER" : "END GAME";
  view.next = owed ? fmt::format("Pay what is shown, then press {}.", end)
                   : fmt::format("Mark the winning hands, or press {}.", end);
  return view;
}

}  // namespace cardroom::progressive
