// A progressive's paytable by id or from a file, and tables of every game that can be linked on it.
#pragma once

#include <string>
#include <vector>

#include "games/table.h"

namespace cardroom::cli {

// Throws a Stop that lists the progressive paytables if the text names none.
games::PaytablePtr progressive_paytable_or_stop(const std::string& text);
// One table for each game of the paytable, under that game's default house rules.
std::vector<games::Table> linked_tables_or_stop(const games::PaytablePtr& paytable);

}  // namespace cardroom::cli
