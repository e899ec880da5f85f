// Seen cards in a game that is drawn to a paytable (Let It Ride, Mississippi Stud): several decisions, each worth what
// best play makes of it afterwards.
//
// Basic play is followed through a sampled deal. What it gives away at each of its decisions, against the best choice
// given all that is seen, is exact; the mean of the sum over the decisions is the gain of playing best throughout.
#pragma once

#include <array>
#include <vector>

#include "base/prng.h"
#include "cards/deck.h"
#include "odds/draw_game.h"
#include "odds/exposed.h"

namespace cardroom::odds {

class ExposedDraw : public ExposedGame {
 public:
  // The game is one unit on the first wager, of which basic play's edge and total wager are known.
  ExposedDraw(const DrawGame& game, const Rational& base_edge, const Rational& base_staked, int hands_seen);

  // At a decision of the game; `seen` are the other players' cards.
  Situation look(int node, CardSet own, CardSet community, CardSet seen) const;

 protected:
  ExposedTally play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const override;
  void learn_block(uint64_t prng_key, uint64_t block, CountLearner& learner) const override;
  size_t counting_ways() const override;
  std::string counting_words(size_t way) const override;
  uint32_t group_count() const override;
  std::string group_words(uint32_t group) const override;
  std::string option_words(uint32_t group, size_t option) const override;

 private:
  struct Dealt;

  void plan_basic();
  void name_changes();
  int basic_option(int node, CardSet hand) const;
  int64_t staked_by_best(const Dealt& dealt, int node, CardSet hand, int option) const;
  bool follow_basic(const Dealt& dealt, uint32_t weight, ExposedTally& tally, Int128& gain, int64_t& stake) const;
  Int128 lost_by_simple(const Dealt& dealt) const;
  Dealt deal(base::Prng& prng, cards::Deck& deck) const;
  void deal_rest(base::Prng& prng, cards::Deck& deck, Dealt& dealt) const;
  void sort_ranks();
  Clue clue_of(int node, CardSet hand, CardSet dead, const DrawGame::Worth& worth) const;

  const DrawGame* game_;
  int hands_seen_;
  int64_t ways_ = 1;                         // in which the community cards can be turned
  std::vector<int64_t> staked_;              // by leaf
  std::vector<std::vector<uint8_t>> basic_;  // [node][class of the hand]
  // The result of a pair of a rank: 2 pays, 1 pushes, 0 loses.
  std::array<uint8_t, cards::rank_count> pair_pays_{};
  std::vector<uint8_t> bins_;  // by class of the player's own cards
};

}  // namespace cardroom::odds
