// Hands as text, for tests.
#pragma once

#include <stdexcept>
#include <string_view>
#include <vector>

#include "cards/card.h"

namespace cardroom::cards {

// The cards of a text in their order. A text that is not cards fails the test that holds it.
inline std::vector<Card> card_list(std::string_view text) {
  const auto cards = parse_cards(text);
  if (!cards) throw std::invalid_argument(cards.error().to_text());
  return *cards;
}

// hand("Qs Jd 2c")
inline CardSet hand(std::string_view text) {
  CardSet cards;
  for (Card card : card_list(text)) cards.add(card);
  return cards;
}

}  // namespace cardroom::cards
