#include "odds/best_play.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <set>

#include "base/check.h"

namespace cardroom::odds {

namespace {

using games::ActionKind;
using games::Actions;

bool same_actions(const Actions& a, const Actions& b) {
  return std::ranges::equal(a, b, [](const games::Action& one, const games::Action& other) {
    return one.kind == other.kind && one.wager == other.wager && one.min == other.min && one.max == other.max;
  });
}

// The intervals of the dealer's scale for all player's ranks from `first` to `last`, none of which a border divides.
struct Interval {
  int player_rank;  // of those, one for which the interval is not empty, if there is one
  int dealer_rank;  // the lowest of the interval
  int below;  // the count of hands below the interval: 0 below the player's rank, 1 through it, 2 + i below border
              // i; −1 for none
};

std::vector<Interval> intervals_for(int first, int last, const std::vector<int>& borders) {
  std::vector<Interval> intervals = {{last, 0, -1}};
  size_t border = 0;
  for (; border < borders.size() && borders[border] <= first; ++border) {
    intervals.push_back({last, borders[border], static_cast<int>(border) + 2});
  }
  intervals.push_back({first, first, 0});
  intervals.push_back({first, first + 1, 1});
  for (; border < borders.size(); ++border) {
    intervals.push_back({first, borders[border], static_cast<int>(border) + 2});
  }
  return intervals;
}

}  // namespace

const std::vector<int>& BestPlay::menu_borders(const Play& play, const std::vector<std::pair<int, int>>& units) {
  for (const Menus& menus : menus_) {
    if (menus.house == play.table.house() && menus.units == units) return menus.borders;
  }
  const size_t rank_total = tree_.ranks().size();
  std::vector<Actions> actions(rank_total);
  tbb::parallel_for(size_t{0}, rank_total, [&](size_t place) {
    for (size_t player = tree_.first_player(place); player < tree_.first_player(place + 1); ++player) {
      const games::View view{.own = counts().players()[player].cards, .stakes = &play.stakes};
      const Actions offered = play.table.game().actions(view, play.table);
      if (player == tree_.first_player(place)) actions[place] = offered;
      CHECK(same_actions(offered, actions[place]));
    }
  });
  Menus menus{.house = play.table.house(), .units = units, .borders = {}};
  for (size_t place = 1; place < rank_total; ++place) {
    if (!same_actions(actions[place], actions[place - 1])) menus.borders.push_back(tree_.ranks()[place]);
  }
  menus_.push_back(std::move(menus));
  return menus_.back().borders;
}

std::vector<int> BestPlay::segment_starts(const Play& play, const std::vector<int>& menu_borders) const {
  const ShowdownShape& shape = counts().shape();
  std::set<int> starts(shape.borders.begin(), shape.borders.end());
  starts.insert(0);
  starts.insert(menu_borders.begin(), menu_borders.end());
  const games::Game& game = play.table.game();
  for (size_t wager = 0; wager < game.facts.wagers.size(); ++wager) {
    const games::WagerPays* pays = play.table.pays(static_cast<int>(wager));
    const bool in_play = play.stakes[wager] > Cents(0) || play.stakes[owner_of(game, wager)] > Cents(0);
    if (!pays || !in_play || pays->ranking() != shape.player_ranking) continue;
    for (const games::PayRow& row : pays->rows()) {
      starts.insert(row.covers.low.value());
      starts.insert(row.covers.high.value() + 1);
    }
  }
  return {starts.begin(), starts.end()};
}

std::vector<Choice> BestPlay::choices_at(size_t place, const Play& play) const {
  const games::View view{.own = counts().players()[tree_.first_player(place)].cards, .stakes = &play.stakes};
  const Cents step = play.stakes.front() > Cents(0) ? play.stakes.front() : exact_unit(play.table);
  return choices_among(play.table.game().actions(view, play.table), step);
}

void BestPlay::play_segment(size_t first, size_t last, Decisions decisions, Play& play) const {
  const auto intervals = intervals_for(tree_.ranks()[first], tree_.ranks()[last - 1], counts().shape().borders);
  std::vector<Choice> choices = choices_at(first, play);
  if (decisions == Decisions::never_fold) {
    const auto bet = std::ranges::find(choices, ActionKind::bet, &Choice::kind);
    choices = {bet == choices.end() ? choices.front() : *bet};
  }
  const uint64_t all = counts().hands_per_slot();
  const int scale_end = class_count(counts().shape().dealer_ranking);
  std::vector<Worth> worths;
  for (const Choice& choice : choices) {
    Worth& worth = worths.emplace_back();
    worth.each.resize(2 + counts().shape().borders.size());
    for (size_t at = 0; at < intervals.size(); ++at) {
      const auto& [player_rank, dealer_rank, below] = intervals[at];
      if (dealer_rank >= scale_end) continue;  // nothing beats the best hand
      // A hand in the interval is below its end and not below its start.
      const int64_t net = total_net(play.table, play.stakes, player_rank, dealer_rank, choice);
      if (below >= 0) worth.each[static_cast<size_t>(below)] -= net;
      if (at + 1 < intervals.size()) {
        worth.each[static_cast<size_t>(intervals[at + 1].below)] += net;
      } else {
        worth.fixed += net * static_cast<int64_t>(all);
      }
    }
  }
  const auto taken = tree_.take_best(first, last, worths);
  for (size_t choice = 0; choice < choices.size(); ++choice) {
    for (size_t at = 0; at < intervals.size(); ++at) {
      const auto hands_below = [&](size_t interval) {
        if (interval == intervals.size()) return taken[choice].situations * all;
        const int below = intervals[interval].below;
        return below < 0 ? 0 : taken[choice].counts[static_cast<size_t>(below)];
      };
      const uint64_t deals = hands_below(at + 1) - hands_below(at);
      if (deals > 0)
        play.cells.push_back({intervals[at].player_rank, intervals[at].dealer_rank, choices[choice], deals});
    }
  }
}

Play BestPlay::play(const Table& table, const std::vector<std::pair<int, int>>& units, Decisions decisions) {
  Play play{.table = exact_table(table),
            .stakes = {},
            .deals = counts().deals(),
            .cells = {},
            .folded_slots = {},
            .values = {}};
  const Cents unit = exact_unit(play.table);
  for (const auto& [wager, count] : units) play.stakes[static_cast<size_t>(wager)] = unit * count;
  const std::vector<int> starts = segment_starts(play, menu_borders(play, units));
  const auto& ranks = tree_.ranks();
  size_t first = 0;
  for (size_t segment = 0; segment < starts.size() && first < ranks.size(); ++segment) {
    const auto end = segment + 1 < starts.size() ? std::ranges::lower_bound(ranks, starts[segment + 1]) : ranks.end();
    const auto last = static_cast<size_t>(end - ranks.begin());
    if (first < last) play_segment(first, last, decisions, play);
    first = last;
  }
  return play;
}

}  // namespace cardroom::odds
