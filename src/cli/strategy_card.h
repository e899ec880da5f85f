// A strategy as a card that fits into a pocket: HTML that prints on A6 (on half of it where there is no up-card), or
// text.
#pragma once

#include <string>

#include "games/table.h"
#include "odds/simple_strategy.h"

namespace cardroom::cli {

struct StrategyCard {
  games::Table table;
  odds::SimpleStrategy strategy;
  base::Rational best_edge;
  base::Rational card_edge;  // of a player who keeps to the card
};

std::string card_html(const StrategyCard& card);
// Forty columns wide.
std::string card_text(const StrategyCard& card);

// The bets that a strategy knows, as multiples of the ANTE, ascending; and the name of the wager they are made on.
std::vector<int> multiples_of(const odds::SimpleStrategy& strategy);
std::string_view raise_name(const games::Game& game);
// The least hand for a bet: "Q-6-4", or "never".
std::string least_hand(const odds::SimpleStrategy& strategy, const odds::UpCardRule& rule, int multiple);

}  // namespace cardroom::cli
