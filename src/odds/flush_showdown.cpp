#include "odds/flush_showdown.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <bit>
#include <compare>

#include "base/check.h"
#include "cards/suit_ranking.h"
#include "odds/suit_counts.h"

namespace cardroom::odds {

namespace {

constexpr size_t cuts_max = 16;
constexpr size_t flush_hand_cards = 7;

struct Found {
  std::array<uint32_t, cuts_max> counts{};
  uint16_t straight_flush = 0;
  uint32_t multiplicity = 0;
  CardSet cards;

  auto key() const { return std::tie(counts, straight_flush); }
};

// The sets of ranks in the order of their flushes: by size, then by number. Of two suits the one with the larger place
// has the better flush.
struct SetOrder {
  std::vector<uint32_t> sets;                        // by place
  std::array<size_t, flush_hand_cards + 2> first{};  // by size: the first place
  std::vector<uint16_t> place;                       // by set
  SetOrder() : place(cards::tables::rank_sets) {
    for (size_t size = 0; size <= flush_hand_cards; ++size) {
      first[size] = sets.size();
      for (uint32_t set = 0; set < cards::tables::rank_sets; ++set) {
        if (std::popcount(set) != static_cast<int>(size)) continue;
        place[set] = static_cast<uint16_t>(sets.size());
        sets.push_back(set);
      }
    }
    first[flush_hand_cards + 1] = sets.size();
  }
};

CardSet cards_of(const std::array<uint32_t, cards::suit_count>& suits) {
  uint64_t bits = 0;
  for (const uint32_t ranks : suits) bits = bits << 16 | ranks;
  return CardSet(bits);
}

// Suits in descending order: 24 renamings over those that change nothing.
uint32_t renamings_of(const std::array<uint32_t, cards::suit_count>& suits) {
  uint32_t same = 1;
  uint32_t run = 1;
  for (size_t suit = 1; suit < suits.size(); ++suit) {
    run = suits[suit] == suits[suit - 1] ? run + 1 : 1;
    same *= run;
  }
  return 24 / same;
}

// The classes of the hands whose longest flush is the set at `best`; no other suit's place is higher.
std::vector<Found> classes_with(const SetOrder& order, size_t best, std::span<const int> cuts) {
  std::vector<Found> found;
  std::array<uint32_t, cards::suit_count> suits{};
  suits[0] = order.sets[best];
  const size_t left = flush_hand_cards - static_cast<size_t>(std::popcount(suits[0]));
  const auto add = [&] {
    Found& one = found.emplace_back();
    one.cards = cards_of(suits);
    one.multiplicity = renamings_of(suits);
    for (const uint32_t ranks : suits) {
      one.straight_flush = std::max(one.straight_flush, cards::longest_straight_flush_ranks[ranks]);
    }
    flushes_below({}, CardSet::full_deck() - one.cards, cuts, std::span(one.counts).first(cuts.size()));
  };
  for (size_t second = 0; second <= best && second < order.first[left + 1]; ++second) {
    suits[1] = order.sets[second];
    const auto size = static_cast<size_t>(std::popcount(suits[1]));
    if (size > left || 3 * size < left) continue;
    for (size_t third = 0; third <= second; ++third) {
      suits[2] = order.sets[third];
      const auto next = static_cast<size_t>(std::popcount(suits[2]));
      if (size + next > left || size + 2 * next < left) continue;
      const size_t last = left - size - next;
      for (size_t fourth = order.first[last]; fourth < order.first[last + 1] && fourth <= third; ++fourth) {
        suits[3] = order.sets[fourth];
        add();
      }
    }
  }
  std::ranges::sort(found, {}, &Found::key);
  size_t kept = 0;
  for (size_t at = 0; at < found.size(); ++at) {
    if (kept > 0 && found[kept - 1].key() == found[at].key()) {
      found[kept - 1].multiplicity += found[at].multiplicity;
    } else {
      found[kept++] = found[at];
    }
  }
  found.resize(kept);
  return found;
}

}  // namespace

ShowdownCounts count_flush_showdown(const ShowdownShape& shape, Progress* progress) {
  CHECK(shape.player_ranking == Ranking::longest_flush && shape.dealer_ranking == Ranking::longest_flush);
  CHECK(shape.player_cards == flush_hand_cards && shape.dealer_cards == flush_hand_cards && shape.up_cards == 0);
  CHECK(2 + shape.borders.size() <= cuts_max);
  const SetOrder order;
  const size_t ranks = static_cast<size_t>(cards::longest_flush_classes);
  std::vector<std::vector<Found>> by_rank(ranks);
  begin(progress, "counting showdowns", ranks);
  tbb::parallel_for(size_t{0}, ranks, [&](size_t rank) {
    advance(progress);
    std::vector<int> cuts = {static_cast<int>(rank), static_cast<int>(rank) + 1};
    cuts.insert(cuts.end(), shape.borders.begin(), shape.borders.end());
    by_rank[rank] = classes_with(order, order.place[cards::flush_ranks(HandRank(static_cast<int>(rank)))], cuts);
  });
  ShowdownCounts::Made made;
  const size_t stride = 2 + shape.borders.size();
  for (size_t rank = 0; rank < ranks; ++rank) {
    for (const Found& one : by_rank[rank]) {
      made.players.push_back({one.cards, one.multiplicity, static_cast<int>(rank)});
      made.counts.insert(made.counts.end(), one.counts.begin(),
                         one.counts.begin() + static_cast<std::ptrdiff_t>(stride));
    }
    by_rank[rank] = {};
  }
  return ShowdownCounts(shape, std::move(made));
}

}  // namespace cardroom::odds
