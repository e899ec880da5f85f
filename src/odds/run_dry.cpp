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
struct FundWalk {
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

// 1 − E z^fall has two zeros close to 1, one on either side: e^falls_root and e^rises_root. They make its logarithm
// decay slowly; divided out, what is left decays within some of the largest pays.
struct Expansion {
  double falls_root = 0;
  double rises_root = 0;  // negative
  int log2_size = 0;
};

Expansion expansion_for(const FundWalk& walk) {
  constexpr double step = 1e-9;
  const auto gap = [&](double eta) { return walk.gap(eta); };
  Expansion expansion{.falls_root = crossing(gap, 0, step), .rises_root = crossing(gap, 0, -step)};
  expansion.log2_size = 10;
  const double needed = 48 * static_cast<double>(walk.taken_most());
  while (expansion.log2_size < run_dry_log2_max && std::ldexp(1.0, expansion.log2_size) < needed) ++expansion.log2_size;
  return expansion;
}

// A function of the meter by cell; beyond the cells it goes on from the last one by e^−decay a cell.
struct ByCell {
  std::vector<double> values;
  double decay = 0;

  double at(int64_t x) const {
    const auto cell = static_cast<size_t>(x);
    if (cell < values.size()) return values[cell];
    return values.back() * std::exp(-decay * static_cast<double>(cell - (values.size() - 1)));
  }
};

// P(the walk falls by more than x) for x = 0, 1, …, approximately.
ByCell fall_chances(const FundWalk& walk, const Expansion& expansion) {
  const size_t size = size_t{1} << expansion.log2_size;
  const Roots roots(expansion.log2_size);
  std::vector<Complex> values(size);
  const auto root_of = [&](int64_t fall, size_t m) {
    const auto wrapped = static_cast<uint64_t>((fall % static_cast<int64_t>(size) + static_cast<int64_t>(size)));
    return roots.at((wrapped * m) & (size - 1));
  };
  const double falls_gap = -std::expm1(-expansion.falls_root);
  const double rises_gap = -std::expm1(expansion.rises_root);
  for (size_t m = 0; m < size; ++m) {
    // Each factor is its value at z = 1 and Σ weight·(1 − root): the differences keep their digits near m = 0.
    double re = walk.hit;
    double im = 0;
    const auto add = [&](int64_t fall, double weight) {
      const LongComplex root = root_of(fall, m);
      re += weight * static_cast<double>(1 - root.re);
      im -= weight * static_cast<double>(root.im);
    };
    add(-walk.added, walk.nothing);
    for (const FundWalk::Pay& pay : walk.pays) add(pay.taken - walk.added, pay.probability);
    Complex& value = values[m];
    value = {-std::log(std::hypot(re, im)), -std::atan2(im, re)};
    for (const int64_t direction : {1, -1}) {
      re = direction > 0 ? falls_gap : rises_gap;
      im = 0;
      add(direction, 1 - re);
      value.re += std::log(std::hypot(re, im));
      value.im += std::atan2(im, re);
    }
  }
  fourier_transform(values, roots, expansion.log2_size);
  // The coefficient of z^k is at size − k. Falls only; those of rises are left out.
  std::vector<Complex> falls(size);
  double all = 0;
  for (size_t k = size / 2; k >= 1; --k) {
    falls[k] = {values[size - k].re / static_cast<double>(size), 0};
    all += falls[k].re;
  }
  fourier_transform(falls, roots, expansion.log2_size);
  for (Complex& value : falls) {
    const double size_of = std::exp(value.re - all);
    // The transform back runs the other way round, so the conjugate is taken.
    value = {size_of * std::cos(value.im), -size_of * std::sin(value.im)};
  }
  fourier_transform(falls, roots, expansion.log2_size);
  ByCell chances{.values = std::vector<double>(size / 2), .decay = expansion.falls_root};
  long double above = 0;
  for (size_t x = size - 1; x > 0; --x) {
    above += falls[x].re / static_cast<double>(size);
    if (x <= size / 2) chances.values[x - 1] = static_cast<double>(above);
  }
  // The zero that was divided out is a geometric number of cells, to be added to the rest.
  const double slow = std::exp(-expansion.falls_root);
  long double sum = 0;
  for (size_t x = 0; x < size / 2; ++x) {
    sum = (sum + falls[x].re / static_cast<double>(size)) * slow;
    chances.values[x] += static_cast<double>(sum);
  }
  for (double& value : chances.values) value = std::clamp(value, 0.0, 1.0);
  return chances;
}

struct Proved {
  Interval chance;
  Interval advanced;  // cells
};

// û and â as found, and how far one application of the true operator moves them anywhere. Beyond the cells
// it moves them by a factor that is the same everywhere, so that the first cells of it tell the most.
Proved prove(const FundWalk& walk, const ByCell& chances) {
  const size_t size = chances.values.size();
  ByCell advances{.values = std::vector<double>(size), .decay = chances.decay};
  long double sum = chances.at(static_cast<int64_t>(size)) / -std::expm1(-chances.decay);
  for (size_t x = size; x-- > 0;) {
    sum += chances.values[x];
    advances.values[x] = static_cast<double>(sum);
  }
  const int64_t end = std::min(static_cast<int64_t>(size) + walk.taken_most() + 1, walk.limit);
  double chance_off = 0;
  double advance_off = 0;
  for (int64_t x = 0; x <= end; ++x) {
    const int64_t meter = std::min(x + walk.added, walk.limit);
    double chance = walk.nothing * chances.at(meter);
    double advance = walk.nothing * advances.at(meter);
    for (const FundWalk::Pay& pay : walk.pays) {
      const int64_t left = meter - pay.taken;
      chance += pay.probability * (left < 0 ? 1 : chances.at(left));
      advance += pay.probability * (left < 0 ? static_cast<double>(-left) + advances.at(0) : advances.at(left));
    }
    chance_off = std::max(chance_off, std::abs(chance - chances.at(x)));
    advance_off = std::max(advance_off, std::abs(advance - advances.at(x)));
  }
  // Rounding of the sums just made, and of the probabilities: a few units in the last place of numbers up to 1, and up
  // to the largest advance.
  const double slack = static_cast<double>(walk.pays.size() + 4) * std::ldexp(1.0, -52);
  const auto most = static_cast<double>(walk.taken_most());
  const double chance_error = (chance_off + slack) / walk.hit;
  const double advance_error = (advance_off + slack * (advances.at(0) + most)) / walk.hit;
  const double chance = chances.at(std::min(walk.start, walk.limit));
  const double advance = advances.at(std::min(walk.start, walk.limit));
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
FundWalk walk_of(const MeterPlan& plan, int64_t lattice, bool dry) {
  const Rational cells_of_unit = Rational(lattice) / to_units(plan.wager);  // cells a currency unit
  const auto up = [&](const Rational& amount) { return ceil_of(amount); };
  const auto down = [&](const Rational& amount) { return floor_of(amount); };
  const PlanLevel& level = plan.levels.front();
  FundWalk walk;
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
  const FundWalk walk = walk_of(plan, lattice, dry);
  if (walk.taken_most() <= walk.added) return {};  // no pay takes more than its own wager added
  return prove(walk, fall_chances(walk, expansion_for(walk)));
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
  const FundWalk dry = walk_of(plan, lattice, true);
  const FundWalk wet = walk_of(plan, lattice, false);
  const bool fits = dry.added == wet.added && dry.start == wet.start && dry.limit == wet.limit &&
                    std::ranges::equal(dry.pays, wet.pays, {}, &FundWalk::Pay::taken, &FundWalk::Pay::taken);
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
