// A deck that cards are drawn from, one at a time, each of those left as likely as any other.
#pragma once

#include <array>
#include <cstdint>

#include "base/check.h"
#include "base/prng.h"
#include "cards/card.h"

namespace cardroom::cards {

// A shuffle that goes only as far as it is needed (Fisher and Yates): a draw costs one number of the generator, a reset
// copies 52 bytes. The generator is any that base::uniform_below takes; the same numbers draw the same cards from a new
// deck and from one that was reset. Not to be shared between threads.
class Deck {
 public:
  Deck() : Deck(CardSet::full_deck()) {}
  // A deck of these cards only, as when others are known to be elsewhere.
  explicit Deck(CardSet cards) {
    for (Card card : cards) order_[size_++] = card;
    reset();
  }

  // Puts every drawn card back, in the order of a new deck.
  void reset() {
    cards_ = order_;
    drawn_ = 0;
  }

  int cards_left() const { return static_cast<int>(size_ - drawn_); }

  // The deck has a card left.
  template <class Generator>
  Card draw(Generator& generator) {
    CHECK(drawn_ < size_);
    const uint32_t place = drawn_ + base::uniform_below(generator, size_ - drawn_);
    const Card card = cards_[place];
    cards_[place] = cards_[drawn_];
    cards_[drawn_++] = card;
    return card;
  }

  // The deck has `count` cards left, or more.
  template <class Generator>
  CardSet draw_set(Generator& generator, int count) {
    CardSet cards;
    for (int i = 0; i < count; ++i) cards.add(draw(generator));
    return cards;
  }

 private:
  // Sixty-four bytes rather than 52, so that a copy is two moves of a vector register.
  using Order = std::array<Card, 64>;
  alignas(64) Order cards_{};
  alignas(64) Order order_{};
  uint32_t size_ = 0;
  uint32_t drawn_ = 0;
};

}  // namespace cardroom::cards
