// The discrete Fourier transform with a proved bound on its rounding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cardroom::odds {

struct Complex {
  double re = 0;
  double im = 0;
};

struct LongComplex {
  long double re = 0;
  long double im = 0;
};

inline LongComplex operator*(const LongComplex& a, const LongComplex& b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// The 2^log2_size-th roots of unity, each within 32·2^-64.
class Roots {
 public:
  explicit Roots(int log2_size);
  // e^(2πi·index/size), index below the size.
  LongComplex at(uint64_t index) const { return coarse_[index >> shift_] * fine_[index & mask_]; }

 private:
  int shift_;
  uint64_t mask_;
  std::vector<LongComplex> coarse_, fine_;
};

// In place, not scaled: value m becomes Σ_j values[j]·e^(2πi·jm/size). The size is 2^log2_size, that of the roots.
void fourier_transform(std::vector<Complex>& values, const Roots& roots, int log2_size);

// The Euclidean norm of the transform's error is at most this times the norm of its exact result.
double transform_error(int log2_size);

}  // namespace cardroom::odds
