#include "odds/base_game.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <map>
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

namespace {

// Cells with the same choice and the same outcomes of some wagers, added up.
using CellKinds = std::map<std::pair<Choice, Outcomes>, uint64_t>;

template <class Counts>
CellKinds kinds_of(const Play& play, Counts counts) {
  CellKinds kinds;
  for (const Cell& cell : play.cells) {
    Outcomes outcomes = outcomes_of(play.table, play.stakes, cell.player_rank, cell.dealer_rank, cell.choice);
    for (size_t wager = 0; wager < outcomes.size(); ++wager) {
      if (!counts(wager)) outcomes[wager] = {};
    }
    kinds[{cell.choice, outcomes}] += cell.deals;
  }
  return kinds;
}

}  // namespace

std::optional<std::string> not_a_showdown(const Table& table) {
  const games::Facts& facts = table.game().facts;
  if (facts.dealer_reading < 0) return "it has no dealer hand to compare with";
  const auto decisions =
      std::ranges::count(table.script(), games::Step::Kind::decide, [](const games::Step& step) { return step.kind; });
  if (decisions != 1) return "it has more than one decision";
  if (up_cards_at_decision(table.script()) > 1) return "more than one of the dealer's cards is up";
  return std::nullopt;
}

ShowdownShape shape_of(const Table& table) {
  const games::Facts& facts = table.game().facts;
  ShowdownShape shape;
  shape.deck = facts.deck;
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

std::vector<std::pair<int, int>> base_units(const games::Game& game) {
  std::vector<std::pair<int, int>> units = {{0, 1}};
  for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
    if (game.facts.wagers[wager].kind == WagerKind::companion) units.emplace_back(static_cast<int>(wager), 1);
  }
  return units;
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
  const int scale_end = class_count(counts.shape().dealer_ranking);

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
      std::array<cards::Card, cards::deck_size_max> up_cards;
      std::ranges::copy(counts.shape().deck - held.cards, up_cards.begin());
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
            if (cuts.at[cut] >= scale_end) continue;  // nothing beats the best hand
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
  const size_t wager_count = game.facts.wagers.size();
  const auto kinds = kinds_of(play, [&](size_t wager) { return wager < wager_count && owner_of(game, wager) == base; });
  for (const auto& [kind, deals] : kinds) {
    const auto& [choice, outcomes] = kind;
    int64_t net = 0;
    int64_t staked = 0;
    std::string label = outcome_label(play.table, base, outcomes[base]);
    if (choice.kind == ActionKind::bet) {
      label += fmt::format(", {} {}x", game.wager(choice.wager).name, choice.amount.value() / unit.value());
    }
    for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
      if (owner_of(game, wager) != base) continue;
      const Cents stake = stake_of(play.stakes, choice, wager);
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
    rows.push_back({label, deals, Rational(net, unit.value()), Rational(staked, unit.value()), net > 0});
  }
  return make_figures(std::string(game.wager(owner).id), name + parts, strategy, std::move(rows));
}

Figures wager_figures(const Play& play, int wager, const std::string& strategy) {
  const auto at = static_cast<size_t>(wager);
  const Cents unit = play.stakes[at];
  CHECK(unit > Cents(0));
  std::vector<OutcomeRow> rows;
  for (const auto& [kind, deals] : kinds_of(play, [&](size_t other) { return other == at; })) {
    const Outcomes& outcomes = kind.second;
    rows.push_back({outcome_label(play.table, at, outcomes[at]), deals,
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
