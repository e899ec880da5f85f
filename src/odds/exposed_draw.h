// Seen cards in a game that is drawn to a paytable (Let It Ride, Mississippi Stud): several decisions, each worth what
// best play makes of it afterwards.
//
// Basic play is followed through a sampled deal. What it gives away at each of its decisions, against the best choice
// given all that is seen, is exact; the mean of the sum over the decisions is the gain of playing best throughout.
#pragma once

#include <vector>

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

 private:
  struct Dealt;

  void plan_basic();
  void name_changes();
  int basic_option(int node, CardSet hand) const;
  int64_t staked_by_best(const Dealt& dealt, int node, CardSet hand, int option) const;
  bool follow_basic(const Dealt& dealt, uint32_t weight, ExposedTally& tally, Int128& gain, int64_t& stake) const;

  const DrawGame* game_;
  int hands_seen_;
  int64_t ways_ = 1;                         // in which the community cards can be turned
  std::vector<int64_t> staked_;              // by leaf
  std::vector<std::vector<uint8_t>> basic_;  // [node][class of the hand]
  std::vector<uint8_t> bins_;                // by class of the player's own cards
};

}  // namespace cardroom::odds
