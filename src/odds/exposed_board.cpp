#include "odds/exposed_board.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

// How clear basic play's decision before the flop is, in initial wagers: the lower ends of the bins; and in one of how
// many deals of a bin it is looked at.
struct Bin {
  double margin;
  uint32_t one_in;
};
constexpr std::array bins = {Bin{0.0, 4},   Bin{0.03, 6},  Bin{0.06, 8},  Bin{0.1, 16},
                             Bin{0.15, 32}, Bin{0.25, 64}, Bin{0.5, 128}, Bin{1.0, 256}};
constexpr size_t choices_max = 4;
constexpr std::array stage_names = {"before the flop", "on the flop", "on the river"};

size_t change_place(int stage, size_t from, size_t to) {
  return (static_cast<size_t>(stage) * choices_max + from) * choices_max + to;
}

int64_t ways_of(int n, int k) {
  return static_cast<int64_t>(choose(n, k));
}

}  // namespace

ExposedBoard::ExposedBoard(const BoardPlay& play, const Rational& base_edge, const Rational& base_staked,
                           int hands_seen)
    : pays_(play.play.table, play.play.stakes), hands_seen_(hands_seen) {
  CHECK(hands_seen >= 0 && hands_seen < play.play.table.players_max());
  base_edge_ = base_edge;
  base_staked_ = base_staked;
  stake_unit_ = play.play.stakes.front().value();
  const int unseen = cards::deck_size - 2 * (1 + hands_seen);
  scale_[on_river] = ways_of(unseen, 3) * ways_of(unseen - 3, 2);
  scale_[on_flop] = ways_of(unseen, 3);
  scale_[before_flop] = 1;
  gain_unit_ = stake_unit_ * scale_[on_river] * ways_of(unseen - 5, 2);
  plan_basic(play);
  name_changes();
}

void ExposedBoard::plan_basic(const BoardPlay& play) {
  const SetClasses& classes = set_classes(2);
  openings_.resize(static_cast<size_t>(classes.class_count()));
  std::vector<uint64_t> weights(bins.size() * choices_max);
  // The openings are of one hand over all flops, last two cards and hands of the dealer's.
  const Integer ways = Integer(choose(50, 3)) * choose(47, 2) * choose(45, 2);
  for (const OpeningValue& opening : play.openings) {
    CardSet hand{cards::Card(opening.high, cards::Suit::clubs)};
    hand.add(cards::Card(opening.low, opening.suited ? cards::Suit::clubs : cards::Suit::diamonds));
    const base::Int128 best = opening.net_sums[opening.chosen];
    base::Int128 margin = -1;
    for (size_t choice = 0; choice < opening.net_sums.size(); ++choice) {
      const base::Int128 less = best - opening.net_sums[choice];
      if (choice != opening.chosen && (margin < 0 || less < margin)) margin = less;
    }
    const double clear = (Rational(Integer(margin), ways * stake_unit_)).convert_to<double>();
    const auto above = std::ranges::upper_bound(bins, clear, {}, &Bin::margin);
    const auto bin = static_cast<size_t>(above - bins.begin() - 1) + opening.chosen * bins.size();
    openings_[classes.class_of(set_number(hand))] = {static_cast<uint8_t>(opening.chosen), static_cast<uint8_t>(bin)};
    weights[bin] += opening.hands;
  }
  bin_weights_.assign(weights.begin(), weights.end());
}

void ExposedBoard::name_changes() {
  change_names_.resize(change_place(board_stages, 0, 0));
  for (int stage = 0; stage < board_stages; ++stage) {
    const auto& choices = pays_.choices(stage);
    CHECK(choices.size() <= choices_max);
    const auto name_of = [&](size_t choice) {
      return choice_name(pays_.table().game(), choices[choice], pays_.stakes().front());
    };
    for (size_t from = 0; from < choices.size(); ++from) {
      for (size_t to = 0; to < choices.size(); ++to) {
        change_names_[change_place(stage, from, to)] = {stage_names[static_cast<size_t>(stage)],
                                                        fmt::format("{} instead of {}", name_of(to), name_of(from))};
      }
    }
  }
}

// All that is wagered where a stage ends with a fold or a bet.
int64_t ExposedBoard::staked(int stage, size_t choice) const {
  int64_t sum = 0;
  for (size_t wager = 0; wager < pays_.table().game().facts.wagers.size(); ++wager) {
    sum += stake_of(pays_.stakes(), pays_.choices(stage)[choice], wager).value();
  }
  return sum;
}

void ExposedBoard::note(ExposedTally& tally, int stage, size_t basic, size_t best, Int128 gain, uint32_t weight) const {
  ExposedTally::Change& change = tally.changes[change_place(stage, basic, best)];
  change.weight += weight;
  change.gain += gain * weight;
}

ExposedBoard::Later ExposedBoard::play_later(const Dealt& dealt, uint32_t weight, ExposedTally& tally) const {
  Later later;
  bool basic_ended = false, best_ended = false;
  for (const int stage : {int{on_flop}, int{on_river}}) {
    const CardSet community = stage == on_flop ? dealt.flop : dealt.board;
    const size_t basic = board_worth(pays_, {.own = dealt.own, .community = community}).best;
    const BoardWorth worth = board_worth(pays_, {.own = dealt.own, .community = community, .dead = dealt.dead});
    const size_t best = worth.net_sums[worth.best] > worth.net_sums[basic] ? worth.best : basic;
    const auto is_check = [&](size_t choice) { return worth.choices[choice].kind == games::ActionKind::check; };
    if (!basic_ended && best != basic) {
      // Along basic play's way every decision counts.
      const Int128 gain = Int128(worth.net_sums[best] - worth.net_sums[basic]) * scale_[static_cast<size_t>(stage)];
      later.gain += gain;
      later.changed = true;
      note(tally, stage, basic, best, gain, weight);
    }
    if (!basic_ended && !is_check(basic)) {
      basic_ended = true;
      later.basic_staked = staked(stage, basic);
    }
    if (!best_ended && !is_check(best)) {
      best_ended = true;
      later.best_staked = staked(stage, best);
    }
    if (basic_ended && best_ended) break;
  }
  return later;
}

ExposedTally ExposedBoard::play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const {
  ExposedTally tally;
  tally.blocks = 1;
  tally.weight = deals_per_block;
  tally.bins.resize(bin_weights_.size());
  tally.changes.resize(change_names_.size());
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  cards::Deck deck;
  for (uint64_t number = 0; number < deals_per_block; ++number) {
    deck.reset();
    Dealt dealt;
    dealt.own = deck.draw_set(prng, 2);
    const auto [basic, bin] = openings_[set_classes(2).class_of(set_number(dealt.own))];
    if (every[bin] != 1 && base::uniform_below(prng, every[bin]) != 0) continue;
    dealt.dead = deck.draw_set(prng, 2 * hands_seen_);
    dealt.flop = deck.draw_set(prng, 3);
    dealt.board = dealt.flop | deck.draw_set(prng, 2);
    const uint32_t one_in = bins[bin % bins.size()].one_in;
    const bool looked_at = base::uniform_below(prng, one_in) == 0;
    BinTally& sum = tally.bins[bin];
    ++sum.deals;
    if (hands_seen_ == 0) continue;

    const bool checks = pays_.choices(before_flop)[basic].kind == games::ActionKind::check;
    Later later;
    if (checks) {
      later = play_later(dealt, every[bin], tally);
    } else {
      later.basic_staked = later.best_staked = staked(before_flop, basic);
    }
    Int128 gain = later.gain;
    Int128 stake = later.best_staked - later.basic_staked;
    uint64_t changes = later.changed ? 1 : 0;
    if (looked_at) {
      const BoardWorth worth = board_worth(pays_, {.own = dealt.own, .community = {}, .dead = dealt.dead});
      if (worth.net_sums[worth.best] > worth.net_sums[basic]) {
        const Int128 more = worth.net_sums[worth.best] - worth.net_sums[basic];
        gain += more * one_in;
        note(tally, before_flop, basic, worth.best, more, every[bin] * one_in);
        if (!later.changed) changes += one_in;
        int64_t best_staked = staked(before_flop, worth.best);
        if (worth.choices[worth.best].kind == games::ActionKind::check) {
          ExposedTally unused = tally;
          best_staked = play_later(dealt, 0, unused).best_staked;
        }
        stake += Int128(best_staked - later.best_staked) * one_in;
      }
    }
    if (gain != 0 || stake != 0 || changes != 0) sum.add(gain, stake, changes);
  }
  return tally;
}

Situation ExposedBoard::look(CardSet own, CardSet community, CardSet hole, CardSet seen) const {
  const BoardWorth worth = board_worth(pays_, {.own = own, .community = community, .dead = seen, .dealer = hole});
  const BoardWorth blind = board_worth(pays_, {.own = own, .community = community});
  Situation situation;
  const Integer per_wager = Integer(worth.ways) * stake_unit_;
  for (size_t choice = 0; choice < worth.choices.size(); ++choice) {
    situation.choices.push_back(choice_name(pays_.table().game(), worth.choices[choice], pays_.stakes().front()));
    situation.values.emplace_back(Integer(worth.net_sums[choice]), per_wager);
  }
  situation.basic = blind.best;
  situation.best = worth.net_sums[worth.best] > worth.net_sums[blind.best] ? worth.best : blind.best;
  situation.ways = worth.ways;
  return situation;
}

}  // namespace cardroom::odds
