#include "practice/catalog.h"

#include <algorithm>

#include "games/library.h"
#include "games/registry.h"
#include "practice/play.h"
#include "practice/shown.h"
#include "practice/training_deal.h"

namespace cardroom::practice {

namespace {

using games::WagerKind;

// Twice the minimum on what must be bet, the rest as the player likes.
Cents usual_of(const games::Table& table, const games::WagerFact& fact) {
  const bool base = &fact == &table.game().facts.wagers.front() || fact.kind == WagerKind::companion;
  return base ? 2 * table.limits().min : Cents(0);
}

// Sizes that people bet, within the limits, and with room for the least raise.
std::vector<Cents> amounts_of(const games::Table& table, const games::WagerFact& fact, Cents min) {
  std::vector<Cents> amounts;
  const bool first = &fact == &table.game().facts.wagers.front();
  const int64_t multiple = first || fact.kind == WagerKind::companion ? table.game().facts.raise_min_multiple : 1;
  for (const int64_t units : {1, 2, 3, 4, 5, 10, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300}) {
    const Cents amount(100 * units);
    if (amount >= min && amount * multiple <= table.limits().max) amounts.push_back(amount);
  }
  return amounts;
}

CatalogGame describe(const games::Game& game) {
  games::TableSetup setup{.game = &game, .house = game.facts.house};
  setup.limits = games::default_limits(setup.house.chip, nullptr);
  const auto table = games::Table::make(setup, games::shipped_library().paytables);
  CHECK(table);
  CatalogGame one;
  one.id = game.facts.id;
  one.name = game.facts.name;
  one.summary = game.facts.summary;
  for (const games::WagerFact& fact : game.facts.wagers) {
    const bool small = fact.kind == WagerKind::bonus || fact.kind == WagerKind::progressive;
    const Cents min = small ? table->limits().bonus_min : table->limits().min;
    one.wagers.push_back({std::string(fact.id), std::string(fact.name), std::string(kind_id(fact.kind)),
                          fact.base == games::no_wager ? "" : std::string(game.wager(fact.base).id), min,
                          table->limits().max, usual_of(*table, fact), amounts_of(*table, fact, min)});
  }
  for (const games::PaytableGroup& group : game.facts.groups) {
    CatalogGroup described{std::string(group.id), {}, std::string(group.default_table), {}};
    for (const int wager : group.wagers) described.wagers.emplace_back(game.wager(wager).id);
    for (const games::PaytablePtr& paytable : games::shipped_library().paytables) {
      if (paytable->belongs_to(game.facts.id) && paytable->group == group.id)
        described.paytables.push_back({paytable->id, paytable->note});
    }
    one.groups.push_back(std::move(described));
  }
  for (const games::HouseOption option : game.facts.house_options) {
    one.options.push_back({std::string(option_id(option)), std::string(option_meaning(option)), option_values(option),
                           option_value(game, game.facts.house, option)});
  }
  one.player_cards = table->cards_of(games::Holder::player);
  one.dealer_cards = table->cards_of(games::Holder::dealer);
  one.community_cards = table->cards_of(games::Holder::community);
  one.players_max = std::min(table->players_max(), static_cast<int>(seats_max));
  one.chip = table->house().chip;
  one.needs = game.facts.dealer_needs;
  one.rule = game.facts.basic_strategy;
  return one;
}

}  // namespace

Catalog catalog() {
  Catalog all;
  for (const games::Game* game : games::all_games()) all.games.push_back(describe(*game));
  all.levels = level_max;
  all.training_players_min = trainee_players_min;
  all.training_players_max = trainee_players_max;
  return all;
}

}  // namespace cardroom::practice
