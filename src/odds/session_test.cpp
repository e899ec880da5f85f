#include "odds/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "odds/session_transform.h"

namespace cardroom::odds {
namespace {

using base::Integer;
using base::Rational;
using Results = std::vector<RoundResult>;

const Results fair_coin{{-1, 1}, {1, 1}};
// Pair Plus at 40-30-6-4-1: 22,100 hands.
const Results pair_plus{{40, 48}, {30, 52}, {6, 720}, {4, 1096}, {1, 3744}, {-1, 16440}};
// Half units, a mean of about −0.1, with a net of 0 and of most sizes up to 50 units.
const Results table_game = [] {
  Results results{{-8, 6}, {-6, 20}, {-4, 200}, {-2, 330}, {-1, 31}, {0, 90}, {1, 17}};
  for (int net = 2; net <= 40; ++net) results.push_back({net, 1200 / (net * net)});
  results.push_back({100, 1});
  for (RoundResult& result : results) result.ways *= 1000;
  results.push_back({99, 7});
  return results;
}();

Integer total_ways(const Results& results) {
  Integer total = 0;
  for (const RoundResult& result : results) total += result.ways;
  return total;
}

// The same round with one more result, of probability 1/one_in.
Results with_rare(Results results, int64_t net, const Integer& one_in) {
  const Integer total = total_ways(results);
  for (RoundResult& result : results) result.ways *= one_in - 1;
  results.push_back({net, total});
  return results;
}

SessionDistribution session_of(const Results& results, int rounds) {
  const auto session = session_distribution(results, rounds);
  EXPECT_TRUE(session.has_value()) << (session ? "" : to_text(session.error()));
  return session.value();
}

// The sum of all absolute differences from exact probabilities.
double distance(const SessionDistribution& session, std::map<int64_t, long double> exact) {
  long double sum = 0;
  for (size_t i = 0; i < session.probabilities.size(); ++i) {
    const auto it = exact.find(session.net_at(i));
    const long double truth = it == exact.end() ? 0 : it->second;
    sum += std::abs(session.probabilities[i] - truth);
    if (it != exact.end()) exact.erase(it);
  }
  for (const auto& [net, probability] : exact) sum += probability;
  return static_cast<double>(sum);
}

std::map<int64_t, long double> exact_probabilities(const Results& results, int rounds) {
  const auto ways = session_exact(results, rounds);
  EXPECT_TRUE(ways.has_value());
  const Integer total = pow(total_ways(results), static_cast<unsigned>(rounds));
  std::map<int64_t, long double> probabilities;
  for (const auto& [net, count] : ways.value()) probabilities[net] = ratio_of(count, total);
  return probabilities;
}

TEST(SessionExact, CountsTheWaysOfTwoRounds) {
  // (3·x^-1 + x^2)² = 9·x^-2 + 6·x + x^4; the third result cannot happen.
  const Results results{{-1, 2}, {2, 1}, {-1, 1}, {9, 0}};
  EXPECT_THAT(session_exact(results, 2).value(),
              testing::ElementsAre(testing::Pair(-2, 9), testing::Pair(1, 6), testing::Pair(4, 1)));
}

TEST(SessionDistribution, IsWithinItsErrorOfTheExactWays) {
  struct Row {
    std::string_view name;
    Results results;
    std::vector<int> rounds;
  };
  const Row rows[] = {
      {"coin", fair_coin, {1, 2, 3, 64, 300}},
      {"biased coin", {{-1, 999}, {1, 1}}, {1, 10, 200}},
      {"pair plus", pair_plus, {1, 2, 17, 100}},
      {"table game", table_game, {1, 2, 20}},
      {"all win", {{5, 3}, {15, 4}}, {1, 30}},
      {"all lose", {{-7, 3}, {-1, 4}, {-4, 1}}, {1, 30}},
      {"far apart", {{-1'000'000, 1}, {0, 5}, {999'999, 1}}, {1, 2}},
      {"rare", {{-1, Integer("1000000000000000000000")}, {1000, 1}}, {1, 40}},
  };
  for (const Row& row : rows) {
    for (const int rounds : row.rounds) {
      const SessionDistribution session = session_of(row.results, rounds);
      EXPECT_LE(distance(session, exact_probabilities(row.results, rounds)), session.error) << row.name << rounds;
      EXPECT_LT(session.error, 1e-10) << row.name << rounds;
    }
  }
}

TEST(SessionDistribution, OfAFairCoinIsBinomial) {
  constexpr int rounds = 2000;
  std::map<int64_t, long double> exact;
  Integer ways = 1;
  const Integer total = Integer(1) << rounds;
  for (int heads = 0; heads <= rounds; ++heads) {
    exact[2 * heads - rounds] = ratio_of(ways, total);
    ways = ways * (rounds - heads) / (heads + 1);
  }
  const SessionDistribution session = session_of(fair_coin, rounds);
  EXPECT_EQ(session.step, 2);
  EXPECT_LE(distance(session, exact), session.error);
  EXPECT_LT(session.error, 1e-11);
  EXPECT_EQ(session.mean, 0);
  EXPECT_EQ(session.variance, rounds);
  const SessionChances chance = chances(session);
  EXPECT_NEAR(chance.even, static_cast<double>(exact[0]), session.error);
  EXPECT_NEAR(chance.loss, (1 - static_cast<double>(exact[0])) / 2, session.error);
  EXPECT_NEAR(chance.win, (1 - static_cast<double>(exact[0])) / 2, session.error);
}

TEST(SessionDistribution, HasTheExactMomentsAndMassOne) {
  for (const Results& results : {fair_coin, pair_plus, table_game}) {
    const auto round = RoundDistribution::make(results).value();
    for (const int rounds : {10, 1000, 10'000, 100'000}) {
      const SessionDistribution session = session_of(results, rounds);
      EXPECT_LT(session.error, 1e-10);
      EXPECT_EQ(session.mean, round.mean * rounds);
      EXPECT_EQ(session.variance, round.variance * rounds);
      const double exact_mean = session.mean.convert_to<double>();
      const double deviation = standard_deviation(session);
      long double mass = 0;
      long double mean = 0;
      long double square = 0;
      for (size_t i = 0; i < session.probabilities.size(); ++i) {
        const long double off = (static_cast<long double>(session.net_at(i)) - exact_mean) / deviation;
        mass += session.probabilities[i];
        mean += session.probabilities[i] * off;
        square += session.probabilities[i] * off * off;
      }
      EXPECT_NEAR(static_cast<double>(mass), 1, session.error);
      // In standard deviations; the cells reach some ten of them.
      EXPECT_NEAR(static_cast<double>(mean), 0, 100 * session.error);
      EXPECT_NEAR(static_cast<double>(square), 1, 10'000 * session.error);
    }
  }
}

// Second method: given the number of rare wins, the others are a session of their own.
TEST(SessionDistribution, CopesWithRareWinsFarAway) {
  struct Row {
    int64_t net, one_in;
    int rounds;
  };
  for (const Row& row :
       {Row{25'000, 1'000'000'000, 1000}, Row{25'000, 1'000'000, 1000}, Row{100'001, 20'000'000, 100}}) {
    const SessionDistribution session = session_of(with_rare(pair_plus, row.net, row.one_in), row.rounds);
    EXPECT_LT(session.error, 1e-10);
    std::map<int64_t, long double> expected;
    long double ways = 1;
    const long double rare = 1.0L / static_cast<long double>(row.one_in);
    for (int wins = 0; wins < 6; ++wins) {
      const long double weight = ways * std::pow(rare, wins) * std::pow(1 - rare, row.rounds - wins);
      const SessionDistribution others = session_of(pair_plus, row.rounds - wins);
      for (size_t i = 0; i < others.probabilities.size(); ++i) {
        expected[others.net_at(i) + wins * row.net] += weight * others.probabilities[i];
      }
      ways = ways * (row.rounds - wins) / (wins + 1);
    }
    EXPECT_LE(distance(session, expected), session.error + 1e-11) << row.net;
  }
}

TEST(SessionDistribution, LeavesOutMoreBeforeItRefusesALattice) {
  // Three wins in 1,000 rounds have probability 1.7·10^-10, and would need half as many cells again as there are.
  const SessionDistribution session = session_of({{-1, 999'998}, {0, 1}, {2'000'000, 1}}, 1000);
  EXPECT_EQ(session.lowest, -1000);
  EXPECT_GT(session.error, 1e-7);
  EXPECT_LT(session.error, 1e-3);
  EXPECT_NEAR(chances(session).win, -std::expm1(1000 * std::log1p(-1e-6)), session.error);
  EXPECT_EQ(session_distribution(Results{{-1, 998}, {0, 1}, {2'000'000, 1}}, 1000).error(),
            SessionRefusal::lattice_too_fine);
}

TEST(SessionDistribution, OfOneNetIsCertain) {
  for (const int64_t net : {int64_t{-3}, int64_t{0}, int64_t{7}, net_max}) {
    const SessionDistribution session = session_of({{net, 5}}, session_rounds_max);
    EXPECT_EQ(session.lowest, net * session_rounds_max);
    EXPECT_THAT(session.probabilities, testing::ElementsAre(1.0));
    EXPECT_EQ(session.error, 0);
    EXPECT_EQ(session.variance, 0);
    EXPECT_EQ(quantile(session, 0.5).first, net * session_rounds_max);
    EXPECT_EQ(quantile(session, 0.5).last, net * session_rounds_max);
    EXPECT_EQ(bars(session, 3, 0.01).size(), 1U);
  }
}

TEST(SessionDistribution, KeepsItsStepAndPlaceWithLargeUnits) {
  const SessionDistribution session = session_of({{-net_max, 1}, {net_max, 1}}, 1000);
  EXPECT_EQ(session.step, 2 * net_max);
  EXPECT_EQ(session.lowest % net_max, 0);
  EXPECT_NEAR(chances(session).even, 0.025225018178, 1e-11);  // 1000 over 500, divided by 2^1000
}

TEST(SessionDistribution, QuantilesAreThoseOfTheExactWays) {
  for (const Results& results : {fair_coin, pair_plus, table_game}) {
    constexpr int rounds = 25;
    const SessionDistribution session = session_of(results, rounds);
    const auto exact = exact_probabilities(results, rounds);
    for (const double level : {1e-9, 0.01, 0.05, 0.1, 0.25, 0.4999, 0.5001, 0.75, 0.95, 0.999}) {
      long double sum = 0;
      const auto it = std::ranges::find_if(exact, [&](const auto& cell) { return (sum += cell.second) >= level; });
      const Quantile found = quantile(session, level);
      EXPECT_LE(found.first, it->first) << level;
      EXPECT_GE(found.last, it->first) << level;
      EXPECT_TRUE(level < 1e-6 || found.first == found.last) << level;
    }
    const Quantile open = quantile(session, 1e-16);
    EXPECT_EQ(open.first, session.least_possible);
    EXPECT_EQ(quantile(session, 1 - 1e-16).last, session.most_possible);
  }
}

TEST(SessionDistribution, BarsHoldAllCellsOnce) {
  const SessionDistribution session = session_of(with_rare(table_game, 50'000, 1'000'000), 1000);
  for (const int bars_max : {1, 2, 7, 200, 1'000'000}) {
    for (const double tail : {0.0, 1e-4, 0.4}) {
      const std::vector<SessionBar> plot = bars(session, bars_max, tail);
      ASSERT_LE(std::ssize(plot), bars_max);
      EXPECT_EQ(plot.front().first, session.lowest);
      EXPECT_EQ(plot.back().last, session.net_at(session.probabilities.size() - 1));
      double sum = 0;
      for (size_t i = 0; i < plot.size(); ++i) {
        sum += plot[i].probability;
        EXPECT_TRUE(i == 0 || plot[i].first == plot[i - 1].last + session.step) << i;
      }
      EXPECT_NEAR(sum, 1, session.error + 1e-12);
    }
  }
  // The rare win does not flatten the plot: the bars are as narrow as those of the middle.
  const std::vector<SessionBar> plot = bars(session, 100, 0.01);
  EXPECT_GT(plot.size(), 50U);
  EXPECT_LT(plot[50].last - plot[50].first, 40);
}

TEST(SessionDistribution, RefusalsAreNamed) {
  struct Row {
    Results results;
    int rounds;
    SessionRefusal expected;
  };
  Results many;
  for (int net = 0; net <= nets_max; ++net) many.push_back({net, 1});
  Results most = many;
  most.pop_back();
  const Row rows[] = {
      {{}, 1, SessionRefusal::no_ways},
      {{{1, 0}, {2, 0}}, 1, SessionRefusal::no_ways},
      {{{1, 5}, {2, -1}}, 1, SessionRefusal::ways_negative},
      {{{net_max + 1, 1}}, 1, SessionRefusal::net_above_limit},
      {{{std::numeric_limits<int64_t>::min(), 1}}, 1, SessionRefusal::net_above_limit},
      {many, 1, SessionRefusal::nets_above_limit},
      {fair_coin, 0, SessionRefusal::rounds_out_of_range},
      {fair_coin, -5, SessionRefusal::rounds_out_of_range},
      {fair_coin, session_rounds_max + 1, SessionRefusal::rounds_out_of_range},
      {{{0, 1}, {1, 1}, {net_max, 1}}, 100, SessionRefusal::lattice_too_fine},
      {most, 1000, SessionRefusal::work_above_limit},
  };
  for (const Row& row : rows) {
    const auto session = session_distribution(row.results, row.rounds);
    ASSERT_FALSE(session.has_value()) << code_name(row.expected);
    EXPECT_EQ(session.error(), row.expected) << code_name(session.error());
    EXPECT_FALSE(to_text(session.error()).empty());
  }
  EXPECT_EQ(code_name(SessionRefusal::work_above_limit), "work_above_limit");
  EXPECT_EQ(session_exact(most, 2).error(), SessionRefusal::work_above_limit);
  const Results apart{{0, 1}, {1, 1}, {1000, 1}, {1'000'000, 1}};
  EXPECT_EQ(session_exact(apart, 100).error(), SessionRefusal::lattice_too_fine);
}

TEST(Reach, IsNotReachedMoreOftenThanItSays) {
  // A fair coin over 40 rounds: P(max ≥ h) = P(S ≥ h) + P(S > h), by reflection.
  constexpr int rounds = 40;
  const auto exact = exact_probabilities(fair_coin, rounds);
  const std::vector<long double> steps{-1, 1};
  const std::vector<long double> probabilities{0.5L, 0.5L};
  for (const long double log_odds : {0.5L, 2.0L, 5.0L, 20.0L, 27.0L, 40.0L}) {
    const long double height = reach(steps, probabilities, rounds, log_odds);
    EXPECT_LE(height, rounds);
    long double odds = 0;
    for (const auto& [net, probability] : exact) {
      const auto sum = static_cast<long double>(net);
      odds += (sum >= height ? probability : 0) + (sum > height ? probability : 0);
    }
    EXPECT_TRUE(height == rounds || odds <= std::exp(-log_odds)) << log_odds;
    // And not far too high: the normal distribution's bound is about the same.
    EXPECT_LE(height, std::sqrt(2 * log_odds * rounds) + 1) << log_odds;
  }
  EXPECT_EQ(reach(std::vector<long double>{-1, 0}, probabilities, rounds, 5), 0);
}

TEST(Transform, AgreesWithTheDefinition) {
  for (const int log2_size : {0, 1, 2, 5, 8}) {
    const size_t size = size_t{1} << log2_size;
    std::vector<Complex> values(size);
    for (size_t i = 0; i < size; ++i)
      values[i] = {std::sin(static_cast<double>(i * i + 1)), static_cast<double>(i % 3)};
    std::vector<Complex> transformed = values;
    fourier_transform(transformed, Roots(log2_size), log2_size);
    long double squares = 0;
    long double error = 0;
    for (size_t m = 0; m < size; ++m) {
      LongComplex sum;
      for (size_t j = 0; j < size; ++j) {
        const long double angle = 2 * std::numbers::pi_v<long double> * static_cast<long double>(j * m % size) /
                                  static_cast<long double>(size);
        const LongComplex term =
            LongComplex{values[j].re, values[j].im} * LongComplex{std::cos(angle), std::sin(angle)};
        sum = {sum.re + term.re, sum.im + term.im};
      }
      squares += sum.re * sum.re + sum.im * sum.im;
      error += std::pow(sum.re - transformed[m].re, 2) + std::pow(sum.im - transformed[m].im, 2);
    }
    EXPECT_LE(std::sqrt(error), transform_error(log2_size) * std::sqrt(squares));
  }
}

}  // namespace
}  // namespace cardroom::odds
