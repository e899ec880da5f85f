// A settlement in sentences.
#pragma once

#include <string>

#include "games/settlement.h"

namespace cardroom::games {

// What a hand is, by the reading that is compared or paid: "pair of nines, ace kicker".
std::string hand_words(const Table& table, const Hand& hand, int reading);

// Why a line was settled as it was: "pair of nines, ace kicker beats the dealer's queen high, six, four". `round` is
// the round that `settlement` settles.
std::string reason_words(const Table& table, const Round& round, const Settlement& settlement,
                         const SettlementLine& line);

// "wins", "loses", "pushes", "claims"; "returned" or "stays" where the deal is void; "paid" for envy.
std::string_view result_word(const Table& table, const SettlementLine& line);

// What a choice is called at a table: "folds", "PLAY $10.00", "takes BET 1 back".
std::string choice_words(const Table& table, const Choice& choice);

// A wrong number of cards: "position 3 was dealt 4 cards instead of 3".
std::string miscount_words(const Miscount& miscount);

}  // namespace cardroom::games
