#include "progressive/keypad.h"

#include <fmt/format.h>

#include <algorithm>

#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

std::unexpected<Refusal> not_now(std::string text) {
  return refuse(RefusalCode::key_not_now, "key", std::move(text));
}

std::string_view key_name(KeyKind kind) {
  switch (kind) {
    case KeyKind::hand: return "a hand button";
    case KeyKind::card: return "a card";
    case KeyKind::coin_in: return "COIN IN";
    case KeyKind::key_to_jph: return "the key to JPH";
    case KeyKind::position: return "a position";
    case KeyKind::j_pot: return "J-POT";
    case KeyKind::key_to_run: return "the key to RUN";
    case KeyKind::game_over: return "GAME OVER";
    case KeyKind::start_game: return "START GAME";
    case KeyKind::spot: return "a spot";
    case KeyKind::confirm: return "CONFIRM";
    case KeyKind::end_game: return "END GAME";
    case KeyKind::paid: return "PAID";
  }
  return "?";
}

bool is_of_generation(KeyKind kind, Keypad keypad) {
  if (kind == KeyKind::hand || kind == KeyKind::card || kind == KeyKind::paid) return true;
  return (kind >= KeyKind::start_game) == (keypad == Keypad::second_generation);
}

struct Pad {
  const State& state;
  const TableState& table;
  const KeypadState& keypad;
  const Key& key;

  const TableId& id() const { return table.table.table; }
  const OpenRound* round() const { return table.round ? &*table.round : nullptr; }
};

Pressed one(CommandBody body, KeypadState keypad, StaffId by = {}) {
  return {{{std::move(body), std::move(by), {}}}, std::move(keypad)};
}

// The claim that the hand button removes: undecided, for this hand, and at this position if one is given.
ClaimNumber mark_to_take_back(const Pad& pad, std::optional<int> position) {
  ClaimNumber found = 0;
  for (const ClaimNumber number : pad.round()->claims) {
    const Claim& claim = pad.state.claims.at(number);
    const LinkRules& rules = pad.state.links.at(claim.link).rules;
    const bool same = claim.link == pad.key.link && rules.prizes[static_cast<size_t>(claim.prize)].hand == pad.key.hand;
    if (same && claim.is_open() && !claim.envy_paid && (!position || claim.position == position)) found = number;
  }
  return found;
}

Pressed mark_or_take_back(const Pad& pad, std::optional<int> position, KeypadState keypad) {
  if (const ClaimNumber marked = mark_to_take_back(pad, position)) return one(UnmarkHand{marked}, std::move(keypad));
  return one(MarkHand{pad.id(), position, pad.key.link, pad.key.hand, pad.key.folded}, std::move(keypad));
}

Allowed<void> need_round(const Pad& pad, std::string_view lock_key) {
  if (pad.round() != nullptr) return {};
  return not_now(fmt::format("no wagers are locked in; press {} first", lock_key));
}

// Claims in the order in which they can be decided: that of their levels' queues.
std::vector<ClaimNumber> by_queue(const State& state, std::vector<ClaimNumber> claims) {
  const auto place = [&](ClaimNumber number) -> size_t {
    const Claim& claim = state.claims.at(number);
    if (!claim.on_meter) return 0;
    const LinkState& link = state.links.at(claim.link);
    const auto& slots = link.levels[static_cast<size_t>(level_of(claim, link.rules))].queue.slots;
    return static_cast<size_t>(
        std::ranges::find_if(slots,
                             [number](const Slot& slot) {
                               return std::ranges::find(slot.claims, number, &QueuedClaim::claim) != slot.claims.end();
                             }) -
        slots.begin());
  };
  std::ranges::stable_sort(claims, {}, place);
  return claims;
}

// Claims for which J-POT was pressed and which are not confirmed yet.
std::vector<ClaimNumber> to_confirm(const Pad& pad) {
  std::vector<ClaimNumber> claims;
  for (const ClaimNumber number : pad.keypad.seen) {
    const auto claim = pad.state.claims.find(number);
    if (claim == pad.state.claims.end() || !claim->second.is_open()) continue;
    if (needs_confirmation(pad.state, claim->second)) claims.push_back(number);
  }
  return by_queue(pad.state, std::move(claims));
}

Allowed<Pressed> press_j_pot(const Pad& pad) {
  KeypadState keypad = pad.keypad;
  for (const ClaimNumber number : waiting_claims(pad.state, pad.id())) {
    if (std::ranges::find(keypad.seen, number) != keypad.seen.end()) continue;
    const Claim& claim = pad.state.claims.at(number);
    if (lacks_position(pad.state, claim) && !keypad.position)
      return not_now("enter the position of the winning hand, then press J-POT");
    const std::optional<int> position = keypad.position;
    keypad.position.reset();
    keypad.seen.push_back(number);
    return one(AcknowledgeClaim{number, position}, std::move(keypad), pad.keypad.key_holder);
  }
  return not_now("every waiting hand has been acknowledged; turn the key back to RUN");
}

// First generation: how the key's holder and the card that was swiped confirm a claim together.
KeypadCommand confirmation(const Pad& pad, const Claim& claim, const StaffId& card) {
  const bool two_people = needs_second_person(pad.state, claim);
  const bool by_card = !two_people && needs_card(pad.state, claim, pad.keypad);
  return {ConfirmClaim{claim.number}, by_card ? card : pad.keypad.key_holder, two_people ? card : StaffId{}};
}

Allowed<Pressed> press_run(const Pad& pad) {
  Pressed pressed;
  for (const ClaimNumber number : to_confirm(pad)) {
    const Claim& claim = pad.state.claims.at(number);
    if (lacks_card(pad.state, claim, pad.keypad))
      return not_now(needs_executive(pad.state, claim)
                         ? "this win requires an executive: swipe an executive's card, then turn the key back to RUN"
                         : "this win requires two people: swipe a second person's card, then turn the key back to RUN");
    pressed.commands.push_back(confirmation(pad, claim, pad.keypad.card));
  }
  return pressed;
}

// Whether these people may confirm, by the same rule that decides it later. Other obstacles (its turn, its position, a
// missing second person) are reported when the confirmation is sent.
Allowed<void> need_people(const Pad& pad, const KeypadCommand& command) {
  const auto decided = decide(pad.state, {"keypad", command.by, command.second, command.body}, 0);
  if (decided) return {};
  switch (decided.error().code) {
    case RefusalCode::staff_unknown:
    case RefusalCode::staff_inactive:
    case RefusalCode::role_not_allowed:
    case RefusalCode::executive_needed:
    case RefusalCode::second_person_same: return std::unexpected(decided.error());
    default: return {};
  }
}

// First generation, at JPH: a card that could not confirm a waiting claim is refused when it is swiped.
Allowed<Pressed> press_card_at_jph(const Pad& pad) {
  bool asked_for = false;
  for (const ClaimNumber number : waiting_claims(pad.state, pad.id())) {
    const Claim& claim = pad.state.claims.at(number);
    if (!needs_card(pad.state, claim, pad.keypad)) continue;
    asked_for = true;
    CARDROOM_NEED(need_people(pad, confirmation(pad, claim, pad.key.staff)));
  }
  if (!asked_for)
    return not_now("no other card is needed; press J-POT for a waiting hand, or turn the key back to RUN");
  KeypadState keypad = pad.keypad;
  keypad.card = pad.key.staff;
  return Pressed{{}, std::move(keypad)};
}

// The key must belong to a supervisor or an executive.
Allowed<void> need_key_holder(const Pad& pad) {
  const Command command{"keypad", pad.key.staff, {}, ConfirmClaim{}};
  return need_role({pad.state, command, 0}, {Role::supervisor, Role::executive});
}

Allowed<Pressed> press_first(const Pad& pad) {
  KeypadState keypad = pad.keypad;
  const bool jph = keypad.key_at_jph;
  switch (pad.key.kind) {
    case KeyKind::coin_in:
      if (pad.round() != nullptr) return not_now("a round is still open; press GAME OVER first");
      return one(StartRound{pad.id(), pad.key.lit}, {});
    case KeyKind::key_to_jph:
      if (jph) return not_now("the key is already at JPH; press J-POT");
      CARDROOM_NEED(need_round(pad, "COIN IN"));
      if (waiting_claims(pad.state, pad.id()).empty())
        return not_now("no hand is waiting for a supervisor; press the hand button first");
      CARDROOM_NEED(need_key_holder(pad));
      return Pressed{{}, {.key_at_jph = true, .key_holder = pad.key.staff}};
    case KeyKind::position:
      CARDROOM_NEED(need_round(pad, "COIN IN"));
      keypad.position = pad.key.position;
      return Pressed{{}, std::move(keypad)};
    case KeyKind::card:
      if (!jph) return not_now("turn the key to JPH first");
      return press_card_at_jph(pad);
    case KeyKind::j_pot:
      if (!jph) return not_now("turn the key to JPH first, then press J-POT");
      CARDROOM_NEED(need_round(pad, "COIN IN"));
      return press_j_pot(pad);
    case KeyKind::key_to_run:
      if (!jph) return not_now("the key is already at RUN");
      return press_run(pad);
    case KeyKind::hand: {
      CARDROOM_NEED(need_round(pad, "COIN IN"));
      if (jph) return not_now("turn the key back to RUN first, then mark the next winner");
      const std::optional<int> position = keypad.position;
      keypad.position.reset();
      return mark_or_take_back(pad, position, std::move(keypad));
    }
    default:
      CARDROOM_NEED(need_round(pad, "COIN IN"));
      if (jph) return not_now("turn the key back to RUN first, then press GAME OVER");
      return one(EndRound{pad.id()}, {});
  }
}

Allowed<Pressed> press_confirm(const Pad& pad) {
  std::vector<ClaimNumber> waiting = by_queue(pad.state, waiting_claims(pad.state, pad.id()));
  if (waiting.empty()) return not_now("no win is waiting for confirmation; mark a hand or press END GAME");
  KeypadState keypad = pad.keypad;
  keypad.card = {};
  keypad.confirming = waiting.front();
  for (const ClaimNumber number : waiting)
    if (keypad.spot && pad.state.claims.at(number).position == keypad.spot) keypad.confirming = number;
  return Pressed{{}, std::move(keypad)};
}

bool waits_for_second_person(const Pad& pad) {
  const auto claim = pad.state.claims.find(pad.keypad.confirming);
  return claim != pad.state.claims.end() && claim->second.is_open() && needs_second_person(pad.state, claim->second);
}

// The first card is kept until the second is swiped; a card that may not confirm is refused at once.
Allowed<Pressed> confirm_by_two(const Pad& pad) {
  KeypadState keypad = pad.keypad;
  if (keypad.card.empty()) {
    CARDROOM_NEED(need_people(pad, {ConfirmClaim{keypad.confirming}, pad.key.staff}));
    keypad.card = pad.key.staff;
    return Pressed{{}, std::move(keypad)};
  }
  keypad.card = {};
  keypad.confirming = 0;
  return Pressed{{{ConfirmClaim{pad.keypad.confirming}, pad.keypad.card, pad.key.staff}}, std::move(keypad)};
}

Allowed<Pressed> press_second(const Pad& pad) {
  KeypadState keypad = pad.keypad;
  keypad.confirming = 0;
  keypad.card = {};
  switch (pad.key.kind) {
    case KeyKind::start_game:
      if (pad.round() != nullptr) return not_now("a round is still open; press END GAME first");
      return one(StartRound{pad.id(), pad.key.lit}, {});
    case KeyKind::spot:
      CARDROOM_NEED(need_round(pad, "START GAME"));
      if (pad.key.position < 1 || pad.key.position > pad.table.table.positions)
        return not_now(fmt::format("the table has positions 1 to {}", pad.table.table.positions));
      keypad.spot = pad.key.position;
      return Pressed{{}, std::move(keypad)};
    case KeyKind::hand:
      CARDROOM_NEED(need_round(pad, "START GAME"));
      if (!keypad.spot) return not_now("select the player's spot first, then the hand");
      return mark_or_take_back(pad, keypad.spot, keypad);
    case KeyKind::confirm: CARDROOM_NEED(need_round(pad, "START GAME")); return press_confirm(pad);
    case KeyKind::card:
      if (pad.keypad.confirming == 0) return not_now("press CONFIRM first, then swipe the card");
      if (waits_for_second_person(pad)) return confirm_by_two(pad);
      return one(ConfirmClaim{pad.keypad.confirming}, std::move(keypad), pad.key.staff);
    default: CARDROOM_NEED(need_round(pad, "START GAME")); return one(EndRound{pad.id()}, {});
  }
}

}  // namespace

namespace {

// Pays from the tray only; a hand pay is acknowledged with a supervisor's card. What this round owes, END GAME
// acknowledges.
Allowed<Pressed> press_paid(const Pad& pad) {
  if (pad.round() != nullptr && pad.round()->number == pad.key.round)
    return not_now("pay the amounts of this round, then end the round");
  const std::optional<int> position = pad.key.position == 0 ? std::nullopt : std::optional(pad.key.position);
  return one(AcknowledgePayment{pad.id(), pad.key.round, pad.key.claim, position}, pad.keypad);
}

}  // namespace

bool lacks_position(const State& state, const Claim& claim) {
  const Prize& prize = state.links.at(claim.link).rules.prizes[static_cast<size_t>(claim.prize)];
  return !claim.position && (claim.on_meter || prize.envy > base::Cents());
}

bool needs_card(const State& state, const Claim& claim, const KeypadState& keypad) {
  if (needs_second_person(state, claim)) return true;
  const auto holder = state.staff.find(keypad.key_holder);
  const bool held_by_executive = holder != state.staff.end() && holder->second.role == Role::executive;
  return needs_executive(state, claim) && !held_by_executive;
}

bool lacks_card(const State& state, const Claim& claim, const KeypadState& keypad) {
  return keypad.card.empty() && needs_card(state, claim, keypad);
}

std::vector<ClaimNumber> waiting_claims(const State& state, const TableId& table) {
  std::vector<ClaimNumber> waiting;
  const TableState& its = state.tables.at(table);
  if (!its.round) return waiting;
  for (const ClaimNumber number : its.round->claims) {
    const Claim& claim = state.claims.at(number);
    if (claim.is_open() && needs_confirmation(state, claim)) waiting.push_back(number);
  }
  return waiting;
}

Allowed<Pressed> press(const State& state, const TableId& table, const KeypadState& keypad, const Key& key) {
  const auto found = find_table(state, table, "table");
  if (!found) return std::unexpected(found.error());
  const Pad pad{state, **found, keypad, key};
  if (!is_of_generation(key.kind, pad.table.table.keypad))
    return not_now(fmt::format("not available on this keypad: {}", key_name(key.kind)));
  if (key.kind == KeyKind::paid) return press_paid(pad);
  return pad.table.table.keypad == Keypad::first_generation ? press_first(pad) : press_second(pad);
}

}  // namespace cardroom::progressive
