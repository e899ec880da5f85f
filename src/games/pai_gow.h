// Pai Gow Poker, as far as the question needs whether other players' cards matter: how seven cards may be set, how the
// house sets them, and who wins. It is no Game of game.h: nobody bets or folds after the deal, a position only sets its
// hand. Cards are of a deck with a joker (cards/pai_gow_ranking.h).
//
// A hand of seven is set as five cards behind and two in front; the two must not beat the five. Behind is compared with
// behind and front with front; a copy is the dealer's. Who wins both wins, who loses both loses, all else is a push.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "cards/pai_gow_ranking.h"

namespace cardroom::games::pai_gow {

using cards::CardSet;
using cards::HandRank;

inline constexpr int hand_cards = 7;
inline constexpr int players_max = 6;  // and the dealer: 49 of 53 cards

enum class Variant : uint8_t {
  // The dealer's hand stays hidden. A win pays even money, usually less a commission of 5%.
  fortune,
  // The dealer's hand is shown and set by the house way before anybody sets. Even money; a dealer with ace high and
  // nothing else (no pair, straight or flush in the seven cards) pushes with everybody.
  face_up,
};

// Of the wager, for a win: with 5% commission 19 twentieths, without it all 20.
inline constexpr int twentieths = 20;
inline constexpr int win_less_commission = 19;

struct VariantFacts {
  Variant variant;
  std::string_view id;    // "fortune-pai-gow"
  std::string_view name;  // "Fortune Pai Gow"
};
std::span<const VariantFacts> variants();
const VariantFacts* find_variant(std::string_view id);  // null where there is none
const VariantFacts& facts_of(Variant variant);

struct Setting {
  CardSet front;
  HandRank two;
  HandRank five;
};

// The allowed settings that no other setting equals or beats both behind and in front; one of any equal ones. Strongest
// front first. The best play is always among them, since a stronger hand never loses what a weaker one wins.
std::vector<Setting> undominated_settings(CardSet seven);

// Which rule of the house way applies, by what the seven cards hold; the joker counts as an ace here.
enum class HouseRule : uint8_t {
  no_pair,
  pair,
  two_pair,
  three_pair,
  three_of_a_kind,
  complete,  // a straight, flush or straight flush, with no more than one pair or three of a kind
  full_house,
  four_of_a_kind,
  five_aces,
};
inline constexpr int house_rule_count = 9;
HouseRule house_rule(CardSet seven);
std::string_view house_rule_name(HouseRule rule);  // "two pair"

// As the house sets (docs/games/pai-gow.md lists the rules). Always allowed.
Setting house_way(CardSet seven);

// Ace high and nothing else.
bool is_ace_high_pai_gow(CardSet seven);

enum class Result : int8_t { loses = -1, pushes = 0, wins = 1 };
inline Result compare(const Setting& player, const Setting& dealer) {
  const bool behind = player.five > dealer.five, front = player.two > dealer.two;
  if (behind != front) return Result::pushes;
  return behind ? Result::wins : Result::loses;
}

}  // namespace cardroom::games::pai_gow
