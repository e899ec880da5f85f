#include "odds/exposed_board.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "odds/hand_counter.h"

namespace cardroom::odds {

namespace {

constexpr int64_t per_wager = OpeningGuess::per_wager;
// How clear basic play's decision before the flop is: the lower ends of the bins, in millionths of the initial wager.
constexpr std::array<int64_t, 8> bins = {0, 30'000, 60'000, 100'000, 150'000, 250'000, 500'000, per_wager};
// In one of how many deals the exact values are looked at, by how clear it is that basic play is guessed to be best;
// where it is not, how much better the other choice is has to be known as well.
struct Look {
  int64_t margin;
  uint32_t one_in;
};
constexpr uint32_t look_at_change = 16;
constexpr std::array looks = {Look{0, 8}, Look{15'000, 16}, Look{40'000, 64}, Look{80'000, 256}};
// So many guesses are made of each deal's opening, each with other cards seen: they cost nearly nothing.
constexpr int64_t guesses = 16;
constexpr size_t choices_max = OpeningGuess::choices_max;
constexpr std::array stage_names = {"before the flop", "on the flop", "on the river"};

size_t board_change_place(int stage, size_t from, size_t to) {
  return (static_cast<size_t>(stage) * choices_max + from) * choices_max + to;
}

int64_t ways_of(int n, int k) {
  return static_cast<int64_t>(choose(n, k));
}

size_t best_of(const OpeningGuess::Values& values) {
  return static_cast<size_t>(std::ranges::max_element(values) - values.begin());
}

// By how much the best is better than the next.
int64_t margin_of(OpeningGuess::Values values) {
  std::ranges::sort(values, std::ranges::greater{});
  return values[0] - values[1];
}

}  // namespace

ExposedBoard::Base ExposedBoard::count_base(const Table& table, Progress* progress) {
  BoardPlay play = play_shared_board(table, base_units(table.game()), {.progress = progress});
  Figures figures = best_board_figures(play);
  OpeningGuess guess(play, BoardPays(play.play.table, play.play.stakes), progress);
  return {std::move(play), std::move(figures), std::move(guess)};
}

ExposedBoard::ExposedBoard(const Base& base, int hands_seen)
    : base_(&base), pays_(base.play.play.table, base.play.play.stakes), hands_seen_(hands_seen) {
  CHECK(hands_seen >= 0 && hands_seen < pays_.table().players_max());
  base_edge_ = base.figures.house_edge;
  base_staked_ = base.figures.average_staked;
  stake_unit_ = pays_.stakes().front().value();
  const int unseen = cards::deck_size - 2 * (1 + hands_seen);
  scale_[on_river] = ways_of(unseen, 3) * ways_of(unseen - 3, 2);
  scale_[on_flop] = ways_of(unseen, 3);
  scale_[before_flop] = 1;
  gain_unit_ = stake_unit_ * scale_[on_river] * ways_of(unseen - 5, 2);
  plan_basic();
  name_changes();
}

void ExposedBoard::plan_basic() {
  const SetClasses& classes = set_classes(2);
  openings_.resize(static_cast<size_t>(classes.class_count()));
  std::vector<uint64_t> weights(bins.size() * choices_max);
  for (const OpeningValue& opening : base_->play.openings) {
    const CardSet hand = hand_of(opening);
    const int64_t clear = margin_of(base_->guess.values(hand, {}));
    const auto above = std::ranges::upper_bound(bins, clear);
    const auto bin = static_cast<size_t>(above - bins.begin() - 1) + opening.chosen * bins.size();
    openings_[classes.class_of(set_number(hand))] = {static_cast<uint8_t>(opening.chosen), static_cast<uint8_t>(bin)};
    weights[bin] += opening.hands;
  }
  bin_weights_.assign(weights.begin(), weights.end());
}

void ExposedBoard::name_changes() {
  change_names_.resize(board_change_place(board_stages, 0, 0));
  for (int stage = 0; stage < board_stages; ++stage) {
    const auto& choices = pays_.choices(stage);
    CHECK(choices.size() <= choices_max);
    const auto name_of = [&](size_t choice) {
      return choice_name(pays_.table().game(), choices[choice], pays_.stakes().front());
    };
    for (size_t from = 0; from < choices.size(); ++from) {
      for (size_t to = 0; to < choices.size(); ++to) {
        change_names_[board_change_place(stage, from, to)] = {
            stage_names[static_cast<size_t>(stage)], fmt::format("{} instead of {}", name_of(to), name_of(from))};
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

void ExposedBoard::note(ExposedTally& tally, int stage, size_t basic, size_t best, Int128 gain, int64_t weight) const {
  ExposedTally::Change& change = tally.changes[board_change_place(stage, basic, best)];
  change.weight += weight;
  change.gain += gain * weight;
}

ExposedBoard::Later ExposedBoard::play_later(const Dealt& dealt, int64_t weight, ExposedTally& tally) const {
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

ExposedBoard::Later ExposedBoard::play_later(const Dealt& dealt) const {
  ExposedTally unused;
  unused.changes.resize(change_names_.size());
  return play_later(dealt, 0, unused);
}

bool ExposedBoard::checks(size_t opening_choice) const {
  return pays_.choices(before_flop)[opening_choice].kind == games::ActionKind::check;
}

// Several are averaged without a remainder.
Int128 ExposedBoard::guessed_gain(const OpeningGuess::Values& guess, size_t basic, size_t choice) const {
  const Int128 gain = Int128(guess[choice] - guess[basic]) * gain_unit_.convert_to<int64_t>();
  return gain / (per_wager * guesses) * guesses;
}

ExposedBoard::Early ExposedBoard::early(const Dealt& dealt, size_t basic, size_t choice, Int128 gain,
                                        const Later& later) const {
  if (choice == basic) return {};
  const int64_t best_staked = checks(choice) ? play_later(dealt).best_staked : staked(before_flop, choice);
  return {.choice = choice, .gain = gain, .stake = best_staked - later.best_staked, .changed = !later.changed};
}

void ExposedBoard::play_deal(const Dealt& dealt, size_t basic, int64_t weight, uint64_t dice, BinTally& sum,
                             ExposedTally& tally) const {
  Later later;
  if (checks(basic)) {
    later = play_later(dealt, weight, tally);
  } else {
    later.basic_staked = later.best_staked = staked(before_flop, basic);
  }
  Int128 gain = later.gain;
  Int128 stake = later.best_staked - later.basic_staked;
  Int128 changes = later.changed ? 1 : 0;
  const auto add = [&](const Early& early, int64_t times) {
    gain += early.gain * times;
    stake += early.stake * times;
    changes += early.changed ? times : 0;
    if (early.gain > 0) note(tally, before_flop, basic, early.choice, early.gain, weight * times);
  };

  const OpeningGuess::Values guess = base_->guess.values(dealt.own, dealt.dead);
  const size_t likely = best_of(guess);
  const Int128 more = guessed_gain(guess, basic, likely);
  const Early guessed = early(dealt, basic, more > 0 ? likely : basic, more, later);
  add(guessed, 1);
  gain += dealt.guessed_gain - more;

  const size_t simple = simple_choice(dealt.own, dealt.dead, basic);
  Int128 simple_gain = dealt.guessed_simple;
  if (simple != basic) {
    // The values of choices are those with best play afterwards; both players go on by basic play.
    const Int128 lost_later = checks(basic) ? later.gain : play_later(dealt).gain;
    if (checks(basic)) simple_gain += lost_later;
    if (checks(simple)) simple_gain -= lost_later;
  }

  const auto look = std::ranges::upper_bound(looks, margin_of(guess), {}, &Look::margin) - 1;
  const uint32_t one_in = more > 0 || simple != basic ? std::min(look->one_in, look_at_change) : look->one_in;
  if (dice % one_in == 0) {
    const BoardWorth worth = board_worth(pays_, {.own = dealt.own, .community = {}, .dead = dealt.dead});
    const int64_t exact = worth.net_sums[worth.best] - worth.net_sums[basic];
    add(early(dealt, basic, exact > 0 ? worth.best : basic, exact, later), one_in);
    add(guessed, -int64_t{one_in});
    const int64_t exact_simple = worth.net_sums[simple] - worth.net_sums[basic];
    simple_gain += one_in * (exact_simple - guessed_gain(guess, basic, simple));
  }
  if (gain != 0 || stake != 0 || changes != 0) sum.add(gain, stake, changes);
  if (!rules_.empty()) sum.add_simple(simple_gain);
}

ExposedTally ExposedBoard::play_block(uint64_t prng_key, uint64_t block, const Thinning& every) const {
  ExposedTally tally = empty_block();
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
    const uint64_t dice = prng();
    for (int64_t guess = 0; guess < guesses && hands_seen_ > 0; ++guess) {
      deck.reset();
      CardSet others;
      while (others.size() < 2 * hands_seen_) others = others | (deck.draw_set(prng, 1) - dealt.own);
      const OpeningGuess::Values values = base_->guess.values(dealt.own, others);
      dealt.guessed_gain += guessed_gain(values, basic, best_of(values)) / guesses;
      dealt.guessed_simple += guessed_gain(values, basic, simple_choice(dealt.own, others, basic)) / guesses;
    }
    BinTally& sum = tally.bins[bin];
    ++sum.deals;
    if (hands_seen_ > 0) play_deal(dealt, basic, every[bin], dice, sum, tally);
  }
  return tally;
}

void ExposedBoard::learn_block(uint64_t prng_key, uint64_t block, CountLearner& learner) const {
  base::Prng prng(base::prng_key_of_stream(prng_key, block));
  cards::Deck deck;
  for (uint64_t number = 0; number < deals_per_block; ++number) {
    deck.reset();
    const CardSet own = deck.draw_set(prng, 2);
    const CardSet dead = deck.draw_set(prng, 2 * hands_seen_);
    const size_t basic = openings_[set_classes(2).class_of(set_number(own))].choice;
    const OpeningGuess::Values guess = base_->guess.values(own, dead);
    Clue clue = clue_of(own, dead, basic);
    for (size_t choice = 0; choice < guess.size(); ++choice) {
      clue.worths[choice] = static_cast<int64_t>(guessed_gain(guess, basic, choice));
    }
    learner.add(clue);
  }
}

// Ways of counting: some for each card of the ranks that are held which is not seen, and one for each seen card that is
// higher than both.
namespace {

struct CountWeights {
  int held;
  int higher;
};
constexpr std::array count_weights = {CountWeights{1, 0}, CountWeights{1, 1}, CountWeights{2, 1}, CountWeights{3, 1},
                                      CountWeights{4, 1}};

// Hands as a person tells them apart: a pair, or the higher card and whether both are of one suit.
enum Kind : uint8_t { pair, one_suit, two_suits, kinds };

}  // namespace

size_t ExposedBoard::counting_ways() const {
  return count_weights.size();
}

std::string ExposedBoard::counting_words(size_t way) const {
  const CountWeights& weights = count_weights[way];
  std::string words = fmt::format("{} for every card of a rank in the hand that is not seen", weights.held);
  if (weights.higher > 0) words += fmt::format(", {} for every seen card higher than the hand", weights.higher);
  return words;
}

uint32_t ExposedBoard::group_count() const {
  return kinds * cards::rank_count;
}

std::string ExposedBoard::group_words(uint32_t group) const {
  const int high = static_cast<int>(group / kinds);
  if (group % kinds == pair) return fmt::format("a pair of {}", cards::rank_plural(high));
  return fmt::format("{} high, {}", cards::rank_name(high), group % kinds == one_suit ? "one suit" : "two suits");
}

std::string ExposedBoard::option_words(uint32_t, size_t option) const {
  return choice_name(pays_.table().game(), pays_.choices(before_flop)[option], pays_.stakes().front());
}

Clue ExposedBoard::clue_of(CardSet own, CardSet dead, size_t basic) const {
  const cards::Card first = *own.begin(), second = *std::next(own.begin());
  const int high = std::max(first.rank(), second.rank());
  const Kind kind = first.rank() == second.rank() ? pair : first.suit() == second.suit() ? one_suit : two_suits;
  Clue clue{.group = static_cast<uint32_t>(high * kinds + kind),
            .basic = static_cast<uint8_t>(basic),
            .options = static_cast<uint8_t>(pays_.choices(before_flop).size()),
            .counts = {},
            .worths = {}};
  int held = kind == pair ? cards::suit_count - 2 : 2 * (cards::suit_count - 1);
  int higher = 0;
  for (const cards::Card card : dead) {
    if (card.rank() == first.rank() || card.rank() == second.rank()) --held;
    if (card.rank() > high) ++higher;
  }
  for (size_t way = 0; way < count_weights.size(); ++way) {
    clue.counts[way] = static_cast<uint8_t>(count_weights[way].held * held + count_weights[way].higher * higher);
  }
  return clue;
}

size_t ExposedBoard::simple_choice(CardSet own, CardSet dead, size_t basic) const {
  return rules_.empty() ? basic : rules_.decide(clue_of(own, dead, basic));
}

Situation look_at_board(const BoardPays& pays, CardSet own, CardSet community, CardSet hole, CardSet seen) {
  const BoardWorth worth = board_worth(pays, {.own = own, .community = community, .dead = seen, .dealer = hole});
  const BoardWorth blind = board_worth(pays, {.own = own, .community = community});
  Situation situation;
  const Integer per_wager = Integer(worth.ways) * pays.stakes().front().value();
  for (size_t choice = 0; choice < worth.choices.size(); ++choice) {
    situation.choices.push_back(choice_name(pays.table().game(), worth.choices[choice], pays.stakes().front()));
    situation.values.emplace_back(Integer(worth.net_sums[choice]), per_wager);
  }
  situation.basic = blind.best;
  situation.best = worth.net_sums[worth.best] > worth.net_sums[blind.best] ? worth.best : blind.best;
  situation.ways = worth.ways;
  return situation;
}

}  // namespace cardroom::odds
