#include "odds/exposed.h"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/check.h"
#include "base/prng.h"
#include "cards/deck.h"

namespace cardroom::odds {

namespace {

using games::ActionKind;
using games::View;

// How clear a decision of basic play is, in initial wagers: the lower ends of the bins. Basic play that folds and basic
// play that bets have bins of their own.
constexpr std::array bin_margins = {0.0, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.45, 0.7, 1.2};
static_assert(2 * bin_margins.size() == ExposedShowdown::bin_count);

size_t bin_of(double margin, bool folds) {
  const auto above = std::ranges::upper_bound(bin_margins, margin);
  return static_cast<size_t>(above - bin_margins.begin()) - 1 + (folds ? bin_margins.size() : 0);
}

double to_double(Int128 value) {
  return static_cast<double>(value);
}

// Groups of hands that a person tells apart: the high card, the pair, else the category.
std::string group_of(Ranking ranking, HandRank rank) {
  const auto category = category_of(ranking, rank);
  const std::string letters = rank_letters_of(ranking, rank);
  const auto rank_of_letter = [](char letter) {
    return static_cast<int>(std::string_view("23456789TJQKA").find(letter));
  };
  if (category == cards::Category::high_card)
    return fmt::format("{} high", cards::rank_name(rank_of_letter(letters[0])));
  if (category == cards::Category::pair)
    return fmt::format("pair of {}", cards::rank_plural(rank_of_letter(letters[0])));
  return std::string(cards::category_name(category));
}

// Rounded up: an interval is never shown narrower than it is.
Rational half_width_of(double variance) {
  constexpr double z = 1.959963984540054;
  constexpr int64_t scale = 1'000'000'000'000;
  return Rational(Integer(static_cast<int64_t>(std::ceil(z * std::sqrt(std::max(variance, 0.0)) * scale))),
                  Integer(scale));
}

size_t change_place(size_t group, size_t from, size_t to) {
  return (group * ExposedShowdown::choices_max + from) * ExposedShowdown::choices_max + to;
}

}  // namespace

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

int ExposedShowdown::hands_max(const Table& table) {
  const int each = table.cards_of(games::Holder::player);
  return (cards::deck_size - table.cards_of(games::Holder::dealer)) / each - 1;
}

ExposedShowdown::ExposedShowdown(const Table& table, const ShowdownCounts& counts, Seen seen)
    : counts_(&counts),
      seen_(seen),
      basic_(play_all(table, counts, base_units(table.game()))),
      base_(base_figures(basic_, 0, "optimal")),
      hands_(counts.shape().dealer_ranking, counts.shape().dealer_cards) {
  const ShowdownShape& shape = counts.shape();
  CHECK(seen.hands >= 0 && seen.hands <= hands_max(table));
  const int known = shape.up_cards + (seen.dealer_hole ? 1 : 0);
  CHECK(known <= UnseenHands::known_max);
  hands_per_deal_ = hands_.all(known, cards::deck_size - (1 + seen.hands) * shape.player_cards - known);
  plan_ranks();
  plan_basic();
}

void ExposedShowdown::plan_ranks() {
  const ShowdownShape& shape = counts_->shape();
  plans_.resize(static_cast<size_t>(class_count(shape.player_ranking)));
  const int scale_end = class_count(shape.dealer_ranking);
  std::map<std::string, uint16_t> groups;
  for (const PlayerClass& held : counts_->players()) {
    RankPlan& plan = plans_[static_cast<size_t>(held.rank)];
    if (!plan.choices.empty()) continue;
    const View view{.own = held.cards, .stakes = &basic_.stakes};
    plan.cuts = cuts_for(held.rank, shape.borders);
    plan.choices = choices_among(table().game().actions(view, table()), unit());
    CHECK(plan.choices.size() <= choices_max);
    const size_t intervals = plan.cuts.at.size();
    plan.payoffs.resize(plan.choices.size() * intervals);
    for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
      for (size_t cut = 0; cut < intervals; ++cut) {
        if (plan.cuts.at[cut] >= scale_end) continue;
        plan.payoffs[choice * intervals + cut] =
            total_net(table(), basic_.stakes, held.rank, plan.cuts.at[cut], plan.choices[choice]);
      }
      int64_t staked = 0;
      for (size_t wager = 0; wager < table().game().facts.wagers.size(); ++wager) {
        staked += stake_of(basic_.stakes, plan.choices[choice], wager).value();
      }
      plan.stakes.push_back(staked);
    }
    const auto [found, added] =
        groups.try_emplace(group_of(shape.player_ranking, HandRank(held.rank)), static_cast<uint16_t>(groups_.size()));
    if (added) groups_.push_back(found->first);
    plan.group = found->second;
  }
}

void ExposedShowdown::plan_basic() {
  const ShowdownShape& shape = counts_->shape();
  const auto& players = counts_->players();
  const SetClasses& classes = set_classes(shape.player_cards);
  player_of_class_.resize(static_cast<size_t>(classes.class_count()));
  const auto slots = static_cast<size_t>(counts_->slots());
  basics_.resize(players.size() * slots);
  const auto all = static_cast<int64_t>(counts_->hands_per_slot());
  const double scale = 1.0 / (static_cast<double>(all) * static_cast<double>(unit().value()));
  std::vector<int64_t> sums;
  std::array<uint64_t, bin_count> weights{};
  for (size_t player = 0; player < players.size(); ++player) {
    player_of_class_[classes.class_of(set_number(players[player].cards))] = static_cast<uint32_t>(player);
    const RankPlan& plan = plans_[static_cast<size_t>(players[player].rank)];
    const size_t intervals = plan.cuts.at.size();
    for (size_t slot = 0; slot < slots; ++slot) {
      const auto counts = counts_->counts(player, static_cast<int>(slot));
      const auto below = [&](size_t cut) -> int64_t {
        if (cut == intervals) return all;
        const int which = plan.cuts.count[cut];
        return which < 0 ? 0 : counts.all()[which];
      };
      sums.assign(plan.choices.size(), 0);
      for (size_t cut = 0; cut < intervals; ++cut) {
        const int64_t hands = below(cut + 1) - below(cut);
        for (size_t choice = 0; choice < sums.size(); ++choice)
          sums[choice] += hands * plan.payoffs[choice * intervals + cut];
      }
      const auto best = std::ranges::max_element(sums);
      const auto chosen = static_cast<size_t>(best - sums.begin());
      int64_t margin = INT64_MAX;
      for (size_t choice = 0; choice < sums.size(); ++choice) {
        if (choice != chosen) margin = std::min(margin, *best - sums[choice]);
      }
      const bool folds = plan.choices[chosen].kind == ActionKind::fold;
      const size_t bin = bin_of(sums.size() == 1 ? bin_margins.back() : static_cast<double>(margin) * scale, folds);
      basics_[player * slots + slot] = {static_cast<uint8_t>(chosen), static_cast<uint8_t>(bin)};
      weights[bin] += players[player].multiplicity;
    }
  }
  for (size_t bin = 0; bin < weights.size(); ++bin) {
    bin_weights_[bin] = weights[bin];
    weight_ += bin_weights_[bin];
  }
}

void ExposedShowdown::expect(const RankPlan& plan, CardSet known, CardSet unseen,
                             std::array<int64_t, choices_max>& sums, UnseenHands::Method method) const {
  const size_t intervals = plan.cuts.at.size();
  std::array<uint32_t, 8> below{};
  CHECK(intervals <= below.size());
  // The first cut is the bottom of the scale.
  hands_.count(known, unseen, std::span(plan.cuts.at).subspan(1), std::span(below).first(intervals - 1), method);
  const uint32_t all = hands_.all(known.size(), unseen.size());
  sums.fill(0);
  uint32_t before = 0;
  for (size_t cut = 0; cut < intervals; ++cut) {
    const uint32_t upto = cut + 1 < intervals ? below[cut] : all;
    const auto hands = static_cast<int64_t>(upto - before);
    before = upto;
    for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
      sums[choice] += hands * plan.payoffs[choice * intervals + cut];
    }
  }
}

ExposedTally ExposedShowdown::play_block(uint64_t prng_key, uint64_t block,
                                         const std::array<uint32_t, bin_count>& every) const {
  const ShowdownShape& shape = counts_->shape();
  const SetClasses& classes = set_classes(shape.player_cards);
  const auto slots = static_cast<size_t>(counts_->slots());
  ExposedTally tally;
  tally.blocks = 1;
  tally.weight = deals_per_block;
  tally.bins.resize(bin_count);
  tally.changes.resize(groups_.size() * choices_max * choices_max);
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  cards::Deck full;
  std::array<int64_t, choices_max> sums;
  for (uint64_t deal = 0; deal < deals_per_block; ++deal) {
    full.reset();
    CardSet drawn;
    for (int card = 0; card < shape.player_cards; ++card) drawn.add(full.draw(prng));
    // Suits have no rank: the representative of the class stands for the hand.
    const size_t player = player_of_class_[classes.class_of(set_number(drawn))];
    const CardSet own = counts_->players()[player].cards;
    cards::Deck deck(CardSet::full_deck() - own);
    CardSet known;
    size_t slot = 0;
    if (shape.up_cards == 1) {
      const cards::Card up = deck.draw(prng);
      const CardSet lower((uint64_t{1} << up.bit()) - 1);
      slot = static_cast<size_t>(((CardSet::full_deck() - own) & lower).size());
      known.add(up);
    }
    const auto [basic, bin] = basics_[player * slots + slot];
    if (every[bin] != 1 && base::uniform_below(prng, every[bin]) != 0) continue;
    if (seen_.dealer_hole) known.add(deck.draw(prng));
    CardSet unseen = CardSet::full_deck() - own - known;
    for (int card = 0; card < seen_.hands * shape.player_cards; ++card) unseen.remove(deck.draw(prng));

    const RankPlan& plan = plans_[static_cast<size_t>(counts_->players()[player].rank)];
    BinTally& sum = tally.bins[bin];
    ++sum.deals;
    if (plan.choices.size() == 1) continue;
    expect(plan, known, unseen, sums, UnseenHands::Method::cheaper);
    size_t best = basic;
    for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
      if (sums[choice] > sums[best]) best = choice;
    }
    if (best == basic) continue;
    const Int128 gain = sums[best] - sums[basic];
    const Int128 stake = plan.stakes[best] - plan.stakes[basic];
    ++sum.changed;
    sum.gain += gain;
    sum.gain_squares += gain * gain;
    sum.stake += stake;
    sum.stake_squares += stake * stake;
    sum.gain_stakes += gain * stake;
    ExposedTally::Change& change = tally.changes[change_place(plan.group, basic, best)];
    change.weight += every[bin];
    change.gain += gain * every[bin];
  }
  return tally;
}

std::array<uint32_t, ExposedShowdown::bin_count> ExposedShowdown::thinning(const ExposedTally& pilot) const {
  // As many deals of each bin as its share of the error asks for; never fewer than one in twenty, since the pilot may
  // have missed what is rare.
  constexpr double every_max = 20;
  std::array<double, bin_count> deviations{};
  double largest = 0;
  for (size_t bin = 0; bin < deviations.size(); ++bin) {
    const BinTally& sum = pilot.bins[bin];
    if (sum.deals < 2) continue;
    const double mean = to_double(sum.gain) / static_cast<double>(sum.deals);
    deviations[bin] =
        std::sqrt(std::max(0.0, to_double(sum.gain_squares) / static_cast<double>(sum.deals) - mean * mean));
    largest = std::max(largest, deviations[bin]);
  }
  std::array<uint32_t, bin_count> every{};
  for (size_t bin = 0; bin < every.size(); ++bin) {
    const double ratio = deviations[bin] > 0 ? largest / deviations[bin] : every_max;
    every[bin] = static_cast<uint32_t>(std::clamp(std::floor(ratio), 1.0, every_max));
  }
  return every;
}

ExposedTally ExposedShowdown::play(uint64_t prng_key, uint64_t first, uint64_t last, const ExposedTally* pilot,
                                   Progress* progress) const {
  CHECK(last <= pilot_blocks || first >= pilot_blocks);
  CHECK(first >= pilot_blocks ? pilot && pilot->blocks == pilot_blocks : !pilot);
  std::array<uint32_t, bin_count> every;
  every.fill(1);
  if (pilot) every = thinning(*pilot);
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

ExposedFigures ExposedShowdown::figures(const ExposedTally& tally) const {
  ExposedFigures result;
  result.base_edge = base_.house_edge;
  result.base_staked = base_.average_staked;
  const Integer cents = unit().value();
  const Integer per_wager = cents * hands_per_deal_;
  const double gain_scale = 1.0 / per_wager.convert_to<double>();
  const double stake_scale = 1.0 / cents.convert_to<double>();
  Rational gain, stake, changed;
  double gain_variance = 0, stake_variance = 0, covariance = 0, changed_variance = 0;
  for (size_t bin = 0; bin < tally.bins.size(); ++bin) {
    const BinTally& sum = tally.bins[bin];
    if (sum.deals == 0) continue;
    result.deals_seen += sum.deals;
    const Rational share(bin_weights_[bin], weight_);
    const Integer deals = sum.deals;
    gain += share * Rational(Integer(sum.gain), deals * per_wager);
    stake += share * Rational(Integer(sum.stake), deals * cents);
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
  for (const PlayerClass& held : counts_->players()) {
    const RankPlan& plan = plans_[static_cast<size_t>(held.rank)];
    for (size_t from = 0; from < plan.choices.size(); ++from) {
      for (size_t to = 0; to < plan.choices.size(); ++to) {
        const auto& change = tally.changes[change_place(plan.group, from, to)];
        if (change.weight == 0) continue;
        const std::string instead =
            fmt::format("{} instead of {}", choice_name(plan.choices[to]), choice_name(plan.choices[from]));
        ExposedChange& row = changes[{groups_[plan.group], instead}];
        row = {groups_[plan.group], instead, static_cast<double>(change.weight) / static_cast<double>(tally.weight),
               to_double(change.gain) * gain_scale / static_cast<double>(tally.weight)};
      }
    }
  }
  for (auto& [names, change] : changes) result.changes.push_back(std::move(change));
  std::ranges::stable_sort(result.changes, std::ranges::greater{}, &ExposedChange::gain);
  return result;
}

std::string ExposedShowdown::choice_name(const Choice& choice) const {
  switch (choice.kind) {
    case ActionKind::fold: return "fold";
    case ActionKind::check: return "check";
    case ActionKind::bet:
      return fmt::format("{} {}x", table().game().wager(choice.wager).name, choice.amount.value() / unit().value());
    default: return "nothing";
  }
}

ExposedShowdown::Situation ExposedShowdown::look(CardSet own, CardSet known, CardSet seen) const {
  const ShowdownShape& shape = counts_->shape();
  Situation situation;
  const RankPlan& plan = plans_[static_cast<size_t>(rank_hand(shape.player_ranking, own).value())];
  const CardSet unseen = CardSet::full_deck() - own - known - seen;
  std::array<int64_t, choices_max> sums{};
  expect(plan, known, unseen, sums, UnseenHands::Method::cheaper);
  situation.choices = plan.choices;
  situation.net_sums.assign(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(plan.choices.size()));
  situation.hands = hands_.all(known.size(), unseen.size());
  // Basic play sees its own cards and the up-card, which is the first of the known ones where the rules show one.
  std::array<int64_t, choices_max> blind{};
  CardSet up;
  if (shape.up_cards == 1 && !known.empty()) up.add(*known.begin());
  expect(plan, up, CardSet::full_deck() - own - up, blind, UnseenHands::Method::cheaper);
  const auto first = blind.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(plan.choices.size());
  situation.basic = static_cast<size_t>(std::max_element(first, last) - first);
  situation.best = situation.basic;
  for (size_t choice = 0; choice < plan.choices.size(); ++choice) {
    if (sums[choice] > sums[situation.best]) situation.best = choice;
  }
  return situation;
}

}  // namespace cardroom::odds
