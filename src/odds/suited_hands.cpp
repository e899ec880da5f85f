#include "odds/suited_hands.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {
namespace {

// A kind as a weight on five cards of a suit: `any`, and `straight` more where they are in sequence. For two hands of
// one suit this gives any² · 126 for every ten cards (the ways to part them), any · straight for every straight flush
// with five loose cards beside it, straight² for every two disjoint straight flushes.
struct Weights {
  int any;
  int straight;
  bool royal_only;
};

Weights weights_of(SuitedKind kind) {
  switch (kind) {
    case SuitedKind::flush: return {.any = 1, .straight = 0, .royal_only = false};
    case SuitedKind::flush_no_straight: return {.any = 1, .straight = -1, .royal_only = false};
    case SuitedKind::straight_flush: return {.any = 0, .straight = 1, .royal_only = false};
    case SuitedKind::royal_flush: return {.any = 0, .straight = 1, .royal_only = true};
  }
  CHECK(false);
}

struct SuitProgress {
  int loose;     // cards taken for hands of loose cards
  int finished;  // straight flushes with all their cards
  int begun;     // cards that the straight flush under way has, 0 if none is; there is never more than one
  int ace_kept;  // 1 if the ace waits for the ten

  static constexpr int code_count = 11 * 3 * 5 * 2;
  int code() const { return ((loose * 3 + finished) * 5 + begun) * 2 + ace_kept; }
  static SuitProgress of_code(int code) {
    return {.loose = code / 30, .finished = code / 10 % 3, .begun = code / 2 % 5, .ace_kept = code % 2};
  }
};

struct Step {
  int taken;
  SuitProgress to;
};

// What the hands of the suit can do with its card at `place`: the ace is at 0, the deuce at 1.
std::vector<Step> steps_from(const SuitProgress& from, int place, int rank_count, const Weights& weights,
                             int hand_count) {
  const int ten_place = rank_count - 4;
  std::vector<Step> steps;
  if (from.ace_kept == 1 && place == ten_place) {
    if (from.begun == 0) steps.push_back({1, {from.loose, from.finished, 2, 0}});
    return steps;
  }
  if (from.begun > 0) {
    const bool last = from.begun == 4;
    steps.push_back({1, {from.loose, from.finished + (last ? 1 : 0), last ? 0 : from.begun + 1, from.ace_kept}});
    return steps;
  }
  steps.push_back({0, from});
  const int straights = from.finished + from.ace_kept;
  if (weights.any != 0 && from.loose < 5 * (hand_count - straights)) {
    steps.push_back({1, {from.loose + 1, from.finished, 0, from.ace_kept}});
  }
  if (weights.straight != 0 && from.loose <= 5 * (hand_count - straights - 1)) {
    if (place < ten_place && !weights.royal_only) steps.push_back({1, {from.loose, from.finished, 1, from.ace_kept}});
    if (place == 0) steps.push_back({1, {from.loose, from.finished, 0, 1}});
  }
  return steps;
}

int final_weight(const SuitProgress& state, const Weights& weights, int hand_count) {
  if (state.begun != 0 || state.ace_kept != 0 || state.loose != 5 * (hand_count - state.finished)) return 0;
  int weight = state.loose == 10 ? 126 : 1;
  for (int i = 0; i < state.finished; ++i) weight *= weights.straight;
  return weight;
}

// Ascending states to a dense number: the combinatorial number system of x_i + i.
size_t number_of(const SuitGroup::States& ascending, int suit_count) {
  size_t number = 0;
  for (size_t i = 0; i < static_cast<size_t>(suit_count); ++i) {
    number += choose(ascending[i] + static_cast<int>(i), static_cast<int>(i) + 1);
  }
  return number;
}

}  // namespace

SuitTrack::SuitTrack(int rank_count, SuitedKind kind, int hand_count) {
  const Weights weights = weights_of(kind);
  const auto place_count = static_cast<size_t>(rank_count);
  // Forward what can be reached, then backward what can still end well.
  std::vector<std::array<int, SuitProgress::code_count>> numbers(place_count + 1);
  for (auto& of_place : numbers) of_place.fill(-1);
  numbers[0][0] = 0;
  for (size_t place = 0; place < place_count; ++place) {
    for (int code = 0; code < SuitProgress::code_count; ++code) {
      if (numbers[place][static_cast<size_t>(code)] < 0) continue;
      for (const Step& step :
           steps_from(SuitProgress::of_code(code), static_cast<int>(place), rank_count, weights, hand_count)) {
        numbers[place + 1][static_cast<size_t>(step.to.code())] = 0;
      }
    }
  }
  options_.resize(place_count + 1);
  for (size_t place = place_count + 1; place-- > 0;) {
    for (int code = 0; code < SuitProgress::code_count; ++code) {
      int& number = numbers[place][static_cast<size_t>(code)];
      if (number < 0) continue;
      const SuitProgress state = SuitProgress::of_code(code);
      std::vector<Option> options;
      if (place == place_count) {
        const int weight = final_weight(state, weights, hand_count);
        if (weight != 0) weights_.push_back(weight);
        number = weight != 0 ? static_cast<int>(options_[place].size()) : -1;
      } else {
        for (const Step& step : steps_from(state, static_cast<int>(place), rank_count, weights, hand_count)) {
          const int next = numbers[place + 1][static_cast<size_t>(step.to.code())];
          if (next >= 0) options.push_back({.taken = step.taken, .next = next});
        }
        number = options.empty() ? -1 : static_cast<int>(options_[place].size());
      }
      if (number >= 0) options_[place].push_back(std::move(options));
    }
  }
}

size_t SuitGroup::state_count(int place) const {
  return suit_count_ == 0 ? 1 : choose(track_->state_count(place) + suit_count_ - 1, suit_count_);
}

std::vector<SuitGroup::States> SuitGroup::states(int place) const {
  std::vector<States> all(state_count(place));
  for (size_t number = 1; number < all.size(); ++number) {
    // The next in the order of number_of: the lowest suit that the one above it leaves room for goes up.
    States& states = all[number];
    states = all[number - 1];
    size_t suit = 0;
    for (; suit + 1 < static_cast<size_t>(suit_count_) && states[suit] == states[suit + 1]; ++suit) states[suit] = 0;
    ++states[suit];
  }
  return all;
}

std::vector<std::vector<SuitGroup::Move>> SuitGroup::moves(int place) const {
  struct Partial {
    States ascending;
    int taken;
  };
  std::vector<std::vector<Move>> all;
  std::vector<Partial> partials, longer;
  for (const States& states : this->states(place)) {
    partials = {{States{}, 0}};
    for (size_t suit = 0; suit < static_cast<size_t>(suit_count_); ++suit) {
      longer.clear();
      for (const Partial& partial : partials) {
        for (const SuitTrack::Option& option : track_->options(place, states[suit])) {
          Partial next = partial;
          next.taken += option.taken;
          size_t at = suit;
          for (; at > 0 && next.ascending[at - 1] > option.next; --at) next.ascending[at] = next.ascending[at - 1];
          next.ascending[at] = option.next;
          longer.push_back(next);
        }
      }
      std::swap(partials, longer);
    }
    std::vector<Move>& moves = all.emplace_back();
    for (const Partial& partial : partials) {
      moves.push_back({.next = static_cast<uint32_t>(number_of(partial.ascending, suit_count_)),
                       .taken = static_cast<uint16_t>(partial.taken),
                       .ways = 1});
    }
    // Suits in the same state lead to the same places.
    std::ranges::sort(moves, {}, [](const Move& move) { return std::pair(move.next, move.taken); });
    size_t kept = 0;
    for (const Move& move : moves) {
      if (kept > 0 && moves[kept - 1].next == move.next && moves[kept - 1].taken == move.taken) {
        ++moves[kept - 1].ways;
      } else {
        moves[kept++] = move;
      }
    }
    moves.resize(kept);
  }
  return all;
}

std::vector<int64_t> SuitGroup::weights(int rank_count) const {
  std::vector<int64_t> weights;
  for (const States& states : this->states(rank_count)) {
    int64_t weight = 1;
    for (size_t suit = 0; suit < static_cast<size_t>(suit_count_); ++suit) weight *= track_->weight(states[suit]);
    weights.push_back(weight);
  }
  return weights;
}

}  // namespace cardroom::odds
