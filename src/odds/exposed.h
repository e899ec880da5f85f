// What a player gains by seeing other players' cards in a showdown game: the base game of exact edge, played again with
// every decision made on all that he sees.
//
// Deals of his cards, the dealer's up-card and the seen cards are sampled; for each the expectation of every choice is
// exact, over all hands that the dealer may hold. What is estimated is only the gain over basic play on the same cards,
// and basic play's own edge is exact. Deals are put into bins by how clear basic play's decision was, whose shares of
// all deals are exact too; where the decision hardly ever changes few of them are looked at.
//
// All sums are of integers, block by block, each block with a key of its own: the result depends on the key and on
// which blocks were played, not on the order, nor on the number of threads or machines.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/checked.h"
#include "base/rational.h"
#include "odds/base_game.h"
#include "odds/showdown.h"
#include "odds/unseen_hands.h"

namespace cardroom::odds {

using base::Int128;

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

// Sums over the deals of one bin that were looked at. Gains are in net cents times the hands that the dealer may hold.
struct BinTally {
  uint64_t deals = 0;
  uint64_t changed = 0;
  Int128 gain = 0;
  Int128 gain_squares = 0;
  Int128 stake = 0;  // by how many cents the total wager differs from basic play's
  Int128 stake_squares = 0;
  Int128 gain_stakes = 0;
};

struct ExposedTally {
  uint64_t blocks = 0;
  std::vector<BinTally> bins;
  // The same deals by what basic play does there and what is best instead, weighted by how rarely their bin is looked
  // at.
  struct Change {
    uint64_t weight = 0;
    Int128 gain = 0;
  };
  std::vector<Change> changes;  // [group of hands][basic choice][best choice]
  uint64_t weight = 0;          // of all deals drawn

  ExposedTally& operator+=(const ExposedTally& other);
};

struct ExposedChange {
  std::string hands;    // "queen high"
  std::string instead;  // "folds instead of PLAY 1x"
  double share_of_deals = 0;
  double gain = 0;  // per initial wager
};

struct ExposedFigures {
  Rational base_edge;
  Rational base_staked;
  uint64_t deals_seen = 0;  // looked at; 0 where nothing is seen and the figures are exact
  Estimate gain;            // per initial wager
  Estimate edge;
  Estimate edge_per_total;
  Estimate changed;                    // share of deals in which the decision changes
  std::vector<ExposedChange> changes;  // those that carry the gain, the largest first
};

class ExposedShowdown {
 public:
  static constexpr uint64_t deals_per_block = 2048;
  static constexpr uint64_t pilot_blocks = 16;
  static constexpr int bin_count = 24;
  static constexpr int choices_max = 5;

  // The counts are of shape_of(table), with the up-card where there is one. `table` is any; it is made exact here.
  ExposedShowdown(const Table& table, const ShowdownCounts& counts, Seen seen);

  // How many hands can be seen before the deck ends.
  static int hands_max(const Table& table);

  // Plays blocks [first, last) on all cores. Blocks from pilot_blocks on need the tally of the pilot.
  ExposedTally play(uint64_t prng_key, uint64_t first, uint64_t last, const ExposedTally* pilot,
                    Progress* progress = nullptr) const;
  ExposedFigures figures(const ExposedTally& tally) const;

  // One situation: what every choice is worth, in net cents times `hands`.
  struct Situation {
    std::vector<Choice> choices;
    std::vector<int64_t> net_sums;
    size_t basic = 0;
    size_t best = 0;  // basic play's where it is as good as any
    uint32_t hands = 0;
  };
  Situation look(CardSet own, CardSet known, CardSet seen) const;

  const Table& table() const { return basic_.table; }
  Cents unit() const { return basic_.stakes.front(); }

 private:
  // What the choices of hands of one rank come to.
  struct RankPlan {
    Cuts cuts;
    std::vector<Choice> choices;
    std::vector<int64_t> payoffs;  // [choice][interval]
    std::vector<int64_t> stakes;   // by choice: the total wager
    uint16_t group = 0;
  };
  void plan_ranks();
  void plan_basic();
  void expect(const RankPlan& plan, CardSet known, CardSet unseen, std::array<int64_t, choices_max>& sums,
              UnseenHands::Method method) const;
  ExposedTally play_block(uint64_t prng_key, uint64_t block, const std::array<uint32_t, bin_count>& every) const;
  std::array<uint32_t, bin_count> thinning(const ExposedTally& pilot) const;
  std::string choice_name(const Choice& choice) const;

  const ShowdownCounts* counts_;
  Seen seen_;
  Play basic_;  // exact table, stakes; cells of best play
  Figures base_;
  UnseenHands hands_;
  uint32_t hands_per_deal_ = 0;
  std::vector<RankPlan> plans_;      // by rank
  std::vector<std::string> groups_;  // names
  std::vector<uint32_t> player_of_class_;
  struct Basic {
    uint8_t choice;
    uint8_t bin;
  };
  std::vector<Basic> basics_;  // [player][slot]
  std::array<Integer, bin_count> bin_weights_;
  Integer weight_;  // of all bins
};

}  // namespace cardroom::odds
