#include "odds/showdown.h"

#include <tbb/blocked_range.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "cards/hand_sum.h"
#include "cards/isomorphism.h"
#include "cards/suit_ranking.h"
#include "cards/wild_ranking.h"
#include "odds/flush_showdown.h"
#include "odds/wild_showdown.h"

namespace cardroom::odds {

namespace {

using cards::HandSum;

using Four = uint32_t __attribute__((vector_size(16)));

// Counts for some ranks side by side, so that one look-up serves them all: below the player's rank, below and equal,
// below each border.
template <size_t Width>
struct Lanes {
  std::array<Four, Width / 4> fours{};

  void set(size_t at, uint32_t value) { fours[at / 4][at % 4] = value; }
  void add(size_t at, uint32_t value) { fours[at / 4][at % 4] += value; }
  Lanes& operator+=(const Lanes& other) {
    for (size_t at = 0; at < fours.size(); ++at) fours[at] += other.fours[at];
    return *this;
  }
  Lanes& operator-=(const Lanes& other) {
    for (size_t at = 0; at < fours.size(); ++at) fours[at] -= other.fours[at];
    return *this;
  }
  // Times a number.
  Lanes times(uint32_t factor) const {
    Lanes result = *this;
    for (Four& four : result.fours) four *= factor;
    return result;
  }
  // One where the value is below the threshold.
  static Lanes ones_below(uint32_t value, const Lanes& thresholds) {
    Lanes result;
    for (size_t at = 0; at < result.fours.size(); ++at) result.fours[at] = (thresholds.fours[at] > value) & 1U;
    return result;
  }
};

// F(x, T) for all T while x rises with the player's rank.
template <size_t Width>
class Walker {
 public:
  Walker(const HandHistograms& histograms, const std::vector<int>& borders, int rank)
      : histograms_(&histograms), rank_(rank), below_(static_cast<size_t>(histograms.hand_size())) {
    for (int size = 0; size < histograms.hand_size(); ++size) {
      below_[static_cast<size_t>(size)].resize(static_cast<size_t>(set_classes(size).class_count()));
      for (int below = 0; below < class_count(histograms.ranking()); ++below) {
        Lanes<Width> add;
        add.set(0, below < rank);
        add.set(1, below <= rank);
        for (size_t border = 0; border < borders.size(); ++border) add.set(2 + border, below < borders[border]);
        for (const auto& [index, count] : histograms.at(size, below)) {
          below_[static_cast<size_t>(size)][index] += add.times(count);
        }
      }
    }
  }

  void seek(int rank) {
    for (; rank_ < rank; ++rank_) {
      for (int size = 0; size < histograms_->hand_size(); ++size) {
        std::vector<Lanes<Width>>& below = below_[static_cast<size_t>(size)];
        for (const auto& [index, count] : histograms_->at(size, rank_)) below[index].add(0, count);
        for (const auto& [index, count] : histograms_->at(size, rank_ + 1)) below[index].add(1, count);
      }
    }
  }
  const Lanes<Width>* below(int size) const { return below_[static_cast<size_t>(size)].data(); }

 private:
  const HandHistograms* histograms_;
  int rank_;
  std::vector<std::vector<Lanes<Width>>> below_;  // by size of the set and its class
};

// The class of T ∪ {u} for each class of sets T and each card u, by its index.
template <class Index>
std::vector<Index> extensions_of(int size) {
  const SetClasses& classes = set_classes(size);
  const SetClasses& larger = set_classes(size + 1);
  std::vector<Index> extensions(static_cast<size_t>(classes.class_count()) * cards::deck_size);
  tbb::parallel_for(tbb::blocked_range<int>(0, classes.class_count(), 256), [&](const auto& range) {
    for (int index = range.begin(); index < range.end(); ++index) {
      const CardSet held = classes.representative(index);
      for (const cards::Card card : CardSet::full_deck() - held) {
        const auto at = static_cast<size_t>(index) * cards::deck_size + static_cast<size_t>(card.index());
        extensions[at] = static_cast<Index>(larger.class_of(set_number(held | CardSet{card})));
      }
    }
  });
  return extensions;
}

// Adds to the sums of all fifty-two up-cards. The representative of T's class has T's suits renamed: suit s of ours is
// suit renamed[s] of its.
template <size_t Width, class Index>
void add_extensions(const Lanes<Width>* below, const Index* extensions, const cards::SuitRenaming& renamed, bool odd,
                    Lanes<Width>* sums) {
  for (size_t suit = 0; suit < cards::suit_count; ++suit) {
    const Index* row = extensions + renamed[suit] * cards::rank_count;
    Lanes<Width>* to = sums + suit * cards::rank_count;
    for (size_t rank = 0; rank < cards::rank_count; ++rank) {
      odd ? to[rank] -= below[row[rank]] : to[rank] += below[row[rank]];
    }
  }
}

}  // namespace

// The class of T ∪ {u} for each class of sets T of a size and each card u: five-card classes need the wider index.
struct ShowdownCounts::Extensions {
  std::array<std::vector<uint16_t>, 4> small;  // by size of T
  std::vector<uint32_t> of_four;
};

cards::Card ShowdownCounts::up_card(CardSet player, int slot) {
  auto unseen = (CardSet::full_deck() - player).begin();
  for (int skip = 0; skip < slot; ++skip) ++unseen;
  return *unseen;
}

ShowdownCounts::ShowdownCounts(const ShowdownShape& shape, Progress* progress)
    : ShowdownCounts(
          ranked_by_suit(shape.dealer_ranking) ? count_flush_showdown(shape, progress)
          : ranked_with_wilds(shape.dealer_ranking)
              ? count_wild_showdown(shape, progress)
              : ShowdownCounts(shape, HandHistograms(shape.dealer_ranking, shape.dealer_cards, progress), progress)) {}

ShowdownCounts::ShowdownCounts(const ShowdownShape& shape, Made made)
    : shape_(shape), players_(std::move(made.players)), stride_(2 + shape.borders.size()) {
  CHECK(shape.up_cards == 0 && made.counts.size() == players_.size() * stride_);
  hands_per_slot_ = choose(shape.deck.size() - shape.player_cards, shape.dealer_cards);
  deals_ = choose(shape.deck.size(), shape.player_cards) * hands_per_slot_;
  counts_ = std::make_unique_for_overwrite<uint32_t[]>(made.counts.size());
  std::ranges::copy(made.counts, counts_.get());
}

ShowdownCounts::ShowdownCounts(const ShowdownShape& shape, const HandHistograms& histograms, Progress* progress)
    : shape_(shape) {
  CHECK(histograms.ranking() == shape.dealer_ranking && histograms.hand_size() == shape.dealer_cards);
  CHECK(shape.up_cards == 0 || shape.up_cards == 1);
  CHECK(shape.deck == CardSet::full_deck());
  CHECK(shape.player_ranking == shape.dealer_ranking);
  for (const SetClass& held : list_classes(shape.player_cards)) {
    players_.push_back({held.cards, held.multiplicity, rank_hand(shape.player_ranking, held.cards).value()});
  }
  std::ranges::stable_sort(players_, {}, &PlayerClass::rank);
  const int unseen = cards::deck_size - shape.player_cards;
  slots_ = shape.up_cards == 1 ? unseen : 1;
  stride_ = 2 + shape.borders.size();
  hands_per_slot_ = choose(unseen - shape.up_cards, shape.dealer_cards - shape.up_cards);
  deals_ = choose(cards::deck_size, shape.player_cards) * static_cast<uint64_t>(slots_) * hands_per_slot_;
  counts_ = std::make_unique_for_overwrite<uint32_t[]>(players_.size() * static_cast<size_t>(slots_) * stride_);

  Extensions extensions;
  if (shape.up_cards == 1) {
    for (int size = 0; size <= std::min(shape.player_cards, shape.dealer_cards - 2); ++size) {
      if (size < 4) extensions.small[static_cast<size_t>(size)] = extensions_of<uint16_t>(size);
      if (size == 4) extensions.of_four = extensions_of<uint32_t>(size);
    }
  }
  // Ranges of the players: a thread walks up the scale once a range.
  begin(progress, "counting showdowns", players_.size());
  const auto range_count = static_cast<size_t>(2 * tbb::info::default_concurrency());
  const size_t range_size = (players_.size() + range_count - 1) / range_count;
  tbb::parallel_for(size_t{0}, range_count, [&](size_t range) {
    const size_t first = range * range_size;
    const size_t last = std::min(first + range_size, players_.size());
    if (first >= last) return;
    if (stride_ <= 4) return count_range<4>(histograms, extensions, first, last, progress);
    if (stride_ <= 8) return count_range<8>(histograms, extensions, first, last, progress);
    CHECK(stride_ <= 32);
    count_range<32>(histograms, extensions, first, last, progress);
  });
}

template <size_t Width>
void ShowdownCounts::count_range(const HandHistograms& histograms, const Extensions& extensions, size_t first,
                                 size_t last, Progress* progress) {
  Walker<Width> walker(histograms, shape_.borders, players_[first].rank);
  const bool up_card = shape_.up_cards == 1;
  const int size_max = shape_.dealer_cards - shape_.up_cards;
  std::vector<Lanes<Width>> sums(up_card ? cards::deck_size : 1);  // by up-card
  Lanes<Width> thresholds;
  for (size_t border = 0; border < shape_.borders.size(); ++border) {
    thresholds.set(2 + border, static_cast<uint32_t>(shape_.borders[border]));
  }
  std::array<HandSum, cards::deck_size> single;
  for (int index = 0; index < cards::deck_size; ++index) {
    single[static_cast<size_t>(index)] = HandSum(cards::Card::from_index(index));
  }

  uint32_t* out = &counts_[first * static_cast<size_t>(slots_) * stride_];
  for (size_t player = first; player < last; ++player) {
    advance(progress);
    const PlayerClass& held = players_[player];
    walker.seek(held.rank);
    thresholds.set(0, static_cast<uint32_t>(held.rank));
    thresholds.set(1, static_cast<uint32_t>(held.rank) + 1);
    std::array<uint8_t, cards::deck_size> unseen{};
    size_t unseen_count = 0;
    for (const cards::Card card : CardSet::full_deck() - held.cards) {
      unseen[unseen_count++] = static_cast<uint8_t>(card.index());
    }

    std::ranges::fill(sums, Lanes<Width>{});
    // Inclusion and exclusion: dealer's hands with none of the player's cards = Σ over T of (−1)^|T| · those ⊇ T. The
    // counts fit into 32 bits, so that sums modulo 2^32 are the counts themselves in the end. Sums for up-cards that
    // the player holds himself come to nonsense and are left out.
    for (uint64_t bits = held.cards.bits();; bits = (bits - 1) & held.cards.bits()) {
      const CardSet subset(bits);
      const bool odd = subset.size() % 2 == 1;
      const int size = subset.size() + shape_.up_cards;
      const auto add_hand = [&](size_t to, HandRank rank) {
        const auto ones = Lanes<Width>::ones_below(static_cast<uint32_t>(rank.value()), thresholds);
        odd ? sums[to] -= ones : sums[to] += ones;
      };
      if (subset.size() > size_max) {
        // The dealer cannot hold so many of them.
      } else if (!up_card && size == shape_.dealer_cards) {
        add_hand(0, rank_hand(shape_.dealer_ranking, subset));
      } else if (!up_card) {
        const Lanes<Width>& hands = walker.below(size)[set_classes(size).class_of(set_number(subset))];
        odd ? sums[0] -= hands : sums[0] += hands;
      } else if (size == shape_.dealer_cards && shape_.dealer_ranking == Ranking::five_card) {
        const HandSum known(subset);
        for (size_t at = 0; at < unseen_count; ++at) add_hand(unseen[at], rank_five(known + single[unseen[at]]));
      } else if (size == shape_.dealer_cards) {
        for (size_t at = 0; at < unseen_count; ++at) {
          add_hand(unseen[at], rank_hand(shape_.dealer_ranking, subset | single[unseen[at]].cards()));
        }
      } else {
        const size_t row = size_t{set_classes(size - 1).class_of(set_number(subset))} * cards::deck_size;
        const auto renamed = cards::renaming_to_canonical(subset);
        if (size == 5) {
          add_extensions(walker.below(size), &extensions.of_four[row], renamed, odd, sums.data());
        } else {
          const auto& small = extensions.small[static_cast<size_t>(size) - 1];
          add_extensions(walker.below(size), &small[row], renamed, odd, sums.data());
        }
      }
      if (bits == 0) break;
    }
    for (size_t slot = 0; slot < static_cast<size_t>(slots_); ++slot) {
      const Lanes<Width>& sum = sums[up_card ? unseen[slot] : 0];
      for (size_t at = 0; at < stride_; ++at) *out++ = sum.fours[at / 4][at % 4];
    }
  }
}

}  // namespace cardroom::odds
