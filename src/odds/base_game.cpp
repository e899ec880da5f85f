#include "odds/base_game.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "base/check.h"

namespace cardroom::odds {

namespace {

using games::ActionKind;
using games::Actions;
using games::Cents;
using games::Choice;
using games::Hand;
using games::Outcome;
using games::Outcomes;
using games::Reason;
using games::View;
using games::WagerFact;
using games::WagerKind;

int up_cards_at_decision(const games::Script& script) {
  int up = 0;
  for (const games::Step& step : script) {
    if (step.kind == games::Step::Kind::decide) break;
    if (step.kind == games::Step::Kind::deal && step.holder == games::Holder::dealer && step.face == games::Face::up) {
      up += step.card_count;
    }
  }
  return up;
}

size_t owner_of(const games::Game& game, size_t wager) {
  const WagerFact& fact = game.facts.wagers[wager];
  return fact.kind == WagerKind::bonus || fact.base == games::no_wager ? wager : static_cast<size_t>(fact.base);
}

Outcomes outcomes_of(const Table& table, const Stakes& stakes, int player_rank, int dealer_rank, const Choice& choice) {
  const games::Facts& facts = table.game().facts;
  Hand hand;
  hand.stakes = stakes;
  hand.folded = choice.kind == ActionKind::fold;
  hand.hands_dealt = 2;
  if (choice.kind == ActionKind::bet) hand.stakes[static_cast<size_t>(choice.wager)] += choice.amount;
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
  const bool raised = choice.kind == ActionKind::bet && choice.wager == static_cast<int>(wager);
  return stakes[wager] + (raised ? choice.amount : Cents(0));
}

int64_t total_net(const Table& table, const Stakes& stakes, int player_rank, int dealer_rank, const Choice& choice) {
  const Outcomes outcomes = outcomes_of(table, stakes, player_rank, dealer_rank, choice);
  int64_t net = 0;
  for (size_t wager = 0; wager < table.game().facts.wagers.size(); ++wager) {
    net += net_of(outcomes[wager], stake_of(stakes, choice, wager));
  }
  return net;
}

// The choices that can be best: fold, check, and bets in whole multiples of the least one (the result is linear between
// its ends). Nothing to decide is one choice of kind none.
std::vector<Choice> choices_among(const Actions& actions, Cents step) {
  std::vector<Choice> choices;
  for (const games::Action& action : actions) {
    if (action.kind != ActionKind::bet) {
      choices.push_back({.kind = action.kind});
      continue;
    }
    for (Cents amount = action.min; amount <= action.max; amount += step) {
      choices.push_back({.kind = ActionKind::bet, .wager = action.wager, .amount = amount});
    }
  }
  if (choices.empty()) choices.push_back({});
  return choices;
}

// The dealer's scale cut where any result may change for a player's rank: at his rank, just above it, and at the
// borders.
struct Cuts {
  std::vector<int> at;  // ascending; the first is 0
  // Which count gives "below the cut": 0 the player's rank, 1 just above it, 2 + i border i; −1 for the bottom.
  std::vector<int> count;
};

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

// How many of the dealer's hands are in each interval that begins at a cut.
void interval_counts(const Cuts& cuts, const ShowdownCounts::Counts& counts, uint32_t all, std::vector<uint32_t>& out) {
  const auto below = [&](size_t cut) -> uint32_t {
    const int which = cuts.count[cut];
    return which < 0 ? 0 : which == 0 ? counts.below : which == 1 ? counts.through : counts.below_border[which - 2];
  };
  for (size_t cut = 0; cut < cuts.at.size(); ++cut) {
    const uint32_t upto = cut + 1 < cuts.at.size() ? below(cut + 1) : all;
    out[cut] = upto - below(cut);
  }
}

std::string reason_label(Reason reason) {
  switch (reason) {
    case Reason::folded: return "folds";
    case Reason::forfeited_by_fold: return "lost with the fold";
    case Reason::dealer_does_not_qualify: return "dealer does not qualify";
    case Reason::player_beats_dealer: return "player wins";
    case Reason::dealer_beats_player: return "dealer wins";
    case Reason::tie: return "tie";
    case Reason::tie_won_by_player: return "tie, won by the player";
    case Reason::bonus_not_beaten: return "below the pays, not beaten";
    case Reason::bonus_beaten: return "below the pays, beaten";
    case Reason::no_good_hand_beaten: return "no good hand beaten";
    case Reason::tie_beats_nobody: return "tie";
    default: return "loses";
  }
}

std::string outcome_label(const Table& table, size_t wager, const Outcome& outcome) {
  if (outcome.row < 0) return reason_label(outcome.reason);
  return table.pays(static_cast<int>(wager))->row(outcome.row).hand;
}

}  // namespace

std::vector<int> interval_starts(int player_rank, const std::vector<int>& borders) {
  return cuts_for(player_rank, borders).at;
}

std::optional<std::string> not_a_showdown(const Table& table) {
  const games::Facts& facts = table.game().facts;
  if (facts.dealer_reading < 0) return "it has no dealer's hand to compare with";
  const auto decisions =
      std::ranges::count(table.script(), games::Step::Kind::decide, [](const games::Step& step) { return step.kind; });
  if (decisions != 1) return "it has more than one decision";
  if (up_cards_at_decision(table.script()) > 1) return "more than one of the dealer's cards is up";
  return std::nullopt;
}

ShowdownShape shape_of(const Table& table) {
  const games::Facts& facts = table.game().facts;
  ShowdownShape shape;
  shape.player_cards = table.cards_of(games::Holder::player);
  shape.dealer_cards = table.cards_of(games::Holder::dealer);
  shape.up_cards = up_cards_at_decision(table.script());
  shape.player_ranking = facts.readings[static_cast<size_t>(facts.player_reading)].ranking;
  shape.dealer_ranking = facts.readings[static_cast<size_t>(facts.dealer_reading)].ranking;
  if (facts.dealer_qualifies) shape.borders = {facts.dealer_qualifies->value()};
  return shape;
}

ShowdownShape shape_of(const Table& table, int borders_of) {
  ShowdownShape shape = shape_of(table);
  shape.up_cards = 0;
  const games::WagerPays* pays = table.pays(borders_of);
  std::set<int> borders(shape.borders.begin(), shape.borders.end());
  if (pays && pays->ranking() == shape.dealer_ranking) {
    for (const games::PayRow& row : pays->rows()) {
      borders.insert(row.covers.low.value());
      borders.insert(row.covers.high.value() + 1);
    }
  }
  borders.erase(0);
  borders.erase(class_count(shape.dealer_ranking));
  shape.borders.assign(borders.begin(), borders.end());
  return shape;
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

Play play_all(const Table& given, const ShowdownCounts& counts, const std::vector<std::pair<int, int>>& units,
              const PlayOptions& options) {
  Play play{.table = exact_table(given),
            .stakes = {},
            .deals = counts.deals(),
            .cells = {},
            .folded_slots = {},
            .values = {}};
  const Table& table = play.table;
  const Cents unit = exact_unit(table);
  for (const auto& [wager, count] : units) play.stakes[static_cast<size_t>(wager)] = unit * count;
  const auto& players = counts.players();
  play.folded_slots.assign(players.size(), 0);

  // Players of one rank share payoffs.
  std::vector<size_t> group_starts;
  for (size_t player = 0; player < players.size(); ++player) {
    if (player == 0 || players[player].rank != players[player - 1].rank) group_starts.push_back(player);
  }
  std::vector<std::vector<Cell>> cells(group_starts.size());
  std::vector<std::vector<RankValue>> values(group_starts.size());
  const auto all = static_cast<uint32_t>(counts.hands_per_slot());

  begin(options.progress, "playing every deal", group_starts.size());
  tbb::parallel_for(size_t{0}, group_starts.size(), [&](size_t group) {
    advance(options.progress);
    const size_t first = group_starts[group];
    const size_t last = group + 1 < group_starts.size() ? group_starts[group + 1] : players.size();
    const int rank = players[first].rank;
    const Cuts cuts = cuts_for(rank, counts.shape().borders);
    const size_t intervals = cuts.at.size();
    std::vector<Choice> choices;
    std::vector<int64_t> payoffs;  // [choice][interval]
    std::vector<uint64_t> sums;    // [choice][interval]: deals
    std::vector<uint32_t> hands(intervals);
    std::vector<int64_t> expectations;
    std::array<RankValue, cards::rank_count + 1> values_by_up;

    const auto flush = [&] {
      for (size_t choice = 0; choice < choices.size(); ++choice) {
        for (size_t cut = 0; cut < intervals; ++cut) {
          const uint64_t deals = sums[choice * intervals + cut];
          if (deals > 0) cells[group].push_back({rank, cuts.at[cut], choices[choice], deals});
        }
      }
    };
    for (size_t player = first; player < last; ++player) {
      const PlayerClass& held = players[player];
      std::array<cards::Card, cards::deck_size> up_cards;
      std::ranges::copy(CardSet::full_deck() - held.cards, up_cards.begin());
      View view{.own = held.cards, .stakes = &play.stakes};
      const Actions actions = table.game().actions(view, table);
      const Cents step = play.stakes.front() > Cents(0) ? play.stakes.front() : unit;
      std::vector<Choice> menu = choices_among(actions, step);
      if (menu != choices) {
        flush();
        choices = std::move(menu);
        payoffs.assign(choices.size() * intervals, 0);
        sums.assign(choices.size() * intervals, 0);
        expectations.resize(choices.size());
        for (size_t choice = 0; choice < choices.size(); ++choice) {
          for (size_t cut = 0; cut < intervals; ++cut) {
            payoffs[choice * intervals + cut] = total_net(table, play.stakes, rank, cuts.at[cut], choices[choice]);
          }
        }
      }
      for (int slot = 0; slot < counts.slots(); ++slot) {
        interval_counts(cuts, counts.counts(player, slot), all, hands);
        std::ranges::fill(expectations, 0);
        for (size_t choice = 0; choice < choices.size(); ++choice) {
          for (size_t cut = 0; cut < intervals; ++cut) {
            expectations[choice] += hands[cut] * payoffs[choice * intervals + cut];
          }
        }
        size_t chosen = 0;
        if (options.strategy && choices.size() > 1) {
          if (counts.shape().up_cards == 1) view.dealer = CardSet{up_cards[static_cast<size_t>(slot)]};
          const Choice choice = options.strategy(view, table, actions);
          const auto found = std::ranges::find(choices, choice);
          CHECK(found != choices.end());
          chosen = static_cast<size_t>(found - choices.begin());
        } else {
          // The first of the best: choices run from the smallest wager up.
          chosen = static_cast<size_t>(std::ranges::max_element(expectations) - expectations.begin());
        }
        for (size_t cut = 0; cut < intervals; ++cut) {
          sums[chosen * intervals + cut] += uint64_t{held.multiplicity} * hands[cut];
        }
        play.folded_slots[player] |= uint64_t{choices[chosen].kind == ActionKind::fold} << slot;
        if (options.keep_values && choices.size() > 1) {
          const int up_rank = counts.shape().up_cards == 1 ? up_cards[static_cast<size_t>(slot)].rank() : -1;
          RankValue& value = values_by_up[static_cast<size_t>(up_rank + 1)];
          if (value.choices != choices) value = {rank, up_rank, 0, choices, std::vector<base::Int128>(choices.size())};
          value.deals += uint64_t{held.multiplicity} * all;
          for (size_t choice = 0; choice < choices.size(); ++choice) {
            value.net_sums[choice] += static_cast<base::Int128>(expectations[choice]) * held.multiplicity;
          }
        }
      }
    }
    for (RankValue& value : values_by_up) {
      if (value.deals > 0) values[group].push_back(std::move(value));
    }
    flush();
  });
  for (auto& part : cells) play.cells.insert(play.cells.end(), part.begin(), part.end());
  for (auto& part : values) play.values.insert(play.values.end(), part.begin(), part.end());
  return play;
}

Figures base_figures(const Play& play, int owner, const std::string& strategy) {
  const games::Game& game = play.table.game();
  const auto base = static_cast<size_t>(owner);
  const Cents unit = play.stakes[base];
  CHECK(unit > Cents(0));
  std::string name(game.wager(owner).name);
  std::string parts;
  for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
    if (wager != base && owner_of(game, wager) == base)
      parts += fmt::format("{} {}", parts.empty() ? " with" : ",", game.facts.wagers[wager].name);
  }
  std::vector<OutcomeRow> rows;
  for (const Cell& cell : play.cells) {
    const Outcomes outcomes = outcomes_of(play.table, play.stakes, cell.player_rank, cell.dealer_rank, cell.choice);
    int64_t net = 0;
    int64_t staked = 0;
    std::string label = outcome_label(play.table, base, outcomes[base]);
    if (cell.choice.kind == ActionKind::bet) {
      label += fmt::format(", {} {}x", game.wager(cell.choice.wager).name, cell.choice.amount.value() / unit.value());
    }
    for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
      if (owner_of(game, wager) != base) continue;
      const Cents stake = stake_of(play.stakes, cell.choice, wager);
      net += net_of(outcomes[wager], stake);
      staked += stake.value();
      if (wager != base && outcomes[wager].row >= 0) {
        label +=
            fmt::format(", {} {}", game.facts.wagers[wager].name, outcome_label(play.table, wager, outcomes[wager]));
      } else if (wager != base && outcomes[wager].result != games::Result::none &&
                 game.facts.wagers[wager].kind == WagerKind::companion) {
        label += fmt::format(", {} {}", game.facts.wagers[wager].name,
                             outcomes[wager].result == games::Result::pushed ? "pushes" : "loses");
      }
    }
    rows.push_back({label, cell.deals, Rational(net, unit.value()), Rational(staked, unit.value()), net > 0});
  }
  return make_figures(std::string(game.wager(owner).id), name + parts, strategy, std::move(rows));
}

Figures wager_figures(const Play& play, int wager, const std::string& strategy) {
  const auto at = static_cast<size_t>(wager);
  const Cents unit = play.stakes[at];
  CHECK(unit > Cents(0));
  std::vector<OutcomeRow> rows;
  for (const Cell& cell : play.cells) {
    const Outcomes outcomes = outcomes_of(play.table, play.stakes, cell.player_rank, cell.dealer_rank, cell.choice);
    rows.push_back({outcome_label(play.table, at, outcomes[at]), cell.deals,
                    Rational(net_of(outcomes[at], unit), unit.value()), 1, outcomes[at].paid > Cents(0)});
  }
  const WagerFact& fact = play.table.game().wager(wager);
  return make_figures(std::string(fact.id), std::string(fact.name), strategy, std::move(rows));
}

Rational covariance(const Play& play, int a, int b) {
  const games::Game& game = play.table.game();
  Integer sum_a, sum_b, product;
  for (const Cell& cell : play.cells) {
    const Outcomes outcomes = outcomes_of(play.table, play.stakes, cell.player_rank, cell.dealer_rank, cell.choice);
    int64_t net_a = 0;
    int64_t net_b = 0;
    for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
      const int64_t net = net_of(outcomes[wager], stake_of(play.stakes, cell.choice, wager));
      if (owner_of(game, wager) == static_cast<size_t>(a)) net_a += net;
      if (owner_of(game, wager) == static_cast<size_t>(b)) net_b += net;
    }
    sum_a += Integer(cell.deals) * net_a;
    sum_b += Integer(cell.deals) * net_b;
    product += Integer(cell.deals) * net_a * net_b;
  }
  const Integer unit_a = play.stakes[static_cast<size_t>(a)].value();
  const Integer unit_b = play.stakes[static_cast<size_t>(b)].value();
  const Integer deals = play.deals;
  return Rational(product, deals * unit_a * unit_b) - Rational(sum_a, deals * unit_a) * Rational(sum_b, deals * unit_b);
}

}  // namespace cardroom::odds
