#include "odds/run_dry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/check.h"
#include "odds/session_transform.h"

namespace cardroom::odds {

namespace {

// All in cells.
struct Walk {
  struct Pay {
    int64_t taken = 0;
    double probability = 0;
  };
  std::vector<Pay> pays;
  int64_t added = 0;
  int64_t start = 0;
  int64_t limit = std::numeric_limits<int64_t>::max();
  double hit = 0;
  double nothing = 0;  // neither hit nor pay

  // 1 − E e^(η·fall), where fall is how far a wager takes the meter down; concave, and `hit` at 0.
  double gap(double eta) const {
    double sum = hit - nothing * std::expm1(-eta * static_cast<double>(added));
    for (const Pay& pay : pays) sum -= pay.probability * std::expm1(eta * static_cast<double>(pay.taken - added));
    return sum;
  }
  double gap_slope(double eta) const {
    const auto add = static_cast<double>(added);
    double sum = nothing * add * std::exp(-eta * add);
    for (const Pay& pay : pays) {
      const double fall = static_cast<double>(pay.taken) - add;
      sum -= pay.probability * fall * std::exp(eta * fall);
    }
    return sum;
  }
  int64_t taken_most() const {
    int64_t most = 0;
    for (const Pay& pay : pays) most = std::max(most, pay.taken);
    return most;
  }
};

// Where a function that is positive at `inside` and negative far out in the direction of `step` crosses zero.
template <class Function>
double crossing(Function function, double inside, double step) {
  double outside = inside + step;
  for (int i = 0; i < 200 && function(outside) > 0; ++i) outside += (step *= 2);
  for (int i = 0; i < 100; ++i) {
    const double middle = (inside + outside) / 2;
    (function(middle) > 0 ? inside : outside) = middle;
  }
  return inside;
}

// The circle on which the logarithm is expanded, and how many points it needs.
struct Circle {
  double eta = 0;
  int log2_size = 0;
};

Circle circle_for(const Walk& walk) {
  constexpr double step = 1e-9;
  const auto gap = [&](double eta) { return walk.gap(eta); };
  Circle circle;
  // With a meter that grows on the average, both halves of the expansion decay fastest from where the gap is widest.
  // With one that falls, going there would magnify rounding, and the circle stays at radius 1.
  if (walk.gap_slope(0) > 0) circle.eta = crossing([&](double eta) { return walk.gap_slope(eta); }, 0, step);
  const double falls = crossing(gap, circle.eta, step) - circle.eta;
  const double rises = circle.eta - crossing(gap, circle.eta, -step);
  constexpr double digits = 36;  // e^-36 is 2·10^-16
  const double needed = digits / falls + digits / rises + static_cast<double>(2 * walk.taken_most() + 16);
  circle.log2_size = 10;
  while (circle.log2_size < run_dry_log2_max && std::ldexp(1.0, circle.log2_size) < needed) ++circle.log2_size;
  return circle;
}

// P(the walk falls by more than x) for x = 0, 1, …, approximately.
std::vector<double> fall_chances(const Walk& walk, const Circle& circle) {
  const size_t size = size_t{1} << circle.log2_size;
  const Roots roots(circle.log2_size);
  std::vector<Complex> values(size);
  const auto root_of = [&](int64_t fall, size_t m) {
    const auto wrapped = static_cast<uint64_t>((fall % static_cast<int64_t>(size) + static_cast<int64_t>(size)));
    return roots.at((wrapped * m) & (size - 1));
  };
  const double centre = walk.gap(circle.eta);
  for (size_t m = 0; m < size; ++m) {
    // 1 − E z^fall = gap + Σ p·e^(η·fall)·(1 − root); the differences keep their digits near m = 0.
    double re = centre;
    double im = 0;
    const auto add = [&](int64_t fall, double probability) {
      const double weight = probability * std::exp(circle.eta * static_cast<double>(fall));
      const LongComplex root = root_of(fall, m);
      re += weight * static_cast<double>(1 - root.re);
      im -= weight * static_cast<double>(root.im);
    };
    add(-walk.added, walk.nothing);
    for (const Walk::Pay& pay : walk.pays) add(pay.taken - walk.added, pay.probability);
    values[m] = {-std::log(std::hypot(re, im)), -std::atan2(im, re)};
  }
  fourier_transform(values, roots, circle.log2_size);
  // The coefficient of z^k is at size − k. Falls only; those of rises are left out.
  std::vector<Complex> falls(size);
  double all = 0;
  for (size_t k = 1; k <= size / 2; ++k) {
    const double tilted = values[size - k].re / static_cast<double>(size);
    const double coefficient = std::max(0.0, tilted * std::exp(-circle.eta * static_cast<double>(k)));
    falls[k] = {coefficient, 0};
  }
  for (size_t k = size / 2; k >= 1; --k) all += falls[k].re;
  fourier_transform(falls, roots, circle.log2_size);
  for (Complex& value : falls) {
    const double size_of = std::exp(value.re - all);
    // The transform back runs the other way round, so the conjugate is taken.
    value = {size_of * std::cos(value.im), -size_of * std::sin(value.im)};
  }
  fourier_transform(falls, roots, circle.log2_size);
  std::vector<double> chances(size / 2);
  long double above = 0;
  for (size_t x = size - 1; x > 0; --x) {
    above += std::max(0.0, falls[x].re / static_cast<double>(size));
    if (x <= chances.size()) chances[x - 1] = std::min(1.0, static_cast<double>(above));
  }
  return chances;
}

struct Proved {
  Interval chance;
  Interval advanced;  // cells
};

// û and â as found, and how far one application of the true operator moves them anywhere.
Proved prove(const Walk& walk, const std::vector<double>& chances) {
  std::vector<double> advances(chances.size());
  long double sum = 0;
  for (size_t x = chances.size(); x-- > 0;) {
    sum += chances[x];
    advances[x] = static_cast<double>(sum);
  }
  const auto at = [](const std::vector<double>& values, int64_t x) {
    return static_cast<size_t>(x) < values.size() ? values[static_cast<size_t>(x)] : 0.0;
  };
  const int64_t end = std::min(static_cast<int64_t>(chances.size()) + walk.taken_most(), walk.limit);
  double chance_off = 0;
  double advance_off = 0;
  for (int64_t x = 0; x <= end; ++x) {
    const int64_t meter = std::min(x + walk.added, walk.limit);
    double chance = walk.nothing * at(chances, meter);
    double advance = walk.nothing * at(advances, meter);
    for (const Walk::Pay& pay : walk.pays) {
      const int64_t left = meter - pay.taken;
      chance += pay.probability * (left < 0 ? 1 : at(chances, left));
      advance += pay.probability * (left < 0 ? static_cast<double>(-left) + advances[0] : at(advances, left));
    }
    chance_off = std::max(chance_off, std::abs(chance - at(chances, x)));
    advance_off = std::max(advance_off, std::abs(advance - at(advances, x)));
  }
  // Rounding of the sums just made, and of the probabilities: a few units in the last place of numbers up to 1, and up
  // to the largest advance.
  const double slack = static_cast<double>(walk.pays.size() + 4) * std::ldexp(1.0, -52);
  const auto most = static_cast<double>(walk.taken_most());
  const double chance_error = (chance_off + slack) / walk.hit;
  const double advance_error = (advance_off + slack * (advances[0] + most)) / walk.hit;
  const double chance = at(chances, std::min(walk.start, walk.limit));
  const double advance = at(advances, std::min(walk.start, walk.limit));
  return {{std::max(0.0, chance - chance_error), std::min(1.0, chance + chance_error)},
          {std::max(0.0, advance - advance_error), advance + advance_error}};
}

int64_t floor_of(const Rational& value) {
  return (boost::multiprecision::numerator(value) / boost::multiprecision::denominator(value)).convert_to<int64_t>();
}
int64_t ceil_of(const Rational& value) {
  const int64_t below = floor_of(value);
  return Rational(below) == value ? below : below + 1;
}

// The walk with everything rounded so that the meter runs dry more often, or less often.
Walk walk_of(const MeterPlan& plan, int64_t lattice, bool dry) {
  const Rational cells_of_unit = Rational(lattice) / to_units(plan.wager);  // cells a currency unit
  const auto up = [&](const Rational& amount) { return ceil_of(amount); };
  const auto down = [&](const Rational& amount) { return floor_of(amount); };
  const PlanLevel& level = plan.levels.front();
  Walk walk;
  const Rational start = to_units(level.seed) * cells_of_unit;
  const Rational added = level.contribution * lattice;
  walk.start = dry ? down(start) : up(start);
  walk.added = dry ? down(added) : up(added);
  if (level.limit) {
    const Rational limit = to_units(*level.limit) * cells_of_unit;
    walk.limit = dry ? down(limit) : up(limit);
  }
  Rational rest = 1;
  const LevelGrowth growth = level_growth(plan, 0);
  rest -= growth.hit;
  walk.hit = growth.hit.convert_to<double>();
  for (const PlanPrize& prize : plan.prizes) {
    if (prize.pays_for_one == 0) continue;
    const Rational taken = prize.pays_for_one * lattice;
    walk.pays.push_back({dry ? up(taken) : down(taken), prize.probability.convert_to<double>()});
    rest -= prize.probability;
  }
  walk.nothing = rest.convert_to<double>();
  return walk;
}

Proved solve(const MeterPlan& plan, int64_t lattice, bool dry) {
  const Walk walk = walk_of(plan, lattice, dry);
  if (walk.taken_most() <= walk.added) return {};  // no pay takes more than its own wager added
  return prove(walk, fall_chances(walk, circle_for(walk)));
}

// The cells a unit of the wager needs for rate and pays to fit, or the most that is allowed.
int64_t lattice_of(const MeterPlan& plan) {
  base::Integer lattice = boost::multiprecision::denominator(plan.levels.front().contribution);
  for (const PlanPrize& prize : plan.prizes) {
    lattice = boost::multiprecision::lcm(lattice, boost::multiprecision::denominator(prize.pays_for_one));
  }
  return lattice > run_dry_lattice_max ? run_dry_lattice_max : lattice.convert_to<int64_t>();
}

}  // namespace

RunDry run_dry(const MeterPlan& plan) {
  CHECK(plan.all_deducted && check_plan(plan));
  const int64_t lattice = lattice_of(plan);
  const Walk dry = walk_of(plan, lattice, true);
  const Walk wet = walk_of(plan, lattice, false);
  const bool fits = dry.added == wet.added && dry.start == wet.start && dry.limit == wet.limit &&
                    std::ranges::equal(dry.pays, wet.pays, {}, &Walk::Pay::taken, &Walk::Pay::taken);
  const Proved high = solve(plan, lattice, true);
  const Proved low = fits ? high : solve(plan, lattice, false);
  const double unit = (to_units(plan.wager) / lattice).convert_to<double>();
  RunDry result;
  result.chance = {low.chance.low, high.chance.high};
  result.advanced = {low.advanced.low * unit, high.advanced.high * unit};
  const LevelGrowth growth = level_growth(plan, 0);
  if (growth.shares == 0) return result;
  result.shares_left_open = true;
  Rational shares;
  for (const PlanPrize& prize : plan.prizes) {
    if (prize.share > 0 && !prize.takes_all() && prize.level == 0) shares += prize.probability;
  }
  const double before_hit = (shares / (shares + growth.hit)).convert_to<double>();
  result.chance.high = std::min(1.0, result.chance.high + before_hit + 1e-15);
  result.advanced.high = std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace cardroom::odds
