#include "server/views.h"

#include <algorithm>

namespace cardroom::server {

namespace {

using base::Cents;
using base::MeterUnits;

constexpr int64_t units_a_cent = 1'000'000;

// Whole cents that a display may show: the fraction is not won either.
Cents whole_cents(MeterUnits amount) {
  return Cents(amount.value() / units_a_cent);
}

bool is_hidden(const Claim& claim, int64_t time_ms) {
  return claim.status == ClaimStatus::marked && claim.on_meter && time_ms < claim.marked_ms + claim_shown_after_ms;
}

int level_of(const Claim& claim, const LinkRules& rules) {
  const Prize& prize = rules.prizes[static_cast<size_t>(claim.prize)];
  return prize.is_share() ? prize.level : 0;
}

LevelView view_of_level(const LevelState& level, const LevelRules& rules, Audience audience) {
  LevelView view;
  view.name = rules.name;
  view.meter = whole_cents(level.funds.meter);
  view.limit = rules.limit;
  view.pending = whole_cents(level.pending);
  if (audience == Audience::staff) {
    view.exact = level.funds.meter;
    view.reserve = level.funds.reserve;
    view.overflow = level.funds.overflow;
    view.disputed = level.disputed;
  }
  return view;
}

}  // namespace

bool hides_claim(const State& state, const LinkId& link, int64_t time_ms) {
  return std::ranges::any_of(
      state.claims, [&](const auto& entry) { return entry.second.link == link && is_hidden(entry.second, time_ms); });
}

LinkView view_of_link(const State& state, const LinkId& id, uint64_t sequence, Audience audience, int64_t time_ms) {
  const LinkState& link = state.links.at(id);
  LinkView view;
  view.link = id;
  view.title = link.title;
  view.paytable = link.rules.paytable;
  view.open = link.open;
  view.retired = link.retired;
  view.sequence = sequence;
  view.envy_times_wager = link.rules.envy_scale == EnvyScale::times_wager;
  view.wagers = link.rules.wagers;
  for (size_t i = 0; i < link.levels.size(); ++i)
    view.levels.push_back(view_of_level(link.levels[i], link.rules.levels[i], audience));
  for (const Prize& prize : link.rules.prizes)
    view.prizes.push_back({prize.hand, prize.pays_for_one, prize.share_ppm, prize.level, prize.envy});
  if (audience == Audience::display) {
    std::vector<MeterUnits> meters;
    for (const LevelState& level : link.levels) meters.push_back(level.funds.meter);
    for (const auto& [number, claim] : state.claims) {
      if (claim.link != id || !is_hidden(claim, time_ms)) continue;
      const auto index = static_cast<size_t>(level_of(claim, link.rules));
      const Pricing& price = claim.price;
      meters[index] += base::to_meter_units(price.amount) - price.seed - price.reserve - price.overflow - price.advance;
      view.levels[index].meter = whole_cents(meters[index]);
      view.levels[index].pending -= price.amount;
    }
  }
  for (size_t i = 0; i < link.levels.size(); ++i) {
    const auto& hits = link.levels[i].last_hits;
    const auto hit = std::ranges::find_if(hits.rbegin(), hits.rend(), [](const Hit& h) { return !h.backed_out; });
    if (hit == hits.rend() || (view.last_win && view.last_win->time_ms >= hit->time_ms)) continue;
    view.last_win = WinView{hit->time_ms, hit->table, hit->hand, static_cast<int>(i), hit->amount};
  }
  return view;
}

std::vector<ClaimView> claims_waiting(const State& state) {
  std::vector<ClaimView> views;
  for (const auto& [number, claim] : state.claims) {
    const bool waits = claim.is_open() && needs_confirmation(state, claim);
    if (!waits && claim.status != ClaimStatus::held) continue;
    const Prize& prize = state.links.at(claim.link).rules.prizes[static_cast<size_t>(claim.prize)];
    ClaimView view;
    view.claim = number;
    view.table = claim.table;
    view.round = claim.round;
    view.position = claim.position;
    view.link = claim.link;
    view.hand = prize.hand;
    view.amount = claim.price.amount;
    view.wager = claim.wager;
    view.status = claim.status;
    view.marked_ms = claim.marked_ms;
    view.from_meter = claim.on_meter;
    view.needs_confirmation = waits;
    view.executive = needs_executive(state, claim);
    view.held_reason = claim.held_reason;
    view.held_by = claim.held_by;
    view.envy_pays = progressive::envy_pays(state, claim);
    views.push_back(std::move(view));
  }
  std::ranges::stable_sort(views, {}, &ClaimView::marked_ms);
  return views;
}

namespace {

std::vector<SetAside> set_aside_in(const State& state, const TableId& table, const OpenRound& round) {
  std::vector<SetAside> all;
  for (const Rejection& rejected : round.rejected)
    all.push_back({rejected.claim, ClaimStatus::rejected, rejected.reason, rejected.by});
  for (const auto& [number, claim] : state.claims)
    if (claim.status == ClaimStatus::held && claim.table == table && claim.round == round.number)
      all.push_back({number, ClaimStatus::held, claim.held_reason, claim.held_by});
  std::ranges::sort(all, {}, &SetAside::claim);
  return all;
}

}  // namespace

void show_owed(WinRow& row, const State& state, int64_t time_ms) {
  const auto is_owed = [&](DebtKind kind, std::optional<int> position) {
    return std::ranges::any_of(state.owed, [&](const Debt& debt) {
      return debt.kind == kind && debt.claim == row.claim && (!position || debt.position == position);
    });
  };
  row.owed = is_owed(DebtKind::award, {});
  for (WinEnvy& envy : row.envy) envy.owed = is_owed(DebtKind::envy, envy.position);
  if (!is_open_round(state, row.table, row.round)) return;
  for (const Payment& payment : envy_due(state, row.table, time_ms))
    if (payment.claim == row.claim) row.envy.push_back({*payment.position, payment.amount, payment.tax, true});
}

TableView view_of_table(const State& state, const TableId& id, const DeskNow& desk, uint64_t sequence,
                        int64_t time_ms) {
  const TableState& table = state.tables.at(id);
  TableView view;
  view.table = id;
  view.game = table.table.game;
  view.positions = table.table.positions;
  view.keypad = table.table.keypad;
  view.links = table.table.links;
  view.sequence = sequence;
  view.connected = desk.connected;
  view.keypads = desk.keypads;
  view.lit = desk.lit;
  if (table.round)
    view.round = RoundView{table.round->number,      table.round->started_ms, table.round->wagers,
                           table.round->hands_dealt, table.round->voided,     table.round->alarms};
  if (table.round) view.set_aside = set_aside_in(state, id, *table.round);
  view.view = view_of(state, id, desk.steps, time_ms);
  view.steps = desk.steps;
  return view;
}

}  // namespace cardroom::server
