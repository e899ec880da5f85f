#include "lab/faceup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>

#include "lab/faceup_games.h"

namespace cardroom::lab {
namespace {

using odds::Verdict;

FaceUpRow row_with(int players, const Rational& edge, const Rational& half_width) {
  FaceUpRow row;
  row.game = "caribbean-stud";
  row.paytables = {"CSP-01"};
  row.players = players;
  row.cards_seen = 5 * (players - 1);
  row.base_edge = Rational(5, 100);
  row.base_staked = 2;
  row.edge = {edge, half_width};
  row.gain = {row.base_edge - edge, half_width};
  row.edge_per_total = {edge / 2, half_width / 2};
  row.changed = {Rational(1, 10), Rational(1, 1000)};
  row.simple_edge = {edge + Rational(1, 100), half_width};
  row.simple_words = "count aces";
  row.blocks = 40;
  row.deals = 81'920;
  row.key = "a \"key\"";
  row.version = "0.1.0";
  return row;
}

TEST(FaceUp, ARowIsReadAsItWasWritten) {
  const FaceUpRow row = row_with(7, Rational(-24, 1000), Rational(1, 2000));
  const auto read = row_of_line(to_line(row));
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(read->game, row.game);
  EXPECT_EQ(read->paytables, row.paytables);
  EXPECT_EQ(read->players, 7);
  EXPECT_EQ(read->cards_seen, 30);
  EXPECT_EQ(read->edge.value, Rational(-24, 1000));
  EXPECT_EQ(read->edge.half_width, Rational(1, 2000));
  EXPECT_EQ(read->gain_of_total().value, Rational(5, 200) + Rational(12, 1000));
  EXPECT_EQ(read->simple_edge.value, Rational(-14, 1000));
  EXPECT_EQ(read->simple_words, "count aces");
  EXPECT_EQ(read->key, row.key);
  EXPECT_EQ(read->blocks, 40U);
}

// Its edge without seeing is sampled: the report says so wherever it says the edge.
TEST(FaceUp, ARowOfPaiGowKeepsTheIntervalOfItsBaseEdge) {
  odds::PaiGowRun run;
  run.base_edge = {Rational(27, 1000), Rational(1, 10'000)};
  run.gain = {Rational(15, 1000), Rational(2, 10'000)};
  run.edge = {Rational(12, 1000), Rational(3, 10'000)};
  const FaceUpRow row = pai_gow_row(games::pai_gow::Variant::fortune, 6, run, "1");
  const auto read = row_of_line(to_line(row));
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(read->game, "fortune-pai-gow");
  EXPECT_EQ(read->cards_seen, 35);
  EXPECT_EQ(read->base_half_width, Rational(1, 10'000));
  EXPECT_EQ(read->edge.value, Rational(12, 1000));
  EXPECT_EQ(read->gain_of_total().value, Rational(15, 1000));
  const std::string text = face_up_text({.results = {.rows = {*read}, .rules = {}}, .half_width = Rational(1, 2000)});
  EXPECT_NE(text.find("Fortune Pai Gow"), std::string::npos);
  EXPECT_NE(text.find("2.700 ± 0.010%"), std::string::npos);
  // No rules by counting were looked for: nothing stands in their place.
  const FaceUpReport report{.results = {.rows = {*read}, .rules = {}}, .half_width = Rational(1, 2000)};
  EXPECT_NE(face_up_csv(report).find(",1.200000,0.030000,,,"), std::string::npos);
  EXPECT_EQ(face_up_html(report).find("simple rules</text>"), std::string::npos);
}

TEST(FaceUp, ALineThatIsNoneIsRefusedByItsField) {
  const std::string line = to_line(row_with(3, Rational(1, 100), 0));
  EXPECT_FALSE(row_of_line("{}").has_value());
  EXPECT_FALSE(row_of_line(line.substr(0, line.size() - 1)).has_value());
  std::string other = line;
  other.replace(other.find("caribbean-stud"), 14, "no-such-game-x");
  EXPECT_EQ(row_of_line(other).error(), "unknown game 'no-such-game-x'");
  other = line;
  other.replace(other.find("\"players\":3"), 11, "\"players\":-");
  EXPECT_FALSE(row_of_line(other).has_value());
  other = line;
  other.replace(other.find("\"base_edge\":\"1/20\""), 18, "\"base_edge\":\"1/0\"");
  EXPECT_EQ(row_of_line(other).error(), "'base_edge' is not a fraction");
  other = line;
  other.replace(other.find("\"base_edge\":\"1/20\""), 18, "\"base_edge\":\"1/2\"");
  EXPECT_EQ(row_of_line(other).error(), "'edge' is not 'base_edge' minus 'gain'");
}

TEST(FaceUp, ASentenceOfRulesIsTakenApart) {
  const SaidRules said = said_rules(
      "count 1 for every seen ace; at 3 or more: fold instead of PLAY 1x, with ace high or king high; at 0: PLAY 1x "
      "instead of fold, with a pair, low");
  EXPECT_EQ(said.count, "1 for every seen ace");
  ASSERT_EQ(said.rules.size(), 2U);
  EXPECT_EQ(said.rules[0].when, "at 3 or more");
  EXPECT_EQ(said.rules[0].choice, "fold instead of PLAY 1x");
  EXPECT_EQ(said.rules[0].hands, "ace high or king high");
  EXPECT_EQ(said.rules[1].when, "at 0");
  EXPECT_EQ(said.rules[1].hands, "a pair, low");
  EXPECT_TRUE(said_rules("none worth using").count.empty());
  EXPECT_TRUE(said_rules("none worth using").rules.empty());
}

TEST(FaceUp, AnEstimateIsJudgedByTheWholeInterval) {
  FaceUpEstimate estimate;
  estimate.game = "caribbean-stud";
  estimate.players = 6;
  estimate.quantity = FaceUpEstimate::Quantity::edge;
  estimate.least = estimate.most = "0.4";
  const auto verdict = [&](const Rational& edge, const Rational& half_width) {
    return judge_estimate(estimate, {row_with(6, edge, half_width)})->verdict;
  };
  // 0.4 stands for anything from 0.35 to 0.45.
  EXPECT_EQ(verdict(Rational(38, 10000), Rational(2, 10000)), Verdict::agrees);
  EXPECT_EQ(verdict(Rational(36, 10000), Rational(2, 10000)), Verdict::within_error);
  EXPECT_EQ(verdict(Rational(30, 10000), Rational(2, 10000)), Verdict::differs);
  EXPECT_EQ(verdict(Rational(50, 10000), Rational(2, 10000)), Verdict::differs);
  // A bound of one in the last place is a tenth of a percent, too.
  estimate.least = "0.1";
  EXPECT_EQ(verdict(Rational(16, 10000), 0), Verdict::agrees);
  estimate.least = "0.4";
  // Perfect play does better than a person's method; it cannot do worse.
  estimate.by = FaceUpEstimate::By::person;
  EXPECT_EQ(verdict(Rational(30, 10000), Rational(2, 10000)), Verdict::exceeds_estimate);
  EXPECT_EQ(verdict(Rational(50, 10000), Rational(2, 10000)), Verdict::differs);

  estimate.quantity = FaceUpEstimate::Quantity::gain;
  estimate.of_total = true;
  estimate.least = "";
  estimate.most = "0.25";
  // 2.5 % without seeing; 2.3 % is a gain of 0.2 %.
  EXPECT_EQ(verdict(Rational(46, 1000), 0), Verdict::agrees);
  EXPECT_EQ(verdict(Rational(40, 1000), 0), Verdict::exceeds_estimate);
  estimate.by = FaceUpEstimate::By::guess;
  EXPECT_EQ(verdict(Rational(40, 1000), 0), Verdict::differs);
  // A bound stands as it is: a gain of 0.2505 % is above 0.25.
  EXPECT_EQ(verdict(Rational(4499, 100'000), 0), Verdict::differs);
  EXPECT_EQ(verdict(Rational(4499, 100'000), Rational(1, 10'000)), Verdict::within_error);
}

TEST(FaceUp, SpotsCountUntilTheIntervalTouchesZero) {
  std::vector<FaceUpRow> rows;
  for (const auto& [players, edge] : {std::pair{2, 40}, {3, 30}, {4, 20}, {5, 4}, {6, -10}}) {
    rows.push_back(row_with(players, Rational(edge, 10000), Rational(5, 10000)));
  }
  MostSpots spots = most_spots(rows, "caribbean-stud");
  EXPECT_EQ(spots.certain, 4);
  EXPECT_TRUE(spots.in_doubt);
  EXPECT_FALSE(spots.all);
  rows.resize(3);
  spots = most_spots(rows, "caribbean-stud");
  EXPECT_EQ(spots.certain, 4);
  EXPECT_TRUE(spots.all);
  EXPECT_EQ(most_spots(rows, "three-card-poker").players_max, 0);
}

TEST(FaceUp, WhatShipsIsReadAndKnowsItsGames) {
  EXPECT_GE(shipped_face_up().estimates.size(), 7U);
  EXPECT_FALSE(parse_face_up("[[estimate]]\nid = \"x\"\n").has_value());
  EXPECT_FALSE(parse_face_up("[[spots]]\ngame = \"no-such\"\nmost = 1\n").has_value());
}

TEST(FaceUp, FormsNameEveryRow) {
  const FaceUpReport report{.results = {.rows = {row_with(6, Rational(38, 10000), Rational(2, 10000)),
                                                 row_with(7, Rational(-24, 1000), Rational(1, 2000))},
                                        .rules = {}},
                            .half_width = Rational(1, 2000)};
  const std::string html = face_up_html(report);
  EXPECT_NE(html.find("0.380 ± 0.020%"), std::string::npos);
  EXPECT_NE(html.find("-2.400 ± 0.050%"), std::string::npos);
  EXPECT_EQ(html.find("a \"key\""), std::string::npos) << "a key must be escaped";
  const std::string csv = face_up_csv(report);
  EXPECT_EQ(std::ranges::count(csv, '\n'), 3);
  EXPECT_NE(csv.find("caribbean-stud,CSP-01,7,30,5.000000,0.000000,7.400000"), std::string::npos);
  EXPECT_NE(csv.find("\"a \"\"key\"\"\""), std::string::npos);
  EXPECT_NE(face_up_text(report).find("exceeds_estimate"), std::string::npos);
}

// The document allows five spots of Caribbean Stud Poker.
TEST(FaceUp, AdviceIsJudgedOnlyAsFarAsTheReportGoes) {
  FaceUpReport report;
  const auto verdict = [&] {
    return std::string(boost::json::parse(face_up_json(report)).at_pointer("/spots/0/verdict").as_string());
  };
  for (int players = 2; players <= 3; ++players) report.results.rows.push_back(row_with(players, Rational(1, 100), 0));
  EXPECT_EQ(verdict(), "not decided");
  for (int players = 4; players <= 5; ++players) report.results.rows.push_back(row_with(players, Rational(1, 100), 0));
  EXPECT_EQ(verdict(), "agrees");
  report.results.rows.push_back(row_with(6, Rational(1, 100), 0));
  EXPECT_EQ(verdict(), "cautious");
  report.results.rows[2].edge.value = Rational(-1, 100);
  EXPECT_EQ(verdict(), "differs");
}

}  // namespace
}  // namespace cardroom::lab
