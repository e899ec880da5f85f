#include "odds/wild_showdown.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "cards/isomorphism.h"
#include "cards/subsets.h"
#include "cards/wild_ranking.h"

namespace cardroom::odds {

namespace {

constexpr int wild_hand_cards = 5;

// Where the classes with so many wild cards begin.
const std::array<uint32_t, wild_hand_cards + 2>& class_starts() {
  static const auto starts = [] {
    std::array<uint32_t, wild_hand_cards + 2> first{};
    for (size_t wilds = 0; wilds <= wild_hand_cards; ++wilds) {
      const int naturals = wild_hand_cards - static_cast<int>(wilds);
      first[wilds + 1] = first[wilds] + static_cast<uint32_t>(set_classes(naturals).class_count());
    }
    return first;
  }();
  return starts;
}

// The lowest wild cards stand for any of them.
CardSet some_wilds(int count) {
  CardSet wilds;
  for (const cards::Card card : cards::wild_cards) {
    if (wilds.size() < count) wilds.add(card);
  }
  return wilds;
}

std::vector<PlayerClass> player_classes() {
  std::vector<PlayerClass> players;
  for (int wilds = 0; wilds <= wild_hand_cards; ++wilds) {
    for (const SetClass& held : list_classes(wild_hand_cards - wilds)) {
      if (held.cards.intersects(cards::wild_cards)) continue;
      const CardSet cards = held.cards | some_wilds(wilds);
      const auto ways = static_cast<uint32_t>(choose(cards::wild_count, wilds));
      players.push_back({cards, held.multiplicity * ways, rank_five_wild(cards).value()});
    }
  }
  std::ranges::stable_sort(players, {}, &PlayerClass::rank);
  return players;
}

// The hands of the deck by rank: those of rank r are hands[start[r]] up to hands[start[r + 1]].
struct HandsByRank {
  std::vector<CardSet> hands;
  std::vector<size_t> start;

  explicit HandsByRank(CardSet deck) : start(cards::five_card_wild_classes + 1) {
    std::vector<std::pair<CardSet, uint16_t>> ranked;
    ranked.reserve(choose(deck.size(), wild_hand_cards));
    cards::for_each_subset(deck, wild_hand_cards, [&](CardSet hand) {
      const int rank = rank_five_wild(hand).value();
      ranked.emplace_back(hand, static_cast<uint16_t>(rank));
      ++start[static_cast<size_t>(rank) + 1];
    });
    for (size_t rank = 0; rank + 1 < start.size(); ++rank) start[rank + 1] += start[rank];
    hands.resize(ranked.size());
    std::vector<size_t> next = start;
    for (const auto& [hand, rank] : ranked) hands[next[rank]++] = hand;
  }
};

// How many hands so far hold each set of at most four cards, by the number of the set; of five cards, whether the hand
// itself was among them is known from its rank.
class Holding {
 public:
  Holding() {
    for (int size = 0; size < wild_hand_cards; ++size) {
      first_[static_cast<size_t>(size) + 1] = first_[static_cast<size_t>(size)] + choose(cards::deck_size_max, size);
    }
    held_.resize(first_[wild_hand_cards]);
  }

  void add(CardSet hand) {
    for_each_part(hand, [&](size_t at, bool) { ++held_[at]; });
  }
  // Of the hands so far, those without a card of `cards`, but for the hand of these very cards.
  uint32_t without(CardSet cards) const {
    uint32_t count = 0;
    for_each_part(cards, [&](size_t at, bool odd) { count += odd ? ~held_[at] + 1 : held_[at]; });
    return count;
  }

 private:
  // The sets of fewer than all five cards.
  template <class Visit>
  void for_each_part(CardSet hand, Visit visit) const {
    std::array<int, wild_hand_cards> index{};
    size_t count = 0;
    for (const cards::Card card : hand) index[count++] = card.index();
    for (uint32_t part = 0; part + 1 < 1U << wild_hand_cards; ++part) {
      uint64_t number = 0;
      int size = 0;
      for (size_t at = 0; at < wild_hand_cards; ++at) {
        if ((part >> at) & 1) number += choose(index[at], ++size);
      }
      visit(first_[static_cast<size_t>(size)] + number, size % 2 == 1);
    }
  }

  std::array<size_t, wild_hand_cards + 1> first_{};
  std::vector<uint32_t> held_;
};

}  // namespace

uint32_t wild_class_of(CardSet five) {
  const CardSet naturals = five - cards::wild_cards;
  const auto wilds = static_cast<size_t>(five.size() - naturals.size());
  return class_starts()[wilds] + set_classes(naturals.size()).class_of(set_number(naturals));
}

uint32_t wild_class_count() {
  return class_starts().back();
}

ShowdownCounts count_wild_showdown(const ShowdownShape& shape, Progress* progress) {
  CHECK(shape.player_ranking == Ranking::five_card_wild && shape.dealer_ranking == Ranking::five_card_wild);
  CHECK(shape.player_cards == wild_hand_cards && shape.dealer_cards == wild_hand_cards && shape.up_cards == 0);
  CHECK(shape.deck == CardSet::deck_with_joker());
  ShowdownCounts::Made made;
  made.players = player_classes();
  const size_t stride = 2 + shape.borders.size();
  made.counts.resize(made.players.size() * stride);
  const HandsByRank dealer(shape.deck);
  begin(progress, "counting showdowns", static_cast<uint64_t>(cards::five_card_wild_classes));

  Holding holding;
  size_t border = 0;
  size_t below_next = 0;    // the first player that has his count of hands below
  size_t through_next = 0;  // and below or equal
  for (int rank = 0; rank <= cards::five_card_wild_classes; ++rank) {
    // All hands below `rank` have been added. The player's own hand is among them if its rank is lower; inclusion and
    // exclusion end with it, five cards being odd.
    const auto count_for = [&](const PlayerClass& player) {
      return holding.without(player.cards) - (player.rank < rank ? 1 : 0);
    };
    while (through_next < made.players.size() && made.players[through_next].rank + 1 == rank) {
      made.counts[through_next * stride + 1] = count_for(made.players[through_next]);
      ++through_next;
    }
    while (below_next < made.players.size() && made.players[below_next].rank == rank) {
      made.counts[below_next * stride] = count_for(made.players[below_next]);
      ++below_next;
    }
    while (border < shape.borders.size() && shape.borders[border] == rank) {
      for (size_t player = 0; player < made.players.size(); ++player) {
        made.counts[player * stride + 2 + border] = count_for(made.players[player]);
      }
      ++border;
    }
    if (rank == cards::five_card_wild_classes) break;
    advance(progress);
    const auto at = static_cast<size_t>(rank);
    for (size_t hand = dealer.start[at]; hand < dealer.start[at + 1]; ++hand) holding.add(dealer.hands[hand]);
  }
  CHECK(through_next == made.players.size() && border == shape.borders.size());
  return ShowdownCounts(shape, std::move(made));
}

}  // namespace cardroom::odds
