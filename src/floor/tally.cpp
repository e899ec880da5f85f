#include "floor/tally.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::floor {

using namespace progressive;

void Tally::add_wagers(const LinkId& link, const LinkRules& rules, const std::vector<Wager>& locked) {
  auto& levels = links[link];
  levels.resize(rules.levels.size());
  for (const Wager& wager : locked) {
    ++wagers;
    wagered += wager.wager;
    for (size_t i = 0; i < rules.levels.size(); ++i) {
      levels[i].contributions += MeterUnits(wager.wager.value() * rules.levels[i].contribution_ppm);
      levels[i].reserve += MeterUnits(wager.wager.value() * rules.levels[i].reserve_ppm);
    }
  }
}

void Acknowledged::add(const std::string& id, uint64_t sequence) {
  if (keep && sequence > 0) entries[id] = sequence;
}

void Acknowledged::add_somewhere(const std::string& id) {
  if (keep) somewhere.insert(id);
}

namespace {

Cents sum(const std::vector<Payment>& payments) {
  Cents total;
  for (const Payment& payment : payments) total += payment.amount;
  return total;
}

// What the journal's entry adds: its own figures, from outcome and postings.
struct Adder {
  Tally& tally;
  const Event& event;

  void operator()(const StartRound& body) const {
    ++tally.rounds;
    for (const Wager& wager : body.wagers) {
      const auto is_this = [&](const LeftOut& left) {
        return left.position == wager.position && left.link == wager.link;
      };
      if (std::ranges::any_of(event.outcome.left_out, is_this)) continue;
      ++tally.wagers;
      tally.wagered += wager.wager;
    }
    for (const Posting& posting : event.postings) {
      if (!is_fund(posting.account)) continue;
      auto& levels = tally.links[posting.link];
      const auto level = static_cast<size_t>(posting.level);
      if (levels.size() <= level) levels.resize(level + 1);
      (posting.account == Account::reserve ? levels[level].reserve : levels[level].contributions) += posting.amount;
    }
  }
  void operator()(const ReportDeal&) const { ++tally.deals; }
  void operator()(const VoidDeal&) const { ++tally.void_deals; }
  void operator()(const MarkHand&) const { ++tally.claims; }
  void operator()(const UnmarkHand&) const { ++tally.claims_taken_back; }
  void operator()(const ConfirmClaim&) const {
    ++tally.claims_confirmed;
    tally.confirmed += sum(event.outcome.paid);
  }
  void operator()(const RejectClaim&) const { ++tally.claims_rejected; }
  void operator()(const HoldClaim&) const { ++tally.claims_held; }
  void operator()(const ReleaseClaim&) const {
    ++tally.claims_released;
    tally.confirmed += sum(event.outcome.paid);
    tally.envy += sum(event.outcome.envy);
  }
  void operator()(const PayEnvy&) const { tally.envy += sum(event.outcome.envy); }
  void operator()(const EndRound&) const {
    ++tally.rounds_ended;
    tally.fixed_pays += sum(event.outcome.paid);
    tally.envy += sum(event.outcome.envy);
  }
  template <class Body>
  void operator()(const Body&) const {}
};

}  // namespace

void JournalTally::add(const server::EventView& event) {
  const size_t colon = event.id.find(':');
  const bool ours = colon != std::string::npos && std::string_view(event.id).substr(colon + 1).starts_with(tag_);
  if (!ours) {
    rounds_of_others_ += std::holds_alternative<StartRound>(event.event.command) && !event.event.outcome.refused;
    return;
  }
  if (!seen_.insert(event.id).second) findings_.push_back(event.id + " is in the journal twice");
  const auto told = known_.entries.find(event.id);
  if (told == known_.entries.end()) {
    if (!known_.somewhere.contains(event.id))
      findings_.push_back(fmt::format("{} is in the journal but was never acknowledged", event.id));
  } else if (told->second != event.sequence) {
    findings_.push_back(
        fmt::format("{} was acknowledged as entry {} but is entry {}", event.id, told->second, event.sequence));
  }
  if (event.event.outcome.refused) {
    ++tally_.refusals;
    return;
  }
  std::visit(Adder{tally_, event.event}, event.event.command);
}

std::vector<std::string> JournalTally::finish() {
  for (const auto& [id, sequence] : known_.entries)
    if (!seen_.contains(id))
      findings_.push_back(fmt::format("{} was acknowledged as entry {} but is not in the journal", id, sequence));
  for (const std::string& id : known_.somewhere)
    if (!seen_.contains(id)) findings_.push_back(id + " was acknowledged but is not in the journal");
  return std::move(findings_);
}

const Prize* prize_named(const LinkRules& rules, const std::string& hand) {
  const auto found = std::ranges::find(rules.prizes, hand, &Prize::hand);
  return found == rules.prizes.end() ? nullptr : &*found;
}

Cents fixed_pay(const Prize& prize, Cents wager) {
  return wager * prize.pays_for_one;
}

Cents envy_pay(const LinkRules& rules, const Prize& prize, Cents wager) {
  if (rules.envy_scale == EnvyScale::flat) return prize.envy;
  return Cents((prize.envy * wager.value()).value() / 100);
}

bool needs_executive(const LinkRules& rules, const Prize& prize, Cents amount) {
  if (prize.is_share() && rules.levels[static_cast<size_t>(prize.level)].executive) return true;
  return rules.executive_at && amount >= *rules.executive_at;
}

bool needs_two_people(const LinkRules& rules, const Prize& prize, Cents amount) {
  return rules.second_signature_at && amount >= *rules.second_signature_at && !needs_executive(rules, prize, amount);
}

bool needs_supervisor(const LinkRules& rules, const Prize& prize, Cents amount, bool position_known) {
  if (prize.is_share() || amount >= rules.confirm_at || needs_executive(rules, prize, amount)) return true;
  if (needs_two_people(rules, prize, amount)) return true;
  return !position_known && prize.envy > Cents();
}

std::vector<std::string> differences(const Tally& floor, const Tally& journal) {
  std::vector<std::string> found;
  boost::mp11::mp_for_each<ledger::codec::Members<Tally>>([&](auto member) {
    const auto& ours = floor.*member.pointer;
    const auto& theirs = journal.*member.pointer;
    if (ours == theirs) return;
    found.push_back(fmt::format("{}: the floor counted {}, the journal has {}", member.name, ledger::to_full_json(ours),
                                ledger::to_full_json(theirs)));
  });
  return found;
}

}  // namespace cardroom::floor
