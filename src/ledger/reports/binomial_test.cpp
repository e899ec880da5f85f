#include "ledger/reports/binomial.h"

#include <gtest/gtest.h>

#include "base/rational.h"

namespace cardroom::ledger::reports {
namespace {

// The slow way: every term of the distribution as an exact fraction.
double slow_p_value(int hits, int trials, const base::Rational& chance) {
  base::Rational at_least = 0;
  base::Rational at_most = 0;
  base::Integer ways = 1;
  for (int k = 0; k <= trials; ++k) {
    base::Rational term(ways);
    for (int i = 0; i < k; ++i) term *= chance;
    for (int i = k; i < trials; ++i) term *= 1 - chance;
    if (k <= hits) at_most += term;
    if (k >= hits) at_least += term;
    ways = ways * (trials - k) / (k + 1);
  }
  const base::Rational smaller = at_least < at_most ? at_least : at_most;
  return smaller * 2 > 1 ? 1.0 : (smaller * 2).convert_to<double>();
}

TEST(Binomial, AgreesWithTheSumOfExactTerms) {
  for (const int trials : {1, 2, 10, 60})
    for (int hits = 0; hits <= trials; hits += trials > 10 ? 7 : 1)
      for (const char* text : {"1/2", "1/13", "6/4165", "1/649740", "9/10"}) {
        const base::Rational chance = *base::parse_fraction(text);
        const double expected = slow_p_value(hits, trials, chance);
        EXPECT_NEAR(binomial_p_value(hits, trials, chance.convert_to<double>()), expected, 1e-9 * expected)
            << hits << " of " << trials << " at " << text;
      }
}

TEST(Binomial, TenHeadsOfTenAreTwoIn1024) {
  EXPECT_NEAR(binomial_p_value(10, 10, 0.5), 2.0 / 1024, 1e-12);
}

TEST(Binomial, MillionsOfHandsAreNoTrouble) {
  // Ten expected, ten seen: the Poisson tails are 0.583 and 0.542, so twice the smaller is above 1.
  EXPECT_EQ(binomial_p_value(10, 6'497'400, 1.0 / 649'740), 1.0);
  // None seen: e^-10 twice.
  EXPECT_NEAR(binomial_p_value(0, 6'497'400, 1.0 / 649'740), 2 * 4.5399e-5, 1e-8);
}

TEST(Binomial, MarksWhatChanceSeldomDoes) {
  EXPECT_EQ(p_value_mark(0.01), "");
  EXPECT_EQ(p_value_mark(0.0099), "unusual");
  EXPECT_EQ(p_value_mark(0.0009), "very unusual");
  EXPECT_EQ(p_value_text(0.04214), "0.0421");
  EXPECT_EQ(p_value_text(0.00001), "<0.0001");
}

}  // namespace
}  // namespace cardroom::ledger::reports
