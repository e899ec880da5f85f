// The showdown of five cards against five with wild ones among them: every class of the player's cards with how many of
// the dealer's hands rank below it.
#pragma once

#include "odds/showdown.h"

namespace cardroom::odds {

// A class of five cards of the wild deck: those with as many wild cards, and natural cards that differ in the names of
// the suits alone. `wild_class_count` of them, numbered by their wild cards, then as set_classes() has the natural
// ones; classes with a deuce among the natural cards have a number and no hand.
uint32_t wild_class_of(CardSet five);
uint32_t wild_class_count();

// For a shape of five cards each, ranked by five_card_wild, of a deck with a joker, no card of the dealer's up. All 2.9
// million hands of the dealer are gone through once, in the order of their ranks; a player's hand is taken out of them
// by inclusion and exclusion over its cards. About half a second.
ShowdownCounts count_wild_showdown(const ShowdownShape& shape, Progress* progress = nullptr);

}  // namespace cardroom::odds
