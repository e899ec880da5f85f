// One decision of a game with a shared board (board_pays.h): what each choice is worth, exactly, given all that is
// seen, with best play at the decisions that follow. Other cards may have been seen as well: a table's other hands, or
// one of the dealer's.
//
// Boards with at most two cards of a suit have no flush for anybody, so that only ranks matter: those with the same
// ranks, of which there are few thousand, are counted once, and so are the dealer's hands by their ranks. On the other
// boards the dealer's hands with a flush, a few dozen, are put right one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "odds/board_pays.h"

namespace cardroom::odds {

struct BoardSituation {
  cards::CardSet own;          // two
  cards::CardSet community;    // none, three or five, as the decision has it
  cards::CardSet dead = {};    // others that are known to be out of the deck
  cards::CardSet dealer = {};  // of the dealer's two: none, or one
};

struct BoardWorth {
  uint64_t ways = 0;              // in which the hidden cards can fall, flop, last two and the dealer's, all as likely
  std::vector<Choice> choices;    // those of the decision, the smallest wager first
  std::vector<int64_t> net_sums;  // by choice: net cents of all wagers, added up over the ways
  size_t best = 0;                // of equals the one with less at stake
};

enum class BoardMethod : uint8_t {
  cheaper,
  by_ranks,    // not with a card of the dealer's
  one_by_one,  // every dealer's hand on every board: slow, and obvious
};

// Enough cards must be left for those to come; no card may be in two places. From any thread; uses several. Before the
// flop a fifth of a second or less, later some milliseconds.
BoardWorth board_worth(const BoardPays& pays, const BoardSituation& situation,
                       BoardMethod method = BoardMethod::cheaper);

}  // namespace cardroom::odds
