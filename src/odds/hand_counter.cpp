#include "odds/hand_counter.h"

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "cards/isomorphism.h"

namespace cardroom::odds {

namespace {

constexpr int n_max = cards::deck_size;

// Gives the suits from `suit` down their ranks, none a larger number than that of the suit before: see canonical().
void add_classes(int suit, uint32_t ranks_max, int missing, CardSet held, std::vector<SetClass>& out) {
  if (suit < 0) {
    if (missing == 0) out.push_back({held, static_cast<uint32_t>(cards::class_size(held))});
    return;
  }
  // All the missing cards in one go where this is the last suit; any number of them before.
  for (int count = suit == 0 ? missing : 0; count <= missing; ++count) {
    // The sets of `count` ranks in ascending order: the next number with as many bits.
    uint32_t ranks = (1U << count) - 1;
    while (ranks <= ranks_max) {
      add_classes(suit - 1, ranks, missing - count, CardSet(held.bits() | uint64_t{ranks} << (16 * suit)), out);
      if (ranks == 0) break;
      const uint32_t low = ranks & (~ranks + 1);
      const uint32_t ripple = ranks + low;
      ranks = ripple | (((ranks ^ ripple) >> 2) / low);
    }
  }
}

}  // namespace

std::vector<SetClass> list_classes(int size) {
  std::vector<SetClass> classes;
  add_classes(cards::suit_count - 1, (1U << cards::rank_count) - 1, size, CardSet(), classes);
  return classes;
}

SetClasses::SetClasses(int size) : size_(size), classes_(list_classes(size)) {
  CHECK(size >= 0 && size <= 5);
  class_of_.resize(choose(n_max, size));
  tbb::parallel_for(tbb::blocked_range<size_t>(0, classes_.size(), 512), [&](const auto& range) {
    for (size_t index = range.begin(); index < range.end(); ++index) {
      std::array<cards::Suit, cards::suit_count> suits = {cards::Suit::clubs, cards::Suit::diamonds,
                                                          cards::Suit::hearts, cards::Suit::spades};
      do {
        uint64_t renamed = 0;
        for (size_t suit = 0; suit < suits.size(); ++suit) {
          renamed |= uint64_t{classes_[index].cards.ranks(suits[suit])} << (16 * suit);
        }
        class_of_[set_number(CardSet(renamed))] = static_cast<uint32_t>(index);
      } while (std::ranges::next_permutation(suits).found);
    }
  });
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
    : ranking_(ranking), hand_size_(hand_size), levels_(static_cast<size_t>(hand_size)) {
  CHECK(hand_size >= 3 && hand_size <= 6);
  levels_.back() = one_card_missing(progress);
  for (int size = hand_size - 2; size >= 0; --size) levels_[static_cast<size_t>(size)] = one_card_fewer(size, progress);
}

// Ranks every completion of every class, then sorts by rank (counting sort).
HandHistograms::Level HandHistograms::one_card_missing(Progress* progress) const {
  const SetClasses& classes = set_classes(hand_size_ - 1);
  const auto class_total = static_cast<uint32_t>(classes.class_count());
  const auto completions = static_cast<uint32_t>(n_max - (hand_size_ - 1));
  std::vector<uint16_t> rank_of(size_t{class_total} * completions);
  begin(progress, "ranking the dealer's hands", class_total);
  tbb::parallel_for(tbb::blocked_range<uint32_t>(0, class_total, 256), [&](const auto& range) {
    advance(progress, range.size());
    for (uint32_t index = range.begin(); index < range.end(); ++index) {
      const CardSet held = classes.representative(static_cast<int>(index));
      size_t at = size_t{index} * completions;
      for (const cards::Card card : CardSet::full_deck() - held) {
        rank_of[at++] = static_cast<uint16_t>(rank_hand(ranking_, held | CardSet{card}).value());
      }
    }
  });
  // Completions of one class that make the same rank are one entry.
  const auto ranks = static_cast<size_t>(class_count(ranking_));
  constexpr uint32_t none = ~uint32_t{0};
  std::vector<uint32_t> last_class(ranks, none);
  Level level;
  level.start.assign(ranks + 1, 0);
  for (uint32_t index = 0, at = 0; index < class_total; ++index) {
    for (const uint32_t end = at + completions; at < end; ++at) {
      if (last_class[rank_of[at]] == index) continue;
      last_class[rank_of[at]] = index;
      ++level.start[size_t{rank_of[at]} + 1];
    }
  }
  for (size_t rank = 0; rank < ranks; ++rank) level.start[rank + 1] += level.start[rank];
  level.entries.resize(level.start.back());
  std::vector<uint32_t> next(level.start.begin(), level.start.end() - 1);
  std::ranges::fill(last_class, none);
  for (uint32_t index = 0, at = 0; index < class_total; ++index) {
    for (const uint32_t end = at + completions; at < end; ++at) {
      const size_t rank = rank_of[at];
      if (last_class[rank] != index) level.entries[next[rank]++] = {index, 0};
      last_class[rank] = index;
      ++level.entries[next[rank] - 1].count;
    }
  }
  return level;
}

// A hand ⊇ T is counted once for each of its further cards when the hands ⊇ T ∪ {c} are added up over all c. Over all
// sets of T's class together: each set of a class of one card more gives its hands to each of its subsets.
HandHistograms::Level HandHistograms::one_card_fewer(int set_size, Progress* progress) const {
  const SetClasses& classes = set_classes(set_size);
  const SetClasses& larger = set_classes(set_size + 1);
  const auto subset_count = static_cast<size_t>(set_size) + 1;
  std::vector<uint32_t> subsets;  // by larger class: the classes of its sets without one card
  for (int index = 0; index < larger.class_count(); ++index) {
    for (const cards::Card card : larger.representative(index)) {
      subsets.push_back(classes.class_of(set_number(larger.representative(index) - CardSet{card})));
    }
  }
  const auto ranks = static_cast<size_t>(class_count(ranking_));
  const auto further = static_cast<uint64_t>(hand_size_ - set_size);
  constexpr size_t block = 64;
  std::vector<std::vector<Entry>> parts((ranks + block - 1) / block);
  Level level;
  level.start.assign(ranks + 1, 0);
  begin(progress, "counting the dealer's hands", parts.size());
  tbb::parallel_for(size_t{0}, parts.size(), [&](size_t part) {
    advance(progress);
    std::vector<uint64_t> hands(static_cast<size_t>(classes.class_count()));
    std::vector<uint32_t> touched;
    for (size_t rank = part * block; rank < std::min((part + 1) * block, ranks); ++rank) {
      touched.clear();
      for (const Entry& entry : at(set_size + 1, static_cast<int>(rank))) {
        const uint64_t given = uint64_t{entry.count} * larger.multiplicity(static_cast<int>(entry.index));
        for (size_t card = 0; card < subset_count; ++card) {
          const uint32_t subset = subsets[entry.index * subset_count + card];
          if (hands[subset] == 0) touched.push_back(subset);
          hands[subset] += given;
        }
      }
      for (const uint32_t index : touched) {
        const uint64_t share = further * classes.multiplicity(static_cast<int>(index));
        parts[part].push_back({index, static_cast<uint32_t>(hands[index] / share)});
        hands[index] = 0;
      }
      level.start[rank + 1] = static_cast<uint32_t>(touched.size());
    }
  });
  for (size_t rank = 0; rank < ranks; ++rank) level.start[rank + 1] += level.start[rank];
  level.entries.reserve(level.start.back());
  for (const auto& part : parts) level.entries.insert(level.entries.end(), part.begin(), part.end());
  return level;
}

}  // namespace cardroom::odds
