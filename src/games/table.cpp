#include "games/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace cardroom::games {

namespace {

std::unexpected<Refusal> refuse(RefusalCode code, std::string text) {
  return std::unexpected(Refusal{.code = code, .text = std::move(text)});
}

std::expected<void, Refusal> check_house(const Game& game, const HouseRules& house) {
  for (int index = 0; index <= static_cast<int>(HouseOption::order); ++index) {
    const auto option = static_cast<HouseOption>(index);
    if (std::ranges::find(game.facts.house_options, option) != game.facts.house_options.end()) continue;
    const std::string fixed = option_value(game, game.facts.house, option);
    if (option_value(game, house, option) != fixed) {
      auto refusal = refuse(RefusalCode::option_fixed_by_rules,
                            fmt::format("'{}' is not a house option in {}: its rules set it to '{}'", option_id(option),
                                        game.facts.name, fixed));
      refusal.error().option = index;
      return refusal;
    }
  }
  if (!house.order.empty()) {
    std::vector<int> given = house.order;
    std::vector<int> needed = game.facts.reconcile_order;
    std::ranges::sort(given);
    std::ranges::sort(needed);
    if (given != needed) {
      auto refusal =
          refuse(RefusalCode::order_incomplete,
                 fmt::format("the reconciliation order must name each wager of {} exactly once", game.facts.name));
      refusal.error().option = static_cast<int>(HouseOption::order);
      return refusal;
    }
  }
  return {};
}

std::expected<void, Refusal> check_limits(const Limits& limits, Cents chip, const ProfilePeriod* profile) {
  const Cents largest = std::max({limits.min, limits.bonus_min, limits.max});
  if (largest > wager_ceiling) {
    return refuse(RefusalCode::table_limit_above_ceiling, fmt::format("a limit of {} is above the largest allowed, {}",
                                                                      to_text(largest), to_text(wager_ceiling)));
  }
  if (largest > limits.max) {
    return refuse(
        RefusalCode::table_minimum_above_maximum,
        fmt::format("the table's minimum, {}, is above its maximum, {}", to_text(largest), to_text(limits.max)));
  }
  if (profile && limits.max > profile->wager_max) {
    return refuse(RefusalCode::table_limit_above_profile,
                  fmt::format("the table's maximum, {}, is above the largest single wager allowed since {}, {}",
                              to_text(limits.max), to_text(profile->from), to_text(profile->wager_max)));
  }
  for (const Cents limit : {limits.min, limits.bonus_min, limits.max}) {
    if (limit.value() % chip.value() != 0) {
      return refuse(RefusalCode::table_limits_not_in_chips,
                    fmt::format("a limit of {} cannot be bet in chips of {}", to_text(limit), to_text(chip)));
    }
  }
  return {};
}

const PaytablePtr* find_paytable(std::span<const PaytablePtr> tables, std::string_view game, std::string_view id) {
  const auto found = std::ranges::find_if(
      tables, [&](const PaytablePtr& table) { return table->id == id && table->belongs_to(game); });
  return found == tables.end() ? nullptr : &*found;
}

}  // namespace

Limits default_limits(Cents chip, const ProfilePeriod* profile) {
  Limits limits;
  if (profile) limits.max = std::min(limits.max, profile->wager_max);
  limits.max = std::max(chip, scale(limits.max, 1, 1, chip, base::Rounding::down));
  limits.min = std::min(limits.max, scale(limits.min, 1, 1, chip, base::Rounding::up));
  limits.bonus_min = std::min(limits.max, scale(limits.bonus_min, 1, 1, chip, base::Rounding::up));
  return limits;
}

std::expected<Table, Refusal> Table::make(const TableSetup& setup, std::span<const PaytablePtr> library) {
  CHECK(setup.game);
  const Facts& facts = setup.game->facts;
  if (auto fine = check_limits(setup.limits, setup.house.chip, setup.profile); !fine)
    return std::unexpected(fine.error());
  if (auto fine = check_house(*setup.game, setup.house); !fine) return std::unexpected(fine.error());

  Table table;
  table.game_ = setup.game;
  table.house_ = setup.house;
  table.limits_ = setup.limits;
  if (setup.profile) table.games_max_ = setup.profile->games_max;
  table.order_ = setup.house.order.empty() ? facts.reconcile_order : setup.house.order;

  table.paytables_.resize(facts.groups.size());
  for (const PaytablePtr& paytable : setup.paytables) {
    const auto group = std::ranges::find(facts.groups, paytable->group, &PaytableGroup::id);
    if (!paytable->belongs_to(facts.id) || group == facts.groups.end()) {
      return refuse(RefusalCode::paytable_not_of_game,
                    fmt::format("paytable {} does not belong to {}", paytable->id, facts.name));
    }
    PaytablePtr& slot = table.paytables_[static_cast<size_t>(group - facts.groups.begin())];
    if (slot) {
      return refuse(
          RefusalCode::paytable_group_twice,
          fmt::format("paytables {} and {} cover the same wagers ({}): choose one", slot->id, paytable->id, group->id));
    }
    slot = paytable;
  }
  for (size_t index = 0; index < facts.groups.size(); ++index) {
    const PaytableGroup& group = facts.groups[index];
    PaytablePtr& slot = table.paytables_[index];
    if (!slot) {
      const PaytablePtr* found = find_paytable(library, facts.id, group.default_table);
      CHECK(found);
      slot = *found;
    }
    for (int wager : group.wagers) {
      const WagerFact& fact = facts.wagers[static_cast<size_t>(wager)];
      const WagerPays* pays = slot->pays(fact.id);
      CHECK(pays);  // the loader refuses a paytable that lacks a wager of its group
      table.pays_[static_cast<size_t>(wager)] = pays;
      if (fact.kind != WagerKind::progressive) continue;
      table.envy_times_wager_ = slot->envy_times_wager;
      for (int reading : fact.reads) {
        if (facts.readings[static_cast<size_t>(reading)].ranking == pays->ranking())
          table.progressive_reading_ = reading;
      }
    }
  }
  for (size_t wager = 0; wager < facts.wagers.size(); ++wager) {
    const int like = facts.wagers[wager].pays_like;
    if (like != no_wager) table.pays_[wager] = table.pays_[static_cast<size_t>(like)];
    for (int reading : facts.wagers[wager].reads) {
      const bool in_use = facts.wagers[wager].kind != WagerKind::progressive || reading == table.progressive_reading_;
      if (in_use) table.readings_of_[wager] |= 1U << reading;
    }
  }
  table.script_ = setup.game->script(table);
  for (const Step& step : table.script_) {
    if (step.kind == Step::Kind::deal) table.cards_of_[static_cast<size_t>(step.holder)] += step.card_count;
  }
  return table;
}

int Table::players_max() const {
  const int hand = cards_of(Holder::player);
  const int rest = cards_of(Holder::dealer) + cards_of(Holder::community);
  // Of whole hands the dealer's and the community cards come out too, the unused ones are discarded.
  const int deck = game_->facts.deck.size();
  const int hands = house_.dealing == Dealing::by_card ? (deck - rest) / hand : deck / hand - (rest + hand - 1) / hand;
  return std::min(hands, positions_max);
}

}  // namespace cardroom::games
