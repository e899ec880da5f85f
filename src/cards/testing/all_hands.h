// Proofs over all hands, for tests. Each returns the hands that contradict it, the first few of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "cards/ranking.h"
#include "cards/subsets.h"
#include "cards/testing/slow_ranking.h"

namespace cardroom::cards {

class Contradictions {
 public:
  void note(const std::string& text) {
    if (found_.size() < 5) found_.push_back(text);
  }
  void note(CardSet cards) { note(to_text(cards)); }
  bool operator==(const Contradictions&) const = default;
  friend void PrintTo(const Contradictions& contradictions, std::ostream* out) {
    for (const std::string& text : contradictions.found_) *out << text << "; ";
  }

 private:
  std::vector<std::string> found_;
};
inline const Contradictions no_contradictions;

// Hands of exactly hand_size cards: equal ranks where the slow evaluator sees a tie, and in its order every rank from
// 0 to class_count - 1 without a gap.
inline Contradictions contradict_slow_ranking(Ranking ranking) {
  Contradictions found;
  std::map<SlowRank, HandRank> scale;
  for_each_subset(CardSet::full_deck(), hand_size(ranking), [&](CardSet cards) {
    const HandRank rank = rank_hand(ranking, cards);
    const auto [known, is_new] = scale.emplace(slow_rank_of_hand(ranking, cards), rank);
    if (known->second != rank) found.note(cards);
  });
  int next = 0;
  for (const auto& [slow, rank] : scale) {
    if (rank.value() != next) found.note("rank " + std::to_string(rank.value()) + " in place " + std::to_string(next));
    ++next;
  }
  if (next != class_count(ranking)) found.note(std::to_string(next) + " classes");
  return found;
}

// Hands of `size` cards, more than hand_size: the best of a hand is the best of the hands without one of its cards.
inline Contradictions contradict_smaller_hands(Ranking ranking, int size) {
  Contradictions found;
  for_each_subset(CardSet::full_deck(), size, [&](CardSet cards) {
    HandRank best;
    for (uint64_t left = cards.bits(); left != 0; left &= left - 1) {
      best = std::max(best, rank_hand(ranking, cards - CardSet(left & -left)));
    }
    if (rank_hand(ranking, cards) != best) found.note(cards);
  });
  return found;
}

// How many hands of `size` cards are of each category, in the order of Category.
using CategoryCounts = std::array<int64_t, tables::category_count>;
inline CategoryCounts count_categories(Ranking ranking, int size) {
  CategoryCounts counts{};
  for_each_subset(CardSet::full_deck(), size, [&](CardSet cards) {
    ++counts[static_cast<size_t>(category_of(ranking, rank_hand(ranking, cards)))];
  });
  return counts;
}

}  // namespace cardroom::cards
