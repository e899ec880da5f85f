#include "floor/house.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "games/hand_key.h"
#include "games/library.h"
#include "games/registry.h"
#include "odds/link_proof.h"
#include "odds/preset.h"

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

games::PaytablePtr paytable_named(const std::string& id) {
  const auto& all = games::shipped_library().paytables;
  const auto found =
      std::ranges::find_if(all, [&](const auto& table) { return table->group == "progressive" && table->id == id; });
  CHECK(found != all.end());
  return *found;
}

// A row of the paytable as the progressive keeps it.
progressive::Prize prize_of(const games::PayRow& row, const odds::Preset& preset) {
  progressive::Prize prize{.hand = games::hand_key(row.hand), .envy = row.envy};
  const games::Pay& pay = row.pays.front();
  if (pay.kind == games::Pay::Kind::of_meter) {
    prize.share_ppm = pay.numerator * 10'000 / pay.denominator;
    const auto level = std::ranges::find(preset.levels, pay.level, &odds::PresetLevel::name);
    prize.level = level == preset.levels.end() ? 0 : static_cast<int>(level - preset.levels.begin());
  } else {
    CHECK(pay.kind == games::Pay::Kind::for_one && pay.denominator == 1);
    prize.pays_for_one = pay.numerator;
  }
  return prize;
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
  const odds::Preset* preset = odds::find_preset(plan.paytable);
  CHECK(preset != nullptr);
  const games::PaytablePtr paytable = paytable_named(plan.paytable);
  progressive::CreateLink create;
  create.link = plan.link;
  create.title = plan.title;
  progressive::LinkRules& rules = create.rules;
  rules.paytable = plan.paytable;
  rules.wagers = preset->wagers;
  rules.confirm_at = preset->confirm_at;
  rules.executive_at = preset->executive_at;
  rules.second_signature_at = plan.second_signature_at;
  rules.envy_scale = paytable->envy_times_wager ? progressive::EnvyScale::times_wager : progressive::EnvyScale::flat;
  for (const odds::PresetLevel& level : preset->levels) {
    rules.levels.push_back({.name = level.name,
                            .seed = level.seed,
                            .contribution_ppm = level.contribution_ppm,
                            .reserve_ppm = level.reserve_ppm,
                            .limit = level.limit,
                            .increment_max = level.increment_max,
                            .executive = level.executive});
    create.starts.push_back(level.seed);
  }
  for (const games::PayRow& row : paytable->pays("progressive")->rows()) rules.prizes.push_back(prize_of(row, *preset));

  std::vector<games::Table> tables;
  for (const std::string& id : paytable->games) {
    const games::Game* game = games::find_game(id);
    auto table = games::Table::make({.game = game, .house = game->facts.house, .paytables = {paytable}},
                                    games::shipped_library().paytables);
    CHECK(table);
    tables.push_back(std::move(*table));
  }
  const odds::LinkProof proof = odds::prove_link(tables);
  for (size_t at = 0; at < proof.games.size(); ++at) {
    create.odds.push_back({std::string(proof.games[at].game->facts.id), {}});
    for (const odds::LinkRow& row : proof.rows)
      create.odds.back().probabilities.push_back(base::to_text(row.probabilities[at]));
  }
  return create;
}

}  // namespace cardroom::floor
