#include "odds/session_transform.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "base/check.h"

namespace cardroom::odds {

static_assert(std::numeric_limits<long double>::digits >= 64, "the bounds below count on 64-bit significands");
static_assert(std::numeric_limits<double>::digits == 53);

// An angle below 2π is off by at most 2π·2·2^-64 (π and the product are rounded, the division by a power of two is
// exact), its sine and cosine by 2·2^-64 more, the product of the two factors by 3·2^-64 again: below 32·2^-64.
Roots::Roots(int log2_size) : shift_(log2_size / 2), mask_((uint64_t{1} << shift_) - 1) {
  CHECK(log2_size >= 0 && log2_size < 40);
  const auto unit = [log2_size](uint64_t index) {
    const long double angle =
        std::ldexp(2 * std::numbers::pi_v<long double> * static_cast<long double>(index), -log2_size);
    return LongComplex{std::cos(angle), std::sin(angle)};
  };
  for (uint64_t i = 0; i <= mask_; ++i) fine_.push_back(unit(i));
  for (uint64_t i = 0; i < uint64_t{1} << (log2_size - shift_); ++i) coarse_.push_back(unit(i << shift_));
}

void fourier_transform(std::vector<Complex>& values, const Roots& roots, int log2_size) {
  const size_t size = size_t{1} << log2_size;
  CHECK(values.size() == size);
  for (size_t i = 1, reversed = 0; i < size; ++i) {
    size_t bit = size >> 1;
    for (; (reversed & bit) != 0; bit >>= 1) reversed ^= bit;
    reversed ^= bit;
    if (i < reversed) std::swap(values[i], values[reversed]);
  }
  std::vector<Complex> weights(size / 2);
  for (size_t half = 1; half < size; half *= 2) {
    const size_t stride = size / (2 * half);
    for (size_t i = 0; i < half; ++i) {
      const LongComplex root = roots.at(i * stride);
      weights[i] = {static_cast<double>(root.re), static_cast<double>(root.im)};
    }
    for (size_t block = 0; block < size; block += 2 * half) {
      for (size_t i = 0; i < half; ++i) {
        Complex& low = values[block + i];
        Complex& high = values[block + half + i];
        const Complex& w = weights[i];
        const Complex turned{high.re * w.re - high.im * w.im, high.re * w.im + high.im * w.re};
        high = {low.re - turned.re, low.im - turned.im};
        low = {low.re + turned.re, low.im + turned.im};
      }
    }
  }
}

// Higham, Accuracy and Stability of Numerical Algorithms, theorem 24.2: t stages with weights within μ are off by a
// relative tη/(1 − tη), where η = μ + γ4(√2 + μ) and γ4 = 4u/(1 − 4u). Here u = 2^-53 and μ < 2u. A fused
// multiply-add rounds once where the theorem counts two, so it only helps.
double transform_error(int log2_size) {
  const double unit = std::ldexp(1.0, -53);
  const double eta = 2 * unit + 4 * unit / (1 - 4 * unit) * (std::numbers::sqrt2 + 2 * unit);
  const double all = log2_size * eta;
  return 1.01 * all / (1 - all);
}

}  // namespace cardroom::odds
