#include "base/prng.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace cardroom::base {
namespace {

TEST(Prng, TheSameKeyGivesTheSameNumbers) {
  Prng a(42), b(42), c(43);
  const uint64_t first = a();
  EXPECT_EQ(first, b());
  EXPECT_NE(first, c());
}

// The first numbers of xoshiro256** from the state 1, 2, 3, 4 are worked out by hand from its definition: the result is
// rotl(s1 * 5, 7) * 9, so 2 * 5 = 10, 10 << 7 = 1280, 1280 * 9 = 11520; the step then makes s1 = 2 ^ (3 ^ 1) = 0.
TEST(Prng, FollowsTheDefinitionOfXoshiro) {
  struct Exposed {
    std::array<uint64_t, 4> state{1, 2, 3, 4};
  };
  static_assert(sizeof(Prng) == sizeof(Exposed));
  const Prng prng = std::bit_cast<Prng>(Exposed{});
  Prng copy = prng;
  EXPECT_EQ(copy(), 11520U);
  EXPECT_EQ(copy(), 0U);
}

TEST(Prng, BoundedDrawsAreUniform) {
  // A chi-squared statistic of 52 cells has mean 51 and deviation about 10: 120 would be a chance of 1 in 10^7.
  Prng prng(7);
  std::vector<int> counts(52);
  constexpr int draws = 520'000;
  for (int draw = 0; draw < draws; ++draw) ++counts[uniform_below(prng, 52)];
  double chi_squared = 0;
  for (int count : counts) chi_squared += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_squared, 120);
}

// A generator that counts up makes the rejection visible: below 3 the draw with low word 0 is thrown away.
TEST(Prng, DrawsThatWouldFavourAResultAreThrownAway) {
  struct Counter {
    std::vector<uint64_t> numbers;
    size_t next = 0;
    uint64_t operator()() { return numbers[next++]; }
  };
  Counter counter{{0, uint64_t{1} << 63}};
  EXPECT_EQ(uniform_below(counter, 3), 1U);
  EXPECT_EQ(counter.next, 2U);
}

TEST(Prng, AKeyMayBeAWordOrANumber) {
  EXPECT_EQ(prng_key_of("17"), 17U);
  EXPECT_EQ(prng_key_of("18446744073709551615"), ~uint64_t{0});
  EXPECT_NE(prng_key_of("18446744073709551616"), 0U);
  EXPECT_NE(prng_key_of("seventeen"), prng_key_of("Seventeen"));
  EXPECT_NE(prng_key_of(""), 0U);
}

TEST(Prng, StreamsOfAKeyDiffer) {
  std::set<uint64_t> keys;
  for (uint64_t index = 0; index < 10'000; ++index) keys.insert(prng_key_of_stream(1, index));
  EXPECT_EQ(keys.size(), 10'000U);
}

TEST(SecureGenerator, DoesNotRepeatItself) {
  SecureGenerator generator;
  std::set<uint64_t> numbers;
  for (int draw = 0; draw < 1000; ++draw) numbers.insert(generator());
  EXPECT_EQ(numbers.size(), 1000U);
}

}  // namespace
}  // namespace cardroom::base
