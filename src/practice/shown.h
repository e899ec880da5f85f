// What is seen of a round: cards, circles, hands and lines as the pages draw them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "games/settlement.h"
#include "practice/meters.h"

namespace cardroom::practice {

std::string_view kind_id(games::WagerKind kind);  // "regular"

// The circles of a position. An award has one too, without a stake: its pay is laid there.
std::vector<Circle> circles_of(const games::Table& table, const games::Position& position);

// Cards as text; those that are not in `seen` are face down, an empty text.
std::vector<std::string> cards_shown(const games::CardRow& row, cards::CardSet seen);
std::vector<std::string> cards_shown(const games::CardRow& row);

// What a complete hand is, on the scale on which it is compared or paid, `community` being those cards in the middle
// that are seen; empty where cards are missing.
std::string player_words(const games::Table& table, const games::Position& position, cards::CardSet community);
std::string dealer_words(const games::Table& table, const games::Round& round);
// Whether a complete dealer's hand qualifies; nothing in a game where it always does.
std::optional<bool> dealer_qualifies(const games::Table& table, const games::Round& round);

// How a line's amount comes about: "$10.00 at 6 to 1 is $60.00". Empty where nothing is paid.
std::string arithmetic_words(const games::Table& table, const games::Round& round, const games::Settlement& settlement,
                             const games::SettlementLine& line, std::optional<Cents> award);

// Every line of a settlement; `awards` are those of claim_awards.
std::vector<Line> lines_of(const games::Table& table, const games::Round& round, const games::Settlement& settlement,
                           const std::vector<std::optional<Cents>>& awards);

// What each of these lines came to, into the circles.
void show_results(std::vector<Seat>& seats, std::span<const Line> lines);

// The position as it was after this many decisions.
games::Position position_after(const games::Table& table, const games::Position& position, size_t decisions);

Identity identity_of(const games::Table& table, std::string key, uint64_t round);

}  // namespace cardroom::practice
