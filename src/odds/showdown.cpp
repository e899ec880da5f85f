#include "odds/showdown.h"

#include <tbb/info.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/check.h"

namespace cardroom::odds {

namespace {

// The subsets T of the player's cards, prepared so that the number of T ∪ {u} is two additions for any u: the cards of
// T below u keep their place in the number, those above move up by one.
struct Subset {
  int size = 0;
  std::array<int, 5> cards{};        // ascending
  std::array<uint32_t, 6> around{};  // by how many cards are below u: what the cards of T contribute
  CardSet set;
};

std::vector<Subset> subsets_of(CardSet player, int size_max) {
  std::array<int, 5> cards{};
  size_t count = 0;
  for (const cards::Card card : player) cards[count++] = card.index();
  std::vector<Subset> subsets;
  for (uint32_t mask = 0; mask < (1U << count); ++mask) {
    if (std::popcount(mask) > size_max) continue;
    Subset subset;
    for (size_t at = 0; at < count; ++at) {
      if (!((mask >> at) & 1)) continue;
      subset.cards[static_cast<size_t>(subset.size++)] = cards[at];
      subset.set.add(cards::Card::from_index(cards[at]));
    }
    for (int split = 0; split <= subset.size; ++split) {
      uint64_t sum = 0;
      for (int at = 0; at < subset.size; ++at) {
        sum += choose(subset.cards[static_cast<size_t>(at)], at < split ? at + 1 : at + 2);
      }
      subset.around[static_cast<size_t>(split)] = static_cast<uint32_t>(sum);
    }
    subsets.push_back(subset);
  }
  return subsets;
}

}  // namespace

cards::Card ShowdownCounts::up_card(CardSet player, int slot) {
  auto unseen = (CardSet::full_deck() - player).begin();
  for (int skip = 0; skip < slot; ++skip) ++unseen;
  return *unseen;
}

ShowdownCounts::ShowdownCounts(const ShowdownShape& shape, Progress* progress)
    : ShowdownCounts(shape, HandHistograms(shape.dealer_ranking, shape.dealer_cards, progress), progress) {}

ShowdownCounts::ShowdownCounts(const ShowdownShape& shape, const HandHistograms& histograms, Progress* progress)
    : shape_(shape) {
  CHECK(histograms.ranking() == shape.dealer_ranking && histograms.hand_size() == shape.dealer_cards);
  CHECK(shape.up_cards == 0 || shape.up_cards == 1);
  CHECK(shape.player_ranking == shape.dealer_ranking);
  const SetClasses& classes = set_classes(shape.player_cards);
  players_.reserve(static_cast<size_t>(classes.class_count()));
  for (int index = 0; index < classes.class_count(); ++index) {
    const CardSet cards = classes.representative(index);
    players_.push_back({cards, classes.multiplicity(index), rank_hand(shape.player_ranking, cards).value()});
  }
  std::ranges::stable_sort(players_, {}, &PlayerClass::rank);
  const int unseen = cards::deck_size - shape.player_cards;
  slots_ = shape.up_cards == 1 ? unseen : 1;
  stride_ = 2 + shape.borders.size();
  hands_per_slot_ = choose(unseen - shape.up_cards, shape.dealer_cards - shape.up_cards);
  deals_ = choose(cards::deck_size, shape.player_cards) * static_cast<uint64_t>(slots_) * hands_per_slot_;
  counts_.resize(players_.size() * static_cast<size_t>(slots_) * stride_);

  // Ranges of the players: a thread walks up the scale once a range.
  begin(progress, "counting showdowns", players_.size());
  const auto range_count = static_cast<size_t>(2 * tbb::info::default_concurrency());
  const size_t range_size = (players_.size() + range_count - 1) / range_count;
  tbb::parallel_for(size_t{0}, range_count, [&](size_t range) {
    const size_t first = range * range_size;
    const size_t last = std::min(first + range_size, players_.size());
    if (first < last) count_range(histograms, first, last, progress);
  });
}

void ShowdownCounts::count_range(const HandHistograms& histograms, size_t first, size_t last, Progress* progress) {
  // One cursor at the player's rank, one just above, one at each border.
  std::vector<HandHistograms::Cursor> cursors(stride_, HandHistograms::Cursor(histograms));
  for (size_t border = 0; border < shape_.borders.size(); ++border) cursors[2 + border].seek(shape_.borders[border]);
  const int size_max = std::min(shape_.player_cards, shape_.dealer_cards - shape_.up_cards);
  std::vector<uint32_t> sums(static_cast<size_t>(slots_) * stride_);  // [count][slot]
  std::array<uint32_t, cards::deck_size> class_of_slot{};
  std::vector<const uint32_t*> below(stride_);
  std::vector<int> thresholds = {0, 0};
  thresholds.insert(thresholds.end(), shape_.borders.begin(), shape_.borders.end());

  for (size_t player = first; player < last; ++player) {
    advance(progress);
    const PlayerClass& held = players_[player];
    cursors[0].seek(held.rank);
    cursors[1].seek(held.rank + 1);
    thresholds[0] = held.rank;
    thresholds[1] = held.rank + 1;
    std::array<int, cards::deck_size> unseen{};
    size_t unseen_count = 0;
    for (const cards::Card card : CardSet::full_deck() - held.cards) unseen[unseen_count++] = card.index();

    std::ranges::fill(sums, 0);
    // Inclusion and exclusion: dealer's hands with none of the player's cards = Σ over T of (−1)^|T| · those ⊇ T.
    for (const Subset& subset : subsets_of(held.cards, size_max)) {
      const uint32_t sign = subset.size % 2 == 0 ? 1U : ~0U;
      const int size = subset.size + shape_.up_cards;
      if (size == shape_.dealer_cards) {
        for (size_t slot = 0; slot < static_cast<size_t>(slots_); ++slot) {
          CardSet hand = subset.set;
          if (shape_.up_cards == 1) hand.add(cards::Card::from_index(unseen[slot]));
          const int rank = rank_hand(shape_.dealer_ranking, hand).value();
          for (size_t at = 0; at < stride_; ++at)
            sums[at * static_cast<size_t>(slots_) + slot] += rank < thresholds[at] ? sign : 0;
        }
        continue;
      }
      const SetClasses& classes = set_classes(size);
      for (size_t at = 0; at < stride_; ++at) below[at] = cursors[at].below(size);
      if (shape_.up_cards == 1) {
        int split = 0;  // cards of T below the up-card
        for (size_t slot = 0; slot < unseen_count; ++slot) {
          while (split < subset.size && subset.cards[static_cast<size_t>(split)] < unseen[slot]) ++split;
          class_of_slot[slot] = classes.class_of(subset.around[static_cast<size_t>(split)] +
                                                 static_cast<uint32_t>(choose(unseen[slot], split + 1)));
        }
      } else {
        class_of_slot[0] = classes.class_of(set_number(subset.cards.data(), subset.size));
      }
      // The counts fit into 32 bits, so that sums modulo 2^32 are the counts themselves in the end.
      for (size_t at = 0; at < stride_; ++at) {
        uint32_t* row = &sums[at * static_cast<size_t>(slots_)];
        const uint32_t* values = below[at];
        for (size_t slot = 0; slot < static_cast<size_t>(slots_); ++slot)
          row[slot] += sign * values[class_of_slot[slot]];
      }
    }
    uint32_t* out = &counts_[player * static_cast<size_t>(slots_) * stride_];
    for (size_t at = 0; at < stride_; ++at) {
      for (size_t slot = 0; slot < static_cast<size_t>(slots_); ++slot) {
        out[slot * stride_ + at] = sums[at * static_cast<size_t>(slots_) + slot];
      }
    }
  }
}

}  // namespace cardroom::odds
