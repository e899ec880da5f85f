// The options by which a command sets up a table: paytables, the house's choices, limits, profile.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "games/library.h"
#include "odds/analysis.h"

namespace cardroom::cli {

struct TableOptions {
  std::vector<std::string> paytables;  // designators or files
  std::vector<std::string> house;      // option=value
  std::string min, max, bonus_min;
  std::string profile, date;
};

// --paytable alone, for a command that takes the rest from elsewhere.
void add_paytable_option(Command command, TableOptions& options);
void add_house_option(Command command, TableOptions& options);
void add_table_options(Command command, TableOptions& options);

// WAGER=AMOUNT of --bet: a wager of the game that is bet before the deal.
struct BetOption {
  int wager = games::no_wager;
  base::Cents amount;
};
std::vector<BetOption> bets_or_stop(const games::Game& game, const std::vector<std::string>& bets);

// The game of that id, or a Stop that names those there are, with others that the command takes as well.
const games::Game& game_or_stop(const std::string& id, const std::vector<std::string_view>& others = {});

// The paytables of --paytable: designators of the game, or files. Warnings go to standard error.
std::vector<games::PaytablePtr> chosen_paytables(const TableOptions& options, const games::Game* game);

// The table, or a Stop with the refusal.
games::Table make_table(const games::Game& game, const TableOptions& options);

// "rule's words [rule_name]"
std::string to_text(const games::Refusal& refusal);

// "optimal", "basic", or the rules of a file.
odds::NamedRule rule_or_stop(const std::string& strategy, const games::Game& game);

// The text of a file, or of standard input for "-".
std::string read_file(const std::string& path);

}  // namespace cardroom::cli
