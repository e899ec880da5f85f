#include "practice/prospects.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "base/check.h"
#include "cards/subsets.h"
#include "cards/suit_ranking.h"
#include "odds/suit_counts.h"

namespace cardroom::practice {

namespace {

using cards::CardSet;
using cards::HandRank;
using games::Reading;

uint64_t ways(int from, int count) {
  uint64_t product = 1;
  for (int i = 0; i < count; ++i) product = product * static_cast<uint64_t>(from - i) / static_cast<uint64_t>(i + 1);
  return product;
}

struct Cards {
  CardSet own, dealer, community;
};

CardSet cards_of(const Reading& reading, const Cards& cards) {
  CardSet all;
  if (reading.player) all = all | cards.own;
  if (reading.dealer) all = all | cards.dealer;
  if (reading.community) all = all | cards.community;
  return all;
}

bool is_open(const Reading& reading, Hidden hidden) {
  return (reading.dealer && hidden.dealer > 0) || (reading.community && hidden.community > 0);
}

// Longest flushes of the dealer's are counted suit by suit, however many hands there are.
bool counted_by_suit(const Reading& reading, Hidden hidden) {
  return reading.ranking == cards::Ranking::longest_flush && reading.dealer && !reading.player && !reading.community &&
         hidden.community == 0;
}

std::vector<uint32_t> counts_by_suit(CardSet deck, const Cards& seen) {
  std::vector<int> cuts(cards::longest_flush_classes);
  std::iota(cuts.begin(), cuts.end(), 1);
  std::vector<uint32_t> through(cuts.size());
  const CardSet unseen = deck - (seen.own | seen.dealer | seen.community);
  odds::flushes_below(seen.dealer, unseen, cuts, through);
  std::adjacent_difference(through.begin(), through.end(), through.begin());
  return through;
}

template <class Visit>
void for_each_deal(CardSet deck, const Cards& seen, Hidden hidden, Visit&& visit) {
  const CardSet unseen = deck - (seen.own | seen.dealer | seen.community);
  cards::for_each_subset(unseen, hidden.dealer, [&](CardSet dealer) {
    cards::for_each_subset(unseen - dealer, hidden.community, [&](CardSet community) {
      visit(Cards{seen.own, seen.dealer | dealer, seen.community | community});
    });
  });
}

Prospect count_cases(const games::Table& table, const Cards& seen, uint32_t readings, Hidden hidden) {
  const auto& all = table.game().facts.readings;
  const CardSet deck = table.game().facts.deck;
  Prospect::Case known{};
  known.count = 1;
  std::vector<size_t> open;
  for (size_t index = 0; index < all.size(); ++index) {
    if (!((readings >> index) & 1) || all[index].highest_at_table) continue;
    if (is_open(all[index], hidden)) {
      open.push_back(index);
    } else {
      known.rank[index] = rank_hand(all[index].ranking, cards_of(all[index], seen));
    }
  }
  Prospect prospect;
  if (open.empty()) {
    prospect.deals = 1;
    prospect.cases.push_back(known);
  } else if (open.size() == 1) {
    const Reading& reading = all[open.front()];
    std::vector<uint32_t> counts;
    if (counted_by_suit(reading, hidden)) {
      counts = counts_by_suit(deck, seen);
    } else {
      counts.resize(static_cast<size_t>(class_count(reading.ranking)));
      for_each_deal(deck, seen, hidden, [&](const Cards& cards) {
        ++counts[static_cast<size_t>(rank_hand(reading.ranking, cards_of(reading, cards)).value())];
      });
    }
    for (size_t rank = 0; rank < counts.size(); ++rank) {
      if (counts[rank] == 0) continue;
      known.rank[open.front()] = HandRank(static_cast<int>(rank));
      known.count = counts[rank];
      prospect.cases.push_back(known);
      prospect.deals += counts[rank];
    }
  } else {
    // Sixteen bits for each rank; a game with more open readings than four at once has not been seen.
    CHECK(open.size() <= 4);
    std::unordered_map<uint64_t, uint64_t> counts;
    for_each_deal(deck, seen, hidden, [&](const Cards& cards) {
      uint64_t key = 0;
      for (const size_t index : open) {
        key = key << 16 | static_cast<uint64_t>(rank_hand(all[index].ranking, cards_of(all[index], cards)).value());
      }
      ++counts[key];
    });
    for (const auto& [key, count] : counts) {
      uint64_t left = key;
      for (size_t at = open.size(); at-- > 0; left >>= 16) {
        known.rank[open[at]] = HandRank(static_cast<int>(left & 0xffff));
      }
      known.count = count;
      prospect.cases.push_back(known);
      prospect.deals += count;
    }
  }
  return prospect;
}

}  // namespace

ProspectPtr Prospects::count(const games::Table& table, const games::View& view, uint32_t readings, Hidden hidden) {
  const Cards seen{view.own, view.dealer, view.community};
  const int unseen = (table.game().facts.deck - (seen.own | seen.dealer | seen.community)).size();
  if (hidden.dealer + hidden.community > unseen) return nullptr;
  const auto& all = table.game().facts.readings;
  bool one_by_one = false;
  for (size_t index = 0; index < all.size(); ++index) {
    const bool asked = ((readings >> index) & 1) && !all[index].highest_at_table && is_open(all[index], hidden);
    one_by_one = one_by_one || (asked && !counted_by_suit(all[index], hidden));
  }
  if (one_by_one && ways(unseen, hidden.dealer) * ways(unseen - hidden.dealer, hidden.community) > deals_max)
    return nullptr;
  const Key key{table.game().facts.id, view.own.bits(), view.dealer.bits(), view.community.bits(), readings, hidden};
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(kept_, key, &Kept::key);
    if (found != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, found);
      return found->prospect;
    }
  }
  auto prospect = std::make_shared<const Prospect>(count_cases(table, seen, readings, hidden));
  const std::lock_guard lock(mutex_);
  kept_.push_front({key, prospect});
  if (kept_.size() > kept_max) kept_.pop_back();
  return prospect;
}

}  // namespace cardroom::practice
