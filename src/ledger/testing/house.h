// A house on a ledger, for tests: the commands that set it up, and rounds to play.
#pragma once

#include <string>
#include <vector>

#include "ledger/ledger.h"

namespace cardroom::ledger::testing {

// Staff adm, exe, sup; `links` links of one level, open; `tables` tables of six positions, spread over the links.
std::vector<progressive::Command> opening(int links, int tables);

// Locks six wagers in at a table ("T1", "T2" …) on its link.
progressive::Command start_round(const std::string& id, int table, int links);
progressive::Command end_round(const std::string& id, int table);
progressive::Command mark(const std::string& id, int table, int links, int position, const std::string& hand);

// Milliseconds that go up by one with every call.
std::function<int64_t()> ticking_clock();

// A ledger with the house set up on it; stops the test when that fails.
std::unique_ptr<Ledger> open_house(std::unique_ptr<Store> store, int links = 1, int tables = 2);

}  // namespace cardroom::ledger::testing
