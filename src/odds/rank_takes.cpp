#include "odds/rank_takes.h"

#include <iterator>
#include <tuple>

#include "odds/hand_counter.h"

namespace cardroom::odds {
namespace {

uint64_t falling(int n, int k) {
  uint64_t result = 1;
  for (int i = 0; i < k; ++i) result *= static_cast<uint64_t>(std::max(n - i, 0));
  return result;
}

template <class Visit>
void for_each_next(const Straight& from, int place, const DeckShape& deck, int begun_max, Visit&& visit) {
  const int ten_place = deck.rank_count - 4;
  const auto& [one, two, three, four] = from.under_way;
  const int waiting = place == ten_place ? from.aces_kept : 0;
  const int going_on = one + two + three + four + waiting;
  for (int begin = 0; begin <= deck.suit_count - going_on && from.begun + begin <= begun_max; ++begin) {
    if (begin > 0 && place >= ten_place) return;
    const Straight next{.under_way = {begin, one + waiting, two, three},
                        .aces_kept = from.aces_kept - waiting,
                        .begun = from.begun + begin};
    const auto ways = [=](int cards) { return falling(cards, going_on) * choose(cards - going_on, begin); };
    if (place > 0) {
      visit(next, going_on + begin, ways);
      continue;
    }
    for (int kept = 0; kept <= begin; ++kept) {
      Straight split = next;
      split.under_way[0] -= kept;
      split.aces_kept += kept;
      visit(split, begin, [=](int cards) { return ways(cards) * choose(begin, kept); });
    }
  }
}

}  // namespace

StraightSteps make_straight_steps(const DeckShape& deck, int begun_max) {
  const auto place_count = static_cast<size_t>(deck.rank_count);
  StraightSteps steps;
  steps.states.resize(place_count + 1);
  steps.arcs.resize(place_count);
  steps.states[0] = {Straight{}};
  std::vector<int> numbers(Straight::code_count);
  for (size_t place = 0; place < place_count; ++place) {
    std::ranges::fill(numbers, -1);
    auto& next_states = steps.states[place + 1];
    for (size_t from = 0; from < steps.states[place].size(); ++from) {
      for_each_next(steps.states[place][from], static_cast<int>(place), deck, begun_max,
                    [&](const Straight& next, int taken, auto&& ways) {
                      int& number = numbers[static_cast<size_t>(next.code())];
                      if (number < 0) {
                        number = static_cast<int>(next_states.size());
                        next_states.push_back(next);
                      }
                      StraightArc arc{.from = static_cast<int>(from), .to = number, .taken = taken, .ways = {}};
                      for (int cards = taken; cards <= deck.suit_count; ++cards) {
                        arc.ways[static_cast<size_t>(cards)] = static_cast<uint32_t>(ways(cards));
                      }
                      steps.arcs[place].push_back(arc);
                    });
    }
  }
  // Backward: states that cannot end are dropped.
  for (size_t place = place_count + 1; place-- > 0;) {
    auto& states = steps.states[place];
    std::vector<char> kept(states.size(), 0);
    if (place == place_count) {
      for (size_t i = 0; i < states.size(); ++i) {
        kept[i] =
            std::ranges::count(states[i].under_way, 0) == std::ssize(states[i].under_way) && states[i].aces_kept == 0
                ? 1
                : 0;
      }
    } else {
      for (const StraightArc& arc : steps.arcs[place]) kept[static_cast<size_t>(arc.from)] = 1;
    }
    std::vector<int> renumbered(states.size(), -1);
    int count = 0;
    for (size_t i = 0; i < states.size(); ++i) {
      if (kept[i] == 0) continue;
      states[static_cast<size_t>(count)] = states[i];
      renumbered[i] = count++;
    }
    states.resize(static_cast<size_t>(count));
    if (place < place_count) {
      for (StraightArc& arc : steps.arcs[place]) arc.from = renumbered[static_cast<size_t>(arc.from)];
    }
    if (place > 0) {
      auto& arcs = steps.arcs[place - 1];
      for (StraightArc& arc : arcs) arc.to = renumbered[static_cast<size_t>(arc.to)];
      std::erase_if(arcs, [](const StraightArc& arc) { return arc.to < 0; });
    }
  }
  return steps;
}

GroupSteps make_group_steps(int hand_count_max) {
  GroupSteps steps{};
  for (int pairs = 0; pairs <= 2 * hand_count_max; ++pairs) {
    for (int triples = 0; triples <= hand_count_max; ++triples) {
      for (int quads = 0; quads <= hand_count_max; ++quads) {
        const Groups groups{pairs, triples, quads};
        if (groups.hands() <= hand_count_max) steps.states.push_back(groups);
      }
    }
  }
  std::ranges::sort(steps.states, {},
                    [](const Groups& groups) { return std::tuple(groups.hands(), groups.pairs, groups.triples); });
  const auto number_of = [&](const Groups& wanted) {
    const auto found = std::ranges::find_if(steps.states, [&](const Groups& groups) {
      return groups.pairs == wanted.pairs && groups.triples == wanted.triples && groups.quads == wanted.quads;
    });
    return static_cast<size_t>(found - steps.states.begin());
  };
  for (size_t option = 0; option < group_options.size(); ++option) {
    const Groups& added = group_options[option].added;
    for (const Groups& from : steps.states) {
      steps.next[option].push_back(
          number_of({from.pairs + added.pairs, from.triples + added.triples, from.quads + added.quads}));
    }
  }
  for (int hands = 0; hands <= hand_count_max; ++hands) {
    steps.count[static_cast<size_t>(hands)] = static_cast<size_t>(
        std::ranges::count_if(steps.states, [&](const Groups& groups) { return groups.hands() <= hands; }));
  }
  return steps;
}

}  // namespace cardroom::odds
