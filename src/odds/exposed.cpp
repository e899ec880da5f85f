#include "odds/exposed.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/check.h"

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

void BinTally::add(Int128 gained, Int128 staked, bool other_decision) {
  if (other_decision) ++changed;
  gain += gained;
  gain_squares += gained * gained;
  stake += staked;
  stake_squares += staked * staked;
  gain_stakes += gained * staked;
}

ExposedTally& ExposedTally::operator+=(const ExposedTally& other) {
  blocks += other.blocks;
  weight += other.weight;
  if (bins.empty()) bins.resize(other.bins.size());
  if (changes.empty()) changes.resize(other.changes.size());
  for (size_t bin = 0; bin < other.bins.size(); ++bin) {
    bins[bin].deals += other.bins[bin].deals;
    bins[bin].changed += other.bins[bin].changed;
    bins[bin].gain += other.bins[bin].gain;
    bins[bin].gain_squares += other.bins[bin].gain_squares;
    bins[bin].stake += other.bins[bin].stake;
    bins[bin].stake_squares += other.bins[bin].stake_squares;
    bins[bin].gain_stakes += other.bins[bin].gain_stakes;
  }
  for (size_t at = 0; at < other.changes.size(); ++at) {
    changes[at].weight += other.changes[at].weight;
    changes[at].gain += other.changes[at].gain;
  }
  return *this;
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
    const auto c = static_cast<double>(sum.changed);
    changed_variance += over * (c - c * c / n);
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

  std::map<std::pair<std::string, std::string>, ExposedChange> changes;
  for (size_t at = 0; at < tally.changes.size(); ++at) {
    const ExposedTally::Change& change = tally.changes[at];
    if (change.weight == 0) continue;
    const ChangeName& name = change_names_[at];
    ExposedChange& row = changes[{name.hands, name.instead}];
    row.hands = name.hands;
    row.instead = name.instead;
    row.share_of_deals += static_cast<double>(change.weight) / static_cast<double>(tally.weight);
    row.gain += to_double(change.gain) * gain_scale / static_cast<double>(tally.weight);
  }
  for (auto& [names, change] : changes) result.changes.push_back(std::move(change));
  std::ranges::stable_sort(result.changes, std::ranges::greater{}, &ExposedChange::gain);
  return result;
}

std::string choice_name(const games::Game& game, const Choice& choice, Cents unit) {
  switch (choice.kind) {
    case games::ActionKind::fold: return "fold";
    case games::ActionKind::check: return "check";
    case games::ActionKind::bet:
      return fmt::format("{} {}x", game.wager(choice.wager).name, choice.amount.value() / unit.value());
    default: return "nothing";
  }
}

}  // namespace cardroom::odds
