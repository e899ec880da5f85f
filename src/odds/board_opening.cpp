#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "odds/shared_board.h"

namespace cardroom::odds {

namespace {

using games::ActionKind;

// The least second card with which a hand of a high card is played, all better ones included; nothing where the hands
// that are played are others than those from one card up, or none.
struct Least {
  bool plain = true;  // it can be said so
  int low = -1;       // −1: none is played
};

template <class Match>
Least least_of(const BoardPlay& play, size_t choice, Match match) {
  Least least;
  int lowest_not = -1;
  for (const OpeningValue& opening : play.openings) {
    if (!match(opening)) continue;
    const bool chosen = opening.chosen == choice;
    if (chosen && (least.low < 0 || opening.low < least.low)) least.low = opening.low;
    if (!chosen) lowest_not = std::max(lowest_not, opening.low);
  }
  least.plain = least.low < 0 || lowest_not < least.low;
  return least;
}

void add(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ", ") + item;
}

}  // namespace

cards::CardSet hand_of(const OpeningValue& opening) {
  cards::CardSet hand{cards::Card(opening.high, cards::Suit::clubs)};
  hand.add(cards::Card(opening.low, opening.suited ? cards::Suit::clubs : cards::Suit::diamonds));
  return hand;
}

std::string opening_words(const BoardPlay& play, size_t choice) {
  std::string list;
  bool plain = true;
  for (int high = cards::ace; high > cards::deuce; --high) {
    const auto of = [&](bool suited) {
      return least_of(play, choice, [&](const OpeningValue& opening) {
        return opening.high == high && opening.low != high && opening.suited == suited;
      });
    };
    const Least suited = of(true), mixed = of(false);
    plain = plain && suited.plain && mixed.plain;
    const auto name = [&](int low) { return fmt::format("{}-{}", cards::rank_letter(high), cards::rank_letter(low)); };
    if (mixed.low >= 0) add(list, name(mixed.low));
    if (suited.low >= 0 && suited.low != mixed.low) add(list, name(suited.low) + " suited");
  }
  const Least pair = least_of(play, choice, [](const OpeningValue& opening) { return opening.high == opening.low; });
  plain = plain && pair.plain;
  if (pair.low >= 0) add(list, fmt::format("a pair of {}", cards::rank_plural(pair.low)));
  if (plain) return list.empty() ? "never" : list + " or better";
  uint32_t hands = 0;
  for (const OpeningValue& opening : play.openings) hands += opening.chosen == choice ? opening.hands : 0;
  return fmt::format("{} of the 1,326 hands", hands);
}

}  // namespace cardroom::odds
