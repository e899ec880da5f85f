// A progressive's paytable by its name or from a file, and the tables of every game that may be linked on it.
#pragma once

#include <string>
#include <vector>

#include "games/table.h"

namespace cardroom::cli {

// A Stop names the progressive paytables where there is none of that name.
games::PaytablePtr progressive_paytable_or_stop(const std::string& text);
// One table for each game of the paytable, as the house rules of the game have it.
std::vector<games::Table> linked_tables_or_stop(const games::PaytablePtr& paytable);

}  // namespace cardroom::cli
