// DrawGame::look: the exact worth of every choice at a decision.
//
// Sums of nets stay below 2^60: at most 117,600 ways, stakes of four wagers under the ceiling of $50,000, and
// pays of at most 250,000 to 1.
#include <algorithm>
#include <bit>
#include <limits>

#include "base/check.h"
#include "odds/draw_game.h"
#include "odds/rank_multisets.h"

namespace cardroom::odds {

using cards::rank_count;

// The nets of a table of pays added up over the last card, four being known; `a` and `b` are ranks that have been
// turned out of `unseen`, −1 for none.
int64_t DrawGame::sum_of_last(size_t pays, size_t four, bool suited, const Unseen& unseen, int a, int b) const {
  const auto& mixed = pays_[pays].mixed[four];
  int64_t sum = 0;
  if (const auto& small = pays_[pays].small; !small.empty()) {
    int32_t narrow = 0;
    for (size_t rank = 0; rank < small[four].size(); ++rank) narrow += unseen.count[rank] * small[four][rank];
    sum = narrow;
  } else {
    for (size_t rank = 0; rank < mixed.size(); ++rank) sum += unseen.count[rank] * mixed[rank];
  }
  if (a >= 0) sum -= mixed[static_cast<size_t>(a)];
  if (b >= 0) sum -= mixed[static_cast<size_t>(b)];
  if (!suited) return sum;
  uint32_t left = unseen.suited;
  if (a >= 0) left &= ~(1U << a);
  if (b >= 0) left &= ~(1U << b);
  for (; left != 0; left &= left - 1) sum += pays_[pays].suited[four][static_cast<size_t>(std::countr_zero(left))];
  return sum;
}

// The best option of every state of the last decision.
void DrawGame::last_values(size_t four, bool suited, const Unseen& unseen, int a, int b, Values& out) const {
  const int64_t ways = unseen.total - (a >= 0) - (b >= 0);
  const auto& states = states_.back();
  if (last_.plain) {
    const int64_t sum = sum_of_last(0, four, suited, unseen, a, b);
    const Values& factors = sum > 0 ? last_.most : last_.fewest;
    for (size_t state = 0; state < states.size(); ++state) {
      out[state] = factors[state] * sum;
      if (last_.folds) out[state] = std::max(out[state], last_.fold[state] * ways);
    }
    return;
  }
  std::array<int64_t, leaves_max> sums;  // by table of pays, at most one for each end
  for (size_t at = 0; at < pays_.size(); ++at) sums[at] = sum_of_last(at, four, suited, unseen, a, b);
  for (size_t state = 0; state < states.size(); ++state) {
    int64_t best = std::numeric_limits<int64_t>::min();
    for (const StateOption& option : states[state]) {
      const int64_t net =
          option.pays < 0 ? option.fold_net * ways : option.factor * sums[static_cast<size_t>(option.pays)];
      best = std::max(best, net);
    }
    out[state] = best;
  }
}

// The same for an earlier decision, `sums` being those of the states that follow it.
void DrawGame::best_of(int decision, const Values& sums, int64_t ways, Values& out) const {
  const auto& states = states_[static_cast<size_t>(decision)];
  for (size_t state = 0; state < states.size(); ++state) {
    int64_t best = std::numeric_limits<int64_t>::min();
    for (const StateOption& option : states[state]) {
      best = std::max(best, option.next < 0 ? option.fold_net * ways : sums[static_cast<size_t>(option.next)]);
    }
    out[state] = best;
  }
}

// Three cards are known: the last decision's values added up over the next card.
void DrawGame::sum_of_one(size_t three, bool suited, const Unseen& unseen, Values& sums) const {
  const size_t states = states_.back().size();
  const auto& four_from_three = rank_multisets().four_from_three[three];
  sums.fill(0);
  Values values;
  for (int rank = 0; rank < rank_count; ++rank) {
    const auto at = static_cast<size_t>(rank);
    const bool one_suited = suited && ((unseen.suited >> rank) & 1);
    const int64_t others = unseen.count[at] - one_suited;
    if (others > 0) {
      last_values(four_from_three[at], false, unseen, rank, -1, values);
      for (size_t state = 0; state < states; ++state) sums[state] += others * values[state];
    }
    if (one_suited) {
      last_values(four_from_three[at], true, unseen, rank, -1, values);
      for (size_t state = 0; state < states; ++state) sums[state] += values[state];
    }
  }
}

// Two cards are known: the second decision's values added up over the next card. In which order two cards came does not
// matter to the last decision, so that it is looked at once for each pair of ranks.
void DrawGame::sum_of_two(size_t two, bool suited, const Unseen& unseen, Values& sums) const {
  const RankMultisets& sets = rank_multisets();
  const size_t last_states = states_.back().size();
  const size_t next_states = states_[1].size();
  using ByPair = std::array<std::array<Values, rank_count>, rank_count>;
  ByPair mixed, flush;
  for (int a = 0; a < rank_count; ++a) {
    const auto row = static_cast<size_t>(a);
    if (unseen.count[row] == 0) continue;
    const size_t three = sets.three_from_two[two][row];
    for (int b = a; b < rank_count; ++b) {
      const auto column = static_cast<size_t>(b);
      if (unseen.count[column] < 1 + (a == b)) continue;
      const size_t four = sets.four_from_three[three][column];
      last_values(four, false, unseen, a, b, mixed[row][column]);
      const bool both = suited && a != b && ((unseen.suited >> a) & (unseen.suited >> b) & 1);
      if (both) last_values(four, true, unseen, a, b, flush[row][column]);
    }
  }
  const int64_t ways_after = (unseen.total - 1) * (unseen.total - 2);
  sums.fill(0);
  Values values;
  for (int a = 0; a < rank_count; ++a) {
    const auto row = static_cast<size_t>(a);
    const bool one_suited = suited && ((unseen.suited >> a) & 1);
    for (const bool in_suit : {false, true}) {
      const int64_t cards = in_suit ? one_suited : unseen.count[row] - one_suited;
      if (cards == 0) continue;
      Values next{};
      for (int b = 0; b < rank_count; ++b) {
        const auto column = static_cast<size_t>(b);
        const bool both = in_suit && a != b && ((unseen.suited >> b) & 1);
        const int64_t others = unseen.count[column] - (a == b) - both;
        const Values& of_mixed = a <= b ? mixed[row][column] : mixed[column][row];
        const Values& of_flush = a <= b ? flush[row][column] : flush[column][row];
        if (others > 0) {
          for (size_t state = 0; state < last_states; ++state) next[state] += others * of_mixed[state];
        }
        if (both) {
          for (size_t state = 0; state < last_states; ++state) next[state] += of_flush[state];
        }
      }
      best_of(1, next, ways_after, values);
      for (size_t state = 0; state < next_states; ++state) sums[state] += cards * values[state];
    }
  }
}

DrawGame::Unseen DrawGame::unseen_of(CardSet left, CardSet hand) {
  Unseen unseen;
  for (const cards::Suit suit : {cards::Suit::clubs, cards::Suit::diamonds, cards::Suit::hearts, cards::Suit::spades}) {
    const uint32_t ranks = left.ranks(suit);
    for (int rank = 0; rank < rank_count; ++rank)
      unseen.count[static_cast<size_t>(rank)] += static_cast<int32_t>((ranks >> rank) & 1);
  }
  unseen.total = left.size();
  const cards::Suit suit = (*hand.begin()).suit();
  unseen.hand_suited = std::popcount(hand.ranks(suit)) == hand.size();
  if (unseen.hand_suited) unseen.suited = left.ranks(suit);
  return unseen;
}

DrawGame::Worth DrawGame::look(int index, CardSet hand, CardSet dead) const {
  const Node& at = node(index);
  CHECK(hand.size() == own_cards_ + at.decision && !hand.intersects(dead));
  const int to_come = decisions_ - at.decision;
  const Unseen unseen = unseen_of(CardSet::full_deck() - hand - dead, hand);
  CHECK(unseen.total >= to_come);
  const bool suited = unseen.hand_suited;
  const size_t number = rank_multisets().number_of(hand);

  Worth worth;
  worth.ways = 1;
  for (int card = 0; card < to_come; ++card) worth.ways *= unseen.total - card;
  worth.count = static_cast<int>(at.options.size());
  Values sums{};
  if (to_come == 2) sum_of_one(number, suited, unseen, sums);
  if (to_come == 3) sum_of_two(number, suited, unseen, sums);
  const State& state = states_[static_cast<size_t>(at.decision)][static_cast<size_t>(at.state)];
  for (size_t option = 0; option < state.size(); ++option) {
    const StateOption& one = state[option];
    if (one.next >= 0) {
      worth.net_sums[option] = sums[static_cast<size_t>(one.next)];
    } else {
      worth.net_sums[option] = one.pays < 0
                                   ? one.fold_net * worth.ways
                                   : one.factor * sum_of_last(static_cast<size_t>(one.pays), number, suited, unseen);
    }
    const auto net = worth.net_sums[option];
    if (net > worth.net_sums[static_cast<size_t>(worth.best)]) worth.best = static_cast<int>(option);
    if (net >= worth.net_sums[static_cast<size_t>(worth.boldest)]) worth.boldest = static_cast<int>(option);
  }
  return worth;
}

}  // namespace cardroom::odds
