// What a house may choose about a game, where the game's rules leave the choice.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/money.h"

namespace cardroom::games {

enum class AnteRule : uint8_t { optional, mandatory };
enum class FoldedBonus : uint8_t { keeps, loses };       // what a fold does to PAIR PLUS, ACES UP, QUEENS UP
enum class FoldedProgressive : uint8_t { loses, wins };  // whether a folded hand still wins the progressive
enum class PositionsPerPlayer : uint8_t { one, two_adjacent, any };
enum class Dealing : uint8_t { by_card, whole_hands };  // a shuffler may give only whole hands; the rest is discarded

enum class HouseOption : uint8_t { ante, folded_bonus, folded_progressive, positions, dealing, rounding, chip, order };

struct HouseRules {
  AnteRule ante = AnteRule::optional;
  FoldedBonus folded_bonus = FoldedBonus::keeps;
  FoldedProgressive folded_progressive = FoldedProgressive::loses;
  PositionsPerPlayer positions = PositionsPerPlayer::any;
  Dealing dealing = Dealing::by_card;
  base::Rounding rounding = base::Rounding::up;  // of a pay that the smallest chip cannot make; up is for the player
  base::Cents chip{100};                         // the smallest chip on the table
  std::vector<int> order = {};                   // of reconciling wagers; empty: the game's

  bool operator==(const HouseRules&) const = default;
};

struct Game;

std::string_view option_id(HouseOption option);       // "folded-bonus"
std::string_view option_meaning(HouseOption option);  // what it decides, in words
std::string option_values(HouseOption option);        // what it takes, for a person: "keeps or loses", "an amount"

// The option of that name, if there is one.
std::optional<HouseOption> find_option(std::string_view id);
// Sets an option from its text; an order of reconciling is written "play+ante+aces-up". The message says what is wrong.
std::expected<void, std::string> set_option(const Game& game, HouseRules& rules, HouseOption option,
                                            std::string_view value);
// The text of an option's value, as set_option reads it; empty for the game's own order.
std::string option_value(const Game& game, const HouseRules& rules, HouseOption option);

}  // namespace cardroom::games
