#include "odds/exposed_draw.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/testing.h"
#include "games/testing.h"
#include "odds/draw_play.h"
#include "odds/exposed_run.h"

namespace cardroom::odds {
namespace {

using games::table_of;

struct Rig {
  Rig(std::string_view id, int hands)
      : game(table_of(id)), base(best_draw_figures(game)), exposed(game, base.house_edge, base.average_staked, hands) {}
  DrawGame game;
  Figures base;
  ExposedDraw exposed;
};

ExposedFigures sampled(const ExposedDraw& exposed, uint64_t prng_key, uint64_t blocks) {
  const ExposedTally pilot = exposed.play(prng_key, 0, ExposedDraw::pilot_blocks, nullptr);
  ExposedTally tally = exposed.play(prng_key, ExposedDraw::pilot_blocks, blocks, &pilot);
  tally += pilot;
  return exposed.figures(tally);
}

TEST(ExposedDraw, WithNothingSeenTheBaseFigureStands) {
  for (const std::string_view id : {"let-it-ride", "mississippi-stud"}) {
    const Rig rig(id, 0);
    const ExposedFigures figures = rig.exposed.figures(rig.exposed.play(7, 0, 2, nullptr));
    EXPECT_EQ(figures.gain.value, 0);
    EXPECT_EQ(figures.edge.value, rig.base.house_edge);
    EXPECT_EQ(figures.edge_per_total.value, rig.base.house_edge / rig.base.average_staked);
    EXPECT_TRUE(figures.changes.empty());
  }
}

// A second way to the same mean: best play's value less that of basic play on the same seen cards, both counted over
// all cards that may be turned, deal by deal and without bins.
TEST(ExposedDraw, AdvantagesAlongBasicPlayAddUpToTheDifferenceOfTheWholeGames) {
  struct Case {
    std::string_view id;
    int hands, deals;
  };
  for (const auto& [id, hands, deals] : {Case{"let-it-ride", 6, 4000}, Case{"mississippi-stud", 5, 4000}}) {
    SCOPED_TRACE(id);
    const Rig rig(id, hands);
    const ExposedFigures figures = sampled(rig.exposed, 19, 60);
    constexpr uint64_t prng_key = 23;
    base::Prng prng(prng_key);
    cards::Deck deck;
    double sum = 0, squares = 0;
    for (int deal = 0; deal < deals; ++deal) {
      deck.reset();
      CardSet own, dead;
      for (int card = 0; card < rig.game.own_cards(); ++card) own.add(deck.draw(prng));
      for (int card = 0; card < hands * rig.game.own_cards(); ++card) dead.add(deck.draw(prng));
      const DrawGame::Worth best = rig.game.look(DrawGame::first_node, own, dead);
      const DrawGame::Worth blind = rig.game.follow(DrawGame::first_node, own, dead);
      const int64_t more =
          best.net_sums[static_cast<size_t>(best.best)] - blind.net_sums[static_cast<size_t>(blind.best)];
      EXPECT_GE(more, 0);
      const double gain =
          static_cast<double>(more) / (static_cast<double>(best.ways) * static_cast<double>(rig.game.unit().value()));
      sum += gain;
      squares += gain * gain;
    }
    const double mean = sum / deals;
    const double error = std::sqrt((squares / deals - mean * mean) / deals);
    const double other_error = figures.gain.half_width.convert_to<double>() / 1.96;
    EXPECT_NEAR(figures.gain.value.convert_to<double>(), mean, 4 * std::hypot(error, other_error));
    EXPECT_GT(mean, 5 * error) << "there is something to gain";
  }
}

// Every deal settled by the game's own rules would give the same total wager: here by playing the decisions one by one.
TEST(ExposedDraw, TheTotalWagerIsThatOfTheDecisionsMade) {
  const Rig rig("mississippi-stud", 5);
  const ExposedFigures figures = sampled(rig.exposed, 4, 40);
  base::Prng prng(31);
  cards::Deck deck;
  constexpr int deals = 20'000;
  double sum = 0, squares = 0;
  for (int deal = 0; deal < deals; ++deal) {
    deck.reset();
    CardSet hand, dead;
    for (int card = 0; card < 2; ++card) hand.add(deck.draw(prng));
    for (int card = 0; card < 10; ++card) dead.add(deck.draw(prng));
    double staked = 1;
    for (int node = DrawGame::first_node; node >= 0;) {
      const auto& option = rig.game.node(node).options[static_cast<size_t>(rig.game.look(node, hand, dead).best)];
      staked += static_cast<double>(option.choice.amount.value()) / static_cast<double>(rig.game.unit().value());
      hand.add(deck.draw(prng));
      node = option.node;
    }
    sum += staked;
    squares += staked * staked;
  }
  const double mean = sum / deals;
  const double error = std::sqrt((squares / deals - mean * mean) / deals);
  const double ours = (figures.edge.value / figures.edge_per_total.value).convert_to<double>();
  EXPECT_NEAR(ours, mean, 5 * error);
}

TEST(ExposedDraw, SimpleRulesBringLessThanBestPlayAndMoreThanNothing) {
  for (const std::string_view id : {"let-it-ride", "mississippi-stud"}) {
    SCOPED_TRACE(id);
    Rig rig(id, 5);
    rig.exposed.find_simple_rules(3);
    const ExposedFigures figures = sampled(rig.exposed, 3, 60);
    ASSERT_FALSE(figures.simple.rules.empty());
    EXPECT_GT(figures.simple.gain.value, 4 * figures.simple.gain.half_width);
    EXPECT_LT(figures.simple.gain.value, figures.gain.value);
  }
}

// Published: where straights pay 5 to 1, a person who sees five other hands has 3.0 % of the ante. Perfect play has
// more.
TEST(ExposedDraw, MississippiStudWithSixPlayersBeatsThePublishedPerson) {
  const DrawGame game(table_of("mississippi-stud", {"MS-02"}));
  const Figures base = best_draw_figures(game);
  const ExposedDraw exposed(game, base.house_edge, base.average_staked, 5);
  const ExposedFigures figures = sampled(exposed, 8, 60);
  EXPECT_LT(figures.edge.value + figures.edge.half_width, Rational(-3, 100));
  EXPECT_GT(figures.edge.value - figures.edge.half_width, Rational(-4, 100));
}

TEST(ExposedDraw, MoreHandsSeenAreWorthMore) {
  for (const std::string_view id : {"let-it-ride", "mississippi-stud"}) {
    Rational before = 0;
    for (const int hands : {1, 3, 6}) {
      const Rig rig(id, hands);
      const ExposedFigures figures = sampled(rig.exposed, 2, 40);
      EXPECT_GT(figures.gain.value, before) << id << " " << hands;
      before = figures.gain.value;
    }
  }
}

// All three other jacks and kings gone: a pair that pays can still come only from the ace of the hand's own three.
TEST(ExposedDraw, OneSituationIsLookedAtByHand) {
  const ExposedAnalyst analyst(table_of("mississippi-stud"));
  const auto situation = analyst.look({.own = cards::hand("Js 7d"),
                                       .community = cards::hand("4c 2h"),
                                       .others = cards::hand("Jd Jh Jc 7s"),
                                       .made = {"1x", "1x"}});
  ASSERT_TRUE(situation) << situation.error().why;
  ASSERT_EQ(situation->choices.size(), 4U);
  EXPECT_EQ(situation->choices[0], "fold");
  // 44 cards are left. Of two sevens each makes a pair that pushes; no fours or twos pay; nothing wins.
  EXPECT_EQ(situation->ways, 44U);
  EXPECT_EQ(situation->values[0], -3);
  EXPECT_EQ(situation->values[1], Rational(-4 * 42, 44));
  EXPECT_EQ(situation->values[3], Rational(-6 * 42, 44));
  EXPECT_EQ(situation->best, 0U);
}

TEST(ExposedDraw, NamesWhatIsWrongWithASituation) {
  const ExposedAnalyst analyst(table_of("mississippi-stud"));
  const auto set = [](std::string_view text) { return cards::hand(text); };
  const auto which = [&](const SeenCards& cards) {
    const auto situation = analyst.look(cards);
    return situation ? std::string("nothing") : std::string(situation.error().which);
  };
  EXPECT_EQ(which({.own = set("Js")}), "own");
  EXPECT_EQ(which({.own = set("Js 7d"), .community = set("4c 2h 3h")}), "community");
  EXPECT_EQ(which({.own = set("Js 7d"), .up = set("4c")}), "up");
  EXPECT_EQ(which({.own = set("Js 7d"), .others = set("4c Js")}), "others");
  EXPECT_EQ(which({.own = set("Js 7d"), .community = set("4c"), .made = {"2x", "1x"}}), "made");
  EXPECT_EQ(which({.own = set("Js 7d"), .community = set("4c"), .made = {"4x"}}), "made");
  EXPECT_EQ(which({.own = set("Js 7d"), .community = set("4c"), .made = {"3x"}}), "nothing");
  EXPECT_EQ(which({.own = set("Js 7d"), .community = set("4c")}), "nothing");
}

}  // namespace
}  // namespace cardroom::odds
