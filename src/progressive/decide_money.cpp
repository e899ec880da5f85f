// Money outside the rounds: adjustments, backed-out awards, the bank, transfers.
#include <algorithm>

#include "base/rational.h"
#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

using base::Cents;
using base::MeterUnits;

Allowed<void> need_no_claim_on(const LevelState& level) {
  if (level.queue.empty()) return {};
  return refuse(RefusalCode::claim_open_on_level, "level",
                "a claim on this level is still undecided; decide it first, because its amount depends on the meter");
}

// Whether the reseed stands depends on any winner of the same equal split who is in dispute.
Allowed<void> need_split_decided(const State& state, const LinkId& id, const Award& award) {
  for (const auto& [number, claim] : state.claims) {
    const bool same = award.split && claim.status == ClaimStatus::held && claim.link == id &&
                      claim.table == award.table && claim.round == award.round &&
                      level_of(claim, state.links.at(id).rules) == award.level;
    if (same)
      return refuse(RefusalCode::claim_open_on_level, "claim",
                    fmt::format("claim {} in the same split is in dispute; resolve it first", number));
  }
  return {};
}

// Which reasons allow a decrease or an increase: players' money goes down only for the reasons listed in the rules.
bool fits(AdjustmentReason reason, Fund fund, bool falls) {
  switch (reason) {
    case AdjustmentReason::display_malfunction: return true;
    case AdjustmentReason::above_maximum: return falls && fund == Fund::meter;
    case AdjustmentReason::taken_as_receipts: return falls && fund != Fund::meter;
    case AdjustmentReason::seed_recovered: return falls && fund == Fund::meter;
    case AdjustmentReason::house_addition: return !falls;
  }
  return false;
}

Account counterpart(AdjustmentReason reason) {
  const bool seed = reason == AdjustmentReason::seed_recovered || reason == AdjustmentReason::house_addition;
  return seed ? Account::house_seed : Account::house_receipts;
}

MeterUnits& fund_of(Funds& funds, Fund fund) {
  switch (fund) {
    case Fund::meter: return funds.meter;
    case Fund::reserve: return funds.reserve;
    case Fund::overflow: return funds.overflow;
  }
  CHECK(false);
}

// The chances of an award of the whole level and of any pay from its meter, in the first game of the link.
struct LevelChances {
  base::Rational whole = 0;
  base::Rational any = 0;
};
LevelChances chances_of_level(const LinkState& link, int level) {
  LevelChances chances;
  for (size_t row = 0; row < link.rules.prizes.size(); ++row) {
    const Prize& prize = link.rules.prizes[row];
    if (!prize.is_share() || prize.level != level) continue;
    const base::Rational chance = *base::parse_fraction(link.odds[0].probabilities[row]);
    chances.any += chance;
    if (prize.takes_all()) chances.whole += chance;
  }
  return chances;
}

// Of similar wager and probability: a size in common; and neither the whole award nor any pay from the meter is more
// than twice as likely with one as with the other. A level without a whole award is like another without one.
bool are_similar(const LinkState& from, int from_level, const LinkState& to, int to_level) {
  const bool size_in_common = std::ranges::any_of(
      from.rules.wagers, [&](Cents size) { return std::ranges::find(to.rules.wagers, size) != to.rules.wagers.end(); });
  const LevelChances a = chances_of_level(from, from_level);
  const LevelChances b = chances_of_level(to, to_level);
  const auto alike = [](const base::Rational& one, const base::Rational& other) {
    return one <= 2 * other && other <= 2 * one;
  };
  return size_in_common && alike(a.whole, b.whole) && alike(a.any, b.any);
}

bool was_backed_out(const State& state, ClaimNumber claim) {
  for (const auto& [id, link] : state.links)
    for (const LevelState& level : link.levels)
      for (const Hit& hit : level.last_hits)
        if (hit.claim == claim && hit.backed_out) return true;
  return false;
}

}  // namespace

Allowed<Event> decide_body(const Asked& asked, const AdjustFund& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(need_text(body.document, "document"));
  const auto link = find_live_link(asked.state, body.link, "link");
  if (!link) return std::unexpected(link.error());
  const auto level = find_level(**link, body.level, "level");
  if (!level) return std::unexpected(level.error());
  CARDROOM_NEED(need_amount(body.change, -jackpot_max, jackpot_max, "change"));
  const bool falls = body.change < Cents();
  if (body.change == Cents() || !fits(body.reason, body.fund, falls))
    return refuse(
        RefusalCode::reason_not_for_this_change, "reason",
        "the reason does not fit the change, or the change is zero. A meter may be reduced only for a display "
        "malfunction, an amount above the maximum or recovered seed; reserve and overflow only for a display "
        "malfunction or as receipts. Any fund may be increased only for a display malfunction or a house addition");
  CARDROOM_NEED(need_no_claim_on(**level));
  const LevelRules& rules = (*link)->rules.levels[static_cast<size_t>(body.level)];
  Funds after = (*level)->funds;
  MeterUnits& fund = fund_of(after, body.fund);
  const MeterUnits change = base::to_meter_units(body.change);
  Event event = event_of(asked);
  event.outcome.before = fund;
  if (fund + change < MeterUnits())
    return refuse(RefusalCode::amount_above_fund, "change",
                  fmt::format("the fund holds only {}", base::to_text(base::whole_cents_down(fund).cents)));
  if (body.reason == AdjustmentReason::seed_recovered && (*level)->totals.seed_unrecovered + change < MeterUnits())
    return refuse(RefusalCode::amount_above_fund, "change",
                  fmt::format("only {} of the house's own money is left to recover from this meter",
                              base::to_text(base::whole_cents_down((*level)->totals.seed_unrecovered).cents)));
  const MeterUnits most =
      base::to_meter_units(body.fund == Fund::meter ? rules.limit.value_or(jackpot_max) : jackpot_max);
  if (!falls && fund + change > most)
    return refuse(RefusalCode::amount_out_of_range, "change",
                  fmt::format("the fund may not exceed {}", base::to_text(base::whole_cents_down(most).cents)));
  if (body.reason == AdjustmentReason::above_maximum &&
      (!rules.limit || fund + change < base::to_meter_units(*rules.limit)))
    return refuse(RefusalCode::reason_not_for_this_change, "reason",
                  "the meter has no limit, or this change would take it below the limit");
  fund += change;
  event.outcome.after = fund;
  post(event, counterpart(body.reason), body.link, body.level, -change);
  post_funds(event, body.link, body.level, (*level)->funds, after);
  return event;
}

Allowed<Event> decide_body(const Asked& asked, const BackOutAward& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(need_text(body.document, "document"));
  for (const auto& [id, link] : asked.state.links) {
    const auto award = std::ranges::find_if(link.awards, [&](const Award& a) { return a.price.claim == body.claim; });
    if (award == link.awards.end()) continue;
    CARDROOM_NEED(find_live_link(asked.state, id, "claim"));
    const LevelState& level = link.levels[static_cast<size_t>(award->level)];
    const LevelRules& rules = link.rules.levels[static_cast<size_t>(award->level)];
    Pricing price = award->price;
    const MeterUnits amount = base::to_meter_units(price.amount);
    Event event = event_of(asked);
    event.outcome.claim = body.claim;
    event.outcome.win_page = award->win_page;
    event.outcome.amount = price.amount;
    post(event, Account::players, id, award->level, -amount);
    if (!award->on_meter) {
      post(event, Account::house_tray, id, award->level, amount);
      return event;
    }
    CARDROOM_NEED(need_no_claim_on(level));
    CARDROOM_NEED(need_split_decided(asked.state, id, *award));
    // The reseed stands as long as one winner of the split does.
    if (split_mate(link, *award) >= 0) price.seed = price.reserve = price.overflow = {};
    Funds after = level.funds;
    // What an earlier back-out spilled was only over the limit because this award's reseed stood.
    after.overflow -= level.spilled;
    after.meter += level.spilled + amount;
    after.meter -= price.seed + price.reserve + price.overflow + price.advance;
    if (after.meter < MeterUnits())
      return refuse(RefusalCode::meter_too_low, "claim",
                    "the meter no longer holds the seed and reserve from that reset; use an adjustment instead");
    if (price.seed > level.totals.seed_unrecovered)
      return refuse(RefusalCode::meter_too_low, "claim",
                    "the house has already recovered the seed from that reset; use an adjustment instead");
    after.reserve += price.reserve;
    after.overflow += price.overflow;
    if (rules.limit && after.meter > base::to_meter_units(*rules.limit)) {
      after.overflow += after.meter - base::to_meter_units(*rules.limit);
      after.meter = base::to_meter_units(*rules.limit);
    }
    event.outcome.before = level.funds.meter;
    event.outcome.after = after.meter;
    post(event, Account::house_seed, id, award->level, price.seed);
    post(event, Account::house_advances, id, award->level, price.advance);
    post_funds(event, id, award->level, level.funds, after);
    return event;
  }
  if (was_backed_out(asked.state, body.claim))
    return refuse(RefusalCode::award_backed_out, "claim",
                  fmt::format("the award for claim {} has already been backed out", body.claim));
  return refuse(RefusalCode::award_unknown, "claim",
                fmt::format("claim {} is not among a progressive's last {} awards with a win slip: it has no slip, was "
                            "backed out long ago, or is too old",
                            body.claim, awards_kept));
}

Allowed<Event> decide_body(const Asked& asked, const RecordBankBalance& body) {
  CARDROOM_NEED(need_role(asked, {Role::executive, Role::auditor, Role::administrator}));
  CARDROOM_NEED(need_text(body.document, "document"));
  CARDROOM_NEED(need_amount(body.balance, {}, Cents(Cents::max_value), "balance"));
  Event event = event_of(asked);
  event.outcome.before = held_for_players(asked.state);
  event.outcome.short_of_funds = base::to_meter_units(body.balance) < *event.outcome.before;
  return event;
}

Allowed<Event> decide_body(const Asked&, const TakeSnapshot&) {
  return refuse(RefusalCode::command_reserved, "", "only the ledger itself records snapshots");
}

Allowed<Event> decide_body(const Asked& asked, const TransferJackpot& body) {
  CARDROOM_NEED(need_two_people(asked));
  CARDROOM_NEED(need_text(body.document, "document"));
  const auto from = find_live_link(asked.state, body.from, "from");
  if (!from) return std::unexpected(from.error());
  const auto to = find_live_link(asked.state, body.to, "to");
  if (!to) return std::unexpected(to.error());
  const auto from_level = find_level(**from, body.from_level, "from_level");
  if (!from_level) return std::unexpected(from_level.error());
  const auto to_level = find_level(**to, body.to_level, "to_level");
  if (!to_level) return std::unexpected(to_level.error());
  if ((*from)->open)
    return refuse(RefusalCode::link_open, "from", "close the progressive you are transferring from first");
  if (body.from == body.to) return refuse(RefusalCode::link_twice, "to", "must be a different progressive");
  // A round that is still open could win money that has just been moved.
  if ((*from)->open_rounds > 0)
    return refuse(RefusalCode::table_in_round, "from",
                  fmt::format("open rounds with wagers on this progressive: {}; end them first", (*from)->open_rounds));
  CARDROOM_NEED(need_no_claim_on(**from_level));
  CARDROOM_NEED(need_no_claim_on(**to_level));
  if (!are_similar(**from, body.from_level, **to, body.to_level))
    return refuse(RefusalCode::jackpot_not_similar, "to",
                  "the two jackpots are not similar: they need a wager size in common, and neither the full award nor "
                  "any pay from the meter may be more than twice as likely on one as on the other");
  const LevelRules& from_rules = (*from)->rules.levels[static_cast<size_t>(body.from_level)];
  const LevelRules& to_rules = (*to)->rules.levels[static_cast<size_t>(body.to_level)];
  const Funds& before = (*from_level)->funds;
  // At most what the house put in and has not recovered; the rest belongs to the players.
  const MeterUnits seed =
      std::min({base::to_meter_units(from_rules.seed), before.meter, (*from_level)->totals.seed_unrecovered});
  const MeterUnits moved = before.meter + before.overflow - seed;
  Funds after = (*to_level)->funds;
  ClaimQueue none;
  contribute(none, after, to_rules, moved, before.reserve);
  if (after.meter > base::to_meter_units(jackpot_max))
    return refuse(RefusalCode::amount_out_of_range, "to",
                  "the receiving jackpot would exceed the largest amount allowed");
  Event event = event_of(asked);
  event.outcome.before = (*to_level)->funds.meter;
  event.outcome.after = after.meter;
  post(event, Account::house_seed, body.from, body.from_level, seed);
  post_funds(event, body.from, body.from_level, before, Funds{});
  post_funds(event, body.to, body.to_level, (*to_level)->funds, after);
  return event;
}

}  // namespace cardroom::progressive
