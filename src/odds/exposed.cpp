#include "odds/exposed.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/check.h"
#include "base/prng.h"

namespace cardroom::odds {

namespace {

double to_double(Int128 value) {
  return static_cast<double>(value);
}

// Rounded up: an interval is never shown narrower than it is.
Rational half_width_of(double variance) {
  constexpr double z = 1.959963984540054;
  constexpr int64_t scale = 1'000'000'000'000;
  return Rational(Integer(static_cast<int64_t>(std::ceil(z * std::sqrt(std::max(variance, 0.0)) * scale))),
                  Integer(scale));
}

}  // namespace

void BinTally::add(Int128 gained, Int128 staked, Int128 changes) {
  changed += changes;
  changed_squares += changes * changes;
  gain += gained;
  gain_squares += gained * gained;
  stake += staked;
  stake_squares += staked * staked;
  gain_stakes += gained * staked;
}

void BinTally::add_simple(Int128 gained) {
  simple_gain += gained;
  simple_squares += gained * gained;
}

ExposedTally& ExposedTally::operator+=(const ExposedTally& other) {
  blocks += other.blocks;
  weight += other.weight;
  if (bins.empty()) bins.resize(other.bins.size());
  if (changes.empty()) changes.resize(other.changes.size());
  for (size_t bin = 0; bin < other.bins.size(); ++bin) {
    bins[bin].deals += other.bins[bin].deals;
    bins[bin].changed += other.bins[bin].changed;
    bins[bin].changed_squares += other.bins[bin].changed_squares;
    bins[bin].gain += other.bins[bin].gain;
    bins[bin].gain_squares += other.bins[bin].gain_squares;
    bins[bin].stake += other.bins[bin].stake;
    bins[bin].stake_squares += other.bins[bin].stake_squares;
    bins[bin].gain_stakes += other.bins[bin].gain_stakes;
    bins[bin].simple_gain += other.bins[bin].simple_gain;
    bins[bin].simple_squares += other.bins[bin].simple_squares;
  }
  for (size_t at = 0; at < other.changes.size(); ++at) {
    changes[at].weight += other.changes[at].weight;
    changes[at].gain += other.changes[at].gain;
  }
  return *this;
}

std::vector<uint64_t> to_words(const ExposedTally& tally) {
  std::vector<uint64_t> words{tally.blocks, tally.weight, tally.bins.size(), tally.changes.size()};
  const auto add = [&](Int128 value) {
    words.push_back(static_cast<uint64_t>(value));
    words.push_back(static_cast<uint64_t>(value >> 64));
  };
  for (const BinTally& bin : tally.bins) {
    words.push_back(bin.deals);
    for (const Int128 sum : {bin.changed, bin.changed_squares, bin.gain, bin.gain_squares, bin.stake, bin.stake_squares,
                             bin.gain_stakes, bin.simple_gain, bin.simple_squares})
      add(sum);
  }
  for (const ExposedTally::Change& change : tally.changes) {
    add(change.weight);
    add(change.gain);
  }
  return words;
}

ExposedTally tally_of_words(std::span<const uint64_t> words) {
  size_t at = 0;
  const auto next = [&] {
    CHECK(at < words.size());
    return words[at++];
  };
  const auto next_sum = [&] {
    const auto low = static_cast<Int128>(next());
    return (static_cast<Int128>(static_cast<int64_t>(next())) << 64) | low;
  };
  ExposedTally tally;
  tally.blocks = next();
  tally.weight = next();
  const uint64_t bins = next(), changes = next();
  CHECK(bins <= words.size() && changes <= words.size());
  tally.bins.resize(bins);
  tally.changes.resize(changes);
  for (BinTally& bin : tally.bins) {
    bin.deals = next();
    for (Int128* sum : {&bin.changed, &bin.changed_squares, &bin.gain, &bin.gain_squares, &bin.stake,
                        &bin.stake_squares, &bin.gain_stakes, &bin.simple_gain, &bin.simple_squares}) {
      *sum = next_sum();
    }
  }
  for (ExposedTally::Change& change : tally.changes) {
    change.weight = next_sum();
    change.gain = next_sum();
  }
  CHECK(at == words.size());
  return tally;
}

ExposedGame::Thinning ExposedGame::thinning(const ExposedTally& pilot) const {
  // As many deals of each bin as its share of the error asks for; never fewer than one in twenty, since the pilot may
  // have missed what is rare.
  constexpr double every_max = 20;
  std::vector<double> deviations(bin_weights_.size());
  double largest = 0;
  for (size_t bin = 0; bin < deviations.size(); ++bin) {
    const BinTally& sum = pilot.bins[bin];
    if (sum.deals < 2) continue;
    const double mean = to_double(sum.gain) / static_cast<double>(sum.deals);
    deviations[bin] =
        std::sqrt(std::max(0.0, to_double(sum.gain_squares) / static_cast<double>(sum.deals) - mean * mean));
    largest = std::max(largest, deviations[bin]);
  }
  Thinning every(bin_weights_.size());
  for (size_t bin = 0; bin < every.size(); ++bin) {
    const double ratio = deviations[bin] > 0 ? largest / deviations[bin] : every_max;
    every[bin] = static_cast<uint32_t>(std::clamp(std::floor(ratio), 1.0, every_max));
  }
  return every;
}

ExposedTally ExposedGame::empty_block() const {
  ExposedTally tally;
  tally.blocks = 1;
  tally.weight = deals_per_block;
  tally.bins.resize(bin_weights_.size());
  tally.changes.resize(change_names_.size());
  return tally;
}

ExposedTally ExposedGame::play(uint64_t prng_key, uint64_t first, uint64_t last, const ExposedTally* pilot,
                               Progress* progress) const {
  CHECK(last <= pilot_blocks || first >= pilot_blocks);
  CHECK(first >= pilot_blocks ? pilot && pilot->blocks == pilot_blocks : !pilot);
  const Thinning every = pilot ? thinning(*pilot) : Thinning(bin_weights_.size(), 1);
  return tbb::parallel_reduce(
      tbb::blocked_range<uint64_t>(first, last, 1), ExposedTally{},
      [&](const auto& range, ExposedTally sum) {
        for (uint64_t block = range.begin(); block < range.end(); ++block) {
          sum += play_block(prng_key, block, every);
          advance(progress);
        }
        return sum;
      },
      [](ExposedTally a, const ExposedTally& b) { return a += b; });
}

void ExposedGame::find_simple_rules(uint64_t prng_key, Progress* progress) {
  begin(progress, "finding simple rules", learning_blocks);
  tbb::enumerable_thread_specific<CountLearner> learners(counting_ways(), group_count());
  // Blocks of a key that no deal is played by.
  const uint64_t other_key = base::prng_key_of_stream(prng_key, ~uint64_t{0});
  tbb::parallel_for(uint64_t{0}, learning_blocks, [&](uint64_t block) {
    learn_block(other_key, block, learners.local());
    advance(progress);
  });
  CountLearner all(counting_ways(), group_count());
  for (const CountLearner& learner : learners) all += learner;
  // A gain below a fiftieth of a percent of the wager does not justify a rule.
  const Integer gain_min = gain_unit_ * deals_per_block * learning_blocks / 5000;
  rules_ = all.learn(gain_min.convert_to<int64_t>());
}

SimplePlay ExposedGame::simple_play(const ExposedTally& tally, const Integer& all_weights) const {
  SimplePlay simple;
  if (rules_.empty()) {
    simple.edge = {base_edge_, 0};
    return simple;
  }
  simple.counting = counting_words(rules_.way());
  const double scale = 1.0 / gain_unit_.convert_to<double>();
  constexpr double deals = static_cast<double>(deals_per_block * learning_blocks);
  for (const CountRule& rule : rules_.rules()) {
    simple.rules.push_back({.hands = group_words(rule.group),
                            .instead = fmt::format("{} instead of {}", option_words(rule.group, rule.instead),
                                                   option_words(rule.group, rule.basic)),
                            .when = rule.or_more || rule.count > 0
                                        ? fmt::format("at {} or {}", rule.count, rule.or_more ? "more" : "less")
                                        : "at 0",
                            .share_of_deals = static_cast<double>(rule.deals) / deals,
                            .gain = static_cast<double>(rule.gain) * scale / deals});
  }
  Rational gain;
  double variance = 0;
  for (size_t bin = 0; bin < tally.bins.size(); ++bin) {
    const BinTally& sum = tally.bins[bin];
    if (sum.deals == 0) continue;
    const Rational share(bin_weights_[bin], all_weights);
    gain += share * Rational(Integer(sum.simple_gain), Integer(sum.deals) * gain_unit_);
    if (sum.deals < 2) continue;
    const auto n = static_cast<double>(sum.deals);
    const double weight = share.convert_to<double>(), mean = to_double(sum.simple_gain) * scale;
    variance += weight * weight / (n * (n - 1)) * (to_double(sum.simple_squares) * scale * scale - mean * mean / n);
  }
  simple.gain = {gain, half_width_of(variance)};
  simple.edge = {base_edge_ - gain, simple.gain.half_width};
  return simple;
}

ExposedFigures ExposedGame::figures(const ExposedTally& tally) const {
  ExposedFigures result;
  result.base_edge = base_edge_;
  result.base_staked = base_staked_;
  const double gain_scale = 1.0 / gain_unit_.convert_to<double>();
  const double stake_scale = 1.0 / stake_unit_.convert_to<double>();
  Integer all_weights;
  for (const Integer& weight : bin_weights_) all_weights += weight;
  Rational gain, stake, changed;
  double gain_variance = 0, stake_variance = 0, covariance = 0, changed_variance = 0;
  for (size_t bin = 0; bin < tally.bins.size(); ++bin) {
    const BinTally& sum = tally.bins[bin];
    if (sum.deals == 0) continue;
    result.deals_seen += sum.deals;
    const Rational share(bin_weights_[bin], all_weights);
    const Integer deals = sum.deals;
    gain += share * Rational(Integer(sum.gain), deals * gain_unit_);
    stake += share * Rational(Integer(sum.stake), deals * stake_unit_);
    changed += share * Rational(Integer(sum.changed), deals);
    if (sum.deals < 2) continue;
    const auto n = static_cast<double>(sum.deals);
    const double weight = share.convert_to<double>();
    const double over = weight * weight / (n * (n - 1));
    const double g = to_double(sum.gain) * gain_scale, s = to_double(sum.stake) * stake_scale;
    gain_variance += over * (to_double(sum.gain_squares) * gain_scale * gain_scale - g * g / n);
    stake_variance += over * (to_double(sum.stake_squares) * stake_scale * stake_scale - s * s / n);
    covariance += over * (to_double(sum.gain_stakes) * gain_scale * stake_scale - g * s / n);
    const double c = to_double(sum.changed);
    changed_variance += over * (to_double(sum.changed_squares) - c * c / n);
  }
  result.gain = {gain, half_width_of(gain_variance)};
  result.edge = {result.base_edge - gain, result.gain.half_width};
  result.changed = {changed, half_width_of(changed_variance)};
  const Rational staked = result.base_staked + stake;
  result.edge_per_total.value = result.edge.value / staked;
  const double ratio = result.edge_per_total.value.convert_to<double>(), total = staked.convert_to<double>();
  // Of a quotient, by its first derivatives: the edge falls as the gain rises.
  result.edge_per_total.half_width =
      half_width_of((gain_variance + 2 * ratio * covariance + ratio * ratio * stake_variance) / (total * total));

  result.simple = simple_play(tally, all_weights);

  std::map<std::pair<std::string, std::string>, ExposedChange> changes;
  for (size_t at = 0; at < tally.changes.size(); ++at) {
    const ExposedTally::Change& change = tally.changes[at];
    if (change.weight <= 0 || change.gain <= 0) continue;  // nothing, or what a correction left of nothing
    const ChangeName& name = change_names_[at];
    ExposedChange& row = changes[{name.hands, name.instead}];
    row.hands = name.hands;
    row.instead = name.instead;
    row.share_of_deals += to_double(change.weight) / static_cast<double>(tally.weight);
    row.gain += to_double(change.gain) * gain_scale / static_cast<double>(tally.weight);
  }
  for (auto& [names, change] : changes) result.changes.push_back(std::move(change));
  std::ranges::stable_sort(result.changes, std::ranges::greater{}, &ExposedChange::gain);
  return result;
}

std::string choice_name(const games::Game& game, const Choice& choice, Cents unit) {
  switch (choice.kind) {
    case games::ActionKind::fold: return "fold";
    case games::ActionKind::check: {
      std::string words(game.facts.check_label);
      words.front() = static_cast<char>(words.front() | 0x20);  // within a sentence
      return words;
    }
    case games::ActionKind::take_back: return fmt::format("take {} back", game.wager(choice.wager).name);
    case games::ActionKind::bet:
      return fmt::format("{} {}x", game.wager(choice.wager).name, choice.amount.value() / unit.value());
    default: return "nothing";
  }
}

}  // namespace cardroom::odds
