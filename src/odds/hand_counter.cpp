#include "odds/hand_counter.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/check.h"
#include "cards/isomorphism.h"

namespace cardroom::odds {

namespace {

constexpr int n_max = cards::deck_size;

// Goes through all sets of `size` card indexes in the order of their numbers.
template <class Visit>
void for_each_set(int size, Visit&& visit) {
  std::array<int, 8> cards{};
  for (int i = 0; i < size; ++i) cards[static_cast<size_t>(i)] = i;
  const auto count = static_cast<uint32_t>(choose(n_max, size));
  for (uint32_t number = 0; number < count; ++number) {
    visit(number, cards);
    // The next in colexicographic order: move up the lowest card that can move, put those below it back.
    size_t at = 0;
    while (at + 1 < static_cast<size_t>(size) && cards[at] + 1 == cards[at + 1]) {
      cards[at] = static_cast<int>(at);
      ++at;
    }
    ++cards[at];
  }
}

}  // namespace

uint32_t set_number(const int* card_indexes, int size) {
  uint64_t number = 0;
  for (int i = 0; i < size; ++i) number += choose(card_indexes[i], i + 1);
  return static_cast<uint32_t>(number);
}

SetClasses::SetClasses(int size) : size_(size) {
  CHECK(size >= 0 && size <= 5);
  const auto count = static_cast<uint32_t>(choose(n_max, size));
  class_of_.resize(count);
  std::vector<CardSet> sets(count);
  for_each_set(size, [&](uint32_t number, const std::array<int, 8>& cards) {
    for (int i = 0; i < size; ++i) sets[number].add(cards::Card::from_index(cards[static_cast<size_t>(i)]));
  });
  std::vector<CardSet> canonical(count);
  tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, 4096), [&](const auto& range) {
    for (uint32_t number = range.begin(); number < range.end(); ++number) {
      canonical[number] = cards::canonical(sets[number]);
    }
  });
  // A representative has the lowest number of its class or not, but it is itself a set: find its number directly.
  constexpr uint32_t none = ~uint32_t{0};
  std::vector<uint32_t> index_of(count, none);
  for (uint32_t number = 0; number < count; ++number) {
    std::array<int, 8> cards{};
    size_t at = 0;
    for (const cards::Card card : canonical[number]) cards[at++] = card.index();
    const uint32_t representative = set_number(cards.data(), size);
    if (index_of[representative] == none) {
      index_of[representative] = static_cast<uint32_t>(representatives_.size());
      representatives_.push_back(canonical[number]);
      multiplicities_.push_back(0);
    }
    class_of_[number] = index_of[representative];
    ++multiplicities_[class_of_[number]];
  }
}

const SetClasses& set_classes(int size) {
  static const SetClasses none(0);
  switch (size) {
    case 0: return none;
    case 1: {
      static const SetClasses one(1);
      return one;
    }
    case 2: {
      static const SetClasses two(2);
      return two;
    }
    case 3: {
      static const SetClasses three(3);
      return three;
    }
    case 4: {
      static const SetClasses four(4);
      return four;
    }
    case 5: {
      static const SetClasses five(5);
      return five;
    }
    default: break;
  }
  CHECK(false);
  return none;
}

HandHistograms::HandHistograms(Ranking ranking, int hand_size, Progress* progress)
    : ranking_(ranking), hand_size_(hand_size) {
  CHECK(hand_size >= 3 && hand_size <= 6);
  const auto ranks = static_cast<size_t>(class_count(ranking));

  // One card missing: rank every completion of every class, then sort by rank (counting sort).
  const SetClasses& almost = set_classes(hand_size - 1);
  const auto almost_count = static_cast<uint32_t>(almost.class_count());
  const auto completions = static_cast<uint32_t>(n_max - (hand_size - 1));
  std::vector<uint16_t> rank_of(size_t{almost_count} * completions);
  begin(progress, "ranking the dealer's hands", almost_count);
  tbb::parallel_for(tbb::blocked_range<uint32_t>(0, almost_count, 256), [&](const auto& range) {
    advance(progress, range.size());
    for (uint32_t index = range.begin(); index < range.end(); ++index) {
      const CardSet held = almost.representative(static_cast<int>(index));
      size_t at = size_t{index} * completions;
      for (const cards::Card card : CardSet::full_deck() - held) {
        rank_of[at++] = static_cast<uint16_t>(rank_hand(ranking, held | CardSet{card}).value());
      }
    }
  });
  one_missing_.start.assign(ranks + 1, 0);
  for (const uint16_t rank : rank_of) ++one_missing_.start[size_t{rank} + 1];
  for (size_t rank = 0; rank < ranks; ++rank) one_missing_.start[rank + 1] += one_missing_.start[rank];
  one_missing_.classes.resize(rank_of.size());
  std::vector<uint32_t> next(one_missing_.start.begin(), one_missing_.start.end() - 1);
  for (size_t at = 0; at < rank_of.size(); ++at) {
    one_missing_.classes[next[rank_of[at]]++] = static_cast<uint32_t>(at / completions);
  }

  // Fewer cards known: a hand ⊇ T is counted once for each of its hand_size − |T| further cards when the histograms of
  // the sets T ∪ {c} are added up over all c, so that the sum divided by that number is exact.
  dense_.resize(static_cast<size_t>(hand_size - 1));
  for (int size = hand_size - 2; size >= 0; --size) {
    const SetClasses& classes = set_classes(size);
    const auto count = static_cast<size_t>(classes.class_count());
    // For each class the classes of its one-card extensions.
    std::vector<uint32_t> extensions;
    extensions.reserve(count * static_cast<size_t>(n_max - size));
    for (int index = 0; index < classes.class_count(); ++index) {
      for (const cards::Card card : CardSet::full_deck() - classes.representative(index)) {
        std::array<int, 8> cards{};
        size_t at = 0;
        for (const cards::Card held : classes.representative(index) | CardSet{card}) cards[at++] = held.index();
        extensions.push_back(set_classes(size + 1).class_of(set_number(cards.data(), size + 1)));
      }
    }
    const size_t width = static_cast<size_t>(n_max - size);
    const auto further = static_cast<uint32_t>(hand_size - size);
    std::vector<uint32_t>& dense = dense_[static_cast<size_t>(size)];
    dense.resize(ranks * count);
    if (size == hand_size - 2) {
      // From the ranks themselves; some classes at a time, so that both sides of the transposition stay in the cache.
      constexpr size_t block = 16;
      begin(progress, "counting the dealer's hands", (count + block - 1) / block);
      tbb::parallel_for(tbb::blocked_range<size_t>(0, (count + block - 1) / block), [&](const auto& range) {
        std::vector<uint32_t> local(block * ranks);
        for (size_t number = range.begin(); number < range.end(); ++number) {
          advance(progress);
          const size_t first = number * block;
          const size_t last = std::min(first + block, count);
          std::ranges::fill(local, 0);
          for (size_t index = first; index < last; ++index) {
            uint32_t* histogram = &local[(index - first) * ranks];
            for (size_t at = index * width; at < (index + 1) * width; ++at) {
              const uint16_t* hands = &rank_of[size_t{extensions[at]} * completions];
              for (size_t hand = 0; hand < completions; ++hand) ++histogram[hands[hand]];
            }
          }
          for (size_t rank = 0; rank < ranks; ++rank) {
            for (size_t index = first; index < last; ++index) {
              dense[rank * count + index] = local[(index - first) * ranks + rank] / further;
            }
          }
        }
      });
      continue;
    }
    const std::vector<uint32_t>& above = dense_[static_cast<size_t>(size) + 1];
    const size_t above_count = static_cast<size_t>(set_classes(size + 1).class_count());
    begin(progress, "counting the dealer's hands", ranks);
    tbb::parallel_for(tbb::blocked_range<size_t>(0, ranks, 16), [&](const auto& range) {
      advance(progress, range.size());
      for (size_t rank = range.begin(); rank < range.end(); ++rank) {
        const uint32_t* row = &above[rank * above_count];
        for (size_t index = 0; index < count; ++index) {
          uint32_t sum = 0;
          for (size_t at = index * width; at < (index + 1) * width; ++at) sum += row[extensions[at]];
          dense[rank * count + index] = sum / further;
        }
      }
    });
  }
}

HandHistograms::Cursor::Cursor(const HandHistograms& histograms) : histograms_(&histograms) {
  below_.resize(static_cast<size_t>(histograms.hand_size_));
  for (int size = 0; size < histograms.hand_size_; ++size) {
    below_[static_cast<size_t>(size)].assign(static_cast<size_t>(set_classes(size).class_count()), 0);
  }
}

void HandHistograms::Cursor::add_rank(int rank) {
  const auto at_rank = static_cast<size_t>(rank);
  const Sparse& sparse = histograms_->one_missing_;
  std::vector<uint32_t>& top = below_.back();
  for (uint32_t at = sparse.start[at_rank]; at < sparse.start[at_rank + 1]; ++at) ++top[sparse.classes[at]];
  for (size_t size = 0; size < histograms_->dense_.size(); ++size) {
    std::vector<uint32_t>& sums = below_[size];
    const uint32_t* row = &histograms_->dense_[size][at_rank * sums.size()];
    for (size_t index = 0; index < sums.size(); ++index) sums[index] += row[index];
  }
}

void HandHistograms::Cursor::seek(int rank) {
  if (rank < rank_) {
    for (auto& sums : below_) std::ranges::fill(sums, 0);
    rank_ = 0;
  }
  while (rank_ < rank) add_rank(rank_++);
}

}  // namespace cardroom::odds
