// A round as text: what a supervisor types in a dispute, what `cardroom deal` writes. The form is described in
// docs/reference/round-files.md.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "games/library.h"
#include "games/round.h"

namespace cardroom::games {

// What is wrong in a round's text: where, by which rule ("syntax", or the name of a refusal), and in words.
struct RoundError {
  int line = 0;
  std::string rule;
  std::string text;

  std::string to_text() const;  // "line 7: PLAY of $20.00 … [play_not_equal_to_ante]"
};

struct LoadedRound {
  Table table;
  Round round;
};

// Reads and checks a whole round: its table, wagers, cards and decisions. A hand with a wrong number of cards is an
// error unless the text says `misdeal`: then the round loads, and settles as void. `chosen` are paytables that hold
// unless the text names others of their group.
std::expected<LoadedRound, RoundError> parse_round(std::string_view text, const Library& library,
                                                   const std::vector<PaytablePtr>& chosen = {});

// Writes a round so that parse_round gives the same round at the same table (the paytables' ids must be in the
// library).
std::string format_round(const Table& table, const Round& round);

}  // namespace cardroom::games
