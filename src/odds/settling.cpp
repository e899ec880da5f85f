#include "odds/settling.h"

#include <algorithm>
#include <numeric>

#include "base/check.h"

namespace cardroom::odds {

using cards::HandRank;
using games::ActionKind;
using games::Actions;
using games::Hand;
using games::Outcome;
using games::WagerFact;
using games::WagerKind;

size_t owner_of(const games::Game& game, size_t wager) {
  const WagerFact& fact = game.facts.wagers[wager];
  return fact.kind == WagerKind::bonus || fact.base == games::no_wager ? wager : static_cast<size_t>(fact.base);
}

Outcomes outcomes_of(const Table& table, const Stakes& stakes, int player_rank, int dealer_rank, const Choice& choice) {
  const games::Facts& facts = table.game().facts;
  Hand hand;
  hand.stakes = games::stakes_after(stakes, choice);
  hand.folded = choice.kind == ActionKind::fold;
  hand.hands_dealt = 2;
  hand.rank[static_cast<size_t>(facts.player_reading)] = HandRank(player_rank);
  hand.rank[static_cast<size_t>(facts.dealer_reading)] = HandRank(dealer_rank);
  Outcomes outcomes{};
  table.game().settle(hand, table, outcomes);
  return outcomes;
}

int64_t net_of(const Outcome& outcome, Cents stake) {
  return outcome.paid.value() - (outcome.stake_returned ? 0 : stake.value());
}

Cents stake_of(const Stakes& stakes, const Choice& choice, size_t wager) {
  if (choice.wager != static_cast<int>(wager)) return stakes[wager];
  return games::stakes_after(stakes, choice)[wager];
}

int64_t total_net(const Table& table, const Stakes& stakes, int player_rank, int dealer_rank, const Choice& choice) {
  const Outcomes outcomes = outcomes_of(table, stakes, player_rank, dealer_rank, choice);
  int64_t net = 0;
  for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
    net += net_of(outcomes[wager], stake_of(stakes, choice, wager));
  }
  return net;
}

std::vector<Choice> choices_among(const Actions& actions, Cents step) {
  std::vector<Choice> choices;
  for (const games::Action& action : actions) {
    if (action.kind != ActionKind::bet) {
      choices.push_back({.kind = action.kind, .wager = action.wager, .amount = action.min});
      continue;
    }
    for (Cents amount = action.min; amount <= action.max; amount += action.step > Cents(0) ? action.step : step) {
      choices.push_back({.kind = ActionKind::bet, .wager = action.wager, .amount = amount});
    }
  }
  if (choices.empty()) choices.push_back({});
  return choices;
}

Cuts cuts_for(int player_rank, const std::vector<int>& borders) {
  std::vector<std::pair<int, int>> cuts = {{0, -1}, {player_rank, 0}, {player_rank + 1, 1}};
  for (size_t index = 0; index < borders.size(); ++index)
    cuts.emplace_back(borders[index], static_cast<int>(index) + 2);
  std::ranges::sort(cuts);
  Cuts result;
  for (const auto& [at, count] : cuts) {
    result.at.push_back(at);
    result.count.push_back(count);
  }
  return result;
}

std::vector<int> interval_starts(int player_rank, const std::vector<int>& borders) {
  return cuts_for(player_rank, borders).at;
}

Table exact_table(const Table& table) {
  games::TableSetup setup{.game = &table.game(), .house = table.house(), .paytables = table.paytables()};
  setup.house.chip = Cents(1);
  setup.limits = {.min = Cents(1), .bonus_min = Cents(1), .max = games::wager_ceiling};
  auto exact = Table::make(setup, {});
  CHECK(exact);
  return std::move(*exact);
}

Cents exact_unit(const Table& table) {
  int64_t unit = 1;
  for (const games::PaytablePtr& paytable : table.paytables()) {
    for (const auto& wager : paytable->wagers) {
      for (const games::PayRow& row : wager.pays.rows()) {
        for (const games::Pay& pay : row.pays) unit = std::lcm(unit, pay.denominator);
      }
    }
  }
  // Denominators are at most 1000 and few: a paytable that needs more than this was made to break things.
  CHECK(10 * unit <= games::wager_ceiling.value());
  return Cents(unit);
}

}  // namespace cardroom::odds
