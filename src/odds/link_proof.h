// A link of several games on one jackpot is fair to all of them where a winning hand is as likely in one as in the
// other. Here each game's hands are dealt out in that game's own way, and the fractions compared.
#pragma once

#include <string>
#include <vector>

#include "games/table.h"
#include "odds/figures.h"
#include "odds/progress.h"

namespace cardroom::odds {

// Every way to deal a game's progressive hand: first the cards of one holder, then those of the next out of the rest.
struct LinkedGame {
  const games::Game* game = nullptr;
  std::vector<std::pair<games::Holder, int>> dealt;  // whose cards, how many
  Integer deals;
  std::vector<Integer> by_row;  // deals that make the hand of each row
};

struct LinkRow {
  std::string hand;
  std::vector<Rational> probabilities;  // by game
  bool same = false;                    // in every game
};

struct LinkProof {
  std::vector<LinkedGame> games;
  std::vector<LinkRow> rows;
  bool same = false;  // every row
};

// Tables of the games to be linked; rows are told apart by their words, and one that a table lacks has probability 0
// there. Counts one by one: some ten million hands for each game.
LinkProof prove_link(const std::vector<games::Table>& tables, Progress* progress = nullptr);

}  // namespace cardroom::odds
