#include "odds/simple_strategy.h"

#include <gtest/gtest.h>

#include <map>

#include "games/testing.h"
#include "odds/analysis.h"
#include "odds/rule_file.h"

namespace cardroom::odds {
namespace {

using games::table_of;

TEST(SimpleStrategy, FindsTheKnownThresholds) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"three-card-poker", "PLAY 1x with Q-6-4 or better, fold the rest."},
      {"crazy-4-poker", "PLAY 3x with a pair of aces or better, PLAY 1x with K-Q-8-4 or better, fold the rest."},
  };
  for (const auto& [id, sentence] : rows) {
    const Table table = table_of(id);
    Analyst analyst(table.game());
    const SimpleStrategy strategy = simple_strategy(analyst.base_play(table, {}, true));
    EXPECT_EQ(strategy_sentence(table, strategy), sentence);
  }
}

TEST(SimpleStrategy, CostsLittleAndNeverLessThanNothing) {
  const Table table = table_of("three-card-poker-face-up");
  Analyst analyst(table.game());
  const Play best = analyst.base_play(table, {}, true);
  const SimpleStrategy simple = simple_strategy(best);
  EXPECT_EQ(simple.rules.size(), 13U);
  const Rational best_edge = base_figures(best, 0, "").house_edge;
  const Rational simple_edge = base_figures(analyst.base_play(table, {"simple", simple.rule()}), 0, "").house_edge;
  const auto basic = [](const games::View& view, const Table& at, const games::Actions& actions) {
    return at.game().basic(view, at, actions);
  };
  const Rational basic_edge = base_figures(analyst.base_play(table, {"basic", basic}), 0, "").house_edge;
  EXPECT_LE(best_edge, simple_edge);
  EXPECT_LE(simple_edge, basic_edge) << "the best of its form is not worse than another of that form";
  EXPECT_LT(basic_edge - best_edge, Rational(1, 1000));
}

TEST(RuleFile, IsPricedLikeTheStrategyItDescribes) {
  const Table table = table_of("three-card-poker");
  Analyst analyst(table.game());
  const auto rule = parse_rule_file("# the usual one\nbet 1 with Q-6-4 or better\nfold\n", table.game());
  ASSERT_TRUE(rule) << rule.error();
  EXPECT_EQ(analyst.wager(table, 0, {"file", *rule})->house_edge, analyst.wager(table, 0)->house_edge);
  // Playing every hand costs what is published for it: 7.65 % of the ANTE.
  const auto blind = parse_rule_file("bet 1", table.game());
  EXPECT_EQ(base::to_decimal(analyst.wager(table, 0, {"blind", *blind})->house_edge * 100, 2), "7.65");
}

TEST(RuleFile, NamesTheLineOfAFault) {
  const std::pair<std::string_view, std::string_view> rows[] = {
      {"", "the file has no rules"},
      {"bet 1\nplay 2", "line 2: 'play 2' is not a rule"},
      {"bet x with pair or better", "line 1: 'x' is not a multiple"},
      {"bet 1 with full house or better", "line 1: 'full house' is not a hand"},
      {"bet 1 with Q-6-Q-Q or better", "line 1: 'Q-6-Q-Q' is not a hand"},
      {"bet 1 with pair", "line 1: a hand must end with 'or better'"},
      {"bet 1 with pair or better against 9-2", "line 1: '9-2' is not a range"},
  };
  for (const auto& [text, told] : rows) {
    const auto rule = parse_rule_file(text, table_of("three-card-poker").game());
    ASSERT_FALSE(rule) << text;
    EXPECT_TRUE(rule.error().starts_with(told)) << rule.error();
  }
}

TEST(RuleFile, RefusesWhatTheGameDoesNotOffer) {
  const struct {
    const char* game;
    const char* text;
    const char* says;
  } cases[] = {
      {"three-card-poker", "bet 3 with pair or better\nfold", "line 1: Three Card Poker never offers a bet of 3 times"},
      {"caribbean-stud", "# raise\nbet 1\nfold", "line 2: Caribbean Stud Poker never offers a bet of 1 times"},
      {"crazy-4-poker", "bet 1 against A\nfold", "line 1: Crazy 4 Poker has no up-card"},
  };
  for (const auto& [game, text, says] : cases) {
    const auto rule = parse_rule_file(text, table_of(game).game());
    ASSERT_FALSE(rule) << text;
    EXPECT_TRUE(rule.error().starts_with(says)) << rule.error();
  }
  EXPECT_TRUE(parse_rule_file("bet 3 with pair of aces or better\nbet 1\nfold", table_of("crazy-4-poker").game()));
  EXPECT_TRUE(parse_rule_file("bet 2 with pair or better against 2-9\nfold", table_of("caribbean-stud").game()));
}

TEST(RuleFile, StopsWhereABetIsNotOfferedToTheHand) {
  // Three times the ANTE takes a pair of aces in Crazy 4 Poker.
  const Table table = table_of("crazy-4-poker");
  Analyst analyst(table.game());
  const auto rule = parse_rule_file("bet 3 with pair of kings or better\nfold", table.game());
  ASSERT_TRUE(rule) << rule.error();
  try {
    (void)analyst.wager(table, 0, {"file", *rule});
    FAIL() << "a bet that is not offered was taken for another decision";
  } catch (const RuleNotOffered& error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with("line 1 bets 3 times the ANTE with pair of kings"))
        << error.what();
  }
}

TEST(RuleFile, TakesHandsAsOtherCommandsPrintThem) {
  const struct {
    const char* game;
    const char* printed;
    const char* same;
  } cases[] = {
      {"three-card-poker", "queen high", "Q-3-2"},
      {"three-card-poker", "Q-6", "Q-6-2"},
      {"three-card-poker", "queen high, six, four", "Q-6-4"},
      {"three-card-poker", "pair of twos", "2-2-3"},
      {"caribbean-stud", "A-K", "A-K-4-3-2"},
      {"caribbean-stud", "a pair of deuces", "any pair"},
      {"four-card-poker", "anything", "6-4-3-2"},
      {"high-card-flush", "any four-card flush", "5-4-3-2"},
      {"high-card-flush", "T-8-6", "three-card flush, ten high, eight, six"},
  };
  std::map<std::string_view, Analyst> analysts;  // each counts its game once
  for (const auto& [game, printed, same] : cases) {
    const Table table = table_of(game);
    const char* bet = std::string_view(game) == "caribbean-stud" ? "bet 2" : "bet 1";
    const auto a = parse_rule_file(std::string(bet) + " with " + printed + " or better\nfold", table.game());
    const auto b = parse_rule_file(std::string(bet) + " with " + same + " or better\nfold", table.game());
    ASSERT_TRUE(a) << game << ": " << a.error();
    ASSERT_TRUE(b) << game << ": " << b.error();
    Analyst& analyst = analysts.try_emplace(game, table.game()).first->second;
    EXPECT_EQ(analyst.wager(table, 0, {"a", *a})->house_edge, analyst.wager(table, 0, {"b", *b})->house_edge)
        << game << ": " << printed;
  }
}

TEST(RuleFile, TakesTheSentenceThatStrategyPrints) {
  for (const char* id : {"high-card-flush", "crazy-4-poker", "three-card-poker"}) {
    const Table table = table_of(id);
    Analyst analyst(table.game());
    const SimpleStrategy simple = simple_strategy(analyst.base_play(table, {}, true));
    const std::string sentence = strategy_sentence(table, simple);
    const auto rule = parse_rule_file(sentence, table.game());
    ASSERT_TRUE(rule) << sentence << ": " << rule.error();
    EXPECT_EQ(analyst.wager(table, 0, {"file", *rule})->house_edge,
              analyst.wager(table, 0, {"simple", simple.rule()})->house_edge)
        << sentence;
  }
}

}  // namespace
}  // namespace cardroom::odds
