#include "odds/pai_gow.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/check.h"
#include "base/prng.h"
#include "cards/deck.h"
#include "odds/pai_gow_looking.h"
#include "odds/pai_gow_table.h"

namespace cardroom::odds {

using cards::Category;
using cards::HandRank;
using games::pai_gow::hand_cards;
using games::pai_gow::HouseRule;
using games::pai_gow::Result;
using games::pai_gow::Setting;
using games::pai_gow::twentieths;
using games::pai_gow::Variant;

namespace {

constexpr int hands_seen_max = games::pai_gow::players_max - 1;
constexpr std::array<uint64_t, hands_seen_max + 1> decks_per_block = {1, 1, 4, 32, 128, 1024};
// Gains are zero in most hands and large in few: some of those that carry the sum come once in two hundred hands. An
// interval of fewer than thousands of hands would not hold.
constexpr std::array<uint64_t, hands_seen_max + 1> blocks_min = {1024, 2048, 384, 32, 32, 16};

// Sums, over decks, of the results of a deck's hands.
struct DeckSums {
  uint64_t decks = 0;
  Int128 sum = 0;
  Int128 squares = 0;

  void add(Int128 value) {
    ++decks;
    sum += value;
    squares += value * value;
  }
  DeckSums& operator+=(const DeckSums& other) {
    decks += other.decks;
    sum += other.sum;
    squares += other.squares;
    return *this;
  }
  // The mean of a deck, divided by `unit`, with half of its 95 % interval, rounded up.
  Estimate mean(const Integer& unit) const {
    constexpr double z = 1.959963984540054;
    constexpr int64_t scale = 1'000'000'000'000;
    const auto n = static_cast<double>(decks), total = static_cast<double>(sum);
    const double variance = (static_cast<double>(squares) - total * total / n) / (n * (n - 1));
    const double width = z * std::sqrt(std::max(variance, 0.0)) / unit.convert_to<double>();
    return {Rational(Integer(sum), Integer(decks) * unit),
            Rational(Integer(static_cast<int64_t>(std::ceil(width * scale))), Integer(scale))};
  }
};

// How a hand lies: what is behind, and whether a pair is in front.
struct Shape {
  static constexpr size_t categories = 11, count = 2 * categories;
  static size_t of(const Setting& setting) {
    const Category category = cards::pai_gow_category(setting.five);
    const size_t behind = category == Category::five_of_a_kind ? categories - 1 : static_cast<size_t>(category);
    return 2 * behind + static_cast<size_t>(cards::is_pai_gow_pair(setting.two));
  }
  static std::string words(size_t shape) {
    const auto category = shape / 2 == categories - 1 ? Category::five_of_a_kind : static_cast<Category>(shape / 2);
    return fmt::format("{} behind, {} in front", cards::category_name(category), shape % 2 == 1 ? "pair" : "no pair");
  }
};

// What is done instead of the house way: the house's rule, its shape and the better one's, and which of the two hands
// gains.
struct ChangeKey {
  static constexpr size_t count = games::pai_gow::house_rule_count * Shape::count * Shape::count * 2;
  static size_t of(HouseRule rule, const Setting& house, const Setting& better) {
    return ((static_cast<size_t>(rule) * Shape::count + Shape::of(house)) * Shape::count + Shape::of(better)) * 2 +
           static_cast<size_t>(better.two > house.two);
  }
  static std::string words(size_t key) {
    const size_t better = key / 2 % Shape::count, house = key / 2 / Shape::count % Shape::count;
    if (better == house) return key % 2 == 1 ? "higher cards in front" : "higher cards behind";
    return fmt::format("{}; not {}", Shape::words(better), Shape::words(house));
  }
  static HouseRule rule(size_t key) { return static_cast<HouseRule>(key / 2 / Shape::count / Shape::count); }
};

struct Tally {
  DeckSums gain;
  DeckSums changed;
  struct Change {
    uint64_t hands = 0;
    Int128 gain = 0;
  };
  std::vector<Change> changes = std::vector<Change>(ChangeKey::count);

  Tally& operator+=(const Tally& other) {
    gain += other.gain;
    changed += other.changed;
    for (size_t key = 0; key < changes.size(); ++key) {
      changes[key].hands += other.changes[key].hands;
      changes[key].gain += other.changes[key].gain;
    }
    return *this;
  }
};

Tally gain_of_block(const SampleRequest& wish, uint64_t block) {
  const auto seen = static_cast<size_t>(wish.hands_seen);
  Tally tally;
  base::Prng prng(base::prng_key_of_stream(wish.prng_key, block));
  cards::Deck deck(CardSet::deck_with_joker());
  std::vector<CardSet> cards;
  std::vector<EvaluatedHand> hands;
  for (uint64_t dealt = 0; dealt < decks_per_block[seen]; ++dealt) {
    deck.reset();
    CardSet left = CardSet::deck_with_joker();
    cards.clear();
    hands.clear();
    for (size_t dealt_hands = 0; dealt_hands <= seen; ++dealt_hands) {
      const CardSet seven = deck.draw_set(prng, hand_cards);
      left = left - seven;
      EvaluatedHand hand(seven);
      if (hand.settings.size() == 1) continue;  // nothing to choose, nothing to gain
      cards.push_back(seven);
      hands.push_back(std::move(hand));
    }
    evaluate_all(hands, left);
    Int128 deck_gain = 0;
    int deck_changed = 0;
    for (size_t at = 0; at < hands.size(); ++at) {
      const EvaluatedHand& hand = hands[at];
      const size_t best = hand.best(wish.win_pays);
      if (best == hand.house) continue;
      const Int128 gained = hand.worth(best, wish.win_pays) - hand.worth(hand.house, wish.win_pays);
      deck_gain += gained;
      ++deck_changed;
      const HouseRule rule = games::pai_gow::house_rule(cards[at]);
      Tally::Change& change = tally.changes[ChangeKey::of(rule, hand.settings[hand.house], hand.settings[best])];
      ++change.hands;
      change.gain += gained;
    }
    tally.gain.add(deck_gain);
    tally.changed.add(deck_changed);
  }
  return tally;
}

constexpr uint64_t base_decks_per_block = 8192;
constexpr size_t base_hands = 7;
constexpr int base_pairs = base_hands * (base_hands - 1);

int best_result(const std::vector<Setting>& settings, const Setting& dealer) {
  int best = static_cast<int>(Result::loses);
  for (const Setting& setting : settings) best = std::max(best, static_cast<int>(compare(setting, dealer)));
  return best;
}

// Seven hands are dealt, and each plays against each in both roles. What one role wins the other nearly always loses,
// so that a deck's sum is little more than what the house keeps.
DeckSums base_of_block(const SampleRequest& wish, uint64_t prng_key, uint64_t block) {
  DeckSums sums;
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  cards::Deck deck(CardSet::deck_with_joker());
  const HouseWays& ways = HouseWays::table();
  for (uint64_t dealt = 0; dealt < base_decks_per_block; ++dealt) {
    deck.reset();
    std::array<Setting, base_hands> house;
    std::array<std::vector<Setting>, base_hands> settings;
    std::array<bool, base_hands> pushes{};
    for (size_t at = 0; at < base_hands; ++at) {
      const CardSet seven = deck.draw_set(prng, hand_cards);
      const SetHand set = ways.of(seven);
      house[at] = {.front = {}, .two = HandRank(set.two), .five = HandRank(set.five)};
      if (wish.variant == Variant::fortune) continue;
      settings[at] = games::pai_gow::undominated_settings(seven);
      pushes[at] = games::pai_gow::is_ace_high_pai_gow(seven);
    }
    int sum = 0;
    for (size_t player = 0; player < base_hands; ++player) {
      for (size_t dealer = 0; dealer < base_hands; ++dealer) {
        if (player == dealer || pushes[dealer]) continue;
        if (wish.variant == Variant::face_up) {
          sum += twentieths * best_result(settings[player], house[dealer]);
        } else {
          const Result result = compare(house[player], house[dealer]);
          sum += result == Result::wins ? wish.win_pays : twentieths * static_cast<int>(result);
        }
      }
    }
    sums.add(sum);
  }
  return sums;
}

template <class Sums, class Block>
Sums play(uint64_t first, uint64_t last, Progress* progress, Block&& of_block) {
  return tbb::parallel_reduce(
      tbb::blocked_range<uint64_t>(first, last, 1), Sums{},
      [&](const auto& range, Sums sum) {
        for (uint64_t block = range.begin(); block < range.end(); ++block) {
          sum += of_block(block);
          advance(progress);
        }
        return sum;
      },
      [](Sums a, const Sums& b) { return a += b; });
}

uint64_t ways_of(int cards) {
  uint64_t ways = 1;
  for (int i = 0; i < hand_cards; ++i) ways = ways * static_cast<uint64_t>(cards - i) / static_cast<uint64_t>(i + 1);
  return ways;
}

void fill_gain(PaiGowRun& run, const Tally& tally, const Integer& unit, int hands) {
  run.gain = tally.gain.mean(unit * hands);
  run.changed = tally.changed.mean(hands);
  run.edge = {run.base_edge.value - run.gain.value, run.base_edge.half_width + run.gain.half_width};
  run.decks = tally.gain.decks;
  run.hands = run.decks * static_cast<uint64_t>(hands);
}

}  // namespace

PaiGowRun run_pai_gow(const SampleRequest& wish, Workers& workers, Progress* progress) {
  CHECK(wish.hands_seen >= 0 && wish.hands_seen <= hands_seen_max);
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  PaiGowRun run;
  begin(progress, "the edge without seeing", wish.base_blocks);
  const uint64_t base_key = base::prng_key_of_stream(wish.prng_key, ~uint64_t{0});  // that no other deck is dealt by
  const auto base = play<DeckSums>(0, wish.base_blocks, progress,
                                   [&](uint64_t block) { return base_of_block(wish, base_key, block); });
  run.base_edge = base.mean(Integer(twentieths * base_pairs));
  run.base_edge.value = -run.base_edge.value;
  run.base_decks = base.decks;
  run.edge = run.base_edge;
  if (wish.variant == Variant::face_up) return run;

  const auto seen = static_cast<size_t>(wish.hands_seen);
  const int hands = wish.hands_seen + 1;
  const Integer unit = Integer(ways_of(cards::deck_size_max - hand_cards * hands)) * twentieths;
  const Rational wanted = std::max<Rational>(wish.half_width - run.base_edge.half_width, wish.half_width / 2);
  Tally tally;
  const auto stretch_next = [&]() -> uint64_t {
    if (wish.blocks > 0) return wish.blocks > run.blocks ? wish.blocks - run.blocks : 0;
    if (run.blocks == 0) return blocks_min[seen];
    if (run.gain.half_width <= wanted) return 0;
    if (wish.budget && workers.agree(Clock::now() - start > *wish.budget)) {
      run.out_of_time = true;
      return 0;
    }
    // Each stretch doubles what was dealt, or goes as far as the error seems to ask.
    const double ratio = (run.gain.half_width / wanted).convert_to<double>();
    const double more = std::clamp(1.05 * ratio * ratio - 1, 0.1, 1.0);
    return std::max<uint64_t>(8, static_cast<uint64_t>(more * static_cast<double>(run.blocks)));
  };
  while (const uint64_t stretch = stretch_next()) {
    begin(progress, "dealing", stretch);
    tally += play<Tally>(run.blocks, run.blocks + stretch, progress,
                         [&](uint64_t block) { return gain_of_block(wish, block); });
    run.blocks += stretch;
    fill_gain(run, tally, unit, hands);
  }
  for (size_t key = 0; key < tally.changes.size(); ++key) {
    const Tally::Change& change = tally.changes[key];
    if (change.hands == 0) continue;
    const auto all = static_cast<double>(run.hands);
    run.changes.push_back({.hands = std::string(games::pai_gow::house_rule_name(ChangeKey::rule(key))),
                           .instead = ChangeKey::words(key),
                           .share_of_deals = static_cast<double>(change.hands) / all,
                           .gain = static_cast<double>(change.gain) / unit.convert_to<double>() / all});
  }
  std::ranges::stable_sort(run.changes, std::ranges::greater{}, &ExposedChange::gain);
  return run;
}

PaiGowSituation look_pai_gow(CardSet own, CardSet others, int win_pays) {
  CHECK(own.size() == hand_cards && !own.intersects(others));
  const CardSet left = CardSet::deck_with_joker() - own - others;
  CHECK(left.size() >= hand_cards);
  std::vector<EvaluatedHand> hand{EvaluatedHand(own)};
  PaiGowSituation situation;
  situation.ways = evaluate_all(hand, left);
  for (size_t at = 0; at < hand[0].settings.size(); ++at) {
    situation.choices.push_back(
        {hand[0].settings[at], Rational(Integer(hand[0].worth(at, win_pays)), Integer(situation.ways) * twentieths)});
  }
  situation.house = hand[0].house;
  situation.best = hand[0].best(win_pays);
  return situation;
}

}  // namespace cardroom::odds
