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
  // The edge and the total wager of basic play, per initial wager, are known.
  ExposedDraw(const DrawGame& game, const Rational& base_edge, const Rational& base_staked, int hands_seen);

  // How many hands can be seen before the deck ends.
  static int hands_max(const DrawGame& game);

  // At the decision at which so many community cards have been turned, the choices `before` having been made.
  Situation look(CardSet own, CardSet community, CardSet seen, int node) const;

 protected:
  ExposedTally play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const override;

 private:
  void plan_basic();
  void name_changes();
  std::string name_of(const Choice& choice) const;
  int64_t staked(int leaf) const;
  size_t change_place(int decision, CardSet hand, int from, int to) const;

  const DrawGame* game_;
  int hands_seen_;
  std::vector<int64_t> staked_;  // by leaf
  struct Basic {
    uint8_t option;
    uint8_t bin;
  };
  std::vector<Basic> basics_;  // by class of the player's own cards
};

}  // namespace cardroom::odds
