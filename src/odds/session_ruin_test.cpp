#include "odds/session_ruin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "base/prng.h"

namespace cardroom::odds {
namespace {

using base::Integer;
using Results = std::vector<RoundResult>;

const Results even_coin{{-1, 1}, {1, 1}};
const Results pair_plus_results{{40, 48}, {30, 52}, {6, 720}, {4, 1096}, {1, 3744}, {-1, 16440}};
const Results ante_and_play{{-20, 30}, {-10, 25}, {0, 4}, {10, 20}, {20, 19}, {50, 2}};

Interval risk_of(const Results& results, const Bankroll& bankroll, int rounds) {
  const auto risk = risk_of_ruin(results, bankroll, rounds);
  EXPECT_TRUE(risk.has_value()) << (risk ? "" : to_text(risk.error()));
  return risk.value();
}

void expect_within(const Interval& interval, long double truth, double width_max) {
  EXPECT_LE(interval.low, truth);
  EXPECT_GE(interval.high, truth);
  EXPECT_LE(interval.high - interval.low, width_max);
}

// The slow and obvious way: all ways, in whole numbers.
long double exact_risk(const Results& results, const Bankroll& bankroll, int rounds) {
  Integer round_ways = 0;
  for (const RoundResult& result : results) round_ways += result.ways;
  std::map<int64_t, Integer> alive;
  Integer ruined = 0;
  Integer total = 1;
  const auto put = [&](std::map<int64_t, Integer>& into, int64_t units, const Integer& ways) {
    if (units < bankroll.stake_needed) {
      ruined += ways;
    } else {
      into[units] += ways;
    }
  };
  put(alive, bankroll.units, 1);
  for (int i = 0; i < rounds; ++i) {
    ruined *= round_ways;
    total *= round_ways;
    std::map<int64_t, Integer> next;
    for (const auto& [units, ways] : alive) {
      for (const RoundResult& result : results) put(next, units + result.net, ways * result.ways);
    }
    alive = std::move(next);
  }
  return ratio_of(ruined, total);
}

TEST(RiskOfRuin, HoldsTheExactRisk) {
  struct Row {
    std::string_view name;
    Results results;
    Bankroll bankroll;
    std::vector<int> rounds;
  };
  const Row rows[] = {
      {"coin", even_coin, {.units = 5, .stake_needed = 1}, {1, 4, 5, 6, 50, 300}},
      {"coin at the edge", even_coin, {.units = 1, .stake_needed = 1}, {1, 2, 3}},
      {"pair plus", pair_plus_results, {.units = 10, .stake_needed = 1}, {1, 10, 60}},
      {"ante and play", ante_and_play, {.units = 100, .stake_needed = 20}, {1, 5, 60}},
      {"between cells", ante_and_play, {.units = 107, .stake_needed = 20}, {1, 5, 60}},
      {"nothing needed", ante_and_play, {.units = 0, .stake_needed = 0}, {1, 5, 60}},
      {"a win off the lattice", {{-10, 50}, {10, 49}, {12'345, 1}}, {.units = 60, .stake_needed = 10}, {6, 40}},
      {"large losses", {{-100, 1}, {1, 99}, {3, 5}}, {.units = 250, .stake_needed = 3}, {1, 3, 60}},
      {"only small losses", {{-3, 1}, {2, 2}}, {.units = 30, .stake_needed = 4}, {9, 100}},
  };
  for (const Row& row : rows) {
    for (const int rounds : row.rounds) {
      SCOPED_TRACE(testing::Message() << row.name << ", " << rounds << " rounds");
      expect_within(risk_of(row.results, row.bankroll, rounds), exact_risk(row.results, row.bankroll, rounds), 1e-12);
    }
  }
}

TEST(RiskOfRuin, OfAFairCoinIsTheBallotCount) {
  // By reflection: P(ruin within n) = P(S_n ≤ −B) + P(S_n < −B).
  constexpr int rounds = 1000;
  const Integer total = Integer(1) << rounds;
  for (const int bankroll : {1, 10, 30, 31, 200}) {
    Integer counted = 0;
    Integer ways = 1;
    for (int heads = 0; heads <= rounds; ++heads) {
      const int net = 2 * heads - rounds;
      if (net <= -bankroll) counted += ways;
      if (net < -bankroll) counted += ways;
      ways = ways * (rounds - heads) / (heads + 1);
    }
    expect_within(risk_of(even_coin, {.units = bankroll, .stake_needed = 1}, rounds), ratio_of(counted, total), 2e-12);
  }
}

TEST(RiskOfRuin, OfABiasedCoinIsTheGamblersFormula) {
  const Results results{{-1, 9}, {1, 11}};
  for (const int bankroll : {1, 5, 50, 200}) {
    const Bankroll start{.units = bankroll, .stake_needed = 1};
    const long double formula = std::pow(9.0L / 11, bankroll);
    expect_within(risk_of_ruin_ever(results, start).value(), formula, 1e-14);
    // After 20,000 rounds next to nothing is missing.
    const Interval risk = risk_of(results, start, 20'000);
    EXPECT_LE(risk.low, formula);
    EXPECT_NEAR(static_cast<double>(formula), risk.high, 1e-10);
  }
}

TEST(RiskOfRuinEver, IsExactWhereEveryLossIsOneUnit) {
  // Lose 1 or win 2, equally often: z = (1 + z³)/2 has the root (√5 − 1)/2, and the risk is z^B.
  const Results results{{-1, 1}, {2, 1}};
  const long double z = (std::sqrt(5.0L) - 1) / 2;
  for (const int bankroll : {1, 2, 10, 60}) {
    expect_within(risk_of_ruin_ever(results, {.units = bankroll, .stake_needed = 1}).value(), std::pow(z, bankroll),
                  1e-14);
  }
}

// Wins and losses of 2 units: three more losses than wins are ruin from 6 units, and from 5.
TEST(RiskOfRuinEver, IsExactWhereTheBankrollIsBetweenTwoLosses) {
  const Results results{{-2, 9}, {2, 11}};
  for (const int64_t units : {5, 6})
    expect_within(risk_of_ruin_ever(results, {.units = units, .stake_needed = 1}).value(), std::pow(9.0L / 11, 3),
                  1e-14);
}

TEST(RiskOfRuinEver, HoldsWhatLongSessionsComeTo) {
  // The players' advantage is 2.6 units a round; nothing of note happens after 5,000 of them.
  const Results results{{-20, 30}, {-10, 20}, {0, 4}, {10, 23}, {20, 19}, {50, 4}, {333, 1}};
  for (const int64_t units : {20, 103, 400}) {
    const Bankroll bankroll{.units = units, .stake_needed = 20};
    const Interval ever = risk_of_ruin_ever(results, bankroll).value();
    const Interval within = risk_of(results, bankroll, 5000);
    EXPECT_LE(ever.low, within.high);
    EXPECT_GE(ever.high, within.low);
    EXPECT_GT(ever.low, 0.5 * ever.high);
  }
}

TEST(RiskOfRuinEver, KnowsTheCertainCases) {
  const Bankroll bankroll{.units = 1000, .stake_needed = 1};
  struct Row {
    Results results;
    double risk;
  };
  for (const Row& row :
       {Row{even_coin, 1}, Row{pair_plus_results, 1}, Row{{{0, 7}}, 0}, Row{{{0, 1}, {3, 1}}, 0}, Row{{{-1, 1}}, 1}}) {
    const Interval risk = risk_of_ruin_ever(row.results, bankroll).value();
    EXPECT_EQ(risk.low, row.risk);
    EXPECT_EQ(risk.high, row.risk);
  }
  // A mean so near 0 that the exponent cannot be told from 0 still has a valid interval.
  const Integer many("1000000000000000000000000000000");
  const Interval wide = risk_of_ruin_ever(Results{{-1, many}, {1, many + 1}}, bankroll).value();
  EXPECT_LE(wide.low, 1);
  EXPECT_EQ(wide.high, 1);
}

TEST(RiskOfRuin, KnowsTheCertainCases) {
  const Results always_lose{{-3, 1}};
  struct Row {
    Results results;
    Bankroll bankroll;
    int rounds;
    double low, high;
  };
  const Row rows[] = {
      {even_coin, {.units = 0, .stake_needed = 1}, 1, 1, 1},  // ruined before the first round
      {{{0, 1}}, {.units = 4, .stake_needed = 5}, 9, 1, 1},
      {{{0, 1}}, {.units = 5, .stake_needed = 5}, 9, 0, 0},
      {{{2, 1}, {0, 4}}, {.units = 5, .stake_needed = 5}, 9, 0, 0},
      {always_lose, {.units = 30, .stake_needed = 3}, 9, 0, 1e-14},  // 3 left: enough for one more
      {always_lose, {.units = 30, .stake_needed = 3}, 10, 1 - 1e-14, 1},
      {always_lose, {.units = 31, .stake_needed = 4}, 10, 1 - 1e-14, 1},
      {pair_plus_results, {.units = 5000, .stake_needed = 1}, 1000, 0, 1e-14},  // more than a thousand rounds can take
      {{{-1, 1}, {1'000'000'000, 1}}, {.units = 1, .stake_needed = 1}, 1'000'000, 0.5 - 1e-9, 0.5 + 1e-9},
  };
  for (const Row& row : rows) {
    const Interval risk = risk_of(row.results, row.bankroll, row.rounds);
    EXPECT_GE(risk.low, row.low) << row.rounds;
    EXPECT_LE(risk.high, row.high) << row.rounds;
  }
}

TEST(RiskOfRuin, ByRoundRisesToTheWhole) {
  const Bankroll bankroll{.units = 30, .stake_needed = 1};
  const auto points = risk_of_ruin_by_round(pair_plus_results, bankroll, 250, 7).value();
  EXPECT_THAT(points,
              testing::ElementsAre(testing::Field(&RuinPoint::rounds, 35), testing::Field(&RuinPoint::rounds, 71),
                                   testing::Field(&RuinPoint::rounds, 107), testing::Field(&RuinPoint::rounds, 142),
                                   testing::Field(&RuinPoint::rounds, 178), testing::Field(&RuinPoint::rounds, 214),
                                   testing::Field(&RuinPoint::rounds, 250)));
  for (size_t i = 1; i < points.size(); ++i) EXPECT_GT(points[i].risk.low, points[i - 1].risk.low);
  EXPECT_EQ(points.back().risk.low, risk_of(pair_plus_results, bankroll, 250).low);
  expect_within(points[1].risk, exact_risk(pair_plus_results, bankroll, 71), 1e-12);
  EXPECT_EQ(risk_of_ruin_by_round(even_coin, bankroll, 3, 100)->size(), 3U);
}

TEST(RiskOfRuin, AgreesWithDealtSessions) {
  constexpr uint64_t prng_key = 20'240;
  constexpr int sessions = 20'000;
  constexpr int rounds = 300;
  const Bankroll bankroll{.units = 40, .stake_needed = 2};
  base::Prng generator(prng_key);
  int ruined = 0;
  for (int i = 0; i < sessions; ++i) {
    int64_t units = bankroll.units;
    for (int j = 0; j < rounds && units >= bankroll.stake_needed; ++j) {
      uint32_t hand = base::uniform_below(generator, 22'100);
      for (const RoundResult& result : pair_plus_results) {
        const auto ways = result.ways.convert_to<uint32_t>();
        if (hand < ways) {
          units += result.net;
          break;
        }
        hand -= ways;
      }
    }
    ruined += units < bankroll.stake_needed ? 1 : 0;
  }
  const double risk = risk_of(pair_plus_results, bankroll, rounds).low;
  const double standard_error = std::sqrt(risk * (1 - risk) / sessions);
  EXPECT_NEAR(static_cast<double>(ruined) / sessions, risk, 4.5 * standard_error) << "key " << prng_key;
}

TEST(RiskOfRuin, RefusalsAreNamed) {
  const Bankroll bankroll{.units = 100, .stake_needed = 1};
  const Results fine{{-1'000'003, 1}, {1, 1}, {1'000'000, 1}};
  struct Row {
    Results results;
    Bankroll bankroll;
    int rounds;
    SessionRefusal expected;
  };
  const Row rows[] = {
      {{}, bankroll, 1, SessionRefusal::no_ways},
      {even_coin, bankroll, 0, SessionRefusal::rounds_out_of_range},
      {even_coin, bankroll, session_rounds_max + 1, SessionRefusal::rounds_out_of_range},
      {even_coin, {.units = -1, .stake_needed = 0}, 1, SessionRefusal::amount_out_of_range},
      {even_coin, {.units = 1, .stake_needed = -1}, 1, SessionRefusal::amount_out_of_range},
      {even_coin, {.units = net_max + 1, .stake_needed = 1}, 1, SessionRefusal::amount_out_of_range},
      {fine, bankroll, 100, SessionRefusal::lattice_too_fine},
  };
  for (const Row& row : rows) {
    const auto risk = risk_of_ruin(row.results, row.bankroll, row.rounds);
    ASSERT_FALSE(risk.has_value()) << code_name(row.expected);
    EXPECT_EQ(risk.error(), row.expected) << code_name(risk.error());
  }
  EXPECT_EQ(risk_of_ruin_ever({}, bankroll).error(), SessionRefusal::no_ways);
  EXPECT_EQ(risk_of_ruin_ever(even_coin, {.units = -1, .stake_needed = 0}).error(),
            SessionRefusal::amount_out_of_range);
}

}  // namespace
}  // namespace cardroom::odds
