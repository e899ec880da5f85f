#include "floor/house.h"

#include <fmt/format.h>

#include "server/link_advice.h"

namespace cardroom::floor {

namespace {

struct Kind {
  const char* game;
  Keypad keypad;
  Manner manner;
  size_t link;
};

// Six tables show everything: a jackpot of one table, one of one game, one of several games.
constexpr Kind kinds[] = {
    {"three-card-poker", Keypad::second_generation, Manner::presses, 0},
    {"three-card-poker", Keypad::first_generation, Manner::presses, 2},
    {"four-card-poker", Keypad::second_generation, Manner::presses, 1},
    {"four-card-poker", Keypad::first_generation, Manner::presses, 1},
    {"crazy-4-poker", Keypad::second_generation, Manner::commands, 2},
    {"caribbean-stud", Keypad::second_generation, Manner::presses, 2},
};

void add_tables(House& house, int count, const char* pattern) {
  for (int at = 0; at < count; ++at) {
    const Kind& kind = kinds[static_cast<size_t>(at) % std::size(kinds)];
    house.tables.push_back({.table = {fmt::format(fmt::runtime(pattern), at + 1)},
                            .game = kind.game,
                            .positions = 5 + at % 3,
                            .keypad = kind.keypad,
                            .manner = kind.manner,
                            .link = house.links[kind.link].link});
  }
}

}  // namespace

House floor_house(int tables) {
  House house;
  house.staff = {{{"floor-admin"}, Role::administrator, "Floor Administrator", ""},
                 {{"floor-super-1"}, Role::supervisor, "First Supervisor", ""},
                 {{"floor-super-2"}, Role::supervisor, "Second Supervisor", ""},
                 {{"floor-executive"}, Role::executive, "Executive", ""}};
  house.links = {{{"F-three-card"}, "Three Card Progressive", "PROG-3C-1"},
                 {{"F-four-card"}, "Four Card Progressive", "PROG-4C-1"},
                 {{"F-ML03"}, "Multi-game Link", "ML03", base::Cents(100'000)}};
  add_tables(house, tables, "F{:03}");
  return house;
}

House demo_house() {
  House house;
  house.staff = {{{"1001"}, Role::administrator, "Administrator", "314159"},
                 {{"2001"}, Role::supervisor, "Supervisor, pit 1", "271828"},
                 {{"2002"}, Role::supervisor, "Supervisor, pit 2", "161803"},
                 {{"3001"}, Role::executive, "Executive", "141421"},
                 {{"4001"}, Role::auditor, "Auditor", "173205"},
                 {{"5001"}, Role::dealer, "Dealer", "223606"}};
  house.links = {{{"three-card"}, "Three Card Progressive", "PROG-3C-1"},
                 {{"four-card"}, "Four Card Progressive", "PROG-4C-1"},
                 {{"ML03"}, "Mega, Major, Minor", "ML03", base::Cents(100'000)}};
  add_tables(house, 6, "T{}");
  house.pages = true;
  return house;
}

progressive::CreateLink link_from_preset(const LinkPlan& plan) {
  progressive::CreateLink create = server::link_of_preset(plan.paytable);
  create.link = plan.link;
  create.title = plan.title;
  create.rules.second_signature_at = plan.second_signature_at;
  return create;
}

}  // namespace cardroom::floor
