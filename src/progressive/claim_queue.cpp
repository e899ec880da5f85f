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
  for (const QueuedClaim& claim : slot.claims) {
    if (takes_all(claim)) continue;
    if (claim.final)
      take(claim, claim.amount);
    else if (claim.share_ppm == 0)
      take(claim, claim.pay);
    else
      take(claim, base::whole_cents_down(share_of(funds.meter, claim.share_ppm)).cents);
  }
  int64_t takers = 0;
  int64_t open_takers = 0;
  MeterUnits left = funds.meter;
  for (const QueuedClaim& claim : slot.claims) {
    if (!takes_all(claim)) continue;
    ++takers;
    if (claim.final)
      left -= base::to_meter_units(claim.amount);
    else
      ++open_takers;
  }
  if (takers == 0) return;
  // An equal part of what stood there, or of what the decided ones have left when one of them got more than that.
  MeterUnits part(funds.meter.value() / takers);
  if (open_takers > 0 && MeterUnits(left.value() / open_takers) < part) {
    part = MeterUnits(left.value() / open_takers);
    // Those of this very division who are decided already left its odd cents on the meter: the others get no more.
    for (const QueuedClaim& claim : slot.claims) {
      const Cents whole = base::whole_cents_down(part).cents;
      if (takes_all(claim) && claim.final && claim.amount <= whole && whole - claim.amount < Cents(takers))
        part = base::to_meter_units(claim.amount);
    }
  }
  for (const QueuedClaim& claim : slot.claims)
    if (takes_all(claim)) take(claim, claim.final ? claim.amount : base::whole_cents_down(part).cents);
  // One reseed a slot, booked with the claim that stands first in it.
  const auto first = std::ranges::find_if(slot.claims, takes_all);
  const auto its = std::ranges::find(result, first->claim, &Pricing::claim);
  reseed(funds, rules, *its);
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

Slot& place_made_by(ClaimQueue& queue, ClaimNumber claim) {
  const auto found = std::ranges::find(queue.slots, claim, &Slot::made_by);
  CHECK(found != queue.slots.end());
  return *found;
}

// Takes an empty place away; what was contributed after it came after the one before.
void erase_place(ClaimQueue& queue, ClaimNumber made_by, const LevelRules& rules) {
  const auto place = std::ranges::find(queue.slots, made_by, &Slot::made_by);
  CHECK(place != queue.slots.end() && place->claims.empty());
  if (place == queue.slots.begin()) {
    add_to_meter(queue.base, rules, place->contributed);
    queue.base.reserve += place->reserved;
  } else {
    auto before = std::prev(place);
    before->contributed += place->contributed;
    before->reserved += place->reserved;
  }
  queue.slots.erase(place);
}

std::vector<QueuedClaim> take_open_claims(ClaimQueue& queue, const TableId& table, RoundNumber round) {
  std::vector<QueuedClaim> open;
  for (Slot& slot : queue.slots) {
    if (slot.table != table || slot.round != round) continue;
    std::erase_if(slot.claims, [&](const QueuedClaim& claim) {
      if (!claim.final) open.push_back(claim);
      return !claim.final;
    });
  }
  return open;
}

// Deals the open claims of a round out to those of the round's places on which nothing is decided. `shared` is the
// place of an equal split, one of whose winners is decided and another is not.
void deal_out(ClaimQueue& queue, const TableId& table, RoundNumber round, std::vector<QueuedClaim> open,
              ClaimNumber shared, SameRound policy) {
  std::ranges::sort(open, [policy](const QueuedClaim& a, const QueuedClaim& b) {
    if (policy == SameRound::equal_split && takes_all(a) != takes_all(b)) return takes_all(b);
    if (a.position != b.position) return a.position > b.position;
    return a.claim < b.claim;
  });
  std::vector<Slot*> places;
  Slot* split = nullptr;
  for (Slot& slot : queue.slots) {
    if (slot.table != table || slot.round != round) continue;
    if (shared != 0 && slot.made_by == shared)
      split = &slot;
    else if (slot.claims.empty())
      places.push_back(&slot);
  }
  size_t next = 0;
  for (const QueuedClaim& claim : open) {
    const bool shares = policy == SameRound::equal_split && takes_all(claim);
    Slot* place = shares ? split : nullptr;
    if (place == nullptr) {
      CHECK(next < places.size());
      place = places[next++];
    }
    place->claims.push_back(claim);
    if (shares) split = place;
  }
}

// The place of the round on which winners of an equal split stand, some decided and some not: who made it, or 0.
ClaimNumber shared_place(const ClaimQueue& queue, const TableId& table, RoundNumber round) {
  for (const Slot& slot : queue.slots) {
    const bool its = slot.table == table && slot.round == round && !slot.claims.empty();
    if (!its || !std::ranges::any_of(slot.claims, &QueuedClaim::final)) continue;
    if (!std::ranges::all_of(slot.claims, &QueuedClaim::final)) return slot.made_by;
  }
  return 0;
}

void arrange(ClaimQueue& queue, const TableId& table, RoundNumber round, SameRound policy) {
  const ClaimNumber shared = shared_place(queue, table, round);
  deal_out(queue, table, round, take_open_claims(queue, table, round), shared, policy);
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
  queue.slots.push_back({table, round, claim.claim, {claim}, {}, {}});
  arrange(queue, table, round, policy);
}

void remove_claim(ClaimQueue& queue, ClaimNumber claim, const LevelRules& rules, SameRound policy) {
  Slot* slot = nullptr;
  CHECK(find(queue, claim, &slot) != nullptr);
  const TableId table = slot->table;
  const RoundNumber round = slot->round;
  std::erase_if(slot->claims, [claim](const QueuedClaim& queued) { return queued.claim == claim; });
  // With the last open winner of a split gone, the split is over.
  const ClaimNumber shared = shared_place(queue, table, round);
  std::vector<QueuedClaim> open = take_open_claims(queue, table, round);
  erase_place(queue, claim, rules);
  deal_out(queue, table, round, std::move(open), shared, policy);
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
  const ClaimNumber maker = slot->made_by;
  if (maker == claim) return;
  const bool maker_is_decided = std::ranges::any_of(
      slot->claims, [maker](const QueuedClaim& other) { return other.claim == maker && other.final; });
  Slot* own = &place_made_by(queue, claim);
  if (!maker_is_decided) {
    std::swap(slot->made_by, own->made_by);
    return;
  }
  // It shares the place of another decided one, so the place that it made is one too many. Whoever stands there keeps
  // it and gives up his own instead, until that is an empty one: nobody moves, so no price changes.
  while (!own->claims.empty()) {
    Slot& his = place_made_by(queue, own->claims.front().claim);
    std::swap(own->made_by, his.made_by);
    own = &his;
  }
  erase_place(queue, claim, rules);
}

void drop_decided(ClaimQueue& queue, const LevelRules& rules) {
  while (!queue.empty()) {
    const Slot& first = queue.slots.front();
    if (first.claims.empty() || !std::ranges::all_of(first.claims, &QueuedClaim::final)) return;
    queue.base = price({.base = queue.base, .slots = {first}}, rules).funds;
    queue.slots.erase(queue.slots.begin());
  }
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
