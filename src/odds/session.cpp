#include "odds/session.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>

#include "base/check.h"
#include "odds/session_transform.h"

namespace cardroom::odds {

namespace {

// How the error is bounded. Let f be the characteristic function of one round on the lattice, taken at the N roots of
// unity; the session's is f^rounds, and a transform of length N turns it into the probabilities, those of nets that
// are a multiple of N cells apart added together.
//
// 1. Cells outside the window have probability at most `left_out` (two Chernoff bounds). They are missing there and
//    added to some cell here: 2·left_out.
// 2. f is a sum of k terms computed in long double: off by at most δ = 2(k + 32)·2^-64 (terms: probability 4, root 32,
//    product 3 units; the additions k units; real and imaginary part together below a factor 2). Then f^rounds is off
//    by rounds·(|f| + δ)^(rounds−1)·δ, and by a relative 4·2^-64 for each of rounds − 1 multiplications, and 2^-53 for
//    its rounding to double. Let E be the vector of these. The inverse transform has norm N^-1/2, and the sum of
//    absolute values of N numbers is at most N^1/2 times their norm: together E adds |E| to the error.
// 3. The transform is off by a relative transform_error in norm, so by N^1/2·transform_error·|result| in sum.
// 4. Cells cut away at the ends after all add what they held. Negative cells set to 0 only come closer to the truth.
// 5. Adding n cells in long double is off by n·2^-64, making the sum a double by 2^-53.

// Powers of f below this are taken as 0: a million cells of them are nothing beside the other terms.
constexpr double power_floor = 1e-40;

// What may be cut from the two ends together after the transform: the rounding in cells that have no probability.
constexpr double trim_mass = 1e-14;

// What the window leaves out on either side: at best, and before a session is refused.
constexpr int tightest_tail_exponent = -13;  // of 10
constexpr int loosest_tail_exponent = -4;

struct Window {
  int64_t first = 0;  // cells, counted from the least possible net
  int64_t last = 0;
  double left_out = 0;
};

// The lattice of one round: net = least + cell·step.
struct Lattice {
  int64_t step = 1;
  std::vector<int64_t> cells;
};

Lattice lattice_of(const RoundDistribution& round) {
  Lattice lattice;
  int64_t step = 0;
  for (const int64_t net : round.nets) step = std::gcd(step, net - round.least());
  if (step != 0) lattice.step = step;
  for (const int64_t net : round.nets) lattice.cells.push_back((net - round.least()) / lattice.step);
  return lattice;
}

Window window_of(const RoundDistribution& round, const Lattice& lattice, int rounds, long double tail) {
  const base::Rational mean_cell = (round.mean - round.least()) / lattice.step;
  const long double mean = ratio_of(numerator(mean_cell), denominator(mean_cell));
  std::vector<long double> up;
  std::vector<long double> down;
  for (const int64_t cell : lattice.cells) {
    up.push_back(static_cast<long double>(cell) - mean);
    down.push_back(mean - static_cast<long double>(cell));
  }
  const long double log_odds = -std::log(tail);
  const long double centre = mean * static_cast<long double>(rounds);
  const long double slack = 2 + std::ldexp(centre, -58);  // the rounding of the mean and of the sums below
  const int64_t end = lattice.cells.back() * rounds;
  const long double first = std::floor(centre - reach(down, round.probabilities, rounds, log_odds) - slack);
  const long double last = std::ceil(centre + reach(up, round.probabilities, rounds, log_odds) + slack);
  Window window{.first = 0, .last = end, .left_out = 0};
  if (first > 0) {
    window.first = static_cast<int64_t>(first);
    window.left_out += static_cast<double>(tail);
  }
  if (last < static_cast<long double>(end)) {
    window.last = static_cast<int64_t>(last);
    window.left_out += static_cast<double>(tail);
  }
  return window;
}

// The tightest tails that fit.
std::optional<Window> window_that_fits(const RoundDistribution& round, const Lattice& lattice, int rounds) {
  for (int exponent = tightest_tail_exponent; exponent <= loosest_tail_exponent; ++exponent) {
    const Window window = window_of(round, lattice, rounds, std::pow(10.0L, exponent));
    if (window.last - window.first < session_cells_max) return window;
  }
  return std::nullopt;
}

LongComplex power(LongComplex base, int exponent) {
  LongComplex result{1, 0};
  for (;;) {
    if ((exponent & 1) != 0) result = result * base;
    exponent >>= 1;
    if (exponent == 0) return result;
    base = base * base;
  }
}

// f^rounds at all roots of unity, and the norm of its error (2. above).
struct Spectrum {
  std::vector<Complex> values;
  double error = 0;
};

Spectrum spectrum_of(const RoundDistribution& round, const Lattice& lattice, int rounds, const Roots& roots,
                     int log2_size, Progress* progress) {
  const size_t size = size_t{1} << log2_size;
  const uint64_t mask = size - 1;
  const double unit = std::ldexp(1.0, -64);
  const double delta = 2 * (static_cast<double>(lattice.cells.size()) + 32) * unit;
  Spectrum spectrum{.values = std::vector<Complex>(size), .error = 0};
  long double squares = 0;
  constexpr size_t steps = 256;
  begin(progress, "adding up the rounds", size / 2);
  for (size_t j = 0; j <= size / 2; ++j) {
    if (j % steps == steps - 1) advance(progress, steps);
    LongComplex f;
    for (size_t i = 0; i < lattice.cells.size(); ++i) {
      // The transform turns the other way, hence the minus.
      const LongComplex root = roots.at((j * (static_cast<uint64_t>(lattice.cells[i]) & mask)) & mask);
      f.re += round.probabilities[i] * root.re;
      f.im -= round.probabilities[i] * root.im;
    }
    // 10^-15 is above δ and the rounding of this line, also where a million rounds multiply it.
    const double magnitude = static_cast<double>(std::sqrt(f.re * f.re + f.im * f.im)) + 1e-15;
    const double power_below = std::pow(std::min(magnitude, 1.0), rounds - 1);
    double error = power_floor;
    if (power_below >= power_floor) {
      const LongComplex value = power(f, rounds);
      spectrum.values[j] = {static_cast<double>(value.re), static_cast<double>(value.im)};
      error = power_below * (static_cast<double>(rounds) * (delta + 4 * unit) + std::ldexp(1.0, -53));
    }
    const bool alone = j == 0 || j == size / 2;
    squares += (alone ? 1 : 2) * static_cast<long double>(error) * error;
    if (!alone) spectrum.values[size - j] = {spectrum.values[j].re, -spectrum.values[j].im};
  }
  spectrum.error = 1.01 * static_cast<double>(std::sqrt(squares));
  return spectrum;
}

// Cuts cells of next to no probability from both ends, and counts them in the error.
void trim(SessionDistribution& session) {
  std::vector<double>& cells = session.probabilities;
  double cut_above = 0;
  while (cells.size() > 1 && cut_above + cells.back() <= trim_mass / 2) {
    cut_above += cells.back();
    cells.pop_back();
  }
  double cut_below = 0;
  std::ptrdiff_t below = 0;
  for (const double cell : cells) {
    if (below + 1 == std::ssize(cells) || cut_below + cell > trim_mass / 2) break;
    cut_below += cell;
    ++below;
  }
  cells.erase(cells.begin(), cells.begin() + below);
  session.lowest += below * session.step;
  session.error += 1.01 * (cut_below + cut_above);
}

}  // namespace

std::expected<SessionDistribution, SessionRefusal> session_distribution(std::span<const RoundResult> results,
                                                                        int rounds, Progress* progress) {
  const auto round = RoundDistribution::make(results);
  if (!round) return std::unexpected(round.error());
  if (rounds < 1 || rounds > session_rounds_max) return std::unexpected(SessionRefusal::rounds_out_of_range);
  const Lattice lattice = lattice_of(*round);
  const std::optional<Window> window = window_that_fits(*round, lattice, rounds);
  if (!window) return std::unexpected(SessionRefusal::lattice_too_fine);

  const auto width = static_cast<uint64_t>(window->last - window->first + 1);
  const int log2_size = static_cast<int>(std::bit_width(width - 1));
  const size_t size = size_t{1} << log2_size;
  if (static_cast<int64_t>(size * lattice.cells.size()) > session_work_max) {
    return std::unexpected(SessionRefusal::work_above_limit);
  }

  SessionDistribution session;
  session.step = lattice.step;
  session.lowest = round->least() * rounds + window->first * lattice.step;
  session.mean = round->mean * rounds;
  session.variance = round->variance * rounds;
  session.least_possible = round->least() * rounds;
  session.most_possible = round->most() * rounds;
  session.probabilities.resize(width);
  if (lattice.cells.size() == 1) {
    session.probabilities = {1.0};
    return session;
  }

  const Roots roots(log2_size);
  Spectrum spectrum = spectrum_of(*round, lattice, rounds, roots, log2_size, progress);
  fourier_transform(spectrum.values, roots, log2_size);
  const double scale = std::ldexp(1.0, -log2_size);
  long double squares = 0;
  for (const Complex& value : spectrum.values) {
    squares += static_cast<long double>(value.re) * value.re + static_cast<long double>(value.im) * value.im;
  }
  const double norm = scale * static_cast<double>(std::sqrt(squares));
  for (size_t i = 0; i < width; ++i) {
    const size_t cell = (static_cast<uint64_t>(window->first) + i) & (size - 1);
    session.probabilities[i] = std::max(0.0, spectrum.values[cell].re * scale);
  }
  session.error = 2 * window->left_out + spectrum.error +
                  1.01 * std::sqrt(static_cast<double>(size)) * transform_error(log2_size) * norm +
                  static_cast<double>(width) * std::ldexp(1.0, -63) + std::ldexp(1.0, -53);
  trim(session);
  return session;
}

std::expected<std::map<int64_t, base::Integer>, SessionRefusal> session_exact(std::span<const RoundResult> results,
                                                                              int rounds) {
  const auto round = RoundDistribution::make(results);
  if (!round) return std::unexpected(round.error());
  if (rounds < 1 || rounds > session_rounds_max) return std::unexpected(SessionRefusal::rounds_out_of_range);
  std::map<int64_t, base::Integer> session{{0, 1}};
  int64_t work = 0;
  for (int i = 0; i < rounds; ++i) {
    work += std::ssize(session) * std::ssize(results);
    if (work > exact_work_max) return std::unexpected(SessionRefusal::work_above_limit);
    std::map<int64_t, base::Integer> next;
    for (const auto& [net, ways] : session) {
      for (const RoundResult& result : results) {
        if (result.ways != 0) next[net + result.net] += ways * result.ways;
      }
    }
    if (std::ssize(next) > exact_cells_max) return std::unexpected(SessionRefusal::lattice_too_fine);
    session = std::move(next);
  }
  return session;
}

double standard_deviation(const SessionDistribution& session) {
  return static_cast<double>(std::sqrt(ratio_of(numerator(session.variance), denominator(session.variance))));
}

SessionChances chances(const SessionDistribution& session) {
  long double loss = 0;
  long double even = 0;
  long double win = 0;
  for (size_t i = 0; i < session.probabilities.size(); ++i) {
    const int64_t net = session.net_at(i);
    (net < 0 ? loss : net == 0 ? even : win) += session.probabilities[i];
  }
  return {static_cast<double>(loss), static_cast<double>(even), static_cast<double>(win)};
}

// The true P(net ≤ x) is within the error of the sum of cells up to x, for every x.
Quantile quantile(const SessionDistribution& session, double level) {
  CHECK(level > 0 && level < 1);
  Quantile result{.first = session.most_possible, .last = session.most_possible};
  bool first_found = false;
  if (session.error >= level) {
    result.first = session.least_possible;
    first_found = true;
  }
  long double sum = 0;
  for (size_t i = 0; i < session.probabilities.size(); ++i) {
    sum += session.probabilities[i];
    if (!first_found && sum + session.error >= level) {
      result.first = session.net_at(i);
      first_found = true;
    }
    if (sum - session.error >= level) {
      result.last = session.net_at(i);
      break;
    }
  }
  return result;
}

std::vector<SessionBar> bars(const SessionDistribution& session, int bars_max, double tail) {
  CHECK(bars_max >= 1 && tail >= 0 && tail < 0.5);
  const std::vector<double>& cells = session.probabilities;
  size_t first = 0;
  size_t last = cells.size() - 1;
  long double below = cells[first];
  long double above = cells[last];
  while (first < last && below < tail) below += cells[++first];
  while (last > first && above < tail) above += cells[--last];

  const size_t inner = last - first + 1;
  const auto most = static_cast<size_t>(bars_max);
  const size_t width = (inner + most - 1) / most;
  std::vector<SessionBar> result;
  for (size_t start = first; start <= last; start += width) {
    const size_t from = start == first ? 0 : start;
    const size_t to = start + width > last ? cells.size() : start + width;
    long double sum = 0;
    for (size_t i = from; i < to; ++i) sum += cells[i];
    result.push_back({session.net_at(from), session.net_at(to - 1), static_cast<double>(sum)});
  }
  return result;
}

}  // namespace cardroom::odds
