#include "odds/board_flops.h"

namespace cardroom::odds {

using cards::Card;
using cards::deck_size;

Flops::Flops() : classes_(&set_classes(3)), by_number_(choose(deck_size, 3)) {
  for (int a = 2; a < deck_size; ++a) {
    for (int b = 1; b < a; ++b) {
      for (int c = 0; c < b; ++c) {
        const CardSet flop{Card::from_index(a), Card::from_index(b), Card::from_index(c)};
        const uint32_t number = set_number(flop);
        Renamed& renamed = by_number_[number];
        renamed.index = static_cast<uint16_t>(classes_->class_of(number));
        renamed.renaming = cards::renaming_to_canonical(flop);
        for (size_t suit = 0; suit < board_suits; ++suit) {
          renamed.back[renamed.renaming[suit]] = static_cast<uint8_t>(suit);
        }
      }
    }
  }
}

std::vector<cards::SuitRenaming> symmetries_of(CardSet held) {
  std::vector<cards::SuitRenaming> found;
  const auto ranks = [&](size_t suit) { return held.ranks(static_cast<cards::Suit>(suit)); };
  for (uint8_t a = 0; a < board_suits; ++a) {
    for (uint8_t b = 0; b < board_suits; ++b) {
      for (uint8_t c = 0; c < board_suits; ++c) {
        if (a == b || a == c || b == c) continue;
        const auto d = static_cast<uint8_t>(6 - a - b - c);  // 0 + 1 + 2 + 3 in all
        if (ranks(0) == ranks(a) && ranks(1) == ranks(b) && ranks(2) == ranks(c) && ranks(3) == ranks(d)) {
          found.push_back({a, b, c, d});
        }
      }
    }
  }
  return found;
}

}  // namespace cardroom::odds
