#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <mutex>

#include "base/check.h"
#include "cards/subsets.h"
#include "odds/joint_count.h"

namespace cardroom::odds {

namespace {

using games::Choice;
using games::Hand;
using games::Holder;
using games::Reading;
using games::View;

// A reading by which one bet is paid, as rows of its paytable: 0 for no row, then 1 + row.
struct RowReading {
  int reading = games::no_reading;
  const games::WagerPays* pays = nullptr;
  std::vector<HandRank> example;  // by number: a rank that has it

  size_t count() const { return pays ? example.size() : 1; }
  size_t number(CardSet cards) const {
    return static_cast<size_t>(pays->row_of(rank_hand(pays->ranking(), cards)) + 1);
  }
  void put(Hand& hand, size_t number) const {
    if (pays) hand.rank[static_cast<size_t>(reading)] = example[number];
  }
};

RowReading row_reading(const JointTable& joint, bool community) {
  const auto& readings = joint.table().game().facts.readings;
  RowReading found;
  for (const JointBets::Bet& bet : joint.bets().bets) {
    for (size_t index = 0; index < readings.size(); ++index) {
      const Reading& reading = readings[index];
      if (((joint.table().readings_of(bet.wager) >> index) & 1) == 0) continue;
      if (community ? !reading.community : !(reading.player && reading.dealer)) continue;
      CHECK(!found.pays);
      found.reading = static_cast<int>(index);
      found.pays = joint.table().pays(bet.wager);
    }
  }
  if (!found.pays) return found;
  found.example.assign(found.pays->rows().size() + 1, HandRank(0));
  for (int rank = 0; rank < class_count(found.pays->ranking()); ++rank) {
    found.example[static_cast<size_t>(found.pays->row_of(HandRank(rank)) + 1)] = HandRank(rank);
  }
  return found;
}

// Of the dealer's hands of one kind: how many there are, how many contain a card, how many contain two.
struct KindCounts {
  uint32_t all = 0;
  std::array<uint32_t, cards::deck_size> with{};
  std::array<std::array<uint16_t, cards::deck_size>, cards::deck_size> with_both{};

  void add(CardSet hidden) {
    ++all;
    for (const cards::Card a : hidden) {
      ++with[static_cast<size_t>(a.index())];
      for (const cards::Card b : hidden) ++with_both[static_cast<size_t>(a.index())][static_cast<size_t>(b.index())];
    }
  }
  uint32_t without(size_t a, size_t b) const { return all - with[a] - with[b] + with_both[a][b]; }
};

struct Work {
  const JointTable& joint;
  const DecisionRule& rule;
  ShowdownShape shape;
  RowReading six;        // of the player's cards with the dealer's
  RowReading completed;  // of the player's cards with the community's

  JointCounts count(const OwnCards& own) const;

 private:
  void count_kinds(const OwnCards& own, const std::vector<int>& cuts, CardSet up, std::vector<KindCounts>& kinds) const;
  void complete(const OwnCards& own, CardSet up, const std::vector<KindCounts>& kinds,
                std::vector<uint64_t>& cells) const;
};

// A kind is an interval of the dealer's ranks, and a row of what both hands make together.
void Work::count_kinds(const OwnCards& own, const std::vector<int>& cuts, CardSet up,
                       std::vector<KindCounts>& kinds) const {
  for (KindCounts& kind : kinds) kind = {};
  const CardSet unseen = CardSet::full_deck() - own.cards - up;
  cards::for_each_subset(unseen, shape.dealer_cards - up.size(), [&](CardSet hidden) {
    const CardSet dealer = hidden | up;
    const int rank = rank_hand(shape.dealer_ranking, dealer).value();
    size_t cut = cuts.size() - 1;
    while (cuts[cut] > rank) --cut;
    KindCounts& kind = kinds[cut * six.count() + (six.pays ? six.number(own.cards | dealer) : 0)];
    if (completed.pays) {
      kind.add(hidden);
    } else {
      ++kind.all;
    }
  });
}

void Work::complete(const OwnCards& own, CardSet up, const std::vector<KindCounts>& kinds,
                    std::vector<uint64_t>& cells) const {
  std::ranges::fill(cells, 0);
  if (!completed.pays) {
    for (size_t kind = 0; kind < kinds.size(); ++kind) cells[kind] = kinds[kind].all;
    return;
  }
  cards::for_each_subset(CardSet::full_deck() - own.cards - up, 2, [&](CardSet community) {
    const size_t row = completed.number(own.cards | community);
    auto card = community.begin();
    const auto a = static_cast<size_t>((*card++).index());
    const auto b = static_cast<size_t>((*card).index());
    for (size_t kind = 0; kind < kinds.size(); ++kind) {
      if (kinds[kind].all > 0) cells[kind * completed.count() + row] += kinds[kind].without(a, b);
    }
  });
}

JointCounts Work::count(const OwnCards& own) const {
  const games::Facts& facts = joint.table().game().facts;
  const std::vector<int> cuts =
      interval_starts(own.hand.rank[static_cast<size_t>(facts.player_reading)].value(), shape.borders);
  const size_t cell_count = cuts.size() * six.count() * completed.count();
  View view{.own = own.cards, .stakes = &joint.stakes()};
  const std::vector<Choice> choices = joint.choices(view);
  std::vector<JointNets> nets;  // [choice][cut][six][completed]
  for (const Choice& choice : choices) {
    for (const int cut : cuts) {
      for (size_t both = 0; both < six.count(); ++both) {
        for (size_t row = 0; row < completed.count(); ++row) {
          Hand hand = own.hand;
          hand.hands_dealt = 2;
          hand.rank[static_cast<size_t>(facts.dealer_reading)] = HandRank(cut);
          six.put(hand, both);
          completed.put(hand, row);
          nets.push_back(joint.settle(hand, choice));
        }
      }
    }
  }
  std::vector<uint64_t> sums(nets.size());
  std::vector<uint64_t> cells(cell_count);
  std::vector<KindCounts> kinds(cuts.size() * six.count());
  const auto play = [&](CardSet up) {
    count_kinds(own, cuts, up, kinds);
    complete(own, up, kinds, cells);
    std::vector<base::Int128> expectations(choices.size());
    for (size_t choice = 0; choice < choices.size(); ++choice) {
      for (size_t cell = 0; cell < cell_count; ++cell) {
        const int64_t net = JointTable::total(nets[choice * cell_count + cell]);
        expectations[choice] += static_cast<base::Int128>(cells[cell]) * net;
      }
    }
    view.dealer = up;
    const size_t chosen = chosen_among(choices, expectations, rule, view, joint.table());
    for (size_t cell = 0; cell < cell_count; ++cell) sums[chosen * cell_count + cell] += cells[cell] * own.multiplicity;
  };
  if (shape.up_cards == 0) {
    play({});
  } else {
    for (const cards::Card up : CardSet::full_deck() - own.cards) play(CardSet{up});
  }
  JointCounts found;
  for (size_t at = 0; at < sums.size(); ++at) {
    if (sums[at] > 0) found[nets[at]] += sums[at];
  }
  return found;
}

}  // namespace

JointCounts count_by_cards(const JointTable& joint, const DecisionRule& rule, Progress* progress) {
  const Work work{joint, rule, shape_of(joint.table()), row_reading(joint, false), row_reading(joint, true)};
  CHECK(work.shape.dealer_cards <= 3);
  CHECK(!work.completed.pays || joint.table().cards_of(Holder::community) == 2);
  const SetClasses& classes = set_classes(work.shape.player_cards);
  std::vector<PlayerClass> players;
  for (int index = 0; index < classes.class_count(); ++index) {
    players.push_back({classes.representative(index), classes.multiplicity(index), 0});
  }
  const std::vector<OwnCards> owned = own_cards(joint, players);
  std::mutex adding;
  JointCounts results;
  begin(progress, "dealing every hand", owned.size());
  tbb::parallel_for(size_t{0}, owned.size(), [&](size_t at) {
    const JointCounts found = work.count(owned[at]);
    advance(progress);
    const std::lock_guard lock(adding);
    for (const auto& [key, deals] : found) results[key] += deals;
  });
  return results;
}

}  // namespace cardroom::odds
