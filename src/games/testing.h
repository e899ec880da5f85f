// What the tests of games share: tables made in a line, rounds written as text.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "games/library.h"
#include "games/registry.h"
#include "games/round_text.h"
#include "games/settlement.h"

namespace cardroom::games {

inline Table table_of(
    std::string_view game_id, std::vector<std::string> paytables = {},
    const std::function<void(TableSetup&)>& change = [](TableSetup&) {}) {
  const Game* game = find_game(game_id);
  TableSetup setup{.game = game, .house = game->facts.house};
  for (const std::string& id : paytables) setup.paytables.push_back(shipped_library().find_paytable(game_id, id));
  change(setup);
  auto table = Table::make(setup, shipped_library().paytables);
  CHECK(table);
  return *table;
}

// The refusal's name, or "fine".
template <class Checked>
std::string code_of(const Checked& checked) {
  return checked ? "fine" : std::string(code_name(checked.error().code));
}

// The rule by which a round's text is refused, with its line: "7 play_not_equal_to_ante"; "fine" where it is not.
inline std::string rule_of(std::string_view text) {
  const auto loaded = parse_round(text, shipped_library());
  return loaded ? "fine" : std::to_string(loaded.error().line) + " " + loaded.error().rule;
}

}  // namespace cardroom::games
