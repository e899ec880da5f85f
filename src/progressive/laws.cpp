#include "progressive/laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace cardroom::progressive {

namespace {

using base::MeterUnits;
using Broken = std::optional<BrokenLaw>;

std::string text_of(MeterUnits amount) {
  const int64_t value = amount.value();
  const int64_t size = value < 0 ? -value : value;
  return fmt::format("{}{}.{:08}", value < 0 ? "-" : "", size / 100'000'000, size % 100'000'000);
}

std::string place(const LinkId& link, size_t level) {
  return fmt::format("link {}, level {}", link.text, level);
}

Broken check_postings(const Event& event) {
  std::map<LinkId, base::Int128> sums;  // forged postings may sum to anything
  const bool crosses = std::holds_alternative<TransferJackpot>(event.command);
  for (const Posting& posting : event.postings) sums[crosses ? LinkId{} : posting.link] += posting.amount.value();
  for (const auto& [link, sum] : sums)
    if (sum != 0)
      return BrokenLaw{Law::postings_balance, fmt::format("the postings of link {} do not sum to zero", link.text)};
  return std::nullopt;
}

Broken check_decided_once(const State& before, const Event& event) {
  const auto check = [&](ClaimNumber number) -> Broken {
    const auto claim = before.claims.find(number);
    const bool waits =
        claim != before.claims.end() && (claim->second.is_open() || claim->second.status == ClaimStatus::held);
    if (waits) return std::nullopt;
    return BrokenLaw{Law::claim_ends_once,
                     fmt::format("claim {} was decided but was not waiting for a decision", number)};
  };
  const bool decides =
      std::holds_alternative<ConfirmClaim>(event.command) || std::holds_alternative<RejectClaim>(event.command) ||
      std::holds_alternative<ReleaseClaim>(event.command) || std::holds_alternative<UnmarkHand>(event.command) ||
      std::holds_alternative<HoldClaim>(event.command);
  if (decides)
    if (auto broken = check(event.outcome.claim)) return broken;
  std::set<ClaimNumber> paid;
  for (const Payment& payment : event.outcome.paid) {
    if (auto broken = check(payment.claim)) return broken;
    if (!paid.insert(payment.claim).second)
      return BrokenLaw{Law::claim_ends_once, fmt::format("claim {} is paid twice", payment.claim)};
  }
  return std::nullopt;
}

// Reasons for which players' money on display may be adjusted down.
bool is_reason_to_fall(const AdjustFund& adjust) {
  return adjust.reason == AdjustmentReason::display_malfunction || adjust.reason == AdjustmentReason::above_maximum ||
         adjust.reason == AdjustmentReason::seed_recovered;
}

Broken check_falls(const Event& event) {
  const auto* adjust = std::get_if<AdjustFund>(&event.command);
  const bool may_fall =
      std::holds_alternative<MarkHand>(event.command) || std::holds_alternative<UnmarkHand>(event.command) ||
      std::holds_alternative<AcknowledgeClaim>(event.command) || std::holds_alternative<RejectClaim>(event.command) ||
      (adjust != nullptr && is_reason_to_fall(*adjust)) || std::holds_alternative<BackOutAward>(event.command) ||
      std::holds_alternative<TransferJackpot>(event.command);
  if (may_fall) return std::nullopt;
  for (const Posting& posting : event.postings)
    if (posting.account == Account::meter && posting.amount < MeterUnits())
      return BrokenLaw{Law::meter_falls_for_a_reason,
                       fmt::format("{} takes {} off the meter of link {}", command_name(event.command),
                                   text_of(-posting.amount), posting.link.text)};
  return std::nullopt;
}

Broken check_page(const State& before, const Event& event) {
  const bool new_page = std::holds_alternative<ConfirmClaim>(event.command) ||
                        (std::holds_alternative<ReleaseClaim>(event.command) && event.outcome.win_page != 0);
  if (!new_page || event.outcome.win_page == before.last_page + 1) return std::nullopt;
  return BrokenLaw{Law::pages_unbroken,
                   fmt::format("win slip {} follows slip {}", event.outcome.win_page, before.last_page)};
}

// Players' chips against the shares of the levels and the house, computed from the rates and not from the postings.
Broken check_wagers(const State& before, const Event& event) {
  const auto* start = std::get_if<StartRound>(&event.command);
  if (start == nullptr) return std::nullopt;
  std::map<LinkId, MeterUnits> house;
  for (const Wager& wager : start->wagers) {
    const bool out = std::ranges::any_of(event.outcome.left_out, [&](const LeftOut& left) {
      return left.position == wager.position && left.link == wager.link;
    });
    const auto link = before.links.find(wager.link);
    if (out || link == before.links.end()) continue;
    MeterUnits rest = base::to_meter_units(wager.wager);
    for (const LevelRules& level : link->second.rules.levels)
      rest -= base::share(wager.wager, level.contribution_ppm) + base::share(wager.wager, level.reserve_ppm);
    house[wager.link] += rest;
  }
  for (const Posting& posting : event.postings)
    if (posting.account == Account::house) house[posting.link] -= posting.amount;
  for (const auto& [link, left] : house)
    if (left != MeterUnits())
      return BrokenLaw{Law::wager_is_whole,
                       fmt::format("{} of the wagers on link {} is not accounted for", text_of(left), link.text)};
  return std::nullopt;
}

// The house may recover as seed only its own money: what it put into that level's meter and has not taken back.
Broken check_seed(const State& before, const Event& event) {
  std::map<std::pair<LinkId, int>, base::Int128> taken;
  for (const Posting& posting : event.postings)
    if (posting.account == Account::house_seed) taken[{posting.link, posting.level}] += posting.amount.value();
  for (const auto& [key, amount] : taken) {
    const auto link = before.links.find(key.first);
    const bool known =
        link != before.links.end() && key.second >= 0 && key.second < static_cast<int>(link->second.levels.size());
    const MeterUnits own =
        known ? link->second.levels[static_cast<size_t>(key.second)].totals.seed_unrecovered : MeterUnits();
    if (amount > std::max<int64_t>(own.value(), 0))
      return BrokenLaw{Law::seed_is_counted,
                       fmt::format("link {}, level {}: the house takes out more than the {} it put in", key.first.text,
                                   key.second, text_of(own))};
  }
  return std::nullopt;
}

Broken check_identity(const std::string& where, const LevelState& level) {
  const Totals& totals = level.totals;
  const MeterUnits held = level.funds.meter + level.funds.overflow + level.pending + level.disputed;
  const MeterUnits due = totals.start + totals.contributions + totals.seeds + totals.reserve_released +
                         totals.advances - totals.confirmed - totals.overflow_taken + totals.adjustments +
                         totals.transfers;
  if (held != due)
    return BrokenLaw{Law::level_identity,
                     fmt::format("{}: holds {}, but should hold {}", where, text_of(held), text_of(due))};
  const MeterUnits reserve = totals.reserve_contributions - totals.reserve_released + totals.reserve_adjustments;
  if (level.funds.reserve != reserve)
    return BrokenLaw{Law::reserve_identity, fmt::format("{}: the reserve is {}, but should be {}", where,
                                                        text_of(level.funds.reserve), text_of(reserve))};
  return std::nullopt;
}

Broken check_bounds(const std::string& where, const LevelState& level, const LevelRules& rules) {
  for (const MeterUnits fund :
       {level.funds.meter, level.funds.overflow, level.funds.reserve, level.pending, level.disputed})
    if (fund < MeterUnits())
      return BrokenLaw{Law::funds_not_negative, fmt::format("{}: a fund is below zero, at {}", where, text_of(fund))};
  if (level.queue.empty() && (level.spilled < MeterUnits() || level.spilled > level.funds.overflow))
    return BrokenLaw{Law::funds_not_negative,
                     fmt::format("{}: {} of the overflow is recorded as spilled, but the overflow holds {}", where,
                                 text_of(level.spilled), text_of(level.funds.overflow))};
  if (rules.limit && level.funds.meter > base::to_meter_units(*rules.limit))
    return BrokenLaw{Law::limit_kept, fmt::format("{}: the meter shows {}, above its limit of {}", where,
                                                  text_of(level.funds.meter), base::to_text(*rules.limit))};
  return std::nullopt;
}

Broken check_queue(const State& state, const std::string& where, const LevelState& level, const LevelRules& rules) {
  if (level.queue.empty()) return std::nullopt;
  const QueuePrices prices = price(level.queue, rules);
  if (prices.funds != level.funds)
    return BrokenLaw{Law::queue_matches_funds,
                     fmt::format("{}: the open claims leave {} on the meter, but it shows {}", where,
                                 text_of(prices.funds.meter), text_of(level.funds.meter))};
  for (const Pricing& pricing : prices.claims) {
    const auto claim = state.claims.find(pricing.claim);
    if (claim == state.claims.end() || claim->second.price != pricing)
      return BrokenLaw{Law::queue_matches_funds,
                       fmt::format("{}: the price of claim {} is wrong", where, pricing.claim)};
  }
  return std::nullopt;
}

// An amount that was posted to a player and is neither owed nor paid is one that no page shows.
Broken check_owed(const State& state, const LinkId& id, const LinkState& link) {
  const auto balance = link.outside.find(Account::players);
  base::Int128 posted = link.wagered.value();
  if (balance != link.outside.end()) posted += balance->second.value();
  base::Int128 owed = 0;
  for (const Debt& debt : state.owed) {
    if (debt.link != id) continue;
    if (debt.amount <= base::Cents())
      return BrokenLaw{Law::owed_is_counted, fmt::format("link {}: {} is owed at table {}", id.text,
                                                         base::to_text(debt.amount), debt.table.text)};
    owed += base::to_meter_units(debt.amount).value();
  }
  if (posted == owed + link.paid.value()) return std::nullopt;
  return BrokenLaw{Law::owed_is_counted,
                   fmt::format("link {}: what was posted to players is not what was paid, {}, and what is owed",
                               id.text, text_of(link.paid))};
}

Broken check_link(const State& state, const LinkId& id, const LinkState& link) {
  if (auto broken = check_owed(state, id, link)) return broken;
  std::vector<MeterUnits> pending(link.levels.size());
  std::vector<MeterUnits> disputed(link.levels.size());
  for (const auto& [number, claim] : state.claims) {
    if (claim.link != id || !claim.on_meter) continue;
    const Prize& prize = link.rules.prizes[static_cast<size_t>(claim.prize)];
    const size_t level = prize.is_share() ? static_cast<size_t>(prize.level) : 0;
    if (claim.is_open()) pending[level] += base::to_meter_units(claim.price.amount);
    if (claim.status == ClaimStatus::held) disputed[level] += base::to_meter_units(claim.price.amount);
  }
  MeterUnits seeds;
  for (size_t i = 0; i < link.levels.size(); ++i) {
    const Totals& totals = link.levels[i].totals;
    if (totals.seed_unrecovered < MeterUnits())
      return BrokenLaw{Law::seed_is_counted, fmt::format("{}: the house took out {} more than it put in", place(id, i),
                                                         text_of(-totals.seed_unrecovered))};
    seeds += totals.seed_unrecovered + totals.house_gifts;
  }
  const auto spent = link.outside.find(Account::house_seed);
  const MeterUnits given = spent == link.outside.end() ? MeterUnits() : -spent->second;
  if (seeds != given)
    return BrokenLaw{Law::seed_is_counted,
                     fmt::format("link {}: the levels count {} of the house's money, but the house put in {}", id.text,
                                 text_of(seeds), text_of(given))};
  for (size_t i = 0; i < link.levels.size(); ++i) {
    const LevelState& level = link.levels[i];
    const LevelRules& rules = link.rules.levels[i];
    const std::string where = place(id, i);
    if (auto broken = check_identity(where, level)) return broken;
    if (auto broken = check_bounds(where, level, rules)) return broken;
    if (auto broken = check_queue(state, where, level, rules)) return broken;
    if (level.pending != pending[i] || level.disputed != disputed[i])
      return BrokenLaw{Law::pending_is_claimed,
                       fmt::format("{}: {} is set aside, but the claims total {}", where,
                                   text_of(level.pending + level.disputed), text_of(pending[i] + disputed[i]))};
  }
  return std::nullopt;
}

}  // namespace

std::string_view law_name(Law law) {
  return boost::describe::enum_to_string(law, "unknown");
}

std::optional<BrokenLaw> find_broken_law(const State& before, const Event& event) {
  if (event.outcome.refused) {
    if (!event.postings.empty()) return BrokenLaw{Law::postings_balance, "a refused command has postings"};
    return std::nullopt;
  }
  if (auto broken = check_postings(event)) return broken;
  if (auto broken = check_decided_once(before, event)) return broken;
  if (auto broken = check_falls(event)) return broken;
  if (auto broken = check_page(before, event)) return broken;
  if (auto broken = check_seed(before, event)) return broken;
  return check_wagers(before, event);
}

std::optional<BrokenLaw> find_broken_law_of(const State& state, const LinkId& link) {
  const auto found = state.links.find(link);
  return found == state.links.end() ? std::nullopt : check_link(state, link, found->second);
}

std::optional<BrokenLaw> find_broken_law_after(const State& after, const Event* event) {
  if (event == nullptr) {
    for (const auto& [id, link] : after.links)
      if (auto broken = check_link(after, id, link)) return broken;
    return std::nullopt;
  }
  // New rules move no money and may still break a law (a limit below the meter).
  std::vector<LinkId> touched;
  if (const auto* change = std::get_if<ChangeLink>(&event->command)) touched.push_back(change->link);
  if (std::holds_alternative<AcknowledgePayment>(event->command) || std::holds_alternative<RecordStart>(event->command))
    return find_broken_law_after(after, nullptr);
  for (const Posting& posting : event->postings)
    if (std::ranges::find(touched, posting.link) == touched.end()) touched.push_back(posting.link);
  for (const LinkId& id : touched) {
    const auto link = after.links.find(id);
    if (link == after.links.end()) continue;
    if (auto broken = check_link(after, id, link->second)) return broken;
  }
  return std::nullopt;
}

}  // namespace cardroom::progressive
