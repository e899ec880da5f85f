// Seen cards in a game with a shared board (Ultimate Texas Hold'em): three decisions, each worth what best play makes
// of it afterwards.
//
// As in a game drawn to a paytable (exposed_draw.h) basic play is followed through a sampled deal, and what it gives
// away at each decision is exact. The decision before the flop asks for all boards, a tenth of a second each time; it
// is looked at in one deal out of so many, and counts so many times there. How rarely depends on how clear basic play's
// decision is; the mean does not.
#pragma once

#include <array>
#include <vector>

#include "base/prng.h"
#include "cards/deck.h"
#include "odds/board_situation.h"
#include "odds/exposed.h"
#include "odds/shared_board.h"

namespace cardroom::odds {

class ExposedBoard : public ExposedGame {
 public:
  // Basic play is best play without seeing: `play`, with its figures.
  ExposedBoard(const BoardPlay& play, const Rational& base_edge, const Rational& base_staked, int hands_seen);

  // `hole` is of the dealer's: none or one.
  Situation look(CardSet own, CardSet community, CardSet hole, CardSet seen) const;

 protected:
  ExposedTally play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const override;
  // No simple rules are looked for: to find them would take the decision before the flop of every deal.
  void learn_block(uint64_t, uint64_t, CountLearner&) const override {}
  size_t counting_ways() const override { return 0; }
  std::string counting_words(size_t) const override { return {}; }
  uint32_t group_count() const override { return 0; }
  std::string group_words(uint32_t) const override { return {}; }
  std::string option_words(uint32_t, size_t) const override { return {}; }

 private:
  struct Dealt {
    CardSet own, flop, board, dead;
  };
  // What becomes of a deal from the flop on, where nothing was bet before it.
  struct Later {
    Int128 gain = 0;           // of best over basic play
    int64_t basic_staked = 0;  // both ways: all that is wagered in the end
    int64_t best_staked = 0;
    bool changed = false;
  };
  void plan_basic(const BoardPlay& play);
  void name_changes();
  Later play_later(const Dealt& dealt, uint32_t weight, ExposedTally& tally) const;
  int64_t staked(int stage, size_t choice) const;
  void note(ExposedTally& tally, int stage, size_t basic, size_t best, Int128 gain, uint32_t weight) const;

  BoardPays pays_;
  int hands_seen_;
  // By stage: how many times a way counts where ways before the flop are the unit.
  std::array<int64_t, board_stages> scale_{};
  struct Opening {
    uint8_t choice = 0;
    uint8_t bin = 0;
  };
  std::vector<Opening> openings_;  // by class of the player's two cards
};

}  // namespace cardroom::odds
