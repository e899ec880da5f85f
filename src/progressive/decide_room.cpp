// How much money one ledger can count.
#include "base/checked.h"
#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

using base::Int128;
using base::MeterUnits;

constexpr Int128 counted_max = MeterUnits::max_value / 2;

Int128 size_of(MeterUnits amount) {
  return amount.value() < 0 ? -Int128{amount.value()} : Int128{amount.value()};
}

Int128 size_of(const Totals& totals) {
  Int128 sum = 0;
  for (const MeterUnits amount :
       {totals.start, totals.contributions, totals.seeds, totals.reserve_released, totals.advances, totals.confirmed,
        totals.overflow_taken, totals.adjustments, totals.transfers, totals.reserve_contributions,
        totals.reserve_adjustments, totals.seed_unrecovered, totals.house_gifts})
    sum += size_of(amount);
  return sum;
}

// What paying this prize and its envy will still post.
Int128 still_to_pay(const LinkRules& rules, const Prize& prize, base::Cents amount) {
  const int64_t scale = rules.envy_scale == EnvyScale::flat ? 1 : wager_max.value() / 100;
  return 2 * (size_of(base::to_meter_units(amount)) +
              size_of(base::to_meter_units(prize.envy)) * scale * (positions_max - 1));
}

bool brings_money(const CommandBody& body) {
  return std::holds_alternative<CreateLink>(body) || std::holds_alternative<StartRound>(body) ||
         std::holds_alternative<MarkHand>(body) || std::holds_alternative<AdjustFund>(body) ||
         std::holds_alternative<BackOutAward>(body) || std::holds_alternative<TransferJackpot>(body);
}

}  // namespace

Allowed<void> need_room(const State& state, const Event& event) {
  if (!brings_money(event.command)) return {};
  Int128 counted = 0;
  for (const auto& [id, link] : state.links) {
    for (const LevelState& level : link.levels) counted += size_of(level.totals);
    for (const auto& [account, balance] : link.outside) counted += size_of(balance);
  }
  for (const auto& [number, claim] : state.claims) {
    if (!claim.is_open() && claim.status != ClaimStatus::held) continue;
    const LinkRules& rules = state.links.at(claim.link).rules;
    counted += still_to_pay(rules, rules.prizes[static_cast<size_t>(claim.prize)], claim.price.amount);
  }
  for (const Posting& posting : event.postings) counted += 2 * size_of(posting.amount);
  if (const auto* mark = std::get_if<MarkHand>(&event.command)) {
    const LinkRules& rules = state.links.at(mark->link).rules;
    const Prize& prize = rules.prizes[static_cast<size_t>(prize_named(rules, mark->hand))];
    for (const Pricing& pricing : event.outcome.priced) counted += still_to_pay(rules, prize, pricing.amount);
  }
  if (counted <= counted_max) return {};
  return refuse(RefusalCode::fund_full, "",
                "this ledger has reached the largest total it can count; start a new ledger or use smaller amounts");
}

}  // namespace cardroom::progressive
