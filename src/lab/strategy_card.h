// A strategy as a card that fits into a pocket: HTML that prints on A6 (on half of it where there is no up-card), or
// text.
#pragma once

#include <string>
#include <vector>

#include "games/table.h"
#include "odds/simple_strategy.h"

namespace cardroom::lab {

struct StrategyCard {
  games::Table table;
  odds::SimpleStrategy strategy;
  base::Rational best_edge;
  base::Rational card_edge;  // of a player who keeps to the card
};

std::string card_html(const StrategyCard& card);
// Forty columns wide; sixty where the strategy is prose, that of a game with several decisions.
std::string card_text(const StrategyCard& card);

// What a card says, line by line: without an up-card a row is a bet and the hand that it needs, else the up-cards and
// the least hand for each bet.
struct CardTable {
  struct Row {
    std::string first;               // the up-cards, or the bet
    std::vector<std::string> hands;  // by bet, the largest first; or the one hand
  };
  std::vector<std::string> titles;
  std::vector<Row> rows;
};
CardTable card_table(const games::Table& table, const odds::SimpleStrategy& strategy);
// "The dealer needs queen high to qualify."
std::string dealer_words(const games::Table& table);

// The bets that a strategy knows, as multiples of the ANTE, ascending; and the name of the wager they are made on.
std::vector<int> multiples_of(const odds::SimpleStrategy& strategy);
std::string_view raise_name(const games::Game& game);
// The least hand for a bet: "Q-6-4", or "never".
std::string least_hand(const odds::SimpleStrategy& strategy, const odds::UpCardRule& rule, int multiple);

}  // namespace cardroom::lab
