#include "odds/exposed_three_card.h"

#include <gtest/gtest.h>

#include "cards/subsets.h"
#include "games/testing.h"
#include "odds/exposed_showdown.h"

namespace cardroom::odds {
namespace {

using games::table_of;

struct ThreeCardRig {
  Table table = table_of("three-card-poker");
  ShowdownCounts counts{shape_of(table)};
};

// Every hand with every choice of seen cards, each looked at by itself.
Rational plain_gain(const ThreeCardRig& rig, int seen_cards) {
  const ExposedShowdown exposed(rig.table, rig.counts, {});
  Integer sum = 0, deals = 0;
  int64_t hands = 0;
  for (const PlayerClass& held : rig.counts.players()) {
    Int128 gain = 0;
    uint64_t choices = 0;
    cards::for_each_subset(CardSet::full_deck() - held.cards, seen_cards, [&](CardSet seen) {
      const auto situation = exposed.sums(held.cards, {}, {}, seen);
      gain += situation.net_sums[situation.best] - situation.net_sums[situation.basic];
      hands = situation.hands;
      ++choices;
    });
    sum += Integer(gain) * held.multiplicity;
    deals += Integer(choices) * held.multiplicity;
  }
  return Rational(sum, deals * Integer(exposed.unit().value()) * Integer(hands));
}

TEST(ExposedThreeCard, AgreesWithLookingAtEverySituation) {
  const ThreeCardRig rig;
  for (const int seen_cards : {0, 1}) {
    const auto figures = exposed_three_card(rig.table, rig.counts, seen_cards);
    ASSERT_TRUE(figures.has_value());
    EXPECT_EQ(figures->gain.value, plain_gain(rig, seen_cards)) << seen_cards << " cards seen";
    EXPECT_EQ(figures->edge.value, figures->base_edge - figures->gain.value);
  }
}

TEST(ExposedThreeCard, ASampleOfTwoHandsAgrees) {
  const ThreeCardRig rig;
  const auto exact = exposed_three_card(rig.table, rig.counts, 3);
  ASSERT_TRUE(exact.has_value());
  const ExposedShowdown exposed(rig.table, rig.counts, {.hands = 1});
  const ExposedTally pilot = exposed.play(3, 0, ExposedShowdown::pilot_blocks, nullptr);
  ExposedTally tally = exposed.play(3, ExposedShowdown::pilot_blocks, 400, &pilot);
  tally += pilot;
  const ExposedFigures sampled = exposed.figures(tally);
  // Twice the half width: one key in some ten thousand would fail.
  EXPECT_LT(abs(exact->gain.value - sampled.gain.value), 2 * sampled.gain.half_width);
  EXPECT_LT(abs(exact->changed.value - sampled.changed.value), 2 * sampled.changed.half_width);
  EXPECT_LT(abs(exact->edge_per_total.value - sampled.edge_per_total.value), 2 * sampled.edge_per_total.half_width);
  EXPECT_EQ(exact->gain.half_width, 0);
}

TEST(ExposedThreeCard, RefusesWhatItsReasonsDoNotHoldFor) {
  const Table face_up = table_of("three-card-poker-face-up");
  const ShowdownCounts counts(shape_of(face_up));
  EXPECT_FALSE(exposed_three_card(face_up, counts, 3).has_value());
  const ThreeCardRig rig;
  EXPECT_FALSE(exposed_three_card(rig.table, rig.counts, 7).has_value());
}

}  // namespace
}  // namespace cardroom::odds
