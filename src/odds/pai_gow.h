// The value of seeing other players' cards in Pai Gow: the hands of one deal are set by the house way, and again as
// well as possible with the cards seen.
//
// Face Up Pai Gow shows the dealer's hand and sets it first. The result of every setting is then certain from the
// player's and the dealer's cards, so other cards are worth exactly nothing. Only the edge itself is sampled.
//
// Fortune Pai Gow hides the dealer's hand. Decks are sampled; the expectation of every setting is exact over all hands
// of the remaining cards, set by the house way. Each exposed hand is the player's own in turn.
//
// All sums are integers, block by block, each block with its own key: the result depends only on the key and the number
// of blocks.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "games/pai_gow.h"
#include "odds/exposed_run.h"

namespace cardroom::odds {

struct SampleRequest {
  games::pai_gow::Variant variant{};
  int hands_seen = 0;                                  // of other players, at most five
  int win_pays = games::pai_gow::win_less_commission;  // twentieths of the wager; Face Up always pays all of them
  uint64_t prng_key = 1;
  Rational half_width{1, 2000};  // target for the edge; cannot be narrower than the base edge's
  std::optional<std::chrono::duration<double>> budget{};  // stop then, even if the interval is still wider
  uint64_t blocks = 0;                                    // above 0: exactly this many, whatever the interval
  uint64_t base_blocks = 128;                             // of the base edge, 8,192 decks each
};

struct PaiGowRun {
  Estimate base_edge;  // Fortune: of the house way; Face Up: of best play, which takes no other cards
  Estimate gain;       // Fortune: of best play with what is seen over the house way
  Estimate edge;       // its half width is the sum of both
  Estimate changed;    // share of hands better set some other way than the house way
  std::vector<ExposedChange> changes;
  uint64_t base_decks = 0;  // seven hands each, every one against every other in both roles
  uint64_t decks = 0;
  uint64_t hands = 0;  // evaluated as a player's own
  uint64_t blocks = 0;
  bool out_of_time = false;
};

// `workers` only agree on when to stop: each copy of the program deals for itself.
PaiGowRun run_pai_gow(const SampleRequest& wish, Workers& workers, Progress* progress = nullptr);

// One situation of Fortune Pai Gow: the value of every undominated setting, per wager, with these cards seen. The
// cards must be distinct and leave at least seven.
struct PaiGowSituation {
  struct Choice {
    games::pai_gow::Setting setting;
    Rational value;
  };
  std::vector<Choice> choices;  // the strongest front first; the house way is among them
  size_t house = 0;
  size_t best = 0;    // the house way's if no other is better
  uint64_t ways = 0;  // hands the dealer may hold
};
PaiGowSituation look_pai_gow(CardSet own, CardSet others, int win_pays = games::pai_gow::win_less_commission);

}  // namespace cardroom::odds
