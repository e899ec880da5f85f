// Marked hands: claim, withdraw, acknowledge, confirm, reject, hold, release.
#include <algorithm>
#include <chrono>

#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

using base::Cents;
using base::MeterUnits;

const Wager* wager_at(const OpenRound& round, const LinkId& link, int position) {
  const auto found = std::ranges::find_if(
      round.wagers, [&](const Wager& wager) { return wager.link == link && wager.position == position; });
  return found == round.wagers.end() ? nullptr : &*found;
}

// The position has bet on the link in this round, and its hand has no other mark.
Allowed<Wager> need_free_position(const State& state, const OpenRound& round, const LinkId& link, int position,
                                  ClaimNumber itself) {
  const Wager* wager = wager_at(round, link, position);
  if (wager == nullptr)
    return refuse(RefusalCode::position_did_not_bet, "position",
                  fmt::format("position {} has no wager on '{}' locked in for this round", position, link.text));
  for (const ClaimNumber number : round.claims) {
    const Claim& other = state.claims.at(number);
    if (number != itself && other.link == link && other.position == position)
      return refuse(RefusalCode::position_already_marked, "position",
                    fmt::format("the hand at position {} is already marked (claim {})", position, number));
  }
  return *wager;
}

// A hand whose position is not known: some unmarked position must be left, and a pay based on the wager needs to know
// which.
Allowed<void> need_some_position(const State& state, const OpenRound& round, const LinkId& link, const Prize& prize) {
  auto free = std::ranges::count(round.wagers, link, &Wager::link);
  for (const ClaimNumber number : round.claims)
    if (state.claims.at(number).link == link) --free;
  if (free <= 0)
    return refuse(RefusalCode::position_did_not_bet, "position",
                  fmt::format("no unmarked position has a wager on '{}'", link.text));
  if (!prize.is_share() && wager_of_mark(round, link, std::nullopt) == Cents())
    return refuse(RefusalCode::position_needed, "position", "required, because the wagers differ; select the position");
  return {};
}

Allowed<const Claim*> find_open_claim(const State& state, ClaimNumber number) {
  auto claim = find_claim(state, number);
  if (claim && (!(*claim)->is_open() || (*claim)->envy_paid))
    return refuse(RefusalCode::claim_decided, "claim", fmt::format("claim {} has already been decided", number));
  return claim;
}

Allowed<void> need_confirmer(const Asked& asked, const Claim& claim) {
  if (needs_executive(asked.state, claim) && asked.state.staff.at(asked.command.by).role != Role::executive)
    return refuse(RefusalCode::executive_needed, "by",
                  fmt::format("{} requires an executive's card", base::to_text(claim.price.amount)));
  if (needs_second_person(asked.state, claim)) return need_second_person(asked);
  return {};
}

Allowed<void> need_position(const State& state, const Claim& claim) {
  const Prize& prize = prize_of(state, claim);
  if (claim.position || (!claim.on_meter && prize.envy == Cents())) return {};
  return refuse(RefusalCode::position_needed, "position", "required; enter the position of the winning hand");
}

Allowed<void> need_turn(const State& state, const Claim& claim) {
  if (!claim.on_meter) return {};
  const LinkState& link = state.links.at(claim.link);
  const LevelState& level = link.levels[static_cast<size_t>(level_of(claim, link.rules))];
  if (is_decidable(level.queue, claim.number)) return {};
  return refuse(RefusalCode::earlier_claim_open, "claim",
                "an earlier claim on this level is still undecided; decide claims in order");
}

Event event_of_claim(const Asked& asked, const Claim& claim) {
  Event event = event_of(asked);
  event.outcome.claim = claim.number;
  event.outcome.table = claim.table;
  event.outcome.round = claim.round;
  return event;
}

Event withdraw(const Asked& asked, const Claim& claim) {
  Event event = event_of_claim(asked, claim);
  if (!claim.on_meter) return event;
  const LinkRules& rules = asked.state.links.at(claim.link).rules;
  const int level = level_of(claim, rules);
  const size_t index = static_cast<size_t>(level);
  ClaimQueue after = asked.state.links.at(claim.link).levels[index].queue;
  remove_claim(after, claim.number, rules.levels[index], rules.same_round);
  reprice(event, asked.state, claim.link, level, after);
  return event;
}

std::vector<Wager> others_of(const OpenRound& round, const Claim& claim) {
  std::vector<Wager> others;
  for (const Wager& wager : round.wagers)
    if (wager.link == claim.link && wager.position != claim.position) others.push_back(wager);
  return others;
}

// The envy of the same hand as it was claimed before: that award was backed out, its envy stays paid. Each such claim
// raised the others to its own envy, so the largest is what they have received.
Cents envy_had(const State& state, const Claim& claim) {
  Cents had;
  for (const auto& [number, earlier] : state.claims)
    if (number != claim.number && earlier.envy_paid && is_of_same_hand(earlier, claim))
      had = std::max(had, prize_of(state, earlier).envy);
  return had;
}

std::vector<Payment> envy_of(const State& state, const Claim& claim, const std::vector<Wager>& others,
                             int64_t time_ms) {
  std::vector<Payment> due;
  const LinkRules& rules = state.links.at(claim.link).rules;
  const Cents envy = prize_of(state, claim).envy;
  const Cents had = envy_had(state, claim);
  if (envy <= had) return due;
  for (const Wager& wager : others) {
    // Per currency unit of the recipient's wager, rounded down to whole cents.
    const auto scaled = [&](Cents amount) {
      return rules.envy_scale == EnvyScale::flat
                 ? amount
                 : base::scale(amount, wager.wager.value(), 100, Cents(1), base::Rounding::down);
    };
    // The tax form covers everything that the hand pays.
    due.push_back({claim.number, wager.position, scaled(envy) - scaled(had),
                   is_taxable(rules, time_ms, scaled(envy), wager.wager)});
  }
  return due;
}

}  // namespace

namespace {

const TaxRule* tax_rule_at(const LinkRules& rules, int64_t time_ms) {
  const auto day = std::chrono::floor<std::chrono::days>(
      std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(time_ms)));
  const std::chrono::year_month_day date(day);
  const std::string today = fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                                        static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  const TaxRule* applies = nullptr;
  for (const TaxRule& rule : rules.tax)
    if (rule.from <= today && (applies == nullptr || applies->from <= rule.from)) applies = &rule;
  return applies;
}

}  // namespace

bool has_tax_rule(const LinkRules& rules, int64_t time_ms) {
  return tax_rule_at(rules, time_ms) != nullptr;
}

bool is_taxable(const LinkRules& rules, int64_t time_ms, Cents amount, Cents wager) {
  const TaxRule* applies = tax_rule_at(rules, time_ms);
  if (applies == nullptr) return false;
  const Cents counted = applies->basis == TaxBasis::gross ? amount : amount - wager;
  return counted >= applies->amount && counted >= wager * applies->wagers;
}

bool needs_confirmation(const State& state, const Claim& claim) {
  const Prize& prize = prize_of(state, claim);
  if (prize.is_share()) return true;
  if (claim.price.amount >= state.links.at(claim.link).rules.confirm_at) return true;
  if (needs_executive(state, claim) || needs_second_person(state, claim)) return true;
  return !claim.position && prize.envy > Cents();
}

bool needs_executive(const State& state, const Claim& claim) {
  const LinkRules& rules = state.links.at(claim.link).rules;
  const Prize& prize = prize_of(state, claim);
  if (prize.is_share() && rules.levels[static_cast<size_t>(prize.level)].executive) return true;
  return rules.executive_at && claim.price.amount >= *rules.executive_at;
}

bool needs_second_person(const State& state, const Claim& claim) {
  const LinkRules& rules = state.links.at(claim.link).rules;
  return rules.second_signature_at && claim.price.amount >= *rules.second_signature_at &&
         !needs_executive(state, claim);
}

std::vector<Payment> envy_if_paid(const State& state, const Claim& claim) {
  if (claim.status == ClaimStatus::held) return envy_of(state, claim, claim.others, 0);
  if (!is_open_round(state, claim.table, claim.round)) return {};
  return envy_of(state, claim, others_of(*state.tables.at(claim.table).round, claim), 0);
}

std::vector<Payment> envy_due(const State& state, const TableId& table, int64_t time_ms) {
  std::vector<Payment> due;
  const OpenRound& round = *state.tables.at(table).round;
  for (const ClaimNumber number : round.claims) {
    const Claim& claim = state.claims.at(number);
    const bool stands =
        claim.status == ClaimStatus::confirmed || (claim.is_open() && !needs_confirmation(state, claim));
    if (!stands || claim.envy_paid) continue;
    std::ranges::copy(envy_of(state, claim, others_of(round, claim), time_ms), std::back_inserter(due));
  }
  return due;
}

Allowed<Event> decide_body(const Asked& asked, const MarkHand& body) {
  const State& state = asked.state;
  CARDROOM_NEED(need_known_or_table(asked));
  const auto table = find_table_in_round(state, body.table);
  if (!table) return std::unexpected(table.error());
  const OpenRound& round = *(*table)->round;
  const auto link = find_link(state, body.link, "link");
  if (!link) return std::unexpected(link.error());
  const LinkRules& rules = (*link)->rules;
  const int row = prize_named(rules, body.hand);
  if (row < 0)
    return refuse(RefusalCode::hand_unknown, "hand",
                  fmt::format("paytable {} does not pay '{}'", rules.paytable, body.hand));
  if (!body.position && (*table)->table.keypad == Keypad::second_generation)
    return refuse(RefusalCode::position_needed, "position", "select the player's spot first");
  const Prize& prize = rules.prizes[static_cast<size_t>(row)];
  if (body.position)
    CARDROOM_NEED(need_free_position(state, round, body.link, *body.position, 0));
  else
    CARDROOM_NEED(need_some_position(state, round, body.link, prize));
  if (body.folded && rules.folded_hand == FoldedHand::loses)
    return refuse(RefusalCode::folded_hand_loses, "folded", "a folded hand cannot win this progressive");

  Event event = event_of(asked);
  event.outcome.claim = state.last_claim + 1;
  event.outcome.table = body.table;
  event.outcome.round = round.number;
  const Cents pay = fixed_pay(prize, wager_of_mark(round, body.link, body.position));
  if (!prize.is_share() && rules.deduction == Deduction::shares_only) {
    event.outcome.priced.push_back({.claim = event.outcome.claim, .amount = pay});
    return event;
  }
  const int level = prize.is_share() ? prize.level : 0;
  const LevelState& now = (*link)->levels[static_cast<size_t>(level)];
  ClaimQueue after = now.queue;
  add_claim(
      after, now.funds, body.table, round.number,
      {.claim = event.outcome.claim, .position = body.position.value_or(0), .share_ppm = prize.share_ppm, .pay = pay},
      rules.same_round);
  reprice(event, state, body.link, level, after);
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const UnmarkHand& body) {
  CARDROOM_NEED(need_known_or_table(asked));
  const auto claim = find_open_claim(asked.state, body.claim);
  if (!claim) return std::unexpected(claim.error());
  return withdraw(asked, **claim);
}

Allowed<Event> decide_body(const Asked& asked, const RejectClaim& body) {
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive}));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  const auto claim = find_open_claim(asked.state, body.claim);
  if (!claim) return std::unexpected(claim.error());
  return withdraw(asked, **claim);
}

Allowed<Event> decide_body(const Asked& asked, const AcknowledgeClaim& body) {
  const State& state = asked.state;
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive}));
  const auto found = find_open_claim(state, body.claim);
  if (!found) return std::unexpected(found.error());
  Claim claim = **found;
  Event event = event_of_claim(asked, claim);
  if (body.position && claim.position && *body.position != *claim.position)
    return refuse(
        RefusalCode::position_known, "position",
        fmt::format("the hand was marked at position {}; if that is wrong, remove the mark", *claim.position));
  if (body.position) {
    const OpenRound& round = *state.tables.at(claim.table).round;
    const auto wager = need_free_position(state, round, claim.link, *body.position, claim.number);
    if (!wager) return std::unexpected(wager.error());
    if (wager->wager != claim.wager && !prize_of(state, claim).is_share())
      return refuse(
          RefusalCode::position_needed, "position",
          "that position's wager differs from the one marked; remove the mark and mark that position instead");
    claim.position = body.position;
  }
  CARDROOM_NEED(need_position(state, claim));
  if (!body.position || !claim.on_meter) return event;
  const LinkRules& rules = state.links.at(claim.link).rules;
  const int level = level_of(claim, rules);
  ClaimQueue after = state.links.at(claim.link).levels[static_cast<size_t>(level)].queue;
  set_position(after, claim.number, *body.position, rules.same_round);
  reprice(event, state, claim.link, level, after);
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const ConfirmClaim& body) {
  const State& state = asked.state;
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive}));
  const auto found = find_open_claim(state, body.claim);
  if (!found) return std::unexpected(found.error());
  const Claim& claim = **found;
  CARDROOM_NEED(need_confirmer(asked, claim));
  CARDROOM_NEED(need_position(state, claim));
  CARDROOM_NEED(need_turn(state, claim));
  const LinkRules& rules = state.links.at(claim.link).rules;
  Event event = event_of_claim(asked, claim);
  event.outcome.win_page = state.last_page + 1;
  event.outcome.paid.push_back({claim.number, claim.position, claim.price.amount,
                                is_taxable(rules, asked.time_ms, claim.price.amount, claim.wager)});
  const MeterUnits amount = base::to_meter_units(claim.price.amount);
  post(event, claim.on_meter ? Account::pending : Account::house_tray, claim.link, level_of(claim, rules), -amount);
  post(event, Account::players, claim.link, 0, amount);
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const HoldClaim& body) {
  const State& state = asked.state;
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive}));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  const auto found = find_open_claim(state, body.claim);
  if (!found) return std::unexpected(found.error());
  const Claim& claim = **found;
  CARDROOM_NEED(need_position(state, claim));
  CARDROOM_NEED(need_turn(state, claim));
  Event event = event_of_claim(asked, claim);
  if (!claim.on_meter) return event;
  const int level = level_of(claim, state.links.at(claim.link).rules);
  const MeterUnits amount = base::to_meter_units(claim.price.amount);
  post(event, Account::pending, claim.link, level, -amount);
  post(event, Account::disputed, claim.link, level, amount);
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const ReleaseClaim& body) {
  const State& state = asked.state;
  CARDROOM_NEED(need_role(asked, {Role::supervisor, Role::executive}));
  CARDROOM_NEED(need_text(body.reason, "reason"));
  const auto found = find_claim(state, body.claim);
  if (!found) return std::unexpected(found.error());
  const Claim& claim = **found;
  if (claim.status != ClaimStatus::held)
    return refuse(RefusalCode::claim_not_held, "claim", fmt::format("claim {} is not in dispute", body.claim));
  CARDROOM_NEED(need_confirmer(asked, claim));
  const LinkState& link = state.links.at(claim.link);
  const int level = level_of(claim, link.rules);
  const MeterUnits amount = base::to_meter_units(claim.price.amount);
  Event event = event_of_claim(asked, claim);
  if (claim.on_meter) post(event, Account::disputed, claim.link, level, -amount);
  if (body.verdict == Verdict::reject) {
    if (!claim.on_meter) return event;
    // Its reseed passes to another winner of the split, whose price must stand by then.
    for (const auto& [number, other] : state.claims)
      if (other.is_open() && share_a_split(state, claim, other))
        return refuse(RefusalCode::claim_undecided, "claim",
                      fmt::format("claim {} shares this split and is still undecided; decide it first", number));
    const LevelState& now = link.levels[static_cast<size_t>(level)];
    Funds after = now.funds;
    ClaimQueue none;
    contribute(none, after, link.rules.levels[static_cast<size_t>(level)], amount, {});
    post_funds(event, claim.link, level, now.funds, after);
    return event;
  }
  event.outcome.win_page = state.last_page + 1;
  event.outcome.paid.push_back({claim.number, claim.position, claim.price.amount,
                                is_taxable(link.rules, asked.time_ms, claim.price.amount, claim.wager)});
  if (!claim.on_meter) post(event, Account::house_tray, claim.link, 0, -amount);
  post(event, Account::players, claim.link, 0, amount);
  event.outcome.envy = envy_of(state, claim, claim.others, asked.time_ms);
  MeterUnits envy;
  for (const Payment& payment : event.outcome.envy) envy += base::to_meter_units(payment.amount);
  post(event, Account::house_envy, claim.link, 0, -envy);
  post(event, Account::players, claim.link, 0, envy);
  return event;
}

}  // namespace cardroom::progressive
