#include "progressive/claim_queue.h"

#include <algorithm>

namespace cardroom::progressive {

namespace {

using base::Cents;
using base::MeterUnits;

MeterUnits room_below(const std::optional<Cents>& limit, MeterUnits meter) {
  if (!limit) return MeterUnits(MeterUnits::max_value);
  return std::max(MeterUnits(), base::to_meter_units(*limit) - meter);
}

void add_to_meter(Funds& funds, const LevelRules& rules, MeterUnits amount) {
  const MeterUnits fits = std::min(amount, room_below(rules.limit, funds.meter));
  funds.meter += fits;
  funds.overflow += amount - fits;
}

MeterUnits share_of(MeterUnits meter, int64_t share_ppm) {
  return MeterUnits(static_cast<int64_t>(static_cast<base::Int128>(meter.value()) * share_ppm / 1'000'000));
}

void reseed(Funds& funds, const LevelRules& rules, Pricing& pricing) {
  pricing.seed = std::min(base::to_meter_units(rules.seed), room_below(rules.limit, funds.meter));
  funds.meter += pricing.seed;
  pricing.reserve = std::min(funds.reserve, room_below(rules.limit, funds.meter));
  funds.meter += pricing.reserve;
  funds.reserve -= pricing.reserve;
  if (rules.overflow == OverflowUse::pooled) {
    pricing.overflow = std::min(funds.overflow, room_below(rules.limit, funds.meter));
    funds.meter += pricing.overflow;
    funds.overflow -= pricing.overflow;
  }
}

bool takes_all(const QueuedClaim& claim) {
  return claim.share_ppm == 1'000'000;
}

// The claims of one slot against the funds.
void price_slot(const Slot& slot, const LevelRules& rules, Funds& funds, std::vector<Pricing>& result) {
  const auto take = [&](const QueuedClaim& claim, Cents amount) -> Pricing& {
    Pricing pricing{.claim = claim.claim, .amount = amount};
    const MeterUnits units = base::to_meter_units(amount);
    pricing.advance = std::max(MeterUnits(), units - funds.meter);
    funds.meter += pricing.advance - units;
    return result.emplace_back(pricing);
  };
  int64_t open_takers = 0;
  for (const QueuedClaim& claim : slot.claims) {
    if (claim.final)
      take(claim, claim.amount);
    else if (claim.share_ppm == 0)
      take(claim, claim.pay);
    else if (!takes_all(claim))
      take(claim, base::whole_cents_down(share_of(funds.meter, claim.share_ppm)).cents);
    else
      ++open_takers;
  }
  if (open_takers > 0) {
    const Cents each = base::whole_cents_down(MeterUnits(funds.meter.value() / open_takers)).cents;
    for (const QueuedClaim& claim : slot.claims)
      if (!claim.final && takes_all(claim)) take(claim, each);
  }
  // One reseed a slot, booked with the claim that stands first in it.
  const auto first = std::ranges::find_if(slot.claims, takes_all);
  if (first == slot.claims.end()) return;
  const auto its = std::ranges::find(result, first->claim, &Pricing::claim);
  reseed(funds, rules, *its);
}

bool has_final(const Slot& slot) {
  return std::ranges::any_of(slot.claims, &QueuedClaim::final);
}

// Deals the open claims of a round out to the round's places anew, and drops places that stay empty.
void arrange(ClaimQueue& queue, const TableId& table, RoundNumber round, SameRound policy) {
  std::vector<Slot*> places;
  std::vector<QueuedClaim> open;
  Slot* taken = nullptr;  // the place of winners of the whole meter, some of whom are decided
  for (Slot& slot : queue.slots) {
    if (slot.table != table || slot.round != round) continue;
    if (!has_final(slot)) {
      places.push_back(&slot);
    } else if (policy == SameRound::equal_split && std::ranges::any_of(slot.claims, takes_all)) {
      taken = &slot;
    }
    std::erase_if(slot.claims, [&](const QueuedClaim& claim) {
      if (!claim.final) open.push_back(claim);
      return !claim.final;
    });
  }
  std::ranges::sort(open, [policy](const QueuedClaim& a, const QueuedClaim& b) {
    if (policy == SameRound::equal_split && takes_all(a) != takes_all(b)) return takes_all(b);
    if (a.position != b.position) return a.position > b.position;
    return a.claim < b.claim;
  });
  size_t next = 0;
  for (const QueuedClaim& claim : open) {
    if (policy == SameRound::equal_split && takes_all(claim)) {
      if (taken == nullptr) taken = places.at(next++);
      taken->claims.push_back(claim);
    } else {
      places.at(next++)->claims.push_back(claim);
    }
  }
  // An empty place at the front stays for drop_front, which knows the limit.
  for (auto slot = queue.slots.begin(); slot != queue.slots.end();) {
    if (!slot->claims.empty() || slot == queue.slots.begin()) {
      ++slot;
      continue;
    }
    auto before = std::prev(slot);
    before->contributed += slot->contributed;
    before->reserved += slot->reserved;
    slot = queue.slots.erase(slot);
  }
}

// Places at the front whose claims are all final become part of the base.
void drop_front(ClaimQueue& queue, const LevelRules& rules) {
  while (!queue.empty() && std::ranges::all_of(queue.slots.front().claims, &QueuedClaim::final)) {
    const ClaimQueue front{.base = queue.base, .slots = {queue.slots.front()}};
    queue.base = price(front, rules).funds;
    queue.slots.erase(queue.slots.begin());
  }
}

QueuedClaim* find(ClaimQueue& queue, ClaimNumber claim, Slot** in) {
  for (Slot& slot : queue.slots)
    for (QueuedClaim& queued : slot.claims)
      if (queued.claim == claim) {
        *in = &slot;
        return &queued;
      }
  return nullptr;
}

}  // namespace

QueuePrices price(const ClaimQueue& queue, const LevelRules& rules) {
  QueuePrices result{.claims = {}, .funds = queue.base};
  for (const Slot& slot : queue.slots) {
    price_slot(slot, rules, result.funds, result.claims);
    add_to_meter(result.funds, rules, slot.contributed);
    result.funds.reserve += slot.reserved;
  }
  return result;
}

void contribute(ClaimQueue& queue, Funds& funds, const LevelRules& rules, MeterUnits meter, MeterUnits reserve) {
  add_to_meter(funds, rules, meter);
  funds.reserve += reserve;
  if (queue.empty()) return;
  queue.slots.back().contributed += meter;
  queue.slots.back().reserved += reserve;
}

void add_claim(ClaimQueue& queue, const Funds& now, const TableId& table, RoundNumber round, const QueuedClaim& claim,
               SameRound policy) {
  if (queue.empty()) queue.base = now;
  queue.slots.push_back({table, round, {claim}, {}, {}});
  arrange(queue, table, round, policy);
}

void remove_claim(ClaimQueue& queue, ClaimNumber claim, const LevelRules& rules, SameRound policy) {
  Slot* slot = nullptr;
  CHECK(find(queue, claim, &slot) != nullptr);
  std::erase_if(slot->claims, [claim](const QueuedClaim& queued) { return queued.claim == claim; });
  const TableId table = slot->table;
  const RoundNumber round = slot->round;
  arrange(queue, table, round, policy);
  drop_front(queue, rules);
}

void set_position(ClaimQueue& queue, ClaimNumber claim, int position, SameRound policy) {
  Slot* slot = nullptr;
  QueuedClaim* queued = find(queue, claim, &slot);
  CHECK(queued != nullptr);
  queued->position = position;
  const TableId table = slot->table;
  const RoundNumber round = slot->round;
  arrange(queue, table, round, policy);
}

void make_final(ClaimQueue& queue, ClaimNumber claim, Cents amount, const LevelRules& rules) {
  Slot* slot = nullptr;
  QueuedClaim* queued = find(queue, claim, &slot);
  CHECK(queued != nullptr);
  queued->final = true;
  queued->amount = amount;
  drop_front(queue, rules);
}

bool is_decidable(const ClaimQueue& queue, ClaimNumber claim) {
  for (const Slot& slot : queue.slots) {
    bool open = false;
    for (const QueuedClaim& queued : slot.claims) {
      if (queued.claim == claim) return true;
      open |= !queued.final;
    }
    if (!open) continue;
    const bool later_is_fixed = std::ranges::any_of(queue.slots, [claim](const Slot& other) {
      return std::ranges::any_of(
          other.claims, [claim](const QueuedClaim& queued) { return queued.claim == claim && queued.share_ppm == 0; });
    });
    return later_is_fixed;
  }
  return true;
}

}  // namespace cardroom::progressive
