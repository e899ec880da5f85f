#include "odds/showdown.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/prng.h"
#include "cards/deck.h"
#include "cards/subsets.h"

namespace cardroom::odds {
namespace {

// The slow and obvious second method: every dealer's hand, one by one.
std::vector<uint32_t> counts_by_enumeration(const ShowdownShape& shape, CardSet player, CardSet up) {
  const int rank = rank_hand(shape.player_ranking, player).value();
  std::vector<uint32_t> counts(2 + shape.borders.size());
  cards::for_each_subset(CardSet::full_deck() - player - up, shape.dealer_cards - up.size(), [&](CardSet hidden) {
    const int dealer = rank_hand(shape.dealer_ranking, hidden | up).value();
    counts[0] += dealer < rank;
    counts[1] += dealer <= rank;
    for (size_t border = 0; border < shape.borders.size(); ++border)
      counts[2 + border] += dealer < shape.borders[border];
  });
  return counts;
}

void expect_same(const ShowdownCounts& counts, size_t player, int slot) {
  const ShowdownShape& shape = counts.shape();
  const CardSet held = counts.players()[player].cards;
  CardSet up;
  if (shape.up_cards == 1) up.add(ShowdownCounts::up_card(held, slot));
  const auto expected = counts_by_enumeration(shape, held, up);
  const auto found = counts.counts(player, slot);
  EXPECT_EQ(found.below, expected[0]);
  EXPECT_EQ(found.through, expected[1]);
  for (size_t border = 0; border < shape.borders.size(); ++border) {
    EXPECT_EQ(found.below_border[border], expected[2 + border]);
  }
}

TEST(Showdown, OfThreeCardsAgreesWithEnumerationForEveryHand) {
  const ShowdownCounts counts({3, 3, 0, Ranking::three_card, Ranking::three_card, CardSet::full_deck(), {200}});
  EXPECT_EQ(counts.players().size(), 1755U);
  EXPECT_EQ(counts.deals(), 22'100ULL * 18'424);
  for (size_t player = 0; player < counts.players().size(); ++player) expect_same(counts, player, 0);
}

TEST(Showdown, AgreesWithEnumerationOnARandomSample) {
  const ShowdownShape shapes[] = {
      {3, 3, 1, Ranking::three_card, Ranking::three_card, CardSet::full_deck(), {150}},  // one dealer's card up
      {5, 5, 0, Ranking::four_card, Ranking::four_card, CardSet::full_deck(), {100, 1500}},
      {5, 5, 1, Ranking::five_card, Ranking::five_card, CardSet::full_deck(), {1000}},
      {5, 6, 1, Ranking::four_card, Ranking::four_card, CardSet::full_deck(), {}},
      {5, 6, 0, Ranking::four_card, Ranking::four_card, CardSet::full_deck(), {2000}},
  };
  constexpr uint64_t prng_key = 20;
  base::Prng prng(prng_key);
  for (const ShowdownShape& shape : shapes) {
    SCOPED_TRACE(fmt::format("{} against {} cards, {} up, prng_key {}", shape.player_cards, shape.dealer_cards,
                             shape.up_cards, prng_key));
    const ShowdownCounts counts(shape);
    for (int sample = 0; sample < 12; ++sample) {
      const size_t player = base::uniform_below(prng, static_cast<uint32_t>(counts.players().size()));
      const int slot = static_cast<int>(base::uniform_below(prng, static_cast<uint32_t>(counts.slots())));
      expect_same(counts, player, slot);
    }
  }
}

}  // namespace
}  // namespace cardroom::odds
