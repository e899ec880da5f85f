// Situations in boxes: how many there are in each, their counts added up, and the least and most of each count. Enough
// to see whether one choice is the best for all that are in a box.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace cardroom::odds {

// What a choice is worth in a situation: so much, and so much for each of its counts.
struct Worth {
  int64_t fixed = 0;
  std::vector<int64_t> each;
};

// The situations in which a choice was made, each as often as it is dealt, and their counts added up.
struct Taken {
  uint64_t situations = 0;
  std::vector<uint64_t> counts;
};

// The first of the choices that are worth the most.
template <class Count>
size_t first_of_best(std::span<const Worth> choices, Count count) {
  size_t best = 0;
  int64_t most = std::numeric_limits<int64_t>::min();
  for (size_t choice = 0; choice < choices.size(); ++choice) {
    const std::vector<int64_t>& each = choices[choice].each;
    int64_t worth = choices[choice].fixed;
    for (size_t at = 0; at < each.size(); ++at) worth += each[at] * int64_t{count(at)};
    if (worth > most) {
      most = worth;
      best = choice;
    }
  }
  return best;
}

class CountBoxes {
 public:
  CountBoxes() = default;
  CountBoxes(size_t box_count, size_t stride)
      : stride_(stride),
        situations_(box_count),
        sums_(box_count * stride),
        least_(box_count * stride, std::numeric_limits<uint32_t>::max()),
        most_(box_count * stride) {}

  bool empty(size_t box) const { return situations_[box] == 0; }
  const uint32_t* least(size_t box) const { return &least_[box * stride_]; }
  const uint32_t* most(size_t box) const { return &most_[box * stride_]; }

  // Puts a situation into a box, as often as it is dealt.
  void add(size_t box, uint32_t multiplicity, const uint32_t* counts) {
    situations_[box] += multiplicity;
    for (size_t at = 0; at < stride_; ++at) {
      sums_[box * stride_ + at] += uint64_t{multiplicity} * counts[at];
      least_[box * stride_ + at] = std::min(least_[box * stride_ + at], counts[at]);
      most_[box * stride_ + at] = std::max(most_[box * stride_ + at], counts[at]);
    }
  }
  // Adds all that is in box `from` of another.
  void join(size_t box, const CountBoxes& other, size_t from) {
    situations_[box] += other.situations_[from];
    for (size_t at = 0; at < stride_; ++at) {
      sums_[box * stride_ + at] += other.sums_[from * stride_ + at];
      least_[box * stride_ + at] = std::min(least_[box * stride_ + at], other.least_[from * stride_ + at]);
      most_[box * stride_ + at] = std::max(most_[box * stride_ + at], other.most_[from * stride_ + at]);
    }
  }

  // Gives the whole box to the choice that is the first of the best for any counts between its least and its most;
  // false where there is none that surely is.
  bool take_whole(size_t box, std::span<const Worth> choices, std::vector<Taken>& taken) const;

 private:
  size_t stride_ = 0;
  std::vector<uint64_t> situations_;
  std::vector<uint64_t> sums_;
  std::vector<uint32_t> least_;
  std::vector<uint32_t> most_;
};

}  // namespace cardroom::odds
