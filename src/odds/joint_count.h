// The ways in which wagers made together are counted. All settle with the game's own rules.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "odds/joint_settle.h"
#include "odds/progress.h"

namespace cardroom::odds {

using JointCounts = std::map<JointNets, uint64_t>;  // deals by result

// By the counts of showdown.h, whose borders must hold every rank of the dealer's at which a bet's result changes. For
// bets whose readings are of the player's cards, of the dealer's, or the higher of the two.
JointCounts count_by_rank(const JointTable& joint, const ShowdownCounts& counts, const DecisionRule& rule,
                          Progress* progress);

// By every hand of the dealer's: for bets that read his cards and the player's together, or community cards. The
// dealer has three cards at most; there are no community cards, or two.
JointCounts count_by_cards(const JointTable& joint, const DecisionRule& rule, Progress* progress);

// By every board: for a game in which player and dealer share one (shared_board.h).
JointCounts count_by_board(const JointTable& joint, const DecisionRule& rule, Progress* progress);

// A player's cards as the bets read them: those of a class, apart where a reading looks at the suits themselves.
struct OwnCards {
  cards::CardSet cards;
  size_t player = 0;  // of the class, in the order of ShowdownCounts::players()
  uint32_t multiplicity = 0;
  games::Hand hand;  // with the ranks of his own cards filled in
};
std::vector<OwnCards> own_cards(const JointTable& joint, const std::vector<PlayerClass>& players);

// The best of the choices by these expectations, or what the rule says.
size_t chosen_among(const std::vector<games::Choice>& choices, const std::vector<base::Int128>& expectations,
                    const DecisionRule& rule, const games::View& view, const Table& table);

}  // namespace cardroom::odds
