// The options that set up a table: paytables, house options, limits, profile.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "games/library.h"
#include "odds/analysis.h"

namespace cardroom::cli {

struct TableOptions {
  std::vector<std::string> paytables;  // ids or files
  std::vector<std::string> house;      // option=value
  std::string min, max, bonus_min;
  std::string profile, date;
};

// --paytable alone, for commands that take the rest from elsewhere.
void add_paytable_option(Command command, TableOptions& options);
void add_house_option(Command command, TableOptions& options);
void add_table_options(Command command, TableOptions& options);

// --bet WAGER=AMOUNT: a wager that is bet before the deal.
struct BetOption {
  int wager = games::no_wager;
  base::Cents amount;
};
std::vector<BetOption> bets_or_stop(const games::Game& game, const std::vector<std::string>& bets);

// The game with that id. Throws a Stop that lists the games, and others that the command accepts, if there is none.
const games::Game& game_or_stop(const std::string& id, const std::vector<std::string_view>& others = {});

// The paytables given by --paytable, as ids of the game or files. Warnings go to standard error.
std::vector<games::PaytablePtr> chosen_paytables(const TableOptions& options, const games::Game* game);

// Throws a Stop if the table is refused.
games::Table make_table(const games::Game& game, const TableOptions& options);

// "the rule in words [rule_name]"
std::string to_text(const games::Refusal& refusal);

// "optimal", "basic", or the rules in a file.
odds::NamedRule rule_or_stop(const std::string& strategy, const games::Game& game);

// Reads a file, or standard input for "-".
std::string read_file(const std::string& path);

}  // namespace cardroom::cli
