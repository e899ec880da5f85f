// DrawGame::follow: two walks at once over the cards to come, as they seem to a player who does not see the dead cards,
// and as they are. Decisions are made on the first, and counted on the second.
#include "base/check.h"
#include "odds/draw_game.h"
#include "odds/rank_multisets.h"

namespace cardroom::odds {

int64_t DrawGame::Ahead::worth(const StateOption& option) const {
  if (option.next >= 0) return next[static_cast<size_t>(option.next)];
  return option.pays < 0 ? option.fold_net * ways : option.factor * last[static_cast<size_t>(option.pays)];
}

// Fills in what lies ahead of a decision, from what is unseen.
void DrawGame::follow_ahead(int decision, size_t number, bool suited, Ahead& seeming, Ahead& real) const {
  for (Ahead* ahead : {&seeming, &real}) {
    ahead->ways = 1;
    for (int card = 0; card < decisions_ - decision; ++card) ahead->ways *= ahead->unseen.total - card;
  }
  if (decision + 1 == decisions_) {
    for (size_t pays = 0; pays < pays_.size(); ++pays) {
      seeming.last[pays] = sum_of_last(pays, number, suited, seeming.unseen);
      real.last[pays] = sum_of_last(pays, number, suited, real.unseen);
    }
    return;
  }
  const RankMultisets& sets = rank_multisets();
  const auto& larger = own_cards_ + decision == 2 ? sets.three_from_two[number] : sets.four_from_three[number];
  const size_t next_states = states_[static_cast<size_t>(decision) + 1].size();
  Values seeming_values, real_values;
  for (size_t rank = 0; rank < cards::rank_count; ++rank) {
    const uint32_t bit = 1U << rank;
    const bool seems_suited = suited && (seeming.unseen.suited & bit) != 0;
    const bool is_suited = suited && (real.unseen.suited & bit) != 0;
    for (const bool in_suit : {false, true}) {
      const int64_t seem = in_suit ? seems_suited : seeming.unseen.count[rank] - seems_suited;
      const int64_t are = in_suit ? is_suited : real.unseen.count[rank] - is_suited;
      if (seem == 0) continue;  // then none is real
      Ahead seeming_next(seeming.unseen);
      Ahead real_next(real.unseen);
      for (Ahead* ahead : {&seeming_next, &real_next}) {
        --ahead->unseen.count[rank];
        --ahead->unseen.total;
        if (in_suit) ahead->unseen.suited &= ~bit;
      }
      follow_ahead(decision + 1, larger[rank], in_suit, seeming_next, real_next);
      follow_values(decision + 1, seeming_next, real_next, seeming_values, real_values);
      for (size_t state = 0; state < next_states; ++state) {
        seeming.next[state] += seem * seeming_values[state];
        if (are > 0) real.next[state] += are * real_values[state];  // of cards that are gone it means nothing
      }
    }
  }
}

void DrawGame::follow_values(int decision, const Ahead& seeming, const Ahead& real, Values& seeming_out,
                             Values& real_out) const {
  const auto& states = states_[static_cast<size_t>(decision)];
  if (decision + 1 == decisions_ && last_.plain) {
    const Values& factors = seeming.last[0] > 0 ? last_.most : last_.fewest;
    for (size_t state = 0; state < states.size(); ++state) {
      seeming_out[state] = factors[state] * seeming.last[0];
      real_out[state] = factors[state] * real.last[0];
      const int64_t fold = last_.fold[state] * seeming.ways;
      if (!last_.folds || fold < seeming_out[state]) continue;
      seeming_out[state] = fold;
      real_out[state] = last_.fold[state] * real.ways;
    }
    return;
  }
  for (size_t state = 0; state < states.size(); ++state) {
    const StateOption* chosen = &states[state].front();
    for (const StateOption& option : states[state]) {
      if (seeming.worth(option) > seeming.worth(*chosen)) chosen = &option;
    }
    seeming_out[state] = seeming.worth(*chosen);
    real_out[state] = real.worth(*chosen);
  }
}

DrawGame::Worth DrawGame::follow(int index, CardSet hand, CardSet dead) const {
  const Node& at = node(index);
  CHECK(hand.size() == own_cards_ + at.decision && !hand.intersects(dead));
  Ahead seeming(unseen_of(CardSet::full_deck() - hand, hand));
  Ahead real(unseen_of(CardSet::full_deck() - hand - dead, hand));
  CHECK(real.unseen.total >= decisions_ - at.decision);
  follow_ahead(at.decision, rank_multisets().number_of(hand), real.unseen.hand_suited, seeming, real);
  const State& state = states_[static_cast<size_t>(at.decision)][static_cast<size_t>(at.state)];
  Worth worth{.ways = real.ways, .count = static_cast<int>(state.size())};
  for (size_t option = 0; option < state.size(); ++option) {
    worth.net_sums[option] = real.worth(state[option]);
    if (seeming.worth(state[option]) > seeming.worth(state[static_cast<size_t>(worth.best)]))
      worth.best = static_cast<int>(option);
  }
  worth.boldest = worth.best;
  return worth;
}

}  // namespace cardroom::odds
