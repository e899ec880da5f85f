// What a player gains by seeing other players' cards: a base game whose edge is known exactly, played again with every
// decision made on all that he sees.
//
// Deals of his cards, of the cards that the rules show him and of the seen cards are sampled; for each the expectation
// of every choice is exact, over all that may still be dealt. What is estimated is only the gain over basic play on the
// same cards, and basic play's own edge is exact. Deals are put into bins by how clear basic play's decision was, whose
// shares of all deals are exact too; where the decision hardly ever changes few of them are looked at.
//
// All sums are of integers, block by block, each block with a key of its own: the result depends on the key and on
// which blocks were played, not on the order, nor on the number of threads or machines.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/checked.h"
#include "base/rational.h"
#include "cards/card.h"
#include "games/game.h"
#include "odds/count_rules.h"
#include "odds/progress.h"
#include "odds/settling.h"

namespace cardroom::odds {

using base::Int128;
using base::Integer;
using base::Rational;
using cards::CardSet;

// What the player sees besides his own cards and those that the rules show him.
struct Seen {
  int hands = 0;             // of other players, whole
  bool dealer_hole = false;  // one of the dealer's hidden cards
};

// A mean with half the width of its 95 % interval; a half width of zero says that it is exact.
struct Estimate {
  Rational value;
  Rational half_width;
};

// Sums over the deals of one bin that were looked at. Gains and stakes are in the game's own units.
struct BinTally {
  uint64_t deals = 0;
  Int128 changed = 0;  // deals with another decision; each as often as it counts, where not all are looked at
  Int128 changed_squares = 0;
  Int128 gain = 0;
  Int128 gain_squares = 0;
  Int128 stake = 0;  // by how much the total wager differs from basic play's
  Int128 stake_squares = 0;
  Int128 gain_stakes = 0;
  Int128 simple_gain = 0;  // of the simple rules
  Int128 simple_squares = 0;

  void add(Int128 gained, Int128 staked, Int128 changes);
  void add_simple(Int128 gained);
};

struct ExposedTally {
  uint64_t blocks = 0;
  std::vector<BinTally> bins;
  // The same deals by what basic play does there and what is best instead, weighted by how rarely their bin is looked
  // at.
  struct Change {
    Int128 weight = 0;
    Int128 gain = 0;
  };
  std::vector<Change> changes;  // as the game numbers them
  uint64_t weight = 0;          // of all deals drawn

  ExposedTally& operator+=(const ExposedTally& other);
};
// As plain numbers, to be sent to another machine; and back.
std::vector<uint64_t> to_words(const ExposedTally& tally);
ExposedTally tally_of_words(std::span<const uint64_t> words);

struct ExposedChange {
  std::string hands;    // "queen high"
  std::string instead;  // "fold instead of PLAY 1x"
  double share_of_deals = 0;
  double gain = 0;  // per initial wager
};

// What another decision than basic play's is worth, by how many cards of a kind are seen.
struct CountedValue {
  std::string hands;    // "jack high or less"
  std::string counted;  // "queens, kings and aces seen"
  int count = 0;
  Rational share_of_deals;
  Rational value;  // of the other decision over basic play's, per initial wager, on average over those deals
};

// What a player does who only counts (count_rules.h).
struct SimpleRule {
  std::string hands;    // "ace high"
  std::string instead;  // "RAISE 2x instead of fold"
  std::string when;     // "at 7 or more"
  double share_of_deals = 0;
  double gain = 0;  // per initial wager, both on the deals on which the rule was found
};
struct SimplePlay {
  std::string counting;           // "1 for every seen queen, king and ace"
  std::vector<SimpleRule> rules;  // the largest gain first
  Estimate gain;                  // measured on other deals
  Estimate edge;
};

struct ExposedFigures {
  Rational base_edge;
  Rational base_staked;
  uint64_t deals_seen = 0;  // looked at; 0 where the figures are exact
  Estimate gain;            // per initial wager
  Estimate edge;
  Estimate edge_per_total;
  Estimate changed;                    // share of deals in which a decision changes
  std::vector<ExposedChange> changes;  // those that carry the gain, the largest first
  std::vector<CountedValue> counted;
  SimplePlay simple;
};

// One situation: what every choice is worth.
struct Situation {
  std::vector<std::string> choices;  // "fold", "PLAY 1x"
  std::vector<Rational> values;      // per initial wager
  size_t basic = 0;
  size_t best = 0;    // basic play's where it is as good as any
  uint64_t ways = 0;  // that were counted: hands that the dealer may hold, or cards that may be turned
};

class ExposedGame {
 public:
  static constexpr uint64_t deals_per_block = 2048;
  static constexpr uint64_t pilot_blocks = 16;
  static constexpr uint64_t learning_blocks = 24;

  virtual ~ExposedGame() = default;

  // Finds simple rules on deals of their own, which are played along afterwards. Without it nothing is known of them.
  void find_simple_rules(uint64_t prng_key, Progress* progress = nullptr);

  // Plays blocks [first, last) on all cores. Blocks from pilot_blocks on need the tally of the pilot.
  ExposedTally play(uint64_t prng_key, uint64_t first, uint64_t last, const ExposedTally* pilot,
                    Progress* progress = nullptr) const;
  ExposedFigures figures(const ExposedTally& tally) const;

 protected:
  // Of one block, before its first deal.
  ExposedTally empty_block() const;
  // Of the deals that fall into a bin, one in so many is looked at.
  using Thinning = std::vector<uint32_t>;
  virtual ExposedTally play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const = 0;
  // Every decision of a block's deals; with the words for what its counts, groups and options are. Gains are in the
  // units of BinTally::gain.
  virtual void learn_block(uint64_t prng_key, uint64_t block, CountLearner& learner) const = 0;
  virtual size_t counting_ways() const = 0;
  virtual std::string counting_words(size_t way) const = 0;
  virtual uint32_t group_count() const = 0;
  virtual std::string group_words(uint32_t group) const = 0;
  virtual std::string option_words(uint32_t group, size_t option) const = 0;

  // Filled by the game.
  Rational base_edge_;
  Rational base_staked_;
  Integer gain_unit_;                 // an initial wager, in the units of BinTally::gain
  Integer stake_unit_;                // the same of BinTally::stake
  std::vector<Integer> bin_weights_;  // shares of all deals
  struct ChangeName {
    std::string hands;
    std::string instead;
  };
  std::vector<ChangeName> change_names_;  // by place in ExposedTally::changes; empty names where there is none
  CountRules rules_;                      // none before they are found

 private:
  Thinning thinning(const ExposedTally& pilot) const;
  SimplePlay simple_play(const ExposedTally& tally, const Integer& all_weights) const;
};

// "fold", "check", "PLAY 2x": a choice where the first wager is one unit.
std::string choice_name(const games::Game& game, const Choice& choice, Cents unit);

}  // namespace cardroom::odds
