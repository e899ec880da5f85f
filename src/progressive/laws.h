// The laws of the progressive: what holds at every moment, whatever was asked. Each runs in the tests, in the running
// ledger after every event, and in the audit; each has a test that breaks it on purpose.
#pragma once

#include <optional>
#include <string>

#include "progressive/state.h"

namespace cardroom::progressive {

enum class Law : uint8_t {
  postings_balance,          // the postings of an event sum to zero, link by link except for a transfer
  level_identity,            // meter + overflow + pending + disputed = what went in less what went out
  reserve_identity,          // reserve = contributions − released + adjustments
  funds_not_negative,        // no fund of any level is below zero
  limit_kept,                // no meter is above its limit
  queue_matches_funds,       // open claims, repriced from the funds before them, give the current funds and prices
  pending_is_claimed,        // pending and disputed are the sums of the claims that wait
  claim_ends_once,           // a claim that an event decides was open or held, and is not decided again
  meter_falls_for_a_reason,  // a meter falls only for a claim, its repricing, an allowed adjustment, a transfer
  pages_unbroken,            // win slips are numbered without a gap
  wager_is_whole,            // a wager = meter parts + reserve parts + the house's part
  owed_is_counted,           // what was posted to players = what was acknowledged as paid + what is owed
  seed_is_counted,  // the house's money in the levels is what it put in less what it took, and never below zero
};

struct BrokenLaw {
  Law law;
  std::string text;  // where, and by how much
};

std::string_view law_name(Law law);

// Laws of an event against the state before it.
std::optional<BrokenLaw> find_broken_law(const State& before, const Event& event);
// Laws of the links that the event names or posts to, in the state after it. All links when the event is null.
std::optional<BrokenLaw> find_broken_law_after(const State& after, const Event* event);

// The first broken law of one link, if it breaks any.
std::optional<BrokenLaw> find_broken_law_of(const State& state, const LinkId& link);

BOOST_DESCRIBE_ENUM(Law, postings_balance, level_identity, reserve_identity, funds_not_negative, limit_kept,
                    queue_matches_funds, pending_is_claimed, claim_ends_once, meter_falls_for_a_reason, pages_unbroken,
                    wager_is_whole, owed_is_counted, seed_is_counted)

}  // namespace cardroom::progressive
