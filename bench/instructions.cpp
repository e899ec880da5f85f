// Evaluates exactly so many hands, and does little else: for counting instructions.
//   bench_instructions <kind> <hands>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/hand_sum.h"
#include "cards/ranking.h"

namespace {

using namespace cardroom::cards;

// The last card of each hand is dealt to the same others, over and over: what a loop's inmost step costs.
uint64_t sequential(int size, uint64_t hands) {
  cardroom::base::Prng generator(1);
  Deck deck;
  const HandSum others(deck.draw_set(generator, size - 1));
  std::vector<HandSum> last;
  while (deck.cards_left() > 0) last.push_back(HandSum(deck.draw(generator)));
  uint64_t sum = 0;
  while (hands > 0) {
    const size_t count = std::min<uint64_t>(hands, last.size());
    for (size_t i = 0; i < count; ++i) sum += static_cast<uint64_t>(rank_five(others + last[i]).value());
    hands -= count;
  }
  return sum;
}

// Goes through the same few random hands again and again.
template <class Hand, class Rank>
uint64_t random(int size, uint64_t hands, Rank&& rank) {
  cardroom::base::Prng generator(2);
  Deck deck;
  std::vector<Hand> made;
  for (int i = 0; i < 1'000; ++i) {
    deck.reset();
    made.push_back(Hand(deck.draw_set(generator, size)));
  }
  uint64_t sum = 0;
  while (hands > 0) {
    const size_t count = std::min<uint64_t>(hands, made.size());
    for (size_t i = 0; i < count; ++i) sum += static_cast<uint64_t>(rank(made[i]).value());
    hands -= count;
  }
  return sum;
}

struct Kind {
  std::string_view name;
  uint64_t (*run)(uint64_t hands);
};
constexpr Kind kinds[] = {
    {"five_sequential", [](uint64_t hands) { return sequential(5, hands); }},
    {"seven_sequential", [](uint64_t hands) { return sequential(7, hands); }},
    {"five_random", [](uint64_t hands) { return random<HandSum>(5, hands, [](HandSum h) { return rank_five(h); }); }},
    {"seven_random", [](uint64_t hands) { return random<HandSum>(7, hands, [](HandSum h) { return rank_five(h); }); }},
    {"seven_sets", [](uint64_t hands) { return random<CardSet>(7, hands, [](CardSet h) { return rank_five(h); }); }},
    {"four_of_six_sets",
     [](uint64_t hands) { return random<CardSet>(6, hands, [](CardSet h) { return rank_four(h); }); }},
    {"three_sets", [](uint64_t hands) { return random<CardSet>(3, hands, [](CardSet h) { return rank_three(h); }); }},
};

}  // namespace

int main(int argument_count, char** arguments) {
  if (argument_count == 3) {
    const uint64_t hands = std::strtoull(arguments[2], nullptr, 10);
    for (const Kind& kind : kinds) {
      if (kind.name != arguments[1]) continue;
      const uint64_t sum = kind.run(hands);
      std::printf("%llu hands, sum of ranks %llu\n", static_cast<unsigned long long>(hands),
                  static_cast<unsigned long long>(sum));
      return 0;
    }
  }
  std::fprintf(stderr, "usage: bench_instructions <kind> <hands>, where <kind> is one of");
  for (const Kind& kind : kinds) std::fprintf(stderr, " %s", std::string(kind.name).c_str());
  std::fprintf(stderr, "\n");
  return 2;
}
