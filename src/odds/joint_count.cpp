#include "odds/joint_count.h"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>
#include <set>

#include "base/check.h"
#include "cards/subsets.h"
#include "cards/wild_ranking.h"
#include "odds/analysis.h"
#include "odds/shared_board.h"

namespace cardroom::odds {

namespace {

using games::Choice;
using games::Hand;
using games::Holder;
using games::Reading;
using games::View;

bool of_own_cards(const Reading& reading) {
  return reading.player && !reading.dealer && !reading.community && !reading.highest_at_table;
}

const std::vector<Reading>& readings_of(const JointTable& joint) {
  return joint.table().game().facts.readings;
}

// Which of the counts is the number of dealer's hands below a rank.
struct Cut {
  int rank;
  int count;  // −1 for none, 0 below the player's, 1 through it, 2 + i below border i
};

std::vector<Cut> sorted_cuts(int player_rank, const std::vector<int>& borders) {
  std::vector<Cut> cuts = {{0, -1}, {player_rank, 0}, {player_rank + 1, 1}};
  for (size_t index = 0; index < borders.size(); ++index) cuts.push_back({borders[index], static_cast<int>(index) + 2});
  std::ranges::sort(cuts,
                    [](const Cut& a, const Cut& b) { return std::pair(a.rank, a.count) < std::pair(b.rank, b.count); });
  return cuts;
}

uint32_t below(const Cut& cut, const ShowdownCounts::Counts& counts) {
  switch (cut.count) {
    case -1: return 0;
    case 0: return counts.below;
    case 1: return counts.through;
    default: return counts.below_border[cut.count - 2];
  }
}

Hand with_dealer(const JointTable& joint, Hand hand, int dealer_rank) {
  const games::Facts& facts = joint.table().game().facts;
  hand.rank[static_cast<size_t>(facts.dealer_reading)] = HandRank(dealer_rank);
  hand.hands_dealt = 2;
  for (size_t index = 0; index < facts.readings.size(); ++index) {
    if (!facts.readings[index].highest_at_table) continue;
    hand.rank[index] = std::max(hand.rank[static_cast<size_t>(facts.player_reading)], HandRank(dealer_rank));
  }
  return hand;
}

// Every hand of a class with wild cards: the natural cards in other suits, with as many other wild cards.
std::vector<CardSet> members_with_wilds(CardSet cards) {
  const CardSet naturals = cards - cards::wild_cards;
  std::vector<CardSet> members;
  for (const CardSet renamed : renamings(naturals)) {
    cards::for_each_subset(cards::wild_cards, cards.size() - naturals.size(),
                           [&](CardSet wilds) { members.push_back(renamed | wilds); });
  }
  return members;
}

}  // namespace

std::vector<OwnCards> own_cards(const JointTable& joint, const std::vector<PlayerClass>& players) {
  const auto& readings = readings_of(joint);
  // A class has hands of one rank on the scale of the showdown; some other scales tell them apart.
  bool suits_matter = false, wilds_matter = false;
  for (size_t index = 0; index < readings.size(); ++index) {
    if (!joint.uses(static_cast<int>(index)) || !of_own_cards(readings[index])) continue;
    suits_matter = suits_matter || readings[index].ranking == Ranking::three_card_spades;
    wilds_matter = wilds_matter || readings[index].ranking == Ranking::natural_or_wild;
  }
  std::vector<OwnCards> all;
  for (size_t player = 0; player < players.size(); ++player) {
    const CardSet cards = players[player].cards;
    const auto members = wilds_matter   ? members_with_wilds(cards)
                         : suits_matter ? renamings(cards)
                                        : std::vector{cards};
    const size_t first = all.size();
    for (const CardSet member : members) {
      Hand hand;
      for (size_t index = 0; index < readings.size(); ++index) {
        if (!of_own_cards(readings[index])) continue;
        const bool read =
            joint.uses(static_cast<int>(index)) || static_cast<int>(index) == joint.table().game().facts.player_reading;
        if (read) hand.rank[index] = rank_hand(readings[index].ranking, member);
      }
      const uint32_t each = suits_matter || wilds_matter ? 1 : players[player].multiplicity;
      const auto same = std::ranges::find_if(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(),
                                             [&](const OwnCards& other) { return other.hand.rank == hand.rank; });
      if (same != all.end()) {
        same->multiplicity += each;
      } else {
        all.push_back({member, player, each, hand});
      }
    }
  }
  return all;
}

size_t chosen_among(const std::vector<Choice>& choices, const std::vector<base::Int128>& expectations,
                    const DecisionRule& rule, const View& view, const Table& table) {
  if (choices.size() == 1) return 0;
  if (rule) {
    const auto found = std::ranges::find(choices, rule(view, table, table.game().actions(view, table)));
    CHECK(found != choices.end());
    return static_cast<size_t>(found - choices.begin());
  }
  // The first of the best: choices run from the smallest wager up.
  return static_cast<size_t>(std::ranges::max_element(expectations) - expectations.begin());
}

JointCounts count_by_rank(const JointTable& joint, const ShowdownCounts& counts, const DecisionRule& rule,
                          Progress* progress) {
  std::vector<OwnCards> owned = own_cards(joint, counts.players());
  const auto ranks_of = [](const OwnCards& own) { return own.hand.rank; };
  std::ranges::stable_sort(owned, {}, ranks_of);
  std::vector<size_t> starts;  // of groups with the same ranks, who share payoffs
  for (size_t at = 0; at < owned.size(); ++at) {
    if (at == 0 || owned[at].hand.rank != owned[at - 1].hand.rank) starts.push_back(at);
  }
  const auto player_reading = static_cast<size_t>(joint.table().game().facts.player_reading);
  const auto all = static_cast<uint32_t>(counts.hands_per_slot());
  std::mutex adding;
  JointCounts results;
  begin(progress, "playing every deal", starts.size());
  tbb::parallel_for(size_t{0}, starts.size(), [&](size_t group) {
    advance(progress);
    const size_t last = group + 1 < starts.size() ? starts[group + 1] : owned.size();
    const OwnCards& first = owned[starts[group]];
    const std::vector<Cut> cuts = sorted_cuts(first.hand.rank[player_reading].value(), counts.shape().borders);
    std::vector<Choice> choices;
    std::vector<JointNets> nets;  // [choice][cut]
    std::vector<uint64_t> sums;   // [choice][cut]
    std::vector<base::Int128> expectations;
    std::vector<uint32_t> hands(cuts.size());
    JointCounts found;
    const auto flush = [&] {
      for (size_t at = 0; at < sums.size(); ++at) {
        if (sums[at] > 0) found[nets[at]] += sums[at];
      }
    };
    for (size_t at = starts[group]; at < last; ++at) {
      const OwnCards& own = owned[at];
      View view{.own = own.cards, .stakes = &joint.stakes()};
      std::vector<Choice> menu = joint.choices(view);
      if (menu != choices) {
        flush();
        choices = std::move(menu);
        nets.clear();
        for (const Choice& choice : choices) {
          for (const Cut& cut : cuts) nets.push_back(joint.settle(with_dealer(joint, own.hand, cut.rank), choice));
        }
        sums.assign(nets.size(), 0);
        expectations.resize(choices.size());
      }
      for (int slot = 0; slot < counts.slots(); ++slot) {
        const ShowdownCounts::Counts counted = counts.counts(own.player, slot);
        for (size_t cut = 0; cut < cuts.size(); ++cut) {
          hands[cut] = (cut + 1 < cuts.size() ? below(cuts[cut + 1], counted) : all) - below(cuts[cut], counted);
        }
        std::ranges::fill(expectations, 0);
        for (size_t choice = 0; choice < choices.size(); ++choice) {
          for (size_t cut = 0; cut < cuts.size(); ++cut) {
            const int64_t net = JointTable::total(nets[choice * cuts.size() + cut]);
            expectations[choice] += static_cast<base::Int128>(hands[cut]) * net;
          }
        }
        if (rule && counts.shape().up_cards == 1) view.dealer = CardSet{ShowdownCounts::up_card(own.cards, slot)};
        const size_t chosen = chosen_among(choices, expectations, rule, view, joint.table());
        for (size_t cut = 0; cut < cuts.size(); ++cut) {
          sums[chosen * cuts.size() + cut] += uint64_t{own.multiplicity} * hands[cut];
        }
      }
    }
    flush();
    const std::lock_guard lock(adding);
    for (const auto& [key, deals] : found) results[key] += deals;
  });
  return results;
}

// The wagers read the player's and the dealer's hands alone, of which the whole game knows every pair.
JointCounts count_by_board(const JointTable& joint, const DecisionRule& rule, Progress* progress) {
  const games::Facts& facts = joint.table().game().facts;
  const BoardPlay played =
      play_shared_board(joint.table(), joint.stakes(), {.strategy = rule, .keep_values = false, .progress = progress});
  JointCounts counts;
  for (const Cell& cell : played.play.cells) {
    Hand hand;
    hand.rank[static_cast<size_t>(facts.player_reading)] = HandRank(cell.player_rank);
    counts[joint.settle(with_dealer(joint, hand, cell.dealer_rank), cell.choice)] += cell.deals;
  }
  return counts;
}

std::expected<JointFigures, std::string> Analyst::together(const Table& table, const JointBets& bets,
                                                           const NamedRule& rule) {
  const games::Facts& facts = table.game().facts;
  const bool shared_board = !not_a_shared_board(table);
  if (const auto why = not_a_showdown(table); why && !shared_board)
    return std::unexpected(fmt::format("{}: {} [not_a_showdown]", facts.name, *why));
  const auto joint = JointTable::make(table, bets);
  if (!joint) return std::unexpected(joint.error());
  bool by_cards = false;
  for (size_t index = 0; index < facts.readings.size(); ++index) {
    const Reading& reading = facts.readings[index];
    if (joint->uses(static_cast<int>(index)) && ((reading.player && reading.dealer) || reading.community))
      by_cards = true;
  }
  JointCounts counts;
  if (shared_board) {
    counts = count_by_board(*joint, rule.rule, progress_);
  } else if (by_cards) {
    if (table.cards_of(Holder::dealer) > 3 || table.cards_of(Holder::community) > 2) {
      return std::unexpected("these wagers read too many cards to be counted together [work_above_limit]");
    }
    counts = count_by_cards(*joint, rule.rule, progress_);
  } else {
    ShowdownShape shape = shape_of(table);
    std::set<int> borders(shape.borders.begin(), shape.borders.end());
    for (const JointBets::Bet& bet : bets.bets) {
      const auto& reads = table.game().wager(bet.wager).reads;
      const bool of_dealer = std::ranges::any_of(reads, [&](int reading) {
        return reading == facts.dealer_reading || facts.readings[static_cast<size_t>(reading)].highest_at_table;
      });
      if (!of_dealer || bet.wager == 0) continue;
      const ShowdownShape with = shape_of(table, bet.wager);
      borders.insert(with.borders.begin(), with.borders.end());
    }
    shape.borders.assign(borders.begin(), borders.end());
    counts = count_by_rank(*joint, showdown(shape), rule.rule, progress_);
  }
  std::vector<int> wagers;
  std::vector<Rational> amounts;
  for (const JointBets::Bet& bet : bets.bets) {
    wagers.push_back(bet.wager);
    amounts.emplace_back(bet.amount.value(), 100);
  }
  std::vector<JointFigures::Companion> companions;
  for (size_t wager = 0; wager < facts.wagers.size(); ++wager) {
    if (facts.wagers[wager].kind == games::WagerKind::companion && joint->owner(wager) >= 0)
      companions.push_back({static_cast<int>(wager), amounts[static_cast<size_t>(joint->owner(wager))]});
  }
  std::vector<JointRow> rows;
  for (const auto& [key, deals] : counts) {
    JointRow row{.nets = {},
                 .total = joint->in_currency(JointTable::total(key)),
                 .staked = joint->in_currency(key.staked),
                 .deals = deals};
    for (const int64_t net : key.nets) row.nets.push_back(joint->in_currency(net));
    rows.push_back(std::move(row));
  }
  return make_joint_figures(std::move(wagers), std::move(amounts), std::move(companions), rule.name, std::move(rows));
}

}  // namespace cardroom::odds
