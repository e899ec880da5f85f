// Seen cards in a game with a shared board (Ultimate Texas Hold'em): three decisions, each worth what best play makes
// of it afterwards.
//
// As in a game drawn to a paytable (exposed_draw.h) basic play is followed through a sampled deal, and what it gives
// away at each decision is exact. The decision before the flop asks for all boards, a tenth of a second each time. So
// its gain is guessed in every deal (opening_guess.h), and in one deal out of so many it is looked at: there by how
// much the exact gain differs from the guess is added, as many times. The mean is that of the exact gains whatever the
// guess and however rarely is looked; both only decide how wide the interval is.
#pragma once

#include <array>
#include <vector>

#include "base/prng.h"
#include "cards/deck.h"
#include "odds/board_situation.h"
#include "odds/exposed.h"
#include "odds/opening_guess.h"
#include "odds/shared_board.h"

namespace cardroom::odds {

class ExposedBoard : public ExposedGame {
 public:
  // What is counted once for any number of hands that are seen: best play without seeing, which is basic play.
  struct Base {
    BoardPlay play;
    Figures figures;
    OpeningGuess guess;
  };
  // Takes some seconds.
  static Base count_base(const Table& table, Progress* progress);

  // The base stays where it is.
  ExposedBoard(const Base& base, int hands_seen);

 protected:
  ExposedTally play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const override;
  // Simple rules are for the decision before the flop, where most of the gain is. They are found by the guess; what
  // they bring is measured by exact values, as the gain of best play is.
  void learn_block(uint64_t prng_key, uint64_t block, CountLearner& learner) const override;
  size_t counting_ways() const override;
  std::string counting_words(size_t way) const override;
  uint32_t group_count() const override;
  std::string group_words(uint32_t group) const override;
  std::string option_words(uint32_t group, size_t option) const override;

 private:
  struct Dealt {
    CardSet own, flop, board, dead;
    // Of the opening, on average over other cards seen.
    Int128 guessed_gain = 0;
    Int128 guessed_simple = 0;
  };
  // What becomes of a deal from the flop on, where nothing was bet before it.
  struct Later {
    Int128 gain = 0;           // of best over basic play
    int64_t basic_staked = 0;  // both ways: all that is wagered in the end
    int64_t best_staked = 0;
    bool changed = false;
  };
  // The value of another choice before the flop.
  struct Early {
    size_t choice = 0;
    Int128 gain = 0;
    Int128 stake = 0;  // more than with basic play there
    bool changed = false;
  };
  void plan_basic();
  void name_changes();
  bool checks(size_t opening_choice) const;
  Later play_later(const Dealt& dealt, int64_t weight, ExposedTally& tally) const;
  Later play_later(const Dealt& dealt) const;
  Int128 guessed_gain(const OpeningGuess::Values& guess, size_t basic, size_t choice) const;
  Clue clue_of(CardSet own, CardSet dead, size_t basic) const;
  size_t simple_choice(CardSet own, CardSet dead, size_t basic) const;
  Early early(const Dealt& dealt, size_t basic, size_t choice, Int128 gain, const Later& later) const;
  int64_t staked(int stage, size_t choice) const;
  void note(ExposedTally& tally, int stage, size_t basic, size_t best, Int128 gain, int64_t weight) const;
  void play_deal(const Dealt& dealt, size_t basic, int64_t weight, uint64_t dice, BinTally& sum,
                 ExposedTally& tally) const;

  const Base* base_;
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

// One decision: what every choice is worth with these cards seen. `hole` is of the dealer's: none or one.
Situation look_at_board(const BoardPays& pays, CardSet own, CardSet community, CardSet hole, CardSet seen);

}  // namespace cardroom::odds
