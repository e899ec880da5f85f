// Hands a second of every evaluator, on one thread. "Sequential" deals all hands of the deck by nested loops, "random"
// goes through a million random hands made ahead. The label is a hash of the ranks, the same on every machine: those of
// one number of cards and of one ranking agree, however they were found.
#include <benchmark/benchmark.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/hand_sum.h"
#include "cards/ranking.h"
#include "cards/subsets.h"

namespace {

using namespace cardroom::cards;

constexpr size_t random_hands = 1 << 20;

// Kept cheap, so that the evaluator is what is measured: ranks are added up in groups, and the sums are mixed.
class Hash {
 public:
  void add(uint64_t group) { state_ = (state_ ^ group) * 0x9e37'79b9'7f4a'7c15 + (state_ >> 29); }
  void label(benchmark::State& state, uint64_t hands) const {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "hash %016llx", static_cast<unsigned long long>(state_));
    state.SetLabel(text.data());
    state.SetItemsProcessed(static_cast<int64_t>(hands) * static_cast<int64_t>(state.iterations()));
  }

 private:
  uint64_t state_ = 0;
};

std::array<HandSum, deck_size> card_sums() {
  std::array<HandSum, deck_size> sums;
  for (int i = 0; i < deck_size; ++i) sums[static_cast<size_t>(i)] = HandSum(Card::from_index(i));
  return sums;
}

// A function of its own, so that the inmost loop has the registers to itself.
[[gnu::noinline]] uint64_t sum_of_ranks(HandSum hand, const HandSum* last, size_t count) {
  uint64_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum += static_cast<uint64_t>(rank_five(hand + last[i]).value());
  return sum;
}

// Deals `Cards` more cards, each from before the place of the one dealt last.
template <int Cards>
uint64_t deal(const std::array<HandSum, deck_size>& deck, HandSum hand, size_t end) {
  if constexpr (Cards == 1) {
    return sum_of_ranks(hand, deck.data(), end);
  } else {
    uint64_t sum = 0;
    for (size_t i = 0; i < end; ++i) sum += deal<Cards - 1>(deck, hand + deck[i], i);
    return sum;
  }
}

// The same with the two last cards dealt together: the pairs from before a place are the beginning of a list, so that
// the inmost loop is long.
struct PairList {
  std::vector<HandSum> sums;
  std::array<size_t, deck_size> ends;  // by place
};

template <int Cards>
uint64_t deal(const std::array<HandSum, deck_size>& deck, const PairList& pairs, HandSum hand, size_t end) {
  uint64_t sum = 0;
  for (size_t i = 0; i < end; ++i) {
    if constexpr (Cards == 3) {
      sum += sum_of_ranks(hand + deck[i], pairs.sums.data(), pairs.ends[i]);
    } else {
      sum += deal<Cards - 1>(deck, pairs, hand + deck[i], i);
    }
  }
  return sum;
}

constexpr uint64_t choose(uint64_t n, uint64_t k) {
  return k == 0 ? 1 : choose(n, k - 1) * (n - k + 1) / k;
}

template <int Cards>
void sequential_sums(benchmark::State& state) {
  const auto deck = card_sums();
  Hash hash;
  for (auto _ : state) {
    hash = {};
    for (size_t i = 0; i < deck_size; ++i) hash.add(deal<Cards - 1>(deck, deck[i], i));
    benchmark::DoNotOptimize(hash);
  }
  hash.label(state, choose(deck_size, Cards));
}

template <int Cards>
void sequential_pairs(benchmark::State& state) {
  const auto deck = card_sums();
  PairList pairs;
  for (size_t i = 0; i < deck_size; ++i) {
    pairs.ends[i] = pairs.sums.size();
    for (size_t j = 0; j < i; ++j) pairs.sums.push_back(deck[i] + deck[j]);
  }
  Hash hash;
  for (auto _ : state) {
    hash = {};
    for (size_t i = 0; i < deck_size; ++i) hash.add(deal<Cards - 1>(deck, pairs, deck[i], i));
    benchmark::DoNotOptimize(hash);
  }
  hash.label(state, choose(deck_size, Cards));
}

template <size_t Cards>
std::vector<std::array<Card, Cards>> random_card_arrays() {
  cardroom::base::Prng generator(Cards);
  Deck deck;
  std::vector<std::array<Card, Cards>> hands(random_hands);
  for (auto& hand : hands) {
    deck.reset();
    for (Card& card : hand) card = deck.draw(generator);
  }
  return hands;
}

template <size_t Cards, class Hand>
std::vector<Hand> random_as() {
  std::vector<Hand> hands;
  for (const auto& cards : random_card_arrays<Cards>()) {
    CardSet set;
    for (Card card : cards) set.add(card);
    hands.push_back(Hand(set));
  }
  return hands;
}

template <class Hands, class Rank>
void run_random(benchmark::State& state, const Hands& hands, Rank&& rank) {
  constexpr size_t group_size = 64;
  Hash hash;
  for (auto _ : state) {
    hash = {};
    for (size_t begin = 0; begin < random_hands; begin += group_size) {
      uint64_t group = 0;
      for (size_t i = begin; i < begin + group_size; ++i) group += static_cast<uint64_t>(rank(hands[i]).value());
      hash.add(group);
    }
    benchmark::DoNotOptimize(hash);
  }
  hash.label(state, random_hands);
}

template <size_t Cards>
void random_sums(benchmark::State& state) {
  run_random(state, random_as<Cards, HandSum>(), [](const HandSum& hand) { return rank_five(hand); });
}

template <size_t Cards>
void random_cards(benchmark::State& state) {
  run_random(state, random_card_arrays<Cards>(), [](const std::array<Card, Cards>& cards) {
    HandSum hand;
    for (Card card : cards) hand += HandSum(card);
    return rank_five(hand);
  });
}

using RankSet = HandRank (*)(CardSet);

template <size_t Cards, RankSet rank>
void random_sets(benchmark::State& state) {
  run_random(state, random_as<Cards, CardSet>(), [](CardSet cards) { return rank(cards); });
}

template <int Cards, RankSet rank>
void sequential_sets(benchmark::State& state) {
  Hash hash;
  uint64_t hands = 0;
  for (auto _ : state) {
    hash = {};
    hands = 0;
    for_each_subset(CardSet::full_deck(), Cards, [&](CardSet cards) {
      hash.add(static_cast<uint64_t>(rank(cards).value()));
      ++hands;
    });
    benchmark::DoNotOptimize(hash);
  }
  hash.label(state, hands);
}

constexpr RankSet best_five = rank_five;

BENCHMARK(sequential_sums<5>)->Name("five_of_five/sequential");
BENCHMARK(sequential_sums<7>)->Name("five_of_seven/sequential")->Unit(benchmark::kMillisecond);
BENCHMARK(sequential_pairs<5>)->Name("five_of_five/sequential_pairs");
BENCHMARK(sequential_pairs<7>)->Name("five_of_seven/sequential_pairs")->Unit(benchmark::kMillisecond);
BENCHMARK(random_sums<5>)->Name("five_of_five/random");
BENCHMARK(random_sums<6>)->Name("five_of_six/random");
BENCHMARK(random_sums<7>)->Name("five_of_seven/random");
BENCHMARK(random_cards<5>)->Name("five_of_five/random_card_by_card");
BENCHMARK(random_cards<7>)->Name("five_of_seven/random_card_by_card");
BENCHMARK(random_sets<5, best_five>)->Name("five_of_five/random_sets");
BENCHMARK(random_sets<7, best_five>)->Name("five_of_seven/random_sets");
BENCHMARK(random_sets<4, rank_four>)->Name("four_of_four/random_sets");
BENCHMARK(random_sets<5, rank_four>)->Name("four_of_five/random_sets");
BENCHMARK(random_sets<6, rank_four>)->Name("four_of_six/random_sets");
BENCHMARK(sequential_sets<6, rank_four>)->Name("four_of_six/sequential_sets")->Unit(benchmark::kMillisecond);
BENCHMARK(random_sets<3, rank_three>)->Name("three_of_three/random_sets");
BENCHMARK(random_sets<6, rank_three>)->Name("three_of_six/random_sets");
BENCHMARK(sequential_sets<3, rank_three>)->Name("three_of_three/sequential_sets");

}  // namespace
