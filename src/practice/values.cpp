#include "practice/values.h"

#include <algorithm>
#include <map>

#include "games/strategy.h"
#include "odds/board_pays.h"
#include "odds/draw_game.h"
#include "odds/settling.h"
#include "practice/board_values.h"
#include "practice/draw_values.h"

namespace cardroom::practice {

namespace {

using base::Int128;
using base::Integer;
using base::Rational;
using games::Actions;
using games::Choice;
using games::Holder;
using games::Outcomes;
using games::Table;
using games::View;
using games::WagerKind;

bool is_last_decision(const Table& table, const View& view) {
  const auto decisions = std::ranges::count(table.script(), games::Step::Kind::decide, &games::Step::kind);
  return view.decision + 1 == decisions;
}

// Wagers that could win or lose: staked, or belonging to one that is, a raise included.
bool in_play(const Table& table, const View& view, size_t wager) {
  const games::WagerFact& fact = table.game().facts.wagers[wager];
  const bool on_base = fact.kind == WagerKind::award || fact.kind == WagerKind::raise;
  return (*view.stakes)[on_base ? static_cast<size_t>(fact.base) : wager] > Cents(0);
}

Hidden hidden_for(const Table& table, const View& view, uint32_t readings) {
  Hidden hidden;
  const auto& all = table.game().facts.readings;
  for (size_t index = 0; index < all.size(); ++index) {
    if (!((readings >> index) & 1) || all[index].highest_at_table) continue;
    if (all[index].dealer) hidden.dealer = table.cards_of(Holder::dealer) - view.dealer.size();
    if (all[index].community) hidden.community = table.cards_of(Holder::community) - view.community.size();
  }
  return hidden;
}

int64_t net_hundredths(const Table& table, const Meters& meters, const games::Outcome& outcome, int wager,
                       Cents stake) {
  const int64_t net = 100 * odds::net_of(outcome, stake);
  if (outcome.result != games::Result::claimed) return net;
  return net + meters.share_hundredths(table.pays(wager)->row(outcome.row).pays.front());
}

Integer to_integer(Int128 value) {
  const bool negative = value < 0;
  const auto size = negative ? -value : value;
  Integer result = static_cast<uint64_t>(size >> 64);
  result = (result << 64) + static_cast<uint64_t>(size);
  return negative ? -result : result;
}

games::Hand hand_of(const View& view, const Choice& choice, int hands_dealt) {
  games::Hand hand;
  hand.stakes = games::stakes_after(*view.stakes, choice);
  hand.folded = choice.kind == games::ActionKind::fold;
  hand.hands_dealt = hands_dealt;
  return hand;
}

Standing standing_of(const Table& table, const Prospect& prospect) {
  const games::Facts& facts = table.game().facts;
  Standing standing;
  standing.hands = prospect.deals;
  uint64_t below = 0;
  for (const Prospect::Case& one : prospect.cases) {
    const auto player = one.rank[static_cast<size_t>(facts.player_reading)];
    const auto dealer = one.rank[static_cast<size_t>(facts.dealer_reading)];
    (dealer < player ? standing.beaten : dealer == player ? standing.tied : standing.better) += one.count;
    if (facts.dealer_qualifies && dealer < *facts.dealer_qualifies) below += one.count;
  }
  if (facts.dealer_qualifies) standing.not_qualified = below;
  return standing;
}

}  // namespace

std::vector<Choice> choices_of(const Table& table, const Actions& actions) {
  std::vector<Choice> choices;
  for (const games::Action& action : actions) {
    if (action.kind != games::ActionKind::bet) {
      choices.push_back({.kind = action.kind, .wager = action.wager, .amount = action.min});
      continue;
    }
    const Cents most = games::largest_of(action, table);
    const Cents step = action.step > Cents(0) ? action.step : action.min;
    for (Cents amount = action.min; amount < most; amount += step) {
      choices.push_back({.kind = action.kind, .wager = action.wager, .amount = amount});
    }
    choices.push_back({.kind = action.kind, .wager = action.wager, .amount = most});
  }
  return choices;
}

std::optional<Values> values_at(const Table& table, const View& view, int hands_dealt, const Meters& meters,
                                std::vector<Choice> choices, Prospects& prospects) {
  if (choices.empty()) return std::nullopt;
  if (!odds::not_a_draw(table)) return draw_values(table, view, std::move(choices));
  if (!is_last_decision(table, view)) {
    return odds::not_a_shared_board(table) ? std::nullopt : board_values(table, view, std::move(choices), prospects);
  }
  const auto& wagers = table.game().facts.wagers;
  // Wagers that are read in the same way are counted together; expectations add up all the same.
  std::map<uint32_t, std::vector<size_t>> parts;
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    if (!in_play(table, view, wager)) continue;
    parts[table.readings_of(static_cast<int>(wager))].push_back(wager);
  }

  Values values{.choices = std::move(choices), .nets = {}, .counted = 0, .best = 0, .standing = {}};
  const size_t choice_count = values.choices.size();
  std::array<std::vector<Rational>, games::wagers_max> by_wager;
  const auto reads = [](uint32_t readings, int reading) { return reading >= 0 && ((readings >> reading) & 1); };
  for (const auto& [readings, members] : parts) {
    const Hidden hidden = hidden_for(table, view, readings);
    const ProspectPtr prospect = prospects.count(table, view, readings, hidden);
    if (!prospect) return std::nullopt;
    const games::Facts& facts = table.game().facts;
    if (reads(readings, facts.dealer_reading) && reads(readings, facts.player_reading) && hidden.community == 0) {
      values.standing = standing_of(table, *prospect);
    }
    std::array<std::vector<Int128>, games::wagers_max> sums;
    for (const size_t wager : members) sums[wager].resize(choice_count);
    std::vector<Outcomes> outcomes(choice_count);
    for (const Prospect::Case& one : prospect->cases) {
      for (size_t choice = 0; choice < choice_count; ++choice) {
        games::Hand hand = hand_of(view, values.choices[choice], hands_dealt);
        hand.rank = one.rank;
        outcomes[choice] = {};
        table.game().settle(hand, table, outcomes[choice]);
      }
      for (const size_t wager : members) {
        int64_t first = 0;
        for (size_t choice = 0; choice < choice_count; ++choice) {
          const Cents stake = odds::stake_of(*view.stakes, values.choices[choice], wager);
          const int64_t net = net_hundredths(table, meters, outcomes[choice][wager], static_cast<int>(wager), stake);
          sums[wager][choice] += static_cast<Int128>(net) * static_cast<Int128>(one.count);
          if (choice == 0) first = net;
          if (net != first) values.counted |= 1U << wager;
        }
      }
    }
    for (const size_t wager : members) {
      for (const Int128 sum : sums[wager]) {
        by_wager[wager].push_back(Rational(to_integer(sum), Integer(prospect->deals) * 100));
      }
    }
  }
  values.nets.resize(choice_count);
  for (size_t wager = 0; wager < wagers.size(); ++wager) {
    if (!((values.counted >> wager) & 1)) continue;
    for (size_t choice = 0; choice < choice_count; ++choice) values.nets[choice] += by_wager[wager][choice];
  }
  for (size_t choice = 1; choice < choice_count; ++choice) {
    if (values.nets[choice] > values.nets[values.best]) values.best = choice;
  }
  return values;
}

}  // namespace cardroom::practice
