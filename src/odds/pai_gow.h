// What the other players' cards are worth in Pai Gow: the hands of one deal are set by the house way, and then as well
// as can be with all that is seen.
//
// Face Up Pai Gow shows the dealer's hand and sets it first. Then every setting's result is certain, from the player's
// and the dealer's cards alone: other cards are worth exactly nothing. Only the edge itself is sampled.
//
// Fortune Pai Gow hides the dealer's hand. Decks are sampled; over all hands of the cards that are left, set by the
// house way, the expectation of every setting is exact. Each of the hands that lie open is in turn the player's own.
//
// All sums are of integers, block by block, each block with a key of its own: the result depends on the key and on the
// number of blocks alone.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "games/pai_gow.h"
#include "odds/exposed_run.h"

namespace cardroom::odds {

struct PaiGowWish {
  games::pai_gow::Variant variant{};
  int hands_seen = 0;                                  // of other players, at most five
  int win_pays = games::pai_gow::win_less_commission;  // twentieths of the wager; Face Up always pays all of them
  uint64_t prng_key = 1;
  Rational half_width{1, 2000};  // wanted of the edge; a narrower one than the base edge has is not reached
  std::optional<std::chrono::duration<double>> budget{};  // stop then, even if the interval is wider
  uint64_t blocks = 0;                                    // more than 0: so many, whatever the interval is then
  uint64_t base_blocks = 128;                             // of the base edge, 8,192 decks each
};

struct PaiGowRun {
  Estimate base_edge;  // Fortune: of the house way; Face Up: of best play, which takes no other cards
  Estimate gain;       // Fortune: of best play with what is seen over the house way
  Estimate edge;       // its half width is the sum of both
  Estimate changed;    // share of hands that are better set otherwise than by the house way
  std::vector<ExposedChange> changes;
  uint64_t base_decks = 0;  // seven hands each, every one against every other in both roles
  uint64_t decks = 0;
  uint64_t hands = 0;  // that were somebody's own
  uint64_t blocks = 0;
  bool out_of_time = false;
};

// `workers` only agree on the time: each copy of the program deals for itself.
PaiGowRun run_pai_gow(const PaiGowWish& wish, Workers& workers, Progress* progress = nullptr);

// One situation of Fortune Pai Gow: what every setting worth a thought brings, per wager, with these cards seen. The
// cards are different and leave at least seven.
struct PaiGowSituation {
  struct Choice {
    games::pai_gow::Setting setting;
    Rational value;
  };
  std::vector<Choice> choices;  // the strongest front first; the house way is among them
  size_t house = 0;
  size_t best = 0;    // the house way's where it is as good as any
  uint64_t ways = 0;  // hands that the dealer may hold
};
PaiGowSituation look_pai_gow(CardSet own, CardSet others, int win_pays = games::pai_gow::win_less_commission);

}  // namespace cardroom::odds
