// The keyed generator of simulations: the same key gives the same numbers on every machine. It is fast, and it can be
// predicted: real shuffling uses SecureGenerator.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace cardroom::base {

// A uniform number below `bound` (which is not 0) from any generator of 64-bit numbers: the high word of the product,
// with the few draws that would favour some results thrown away (Lemire 2019), so that it is exactly uniform.
template <class Generator>
constexpr uint32_t uniform_below(Generator& generator, uint32_t bound) {
  uint64_t product = (generator() >> 32) * bound;
  auto low = static_cast<uint32_t>(product);
  if (low < bound) [[unlikely]] {
    const uint32_t threshold = (0U - bound) % bound;
    while (low < threshold) {
      product = (generator() >> 32) * bound;
      low = static_cast<uint32_t>(product);
    }
  }
  return static_cast<uint32_t>(product >> 32);
}

// xoshiro256** (Blackman and Vigna), its state filled from the key by splitmix64.
class Prng {
 public:
  using result_type = uint64_t;

  constexpr explicit Prng(uint64_t prng_key) {
    for (uint64_t& word : state_) {
      prng_key += 0x9e3779b97f4a7c15;
      uint64_t z = prng_key;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
      z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
      word = z ^ (z >> 31);
    }
  }

  static constexpr uint64_t min() { return 0; }
  static constexpr uint64_t max() { return ~uint64_t{0}; }

  constexpr uint64_t operator()() {
    const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

 private:
  std::array<uint64_t, 4> state_{};
};

// The generator key behind a text that a person chose: a decimal number below 2^64 stands for itself, anything else
// for the first eight bytes of its BLAKE2b hash.
uint64_t prng_key_of(std::string_view text);

// The key of stream `index` of a run: rounds can be dealt in any order, on any thread, and stay the same.
constexpr uint64_t prng_key_of_stream(uint64_t prng_key, uint64_t index) {
  uint64_t z = prng_key + 0x9e3779b97f4a7c15 * (index + 1);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// A cryptographic generator (libsodium): for shuffling real cards and for choosing a key nobody can guess.
class SecureGenerator {
 public:
  using result_type = uint64_t;
  SecureGenerator();
  static constexpr uint64_t min() { return 0; }
  static constexpr uint64_t max() { return ~uint64_t{0}; }
  uint64_t operator()();
};

}  // namespace cardroom::base
