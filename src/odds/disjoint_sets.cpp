#include "odds/disjoint_sets.h"

#include <tbb/parallel_for.h>
#include <tbb/partitioner.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <utility>

#include "base/check.h"
#include "odds/hand_counter.h"
#include "odds/rank_takes.h"
#include "odds/suited_hands.h"

// The deck is walked rank by rank: the ace, the deuce, …, the king. Of the four cards of a rank, the hands of one suit
// take certain ones: those of their suits. Everything else takes any of the others, so that only their number matters,
// and the number of ways to go on factors into
//   the suits' side: which suits' hands take their card here (suited_hands.h), u cards in all;
//   the ranks' side: of the 4 - u cards left, the straights under way take one each, some straights begin, and what
//                    is then left may give a pair, two pairs, a triple or quads (rank_takes.h).
// A straight is followed only by its age, since two of the same age differ by the cards they have: m of them going on
// is a falling factorial, n of them beginning a binomial. Pairs, triples and quads are only counted: which of them will
// make one hand is settled afterwards, because a triple and a pair that are disjoint are of different ranks anyway.
// Broadway begins with the ace, like the wheel, and waits for the ten.
//
// A layer holds, for every state of the suits times every state of the ranks' side, the number of ways modulo 2^128.
// The sums at the end are below 2^127 in size: a hand is one of 10,240 straights, 5,148 suited hands, 78² couples of
// pairs, 52 · 78 triples with pairs, 13 quads, and ten of 26,000 can be chosen in fewer than 26,000^10 / 10! < 2^125
// ways.
namespace cardroom::odds {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int suited_max = 2;  // hands of five cards, in 13

constexpr auto is_zero = [](Wide value) { return value == 0; };

base::Integer integer_of(Wide value) {
  const bool negative = (value >> 127) != 0;
  const Wide size = negative ? -value : value;
  const base::Integer result = (base::Integer(static_cast<uint64_t>(size >> 64)) << 64) + static_cast<uint64_t>(size);
  return negative ? base::Integer(-result) : result;
}

// How many suits have two suited hands, and how many have one.
struct SuitPattern {
  int double_suits, single_suits;
  int hands() const { return 2 * double_suits + single_suits; }
};

class Walk {
 public:
  Walk(const DeckShape& deck, const StraightSteps& straights, const GroupSteps& groups, const SuitGroup& singles,
       const SuitGroup& doubles, int hands_left)
      : deck_(deck),
        straights_(straights),
        groups_(groups),
        singles_(singles),
        doubles_(doubles),
        hands_left_(hands_left) {}

  // By combination, with `suited` left 0, and for one choice of the suits.
  std::vector<DisjointSets> run() {
    offsets_ = offsets_at(0);
    layer_.assign(offsets_.back(), 0);
    layer_[0] = 1;
    for (int place = 0; place < deck_.rank_count; ++place) advance(place);
    return read();
  }

 private:
  // Where the run of the groups' numbers begins for every state of the straights, within a state of the suits; the last
  // is the end. The more straights have begun, the shorter.
  std::vector<size_t> offsets_at(int place) const {
    std::vector<size_t> offsets = {0};
    for (const Straight& state : straights_.states[static_cast<size_t>(place)]) {
      offsets.push_back(offsets.back() + groups_.count[static_cast<size_t>(hands_left_ - state.begun)]);
    }
    return offsets;
  }

  void advance(int place) {
    const std::vector<size_t> next_offsets = offsets_at(place + 1);
    const size_t block = offsets_.back(), next_block = next_offsets.back();
    const auto single_moves = singles_.moves(place), double_moves = doubles_.moves(place);
    const size_t next_singles = singles_.state_count(place + 1);
    std::vector<Wide> next_layer(next_singles * doubles_.state_count(place + 1) * next_block);
    const Takes takes = takes_at(place, next_offsets);
    // By how many cards the suited hands take: where the ranks' side then stands.
    std::array<std::vector<Wide>, suit_max + 1> after;
    size_t from = 0;
    for (const auto& of_double : double_moves) {
      for (const auto& of_single : single_moves) {
        const Wide* values = &layer_[from];
        from += block;
        if (std::all_of(values, values + block, is_zero)) continue;
        for (auto& vector : after) vector.clear();
        for (const SuitGroup::Move& second : of_double) {
          for (const SuitGroup::Move& first : of_single) {
            const int taken = first.taken + second.taken;
            auto& result = after[static_cast<size_t>(taken)];
            if (result.empty()) {
              result.assign(next_block, 0);
              for (const Take& take : takes[static_cast<size_t>(deck_.suit_count - taken)]) {
                add(take, values + take.from, result.data() + take.to);
              }
            }
            const uint32_t ways = uint32_t{first.ways} * second.ways;
            Wide* target = &next_layer[(second.next * next_singles + first.next) * next_block];
            if (ways == 1) {
              for (size_t i = 0; i < next_block; ++i) target[i] += result[i];
            } else {
              for (size_t i = 0; i < next_block; ++i) target[i] += result[i] * ways;
            }
          }
        }
      }
    }
    layer_ = std::move(next_layer);
    offsets_ = next_offsets;
  }

  // An arc of the straights, as it moves a run of the groups' numbers.
  struct Take {
    size_t from, to;    // where the runs begin
    size_t count;       // how long the shorter of them is, the one moved to
    size_t cards_left;  // of the rank, for groups
    uint32_t ways;
  };
  using Takes = std::array<std::vector<Take>, suit_max + 1>;  // by the cards that suited hands leave of the rank

  Takes takes_at(int place, const std::vector<size_t>& next_offsets) const {
    Takes takes;
    for (const StraightArc& arc : straights_.arcs[static_cast<size_t>(place)]) {
      const auto from = static_cast<size_t>(arc.from), to = static_cast<size_t>(arc.to);
      for (auto cards = static_cast<size_t>(arc.taken); cards <= static_cast<size_t>(deck_.suit_count); ++cards) {
        takes[cards].push_back({.from = offsets_[from],
                                .to = next_offsets[to],
                                .count = next_offsets[to + 1] - next_offsets[to],
                                .cards_left = cards - static_cast<size_t>(arc.taken),
                                .ways = arc.ways[cards]});
      }
    }
    return takes;
  }

  void add(const Take& take, const Wide* from, Wide* to) const {
    if (std::all_of(from, from + take.count, is_zero)) return;
    for (size_t i = 0; i < take.count; ++i) to[i] += from[i] * take.ways;
    for (size_t option = 1; option < group_options.size(); ++option) {
      const uint32_t ways = take.ways * group_options[option].ways[take.cards_left];
      if (ways == 0) continue;
      // States come in the order of the hands they need, and taking never makes it fewer.
      const size_t* next = groups_.next[option].data();
      for (size_t i = 0; i < take.count; ++i) {
        if (next[i] < take.count) to[next[i]] += from[i] * ways;
      }
    }
  }

  std::vector<DisjointSets> read() const {
    const std::vector<int64_t> single_weights = singles_.weights(deck_.rank_count);
    const std::vector<int64_t> double_weights = doubles_.weights(deck_.rank_count);
    std::vector<Wide> sums(offsets_.back());
    auto value = layer_.begin();
    for (const int64_t second : double_weights) {
      for (const int64_t first : single_weights) {
        for (Wide& sum : sums) sum += static_cast<Wide>(first * second) * *value++;
      }
    }
    std::vector<DisjointSets> result;
    const auto& ends = straights_.states.back();
    for (size_t end = 0; end < ends.size(); ++end) {
      for (size_t i = offsets_[end]; i < offsets_[end + 1]; ++i) {
        const Groups& groups = groups_.states[i - offsets_[end]];
        if (sums[i] == 0) continue;
        result.push_back({.suited = 0,
                          .straights = ends[end].begun,
                          .pairs = groups.pairs,
                          .triples = groups.triples,
                          .quads = groups.quads,
                          .ways = integer_of(sums[i])});
      }
    }
    return result;
  }

  const DeckShape& deck_;
  const StraightSteps& straights_;
  const GroupSteps& groups_;
  const SuitGroup& singles_;
  const SuitGroup& doubles_;
  int hands_left_;
  std::vector<size_t> offsets_;
  std::vector<Wide> layer_;
};

}  // namespace

std::vector<DisjointSets> count_disjoint_sets(DeckShape deck, SuitedKind kind, Straights straights, int hand_count_max,
                                              Progress* progress) {
  CHECK(deck.rank_count >= 6 && deck.rank_count <= 13 && deck.suit_count >= 1 && deck.suit_count <= suit_max);
  CHECK(hand_count_max >= 1 && hand_count_max <= hands_max);
  const GroupSteps group_steps = make_group_steps(hand_count_max);
  const SuitTrack single_track(deck.rank_count, kind, 1), double_track(deck.rank_count, kind, suited_max);

  std::vector<SuitPattern> patterns;
  // Those that take longest first.
  for (int doubles = deck.suit_count; doubles >= 0; --doubles) {
    for (int singles = deck.suit_count - doubles; singles >= 0; --singles) {
      const SuitPattern pattern{.double_suits = doubles, .single_suits = singles};
      if (pattern.hands() > hand_count_max || (doubles > 0 && double_track.state_count(0) == 0)) continue;
      patterns.push_back(pattern);
    }
  }
  std::vector<std::vector<DisjointSets>> parts(patterns.size());
  begin(progress, "counting the highest of several hands", patterns.size());
  const auto count_part = [&](size_t i) {
    const SuitPattern& pattern = patterns[i];
    const SuitGroup singles(single_track, pattern.single_suits), doubles(double_track, pattern.double_suits);
    const int hands_left = hand_count_max - pattern.hands();
    const StraightSteps straight_steps = make_straight_steps(deck, straights == Straights::counted ? hands_left : 0);
    parts[i] = Walk(deck, straight_steps, group_steps, singles, doubles, hands_left).run();
    const uint64_t suit_choices = choose(deck.suit_count, pattern.double_suits) *
                                  choose(deck.suit_count - pattern.double_suits, pattern.single_suits);
    for (DisjointSets& sets : parts[i]) {
      sets.suited = pattern.hands();
      sets.ways *= suit_choices;
    }
    advance(progress);
  };
  tbb::parallel_for(size_t{0}, patterns.size(), count_part, tbb::simple_partitioner());
  std::vector<DisjointSets> all;
  for (auto& part : parts) std::ranges::move(part, std::back_inserter(all));
  return all;
}

}  // namespace cardroom::odds
