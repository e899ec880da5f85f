#include "odds/joint_settle.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace cardroom::odds {

namespace {

using games::ActionKind;
using games::Cents;
using games::WagerFact;
using games::WagerKind;

// Nets are counted in hundredths of the exact unit, since a pay may be some per cent of a meter.
constexpr int64_t steps_per_cent = 100;

size_t base_of(const games::Game& game, size_t wager) {
  const WagerFact& fact = game.facts.wagers[wager];
  return fact.kind == WagerKind::bonus || fact.base == games::no_wager ? wager : static_cast<size_t>(fact.base);
}

std::vector<std::string> levels_of(const games::WagerPays& pays) {
  std::vector<std::string> levels;
  for (const games::PayRow& row : pays.rows()) {
    const games::Pay& pay = row.pays.front();
    if (pay.kind == games::Pay::Kind::of_meter && std::ranges::find(levels, pay.level) == levels.end()) {
      levels.push_back(pay.level);
    }
  }
  return levels;
}

std::optional<std::string> why_not(const games::Game& game, const JointBets& bets) {
  const auto among = [&](int wager) {
    return std::ranges::find(bets.bets, wager, &JointBets::Bet::wager) != bets.bets.end();
  };
  bool regular = false;
  for (const JointBets::Bet& bet : bets.bets) {
    const WagerFact& fact = game.wager(bet.wager);
    if (fact.kind != WagerKind::regular && fact.kind != WagerKind::bonus && fact.kind != WagerKind::progressive) {
      return fmt::format("{} is not a separate wager: it counts with the {} [wager_not_of_its_own]", fact.name,
                         game.wager(fact.base).name);
    }
    if (std::ranges::count(bets.bets, bet.wager, &JointBets::Bet::wager) > 1) {
      return fmt::format("{} is named twice [wager_named_twice]", fact.name);
    }
    if (fact.base != games::no_wager && !among(fact.base)) {
      return fmt::format("{} can be bet only with the {} [bonus_without_base]", fact.name, game.wager(fact.base).name);
    }
    regular = regular || fact.kind == WagerKind::regular;
  }
  if (!regular)
    return fmt::format("one of the wagers must be a regular wager, such as the {} [no_regular_wager]",
                       game.wager(0).name);
  return std::nullopt;
}

}  // namespace

std::expected<JointTable, std::string> JointTable::make(const Table& table, const JointBets& bets) {
  const games::Game& game = table.game();
  if (const auto why = why_not(game, bets)) return std::unexpected(*why);
  JointTable joint(exact_table(table));
  joint.bets_ = bets;
  int64_t common = 0;
  for (const JointBets::Bet& bet : bets.bets) common = std::gcd(common, bet.amount.value());
  for (const JointBets::Bet& bet : bets.bets) {
    const bool progressive = game.wager(bet.wager).kind == WagerKind::progressive;
    if (progressive) joint.progressive_ = bet.wager;
    joint.readings_ |= table.readings_of(bet.wager);
  }
  std::vector<std::string> levels;
  if (joint.progressive_ != games::no_wager) {
    levels = levels_of(*table.pays(joint.progressive_));
    if (levels.size() != bets.meters.size()) {
      return std::unexpected(fmt::format("the progressive has {} meter{}: give {} amount{} [meters_not_by_level]",
                                         levels.size(), levels.size() == 1 ? "" : "s", levels.size(),
                                         levels.size() == 1 ? "" : "s"));
    }
    for (const Cents meter : bets.meters) common = std::gcd(common, meter.value());
  }
  const int64_t unit = exact_unit(joint.table_).value();
  joint.owners_.assign(game.facts.wagers.size(), -1);
  for (size_t at = 0; at < bets.bets.size(); ++at) {
    const JointBets::Bet& bet = bets.bets[at];
    const int64_t stake = bet.amount.value() / common * unit;
    // A raise is a few times as much, and must stay below the ceiling.
    if (stake > games::wager_ceiling.value() / 10) {
      return std::unexpected(fmt::format(
          "a bet of {} is too large or too uneven compared with the others to count in whole units [bets_too_uneven]",
          to_text(bet.amount)));
    }
    for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
      if (base_of(game, wager) != static_cast<size_t>(bet.wager)) continue;
      joint.owners_[wager] = static_cast<int>(at);
      const WagerKind kind = game.facts.wagers[wager].kind;
      const bool at_stake = static_cast<int>(wager) == bet.wager || kind == WagerKind::companion;
      if (at_stake) joint.stakes_[wager] = Cents(stake);
      if (kind != WagerKind::progressive) joint.readings_ |= table.readings_of(static_cast<int>(wager));
    }
  }
  for (size_t level = 0; level < levels.size(); ++level) {
    joint.meters_.emplace_back(levels[level], bets.meters[level].value() / common * unit);
  }
  joint.step_ = Rational(common, 100 * unit * steps_per_cent);
  return joint;
}

JointNets JointTable::settle(games::Hand hand, const games::Choice& choice) const {
  hand.stakes = stakes_;
  hand.folded = choice.kind == ActionKind::fold;
  if (choice.kind == ActionKind::bet) hand.stakes[static_cast<size_t>(choice.wager)] += choice.amount;
  games::Outcomes outcomes{};
  table_.game().settle(hand, table_, outcomes);
  JointNets result{std::vector<int64_t>(bet_count()), 0};
  for (size_t wager = 0; wager < owners_.size(); ++wager) {
    if (owners_[wager] < 0) continue;
    const games::Outcome& outcome = outcomes[wager];
    const Cents stake = hand.stakes[wager];
    int64_t net = (outcome.paid.value() - (outcome.stake_returned ? 0 : stake.value())) * steps_per_cent;
    if (outcome.result == games::Result::claimed) {
      const games::Pay& pay = table_.pays(static_cast<int>(wager))->row(outcome.row).pays.front();
      const auto meter = std::ranges::find(meters_, pay.level, &std::pair<std::string, int64_t>::first);
      net += meter->second * pay.numerator;
    }
    result.nets[static_cast<size_t>(owners_[wager])] += net;
    result.staked += stake.value() * steps_per_cent;
  }
  return result;
}

int64_t JointTable::total(const JointNets& nets) {
  return std::accumulate(nets.nets.begin(), nets.nets.end(), int64_t{0});
}

std::vector<games::Choice> JointTable::choices(const games::View& view) const {
  std::vector<games::Choice> choices;
  for (const games::Action& action : table_.game().actions(view, table_)) {
    if (action.kind != ActionKind::bet) {
      choices.push_back({.kind = action.kind});
      continue;
    }
    // Between the ends of what may be bet the result is linear.
    const Cents step = std::max(stakes_.front(), Cents(1));
    for (Cents amount = action.min; amount <= action.max; amount += step) {
      choices.push_back({.kind = ActionKind::bet, .wager = action.wager, .amount = amount});
    }
  }
  if (choices.empty()) choices.push_back({});
  return choices;
}

}  // namespace cardroom::odds
