#include "odds/exposed_showdown.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"
#include "games/testing.h"

namespace cardroom::odds {
namespace {

using games::table_of;

struct Rig {
  explicit Rig(std::string_view game, Seen seen)
      : table(table_of(game)), counts(shape_of(table)), exposed(table, counts, seen) {}
  Table table;
  ShowdownCounts counts;
  ExposedShowdown exposed;
};

// What a choice comes to by settling every hand of the dealer's, one by one, with the game's own rules.
int64_t plain_sum(const ExposedShowdown& exposed, const ShowdownShape& shape, const Choice& choice, CardSet own,
                  CardSet known, CardSet seen) {
  Stakes stakes{};
  for (const auto& [wager, units] : base_units(exposed.table().game())) {
    stakes[static_cast<size_t>(wager)] = exposed.unit() * units;
  }
  const int rank = rank_hand(shape.player_ranking, own).value();
  int64_t sum = 0;
  cards::for_each_subset(shape.deck - own - known - seen, shape.dealer_cards - known.size(), [&](CardSet hidden) {
    const int dealer = rank_hand(shape.dealer_ranking, known | hidden).value();
    sum += total_net(exposed.table(), stakes, rank, dealer, choice);
  });
  return sum;
}

TEST(ExposedShowdown, OneSituationAgreesWithSettlingEveryHand) {
  struct Case {
    std::string_view game;
    int hands;
  };
  for (const auto& [game, hands] :
       {Case{"three-card-poker", 2}, Case{"three-card-poker-face-up", 4}, Case{"caribbean-stud", 5},
        Case{"crazy-4-poker", 6}, Case{"four-card-poker", 6}, Case{"high-card-flush", 4}, Case{"dj-wild-stud", 6}}) {
    SCOPED_TRACE(game);
    const Rig rig(game, {.hands = hands});
    const ShowdownShape& shape = rig.counts.shape();
    constexpr uint64_t prng_key = 5;
    base::Prng prng(prng_key);
    for (int deal = 0; deal < 12; ++deal) {
      cards::Deck deck(shape.deck);
      CardSet own, known, seen;
      for (int card = 0; card < shape.player_cards; ++card) own.add(deck.draw(prng));
      for (int card = 0; card < shape.up_cards; ++card) known.add(deck.draw(prng));
      for (int card = 0; card < hands * shape.player_cards; ++card) seen.add(deck.draw(prng));
      const auto situation = rig.exposed.sums(own, known, {}, seen);
      ASSERT_GT(situation.choices.size(), 1U);
      for (size_t choice = 0; choice < situation.choices.size(); ++choice) {
        EXPECT_EQ(situation.net_sums[choice],
                  plain_sum(rig.exposed, shape, situation.choices[choice], own, known, seen))
            << "deal " << deal << ", prng_key " << prng_key;
      }
    }
  }
}

TEST(ExposedShowdown, WithNothingSeenTheBaseFigureStands) {
  for (const std::string_view game : {"caribbean-stud", "high-card-flush", "dj-wild-stud"}) {
    const Rig rig(game, {});
    const ExposedTally tally = rig.exposed.play(7, 0, 1, nullptr);
    const ExposedFigures figures = rig.exposed.figures(tally);
    EXPECT_EQ(figures.gain.value, 0);
    EXPECT_EQ(figures.edge.value, figures.base_edge);
    EXPECT_EQ(figures.edge_per_total.value, figures.base_edge / figures.base_staked);
    EXPECT_TRUE(figures.changes.empty());
  }
}

TEST(ExposedShowdown, DoesNotDependOnHowTheBlocksAreDivided) {
  const Rig rig("three-card-poker", {.hands = 2});
  const uint64_t pilot_blocks = ExposedShowdown::pilot_blocks;
  const ExposedTally pilot = rig.exposed.play(3, 0, pilot_blocks, nullptr);
  ExposedTally whole = rig.exposed.play(3, pilot_blocks, pilot_blocks + 6, &pilot);
  ExposedTally parts = rig.exposed.play(3, pilot_blocks + 4, pilot_blocks + 6, &pilot);
  parts += rig.exposed.play(3, pilot_blocks, pilot_blocks + 4, &pilot);
  whole += pilot;
  parts += pilot;
  EXPECT_EQ(rig.exposed.figures(whole).gain.value, rig.exposed.figures(parts).gain.value);
  EXPECT_EQ(rig.exposed.figures(whole).edge_per_total.half_width, rig.exposed.figures(parts).edge_per_total.half_width);
}

ExposedFigures sampled(const ExposedShowdown& exposed, uint64_t prng_key, uint64_t blocks) {
  const ExposedTally pilot = exposed.play(prng_key, 0, ExposedShowdown::pilot_blocks, nullptr);
  ExposedTally tally = exposed.play(prng_key, ExposedShowdown::pilot_blocks, blocks, &pilot);
  tally += pilot;
  return exposed.figures(tally);
}

// Published: a perfect player who sees five other hands leaves the house 0.4 % of the ante.
TEST(ExposedShowdown, CaribbeanStudWithSixPlayersAgreesWithThePublishedFigure) {
  const Rig rig("caribbean-stud", {.hands = 5});
  const ExposedFigures figures = sampled(rig.exposed, 11, 80);
  EXPECT_LT(figures.edge.half_width, Rational(1, 1000));
  EXPECT_LT(figures.edge.value - figures.edge.half_width, Rational(45, 10000));
  EXPECT_GT(figures.edge.value + figures.edge.half_width, Rational(35, 10000));
}

// Published: six players who show each other their hands gain at least 7.3 % of the ante each, by a sample.
TEST(ExposedShowdown, HighCardFlushWithSixPlayersAgreesWithThePublishedFigure) {
  const Rig rig("high-card-flush", {.hands = 5});
  const ExposedFigures figures = sampled(rig.exposed, 11, 60);
  EXPECT_LT(figures.edge.half_width, Rational(2, 1000));
  EXPECT_LT(figures.edge.value - figures.edge.half_width, Rational(-73, 1000));
  EXPECT_GT(figures.edge.value + figures.edge.half_width, Rational(-76, 1000));
}

// Published: six players who show each other their hands have 0.5 % of the ante on their side.
TEST(ExposedShowdown, DjWildStudWithSixPlayersAgreesWithThePublishedFigure) {
  const Rig rig("dj-wild-stud", {.hands = 5});
  const ExposedFigures figures = sampled(rig.exposed, 11, 60);
  EXPECT_LT(figures.edge.half_width, Rational(2, 1000));
  EXPECT_LT(figures.edge.value - figures.edge.half_width, Rational(-45, 10000));
  EXPECT_GT(figures.edge.value + figures.edge.half_width, Rational(-55, 10000));
}

// A second sample, drawn plainly, every deal looked at.
TEST(ExposedShowdown, BinsAndThinningKeepTheMean) {
  const Rig rig("three-card-poker", {.hands = 1});
  const ExposedFigures figures = sampled(rig.exposed, 19, 400);
  base::Prng prng(23);
  cards::Deck deck;
  double sum = 0, squares = 0;
  constexpr int deals = 60'000;
  for (int deal = 0; deal < deals; ++deal) {
    deck.reset();
    CardSet own, seen;
    for (int card = 0; card < 3; ++card) own.add(deck.draw(prng));
    for (int card = 0; card < 3; ++card) seen.add(deck.draw(prng));
    const auto situation = rig.exposed.sums(own, {}, {}, seen);
    const double gain = static_cast<double>(situation.net_sums[situation.best] - situation.net_sums[situation.basic]) /
                        (static_cast<double>(situation.hands) * static_cast<double>(rig.exposed.unit().value()));
    sum += gain;
    squares += gain * gain;
  }
  const double mean = sum / deals;
  const double error = std::sqrt((squares / deals - mean * mean) / deals);
  const double other_error = figures.gain.half_width.convert_to<double>() / 1.96;
  EXPECT_NEAR(figures.gain.value.convert_to<double>(), mean, 4 * std::hypot(error, other_error));
  EXPECT_GT(mean, 5 * error) << "there is something to gain";
}

// What simple rules bring is measured, not hoped for: never more than best play, and in Three Card Poker with three
// players the rule for jack high or less alone is known exactly (exposed_three_card_test.cpp counts it).
TEST(ExposedShowdown, SimpleRulesBringLessThanBestPlayAndMoreThanNothing) {
  Rig rig("caribbean-stud", {.hands = 6});
  rig.exposed.find_simple_rules(3);
  const ExposedFigures figures = sampled(rig.exposed, 3, 60);
  ASSERT_FALSE(figures.simple.rules.empty());
  EXPECT_FALSE(figures.simple.counting.empty());
  EXPECT_GT(figures.simple.gain.value, 10 * figures.simple.gain.half_width);
  EXPECT_LT(figures.simple.gain.value, figures.gain.value);
  EXPECT_EQ(figures.simple.edge.value, figures.base_edge - figures.simple.gain.value);
  // A person's method is published to turn the game with seven players into the player's; so must these rules.
  EXPECT_LT(figures.simple.edge.value + figures.simple.edge.half_width, 0);
}

TEST(ExposedShowdown, MoreHandsSeenAreWorthMore) {
  Rational before = 0;
  for (const int hands : {1, 3, 5}) {
    const Rig rig("three-card-poker", {.hands = hands});
    const ExposedFigures figures = sampled(rig.exposed, 2, 40);
    EXPECT_GT(figures.gain.value, before) << hands;
    before = figures.gain.value;
  }
}

}  // namespace
}  // namespace cardroom::odds
