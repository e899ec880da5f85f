// The open claims of one level, in the order in which they are decided, and what each is worth. Between claims the
// tables play on, so the queue remembers what was contributed after each. A claim taken out leaves everything as if it
// had never been made: prices are always computed from the funds before the first open claim.
#pragma once

#include <boost/describe.hpp>
#include <vector>

#include "progressive/event.h"

namespace cardroom::progressive {

struct Funds {
  base::MeterUnits meter{};
  base::MeterUnits overflow{};
  base::MeterUnits reserve{};

  bool operator==(const Funds&) const = default;
};

struct QueuedClaim {
  ClaimNumber claim = 0;
  int position = 0;       // 0: not known yet; comes after those that are
  int64_t share_ppm = 0;  // 0: a fixed pay that is deducted
  base::Cents pay{};      // of a fixed pay
  bool final = false;     // decided: its amount stands
  base::Cents amount{};   // when final

  bool operator==(const QueuedClaim&) const = default;
};

// One place in the order. Every claim makes one when it is marked; the open claims of a round stand on the round's
// places by the policy, not each on the one it made. Equal split puts all winners of the whole meter on one place; then
// another stays empty.
struct Slot {
  TableId table;
  RoundNumber round = 0;
  ClaimNumber made_by = 0;  // taking this claim back takes the place away
  std::vector<QueuedClaim> claims;
  base::MeterUnits contributed{};  // to the meter after this claim and before the next
  base::MeterUnits reserved{};     // to the reserve likewise

  bool operator==(const Slot&) const = default;
};

struct ClaimQueue {
  Funds base;  // before the first slot; without meaning when there is none
  std::vector<Slot> slots;

  bool empty() const { return slots.empty(); }
  bool operator==(const ClaimQueue&) const = default;
};

struct QueuePrices {
  std::vector<Pricing> claims;  // in queue order
  Funds funds;                  // after the last slot
};

QueuePrices price(const ClaimQueue& queue, const LevelRules& rules);

// Adds to the funds, what is over the limit to overflow; the queue, if there is one, remembers it.
void contribute(ClaimQueue& queue, Funds& funds, const LevelRules& rules, base::MeterUnits meter,
                base::MeterUnits reserve);

// A new claim of a round. Claims of different rounds stand in the order in which they were made; those of one round
// share that round's places by the policy. `now` are the funds at this moment.
void add_claim(ClaimQueue& queue, const Funds& now, const TableId& table, RoundNumber round, const QueuedClaim& claim,
               SameRound policy);
// The claim and the place that it made go; decided claims stay, so that their prices can still be seen.
void remove_claim(ClaimQueue& queue, ClaimNumber claim, const LevelRules& rules, SameRound policy);
void set_position(ClaimQueue& queue, ClaimNumber claim, int position, SameRound policy);
// The claim's amount stands from now on, and so does its place: if another claim made that place, the two exchange
// theirs. No price changes.
void make_final(ClaimQueue& queue, ClaimNumber claim, base::Cents amount, const LevelRules& rules);
// Places at the front whose claims are all final become part of the base. No price changes.
void drop_decided(ClaimQueue& queue, const LevelRules& rules);

// No claim before it is open, so that its price cannot change any more (a fixed pay's never does). The winners of an
// equal split may be decided in any order: one who is paid while another waits keeps that amount if the other is then
// taken back, whose part goes to the meter.
bool is_decidable(const ClaimQueue& queue, ClaimNumber claim);

BOOST_DESCRIBE_STRUCT(Funds, (), (meter, overflow, reserve))
BOOST_DESCRIBE_STRUCT(QueuedClaim, (), (claim, position, share_ppm, pay, final, amount))
BOOST_DESCRIBE_STRUCT(Slot, (), (table, round, made_by, claims, contributed, reserved))
BOOST_DESCRIBE_STRUCT(ClaimQueue, (), (base, slots))

}  // namespace cardroom::progressive
