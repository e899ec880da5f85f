// Money outside the rounds, and what devices report.
#include <algorithm>

#include "progressive/apply_parts.h"
#include "progressive/decide_parts.h"

namespace cardroom::progressive {

using base::MeterUnits;

void apply_body(State& state, const Event&, const AdjustFund& body) {
  LevelState& level = level_at(at(state.links, body.link, "link"), body.level);
  const MeterUnits change = units(body.change);
  if (body.fund != Fund::reserve) level.spilled = {};
  if (body.fund == Fund::reserve)
    add(level.totals.reserve_adjustments, change);
  else if (body.reason == AdjustmentReason::taken_as_receipts)
    add(level.totals.overflow_taken, -change);
  else
    add(level.totals.adjustments, change);
  if (body.reason == AdjustmentReason::seed_recovered || body.reason == AdjustmentReason::house_addition)
    add(body.fund == Fund::meter ? level.totals.seed_unrecovered : level.totals.house_gifts, change);
}

void apply_body(State& state, const Event& event, const BackOutAward& body) {
  for (auto& [id, link] : state.links) {
    const auto award = std::ranges::find_if(link.awards, [&](const Award& a) { return a.price.claim == body.claim; });
    if (award == link.awards.end()) continue;
    LevelState& level = level_at(link, award->level);
    Pricing price = award->price;
    if (award->on_meter) add(level.totals.confirmed, -units(price.amount));
    if (const int64_t mate = split_mate(link, *award); mate >= 0) {
      Pricing& his = link.awards[static_cast<size_t>(mate)].price;
      for (const auto part : {&Pricing::seed, &Pricing::reserve, &Pricing::overflow}) {
        add(his.*part, price.*part);
        price.*part = {};
      }
    }
    if (award->on_meter) {
      // The overflow changes by what was spilled before, the reseed's part and what is spilled now.
      MeterUnits spilled = level.spilled;
      for (const Posting& posting : event.postings)
        if (posting.account == Account::overflow) add(spilled, posting.amount);
      add(spilled, -price.overflow);
      level.spilled = spilled;
    }
    add_seed(level.totals, -price.seed);
    add(level.totals.reserve_released, -price.reserve);
    add(level.totals.advances, -price.advance);
    for (Hit& hit : level.last_hits)
      if (hit.claim == body.claim) hit.backed_out = true;
    take_back_award(state, id, award->price);
    link.awards.erase(award);
    // While its round is open, its envy is not owed any more, and its position may be marked again.
    if (const auto claim = state.claims.find(body.claim); claim != state.claims.end()) {
      claim->second.status = ClaimStatus::rejected;
      drop_from_round(state, claim->second);
    }
    return;
  }
  throw Misfit{"it backs out an award that does not exist"};
}

void apply_body(State& state, const Event& event, const RecordBankBalance& body) {
  state.bank = {true, event.time_ms, body.balance, event.outcome.before.value_or(MeterUnits()),
                event.outcome.short_of_funds};
}

void apply_body(State& state, const Event& event, const TransferJackpot& body) {
  LevelState& from = level_at(at(state.links, body.from, "link"), body.from_level);
  LevelState& to = level_at(at(state.links, body.to, "link"), body.to_level);
  MeterUnits seed;
  for (const Posting& posting : event.postings)
    if (posting.account == Account::house_seed) add(seed, posting.amount);
  MeterUnits moved = from.funds.meter;
  add(moved, from.funds.overflow);
  add(moved, -seed);
  from.spilled = to.spilled = {};
  add(from.totals.adjustments, -seed);
  add(from.totals.seed_unrecovered, -seed);
  add(from.totals.transfers, -moved);
  add(to.totals.transfers, moved);
  add(from.totals.reserve_adjustments, -from.funds.reserve);
  add(to.totals.reserve_adjustments, from.funds.reserve);
}

void apply_body(State&, const Event&, const ReportMalfunction&) {}
void apply_body(State&, const Event&, const AcknowledgeAlarm&) {}
void apply_body(State&, const Event&, const TakeSnapshot&) {}

void apply_body(State& state, const Event&, const ReportSensor& body) {
  ++round_at(state, body.table).alarms;
}

}  // namespace cardroom::progressive
