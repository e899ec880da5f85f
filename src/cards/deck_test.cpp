#include "cards/deck.h"

#include <gtest/gtest.h>

#include <map>

#include "cards/testing.h"

namespace cardroom::cards {
namespace {

TEST(Deck, DealsEveryCardOnce) {
  base::Prng generator(1);
  Deck deck;
  CardSet drawn;
  for (int i = 0; i < deck_size; ++i) {
    EXPECT_EQ(deck.cards_left(), deck_size - i);
    drawn.add(deck.draw(generator));
  }
  EXPECT_EQ(deck.cards_left(), 0);
  EXPECT_EQ(drawn, CardSet::full_deck());
}

TEST(Deck, OfSomeCardsDealsThoseOnly) {
  base::Prng generator(2);
  const CardSet cards = hand("As Kd 2c 3h");
  Deck deck(cards);
  EXPECT_EQ(deck.cards_left(), 4);
  EXPECT_EQ(deck.draw_set(generator, 4), cards);
}

TEST(Deck, AfterAResetDealsAsANewOneDoes) {
  base::Prng generator(3);
  Deck used;
  used.draw_set(generator, 30);
  used.reset();
  Deck fresh;
  base::Prng one(4), other(4);
  for (int i = 0; i < deck_size; ++i) EXPECT_EQ(used.draw(one), fresh.draw(other));
}

// Each of the 12 ordered pairs of four cards is expected 10,000 times; the standard deviation is 96.
TEST(Deck, DealsEveryOrderEquallyOften) {
  base::Prng generator(5);
  Deck deck(hand("As Kd 2c 3h"));
  std::map<std::pair<Card, Card>, int> times;
  for (int i = 0; i < 120'000; ++i) {
    deck.reset();
    const Card first = deck.draw(generator);
    ++times[{first, deck.draw(generator)}];
  }
  EXPECT_EQ(times.size(), 12U);
  for (const auto& [order, count] : times) EXPECT_NEAR(count, 10'000, 500);
}

}  // namespace
}  // namespace cardroom::cards
