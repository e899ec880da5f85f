#include "odds/session_ruin.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "base/check.h"

namespace cardroom::odds {

namespace {

// How the interval is bounded. The probabilities of being alive with c cells above the stake are carried from round to
// round; everything is a sum of products of numbers that are not negative, so rounding is relative: a round multiplies
// a cell's error by at most (1 + 2^-53)^(k + 2) for k nets (probability, product, k additions). Ruin is then known
// within a relative γ = m·2^-53/(1 − m·2^-53), m = rounds·(k + 3) + depth + 4. Numbers below 10^-308 lose more than
// that, altogether less than 10^-290.
//
// What is left out only ever makes the true risk higher than the sum, by at most:
// - safe_odds for players who once stood so high that, whatever happens, fewer than safe_odds of them are ruined in the
//   rounds that remain (`reach` of the losses); they are no longer followed;
// - the probability of the cells cut from both ends of the followed range;
// - rounds · probability for results so rare that they are not followed.
constexpr long double safe_odds = 1e-15L;
constexpr double ruin_trim_mass = 1e-13;
constexpr long double rare_probability = 1e-30L;

// How often the height of safety is recomputed, which takes as long as about twenty rounds.
constexpr int ceilings_max = 32;
constexpr int rounds_per_ceiling_min = 16;

// Wide enough for the vector units, small enough to stay in the first-level cache with what it reads.
constexpr int64_t block_cells = 1024;

std::optional<SessionRefusal> refusal_of(const Bankroll& bankroll) {
  const auto out_of_range = [](int64_t amount) { return amount < 0 || amount > net_max; };
  if (!out_of_range(bankroll.units) && !out_of_range(bankroll.stake_needed)) return std::nullopt;
  return SessionRefusal::amount_out_of_range;
}

// The followed players: alive_[c] is the probability of standing at least c and less than c + 1
// cells above the stake; the nets move players by whole cells, so what they have beyond c cells never changes.
class Followed {
 public:
  Followed(const RoundDistribution& round, int64_t margin, int rounds);

  std::optional<SessionRefusal> refusal() const { return refusal_; }
  void play();  // one round
  Interval risk() const;
  bool nobody() const { return first_ == end_; }

 private:
  void lower_ceiling();
  void trim();
  double ruined_now() const;

  std::vector<long double> losses_;  // in units, for the height of safety
  std::span<const long double> probabilities_;
  int64_t step_ = 1;
  std::vector<int64_t> moves_;   // followed results, in cells
  std::vector<double> chances_;  // and their probabilities
  std::vector<double> ruinous_;  // [c]: the probability that a round takes more than c cells
  std::vector<double> alive_, next_;
  int64_t first_ = 0;    // alive_ is 0 outside first_ … end_ − 1
  int64_t end_ = 0;      //
  int64_t ceiling_ = 0;  // cells from here on are safe
  int rounds_;
  int remaining_;
  int64_t work_ = 0;
  std::optional<SessionRefusal> refusal_;
  double ruined_ = 0;
  double unseen_ = static_cast<double>(safe_odds);
};

Followed::Followed(const RoundDistribution& round, int64_t margin, int rounds)
    : probabilities_(round.probabilities), rounds_(rounds), remaining_(rounds) {
  for (const int64_t net : round.nets) losses_.push_back(-static_cast<long double>(net));
  const long double height = reach(losses_, probabilities_, rounds, -std::log(safe_odds));
  if (static_cast<long double>(margin) >= height) return;  // safe from the start: nobody to follow

  // A net of at least `height` makes anyone safe, whatever lattice it lies on.
  std::vector<size_t> followed;
  int64_t step = 0;
  for (size_t i = 0; i < round.nets.size(); ++i) {
    if (static_cast<long double>(round.nets[i]) >= height) continue;
    if (round.probabilities[i] < rare_probability) {
      unseen_ += 1.01 * rounds * static_cast<double>(round.probabilities[i]);
      continue;
    }
    followed.push_back(i);
    step = std::gcd(step, round.nets[i]);
  }
  if (step != 0) step_ = step;
  int64_t depth = 0;
  for (const size_t i : followed) {
    moves_.push_back(round.nets[i] / step_);
    chances_.push_back(static_cast<double>(round.probabilities[i]));
    depth = std::max(depth, -moves_.back());
  }
  const long double cells = std::ceil(height / static_cast<long double>(step_)) + 1;
  if (cells > static_cast<long double>(ruin_cells_max)) {
    refusal_ = SessionRefusal::lattice_too_fine;
    return;
  }
  ceiling_ = static_cast<int64_t>(cells);
  ruinous_.resize(static_cast<size_t>(std::min(depth, ceiling_)));
  long double chance = 0;
  size_t move = 0;  // they ascend: the deepest comes first
  for (int64_t cell = std::ssize(ruinous_) - 1; cell >= 0; --cell) {
    for (; move < moves_.size() && moves_[move] < -cell; ++move) chance += round.probabilities[followed[move]];
    ruinous_[static_cast<size_t>(cell)] = static_cast<double>(chance);
  }
  alive_.resize(static_cast<size_t>(ceiling_));
  next_.resize(static_cast<size_t>(ceiling_));
  first_ = margin / step_;
  end_ = first_ + 1;
  CHECK(first_ < ceiling_);
  alive_[static_cast<size_t>(first_)] = 1;
}

double Followed::ruined_now() const {
  double sum = 0;
  const int64_t end = std::min(end_, std::ssize(ruinous_));
  for (int64_t cell = first_; cell < end; ++cell) {
    sum += alive_[static_cast<size_t>(cell)] * ruinous_[static_cast<size_t>(cell)];
  }
  return sum;
}

void Followed::lower_ceiling() {
  const long double height = reach(losses_, probabilities_, remaining_, -std::log(safe_odds));
  ceiling_ = std::min(ceiling_, static_cast<int64_t>(std::ceil(height / static_cast<long double>(step_))) + 1);
}

void Followed::play() {
  if (remaining_ % std::max(rounds_per_ceiling_min, rounds_ / ceilings_max) == 0) lower_ceiling();
  --remaining_;
  if (moves_.empty()) {  // every result that counts makes safe
    first_ = end_ = 0;
    return;
  }
  ruined_ += ruined_now();
  const int64_t first = std::max(int64_t{0}, first_ + moves_.front());
  const int64_t end = std::max(first, std::min(ceiling_, end_ + moves_.back()));
  for (int64_t block = first; block < end; block += block_cells) {
    const int64_t block_end = std::min(end, block + block_cells);
    std::fill(next_.begin() + block, next_.begin() + block_end, 0.0);
    for (size_t i = 0; i < moves_.size(); ++i) {
      const int64_t from = std::max(block, first_ + moves_[i]);
      const int64_t count = std::min(block_end, end_ + moves_[i]) - from;
      if (count <= 0) continue;
      const double chance = chances_[i];
      const double* __restrict source = alive_.data() + (from - moves_[i]);
      double* __restrict target = next_.data() + from;
      for (int64_t c = 0; c < count; ++c) target[c] += chance * source[c];
    }
  }
  work_ += (end - first + 64) * std::ssize(moves_);  // and something for each loop
  if (work_ > ruin_work_max) refusal_ = SessionRefusal::work_above_limit;
  alive_.swap(next_);
  first_ = first;
  end_ = end;
  trim();
}

void Followed::trim() {
  const double cut_max = ruin_trim_mass / (2.0 * rounds_);
  double cut_below = 0;
  for (; first_ < end_ && cut_below + alive_[static_cast<size_t>(first_)] <= cut_max; ++first_) {
    cut_below += alive_[static_cast<size_t>(first_)];
  }
  double cut_above = 0;
  for (; first_ < end_ && cut_above + alive_[static_cast<size_t>(end_ - 1)] <= cut_max; --end_) {
    cut_above += alive_[static_cast<size_t>(end_ - 1)];
  }
  unseen_ += cut_below + cut_above;
}

Interval Followed::risk() const {
  const double roundings =
      static_cast<double>(rounds_) * static_cast<double>(moves_.size() + 3) + static_cast<double>(ruinous_.size()) + 4;
  const double units = roundings * std::ldexp(1.0, -53);
  const double gamma = 1.01 * units / (1 - units);
  return {.low = std::max(0.0, ruined_ * (1 - gamma)), .high = std::min(1.0, (ruined_ + 1.01 * unseen_) * (1 + gamma))};
}

}  // namespace

std::expected<std::vector<RuinPoint>, SessionRefusal> risk_of_ruin_by_round(std::span<const RoundResult> results,
                                                                            const Bankroll& bankroll, int rounds,
                                                                            int points_max, Progress* progress) {
  CHECK(points_max >= 1);
  const auto round = RoundDistribution::make(results);
  if (!round) return std::unexpected(round.error());
  if (rounds < 1 || rounds > session_rounds_max) return std::unexpected(SessionRefusal::rounds_out_of_range);
  if (const auto refusal = refusal_of(bankroll)) return std::unexpected(*refusal);

  const int64_t margin = bankroll.units - bankroll.stake_needed;
  const int count = std::min(points_max, rounds);
  std::vector<RuinPoint> points;
  for (int i = 1; i <= count; ++i) {
    points.push_back({.rounds = static_cast<int>(int64_t{rounds} * i / count), .risk = {1, 1}});
  }
  if (margin < 0) return points;
  if (round->least() >= 0) {
    for (RuinPoint& point : points) point.risk = {0, 0};
    return points;
  }
  begin(progress, "following the bankroll", static_cast<uint64_t>(rounds));
  Followed followed(*round, margin, rounds);
  int played = 0;
  for (RuinPoint& point : points) {
    for (; played < point.rounds && !followed.nobody(); ++played) {
      advance(progress);
      followed.play();
      if (followed.refusal()) break;
    }
    if (followed.refusal()) return std::unexpected(*followed.refusal());
    point.risk = followed.risk();
  }
  return points;
}

std::expected<Interval, SessionRefusal> risk_of_ruin(std::span<const RoundResult> results, const Bankroll& bankroll,
                                                     int rounds, Progress* progress) {
  const auto points = risk_of_ruin_by_round(results, bankroll, rounds, 1, progress);
  if (!points) return std::unexpected(points.error());
  return points->back().risk;
}

namespace {

// Whether E e^(−θ·net) − 1 is surely negative (−1), surely positive (1), or too close to 0 to tell.
int sign_of_growth(const RoundDistribution& round, long double theta) {
  long double sum = 0;
  long double sizes = 0;
  for (size_t i = 0; i < round.nets.size(); ++i) {
    const long double term = round.probabilities[i] * std::expm1(-theta * static_cast<long double>(round.nets[i]));
    sum += term;
    // Besides the term's own rounding, that of its exponent.
    sizes += std::abs(term) + round.probabilities[i] * std::abs(theta * static_cast<long double>(round.nets[i])) *
                                  std::exp(-theta * static_cast<long double>(round.nets[i]));
  }
  const long double bound = static_cast<long double>(round.nets.size() + 16) * std::ldexp(sizes, -63);
  if (sum > bound) return 1;
  if (sum < -bound) return -1;
  return 0;
}

// The positive θ with E e^(−θ·net) = 1, between two that surely lie on its sides (0 and infinity at worst).
struct Exponent {
  long double low = 0;
  long double high = std::numeric_limits<long double>::infinity();
};

Exponent exponent_of(const RoundDistribution& round) {
  Exponent exponent;
  long double theta = 1 / -static_cast<long double>(round.least());
  constexpr int doublings_max = 200;
  for (int i = 0; i < doublings_max && (exponent.low == 0 || std::isinf(exponent.high)); ++i) {
    const int sign = sign_of_growth(round, theta);
    if (sign == 0) return exponent;
    (sign < 0 ? exponent.low : exponent.high) = theta;
    theta *= sign < 0 ? 2 : 0.5L;
  }
  constexpr int bisections = 80;  // past the last bit
  for (int i = 0; i < bisections && exponent.low > 0 && !std::isinf(exponent.high); ++i) {
    const long double middle = (exponent.low + exponent.high) / 2;
    const int sign = sign_of_growth(round, middle);
    if (sign == 0) break;
    (sign < 0 ? exponent.low : exponent.high) = middle;
  }
  return exponent;
}

}  // namespace

// Let X be what is left above the stake. For θ with E e^(−θ·net) ≤ 1, e^(−θX) is a supermartingale; stopped at ruin it
// gives risk · E(e^(−θX) at ruin) ≤ e^(−θ·margin). For E e^(−θ·net) ≥ 1 the opposite holds, since without ruin X grows
// beyond all bounds and e^(−θX) vanishes. At ruin X is negative, on the lattice of the nets through `margin`, and no
// further down than one round can take it: −deepest ≤ X ≤ −nearest.
std::expected<Interval, SessionRefusal> risk_of_ruin_ever(std::span<const RoundResult> results,
                                                          const Bankroll& bankroll) {
  const auto round = RoundDistribution::make(results);
  if (!round) return std::unexpected(round.error());
  if (const auto refusal = refusal_of(bankroll)) return std::unexpected(*refusal);
  const int64_t margin = bankroll.units - bankroll.stake_needed;
  if (margin < 0) return Interval{1, 1};
  if (round->least() >= 0) return Interval{0, 0};
  if (round->mean <= 0) return Interval{1, 1};

  int64_t step = 0;
  for (const int64_t net : round->nets) step = std::gcd(step, net);
  const int64_t remainder = margin % step;
  const int64_t nearest = step - remainder;
  const int64_t deepest = -round->least() - remainder;
  const Exponent exponent = exponent_of(*round);
  const auto decay = [](long double theta, int64_t height, int direction) {
    const long double x = theta * static_cast<long double>(height);
    const long double slack = (x + 4) * std::ldexp(1.0L, -60) + std::ldexp(1.0L, -52);
    if (std::isinf(x)) return 0.0;
    return std::clamp(static_cast<double>(std::exp(-x) * (1 + direction * slack)), 0.0, 1.0);
  };
  return Interval{.low = decay(exponent.high, margin + deepest, -1), .high = decay(exponent.low, margin + nearest, 1)};
}

}  // namespace cardroom::odds
