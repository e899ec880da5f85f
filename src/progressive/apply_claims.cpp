// Rounds and marked hands.
#include <algorithm>

#include "progressive/apply_parts.h"
#include "progressive/decide_parts.h"

namespace cardroom::progressive {

namespace {

using base::Cents;
using base::MeterUnits;

struct LevelOfClaim {
  LinkState& link;
  LevelState& level;
  const LevelRules& rules;
  int index;
};
LevelOfClaim level_of_claim(State& state, const Claim& claim) {
  LinkState& link = at(state.links, claim.link, "link");
  const int index = level_of(claim, link.rules);
  LevelState& level = level_at(link, index);
  return {link, level, link.rules.levels[static_cast<size_t>(index)], index};
}

// Decided claims at the front leave the queue; one without claims remembers nothing.
void tidy(ClaimQueue& queue, const LevelRules& rules) {
  drop_decided(queue, rules);
  if (queue.empty()) queue = {};
}

// The totals of a level follow the price of a claim, from the old one to the new; so does the award, if it was paid
// while an earlier claim was open.
void change_price(State& state, Claim& claim, const Pricing& to) {
  if (claim.on_meter) {
    const LevelOfClaim its = level_of_claim(state, claim);
    Totals& totals = its.level.totals;
    for (const auto& [price, sign] : {std::pair(claim.price, -1), std::pair(to, 1)}) {
      add_seed(totals, price.seed * sign);
      add(totals.reserve_released, price.reserve * sign);
      add(totals.advances, price.advance * sign);
    }
    if (claim.status == ClaimStatus::confirmed)
      for (Award& award : its.link.awards)
        if (award.price.claim == claim.number) award.price = to;
  }
  claim.price = to;
}

// A decided claim is forgotten when its round has ended, no queue remembers it, and its envy counts against no claim
// that may still be paid.
void forget_decided(State& state) {
  std::erase_if(state.claims, [&](const auto& entry) {
    const Claim& claim = entry.second;
    if (claim.is_open() || claim.status == ClaimStatus::held) return false;
    const TableState& table = state.tables.at(claim.table);
    if (table.round && table.round->number == claim.round) return false;
    const bool counts = claim.envy_paid && std::ranges::any_of(state.claims, [&](const auto& other) {
                          return other.second.status == ClaimStatus::held && is_of_same_hand(claim, other.second);
                        });
    if (counts) return false;
    if (!claim.on_meter) return true;
    const LinkState& link = state.links.at(claim.link);
    for (const Slot& slot : link.levels[static_cast<size_t>(level_of(claim, link.rules))].queue.slots)
      if (std::ranges::find(slot.claims, claim.number, &QueuedClaim::claim) != slot.claims.end()) return false;
    return true;
  });
}

// Prices that the event sets on claims that are known.
void apply_prices(State& state, const Event& event) {
  for (const Pricing& pricing : event.outcome.priced) {
    Claim& claim = at(state.claims, pricing.claim, "claim");
    change_price(state, claim, pricing);
  }
}

// A mark or claim taken back, as if it had never been made.
void withdraw(State& state, const Event& event) {
  Claim& claim = at(state.claims, event.outcome.claim, "claim");
  if (!claim.is_open()) throw Misfit{"it withdraws a claim that was decided"};
  if (claim.on_meter) {
    const LevelOfClaim its = level_of_claim(state, claim);
    remove_claim(its.level.queue, claim.number, its.rules, its.link.rules.same_round);
    tidy(its.level.queue, its.rules);
    change_price(state, claim, {.claim = claim.number});
  }
  apply_prices(state, event);
  drop_from_round(state, claim);
  state.claims.erase(event.outcome.claim);
  forget_decided(state);
}

void count_hit(State& state, const Event& event, const Claim& claim) {
  const LevelOfClaim its = level_of_claim(state, claim);
  if (claim.on_meter) add(its.level.totals.confirmed, units(claim.price.amount));
  const Prize& prize = prize_of(state, claim);
  if (prize.is_share()) {
    ++its.level.hits;
    std::vector<Hit>& hits = its.level.last_hits;
    hits.push_back({event.time_ms, claim.number, event.outcome.win_page, claim.table, claim.round,
                    claim.position.value_or(0), prize.hand, claim.price.amount, event.by, false});
    if (hits.size() > hits_kept) hits.erase(hits.begin());
  }
  // Small deducted pays have no page; kept here they would crowd out the jackpots within a day.
  if (event.outcome.win_page == 0) return;
  std::vector<Award>& awards = its.link.awards;
  const bool split = prize.takes_all() && its.link.rules.same_round == SameRound::equal_split;
  awards.push_back({its.index, event.outcome.win_page, claim.price, claim.on_meter, split, claim.table, claim.round});
  if (awards.size() > awards_kept) awards.erase(awards.begin());
}

// A claim that is paid: out of pending or the tray.
void pay(State& state, const Event& event, Claim& claim) {
  if (claim.on_meter) {
    const LevelOfClaim its = level_of_claim(state, claim);
    if (claim.is_open()) make_final(its.level.queue, claim.number, claim.price.amount, its.rules);
    tidy(its.level.queue, its.rules);
    its.level.spilled = {};
  }
  count_hit(state, event, claim);
  claim.status = ClaimStatus::confirmed;
}

// Envy that the dealer pays as the event is recorded.
void pay_envy(State& state, const Event& event) {
  for (const Payment& payment : event.outcome.envy) {
    Claim& claim = at(state.claims, payment.claim, "claim");
    claim.envy_paid = true;
    count_paid(state, claim.link, payment.amount);
  }
}

void close_round(State& state, const TableId& table) {
  TableState& found = at(state.tables, table, "table");
  if (!found.round) throw Misfit{"it ends a round that is not open"};
  std::vector<LinkId> links;
  for (const Wager& wager : found.round->wagers)
    if (std::ranges::find(links, wager.link) == links.end()) links.push_back(wager.link);
  for (const LinkId& link : links) --at(state.links, link, "link").open_rounds;
  found.round.reset();
  forget_decided(state);
}

}  // namespace

void apply_body(State& state, const Event& event, const StartRound& body) {
  TableState& table = at(state.tables, body.table, "table");
  OpenRound round{.number = event.outcome.round, .wagers = {}, .claims = {}, .started_ms = event.time_ms};
  const std::vector<LeftOut>& left_out = event.outcome.left_out;
  std::map<LinkId, std::pair<Cents, uint64_t>> totals;
  for (const Wager& wager : body.wagers) {
    const bool out = std::ranges::any_of(
        left_out, [&](const LeftOut& left) { return left.position == wager.position && left.link == wager.link; });
    if (out) continue;
    round.wagers.push_back(wager);
    auto& [amount, count] = totals[wager.link];
    if (amount + wager.wager > jackpot_max) throw Misfit{"an amount exceeds every limit"};
    amount += wager.wager;
    ++count;
  }
  for (const auto& [id, total] : totals) {
    LinkState& link = at(state.links, id, "link");
    ++link.open_rounds;
    add(link.wagered, units(total.first));
    for (size_t i = 0; i < link.levels.size(); ++i) {
      LevelState& level = link.levels[i];
      const LevelRules& rules = link.rules.levels[i];
      const MeterUnits meter = base::share(total.first, rules.contribution_ppm);
      const MeterUnits reserve = base::share(total.first, rules.reserve_ppm);
      level.wagers_in += total.second;
      add(level.totals.contributions, meter);
      add(level.totals.reserve_contributions, reserve);
      Funds ignored;  // the postings bring the funds
      contribute(level.queue, ignored, {}, meter, reserve);
    }
  }
  table.last_round = event.outcome.round;
  table.round = std::move(round);
  ++state.rounds;
}

void apply_body(State& state, const Event& event, const MarkHand& body) {
  OpenRound& round = round_at(state, body.table);
  LinkState& link = at(state.links, body.link, "link");
  if (event.outcome.claim != state.last_claim + 1) throw Misfit{"its claim number is out of sequence"};
  const int row = prize_named(link.rules, body.hand);
  if (row < 0) throw Misfit{"it marks a hand that is not on the paytable"};
  const Prize& prize = link.rules.prizes[static_cast<size_t>(row)];
  Claim claim{.number = event.outcome.claim,
              .table = body.table,
              .round = round.number,
              .position = body.position,
              .link = body.link,
              .prize = row,
              .wager = {},
              .status = ClaimStatus::marked,
              .on_meter = prize.is_share() || link.rules.deduction == Deduction::all_pays,
              .price = {.claim = event.outcome.claim},
              .envy_paid = false,
              .marked_by = event.by,
              .acknowledged_by = {},
              .marked_ms = event.time_ms,
              .others = {},
              .held_by = {},
              .held_reason = {}};
  claim.wager = wager_of_mark(round, body.link, body.position);
  if (claim.on_meter) {
    LevelState& level = level_at(link, level_of(claim, link.rules));
    add_claim(level.queue, level.funds, body.table, round.number,
              {.claim = claim.number,
               .position = body.position.value_or(0),
               .share_ppm = prize.share_ppm,
               .pay = fixed_pay(prize, claim.wager)},
              link.rules.same_round);
  }
  round.claims.push_back(claim.number);
  state.last_claim = claim.number;
  state.claims[claim.number] = std::move(claim);
  apply_prices(state, event);
}

void apply_body(State& state, const Event& event, const UnmarkHand&) {
  withdraw(state, event);
}

void apply_body(State& state, const Event& event, const RejectClaim& body) {
  const Claim& claim = at(state.claims, event.outcome.claim, "claim");
  TableState& table = at(state.tables, claim.table, "table");
  if (table.round && table.round->number == claim.round) {
    std::vector<Rejection>& rejected = table.round->rejected;
    rejected.push_back({claim.number, event.by, body.reason});
    if (rejected.size() > rejections_kept) rejected.erase(rejected.begin());
  }
  withdraw(state, event);
}

void apply_body(State& state, const Event& event, const AcknowledgeClaim& body) {
  Claim& claim = at(state.claims, body.claim, "claim");
  if (!claim.is_open()) throw Misfit{"it acknowledges a claim that was decided"};
  claim.status = ClaimStatus::acknowledged;
  claim.acknowledged_by = event.by;
  if (body.position) {
    claim.position = body.position;
    claim.wager = wager_of_mark(round_at(state, claim.table), claim.link, body.position);
    if (claim.on_meter) {
      const LevelOfClaim its = level_of_claim(state, claim);
      set_position(its.level.queue, claim.number, *body.position, its.link.rules.same_round);
    }
  }
  apply_prices(state, event);
}

void apply_body(State& state, const Event& event, const ConfirmClaim& body) {
  Claim& claim = at(state.claims, body.claim, "claim");
  if (!claim.is_open()) throw Misfit{"it confirms a claim that was decided"};
  pay(state, event, claim);
  owe_claim(state, event, claim);
  state.last_page = event.outcome.win_page;
  forget_decided(state);
}

void apply_body(State& state, const Event& event, const HoldClaim& body) {
  Claim& claim = at(state.claims, body.claim, "claim");
  if (!claim.is_open()) throw Misfit{"it holds a claim that was decided"};
  const OpenRound& round = round_at(state, claim.table);
  for (const Wager& wager : round.wagers)
    if (wager.link == claim.link && wager.position != claim.position) claim.others.push_back(wager);
  if (claim.on_meter) {
    const LevelOfClaim its = level_of_claim(state, claim);
    make_final(its.level.queue, claim.number, claim.price.amount, its.rules);
    tidy(its.level.queue, its.rules);
    its.level.spilled = {};
  }
  claim.status = ClaimStatus::held;
  claim.held_by = event.by;
  claim.held_reason = body.reason;
  forget_decided(state);
}

namespace {

// The winners of an equal split have one reseed, which stands as long as one of them does: when the one whose price
// holds it is rejected in the end, it passes to another, paid or held.
void pass_reseed(State& state, Claim& from) {
  LinkState& link = at(state.links, from.link, "link");
  const int level = level_of(from, link.rules);
  const auto pass_to = [&](Pricing& to) {
    for (const auto part : {&Pricing::seed, &Pricing::reserve, &Pricing::overflow}) {
      add(to.*part, from.price.*part);
      from.price.*part = {};
    }
  };
  const bool split =
      link.rules.same_round == SameRound::equal_split && link.rules.prizes[static_cast<size_t>(from.prize)].takes_all();
  for (Award& award : link.awards)
    if (split && award.split && award.level == level && award.table == from.table && award.round == from.round)
      return pass_to(award.price);
  for (auto& [number, other] : state.claims)
    if (other.status == ClaimStatus::held && share_a_split(state, from, other)) return pass_to(other.price);
}

}  // namespace

void apply_body(State& state, const Event& event, const ReleaseClaim& body) {
  Claim& claim = at(state.claims, body.claim, "claim");
  if (claim.status != ClaimStatus::held) throw Misfit{"it releases a claim that is not held"};
  claim.others.clear();
  claim.held_by = {};
  claim.held_reason.clear();
  if (body.verdict == Verdict::pay) {
    pay(state, event, claim);
    owe_claim(state, event, claim);
    state.last_page = event.outcome.win_page;
    claim.envy_paid = true;
  } else {
    claim.status = ClaimStatus::rejected;
    if (claim.on_meter) {
      const LevelOfClaim its = level_of_claim(state, claim);
      Funds ignored;
      contribute(its.level.queue, ignored, {}, units(claim.price.amount), {});
      pass_reseed(state, claim);
    }
    // Its position may be marked again while the round is open.
    drop_from_round(state, claim);
  }
  forget_decided(state);
}

void apply_body(State& state, const Event& event, const PayEnvy&) {
  pay_envy(state, event);
}

void apply_body(State& state, const Event& event, const VoidDeal& body) {
  OpenRound& round = round_at(state, body.table);
  for (const ClaimNumber claim : event.outcome.dropped) {
    std::erase(round.claims, claim);
    state.claims.erase(claim);
  }
  round.voided = true;
  round.hands_dealt = 0;  // of the deal that counts
}

void apply_body(State& state, const Event& event, const CancelRound& body) {
  const OpenRound round = round_at(state, body.table);
  close_round(state, body.table);
  for (const Wager& wager : round.wagers)
    owe(state, {.kind = DebtKind::refund,
                .table = body.table,
                .round = round.number,
                .position = wager.position,
                .link = wager.link,
                .hand = {},
                .amount = wager.wager,
                .since_ms = event.time_ms});
}

void apply_body(State& state, const Event& event, const EndRound& body) {
  for (const Payment& payment : event.outcome.paid) {
    Claim& claim = at(state.claims, payment.claim, "claim");
    if (!claim.is_open()) throw Misfit{"it pays a claim that was decided"};
    pay(state, event, claim);
    count_paid(state, claim.link, payment.amount);
  }
  pay_envy(state, event);
  settle_round(state, body.table, round_at(state, body.table).number);
  close_round(state, body.table);
}

}  // namespace cardroom::progressive
