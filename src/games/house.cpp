#include "games/house.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/check.h"
#include "games/table.h"

namespace cardroom::games {

namespace {

// An option that is a choice among names, which stand in the order of the enumeration's values.
struct Names {
  std::vector<std::string_view> names = {};
  int (*get)(const HouseRules&) = nullptr;
  void (*set)(HouseRules&, int) = nullptr;
};

template <auto Member>
Names names_of(std::initializer_list<std::string_view> names) {
  return {
      .names = std::move(names),
      .get = [](const HouseRules& rules) { return static_cast<int>(rules.*Member); },
      .set = [](HouseRules& rules,
                int index) { rules.*Member = static_cast<std::remove_reference_t<decltype(rules.*Member)>>(index); }};
}

struct OptionFact {
  std::string_view id;
  std::string_view meaning;
  Names choice = {};
};

// In the order of HouseOption.
const std::array<OptionFact, 8>& option_facts() {
  static const std::array<OptionFact, 8> facts = {{
      {"ante", "whether a position must bet the ANTE", names_of<&HouseRules::ante>({"optional", "mandatory"})},
      {"folded-bonus", "whether a folded hand keeps the bonus on its own cards",
       names_of<&HouseRules::folded_bonus>({"keeps", "loses"})},
      {"folded-progressive", "whether a folded hand still wins the progressive",
       names_of<&HouseRules::folded_progressive>({"loses", "wins"})},
      {"positions", "how many positions one player may bet on",
       names_of<&HouseRules::positions>({"one", "two-adjacent", "any"})},
      {"dealing", "whether cards are dealt one by one or only as whole hands from a shuffler",
       names_of<&HouseRules::dealing>({"by-card", "whole-hands"})},
      {"rounding", "how a pay is rounded to whole chips (up favors the player)",
       names_of<&HouseRules::rounding>({"up", "down", "nearest"})},
      {"chip", "the smallest chip on the table"},
      {"order", "the order in which a position's wagers are reconciled"},
  }};
  return facts;
}

const OptionFact& fact_of(HouseOption option) {
  return option_facts()[static_cast<size_t>(option)];
}

std::expected<std::vector<int>, std::string> parse_order(const Game& game, std::string_view text) {
  std::vector<int> order;
  while (!text.empty()) {
    const auto plus = std::min(text.find('+'), text.size());
    const std::string_view id = text.substr(0, plus);
    const int wager = game.wager_index(id);
    if (wager == no_wager) return std::unexpected(fmt::format("{} has no wager '{}'", game.facts.name, id));
    order.push_back(wager);
    text.remove_prefix(std::min(plus + 1, text.size()));
  }
  return order;
}

}  // namespace

std::string_view option_id(HouseOption option) {
  return fact_of(option).id;
}

std::string_view option_meaning(HouseOption option) {
  return fact_of(option).meaning;
}

std::string option_values(HouseOption option) {
  if (option == HouseOption::chip) return "an amount such as 0.50";
  if (option == HouseOption::order) return "every wager, joined by '+', such as play+ante+aces-up";
  return fmt::format("{}", fmt::join(fact_of(option).choice.names, ", "));
}

std::optional<HouseOption> find_option(std::string_view id) {
  const auto& facts = option_facts();
  const auto found = std::ranges::find(facts, id, &OptionFact::id);
  if (found == facts.end()) return std::nullopt;
  return static_cast<HouseOption>(found - facts.begin());
}

std::expected<void, std::string> set_option(const Game& game, HouseRules& rules, HouseOption option,
                                            std::string_view value) {
  if (option == HouseOption::chip) {
    const auto amount = base::parse_cents(value);
    if (!amount) return std::unexpected(amount.error());
    if (*amount == base::Cents(0)) return std::unexpected("the smallest chip must be above $0.00");
    if (*amount > wager_ceiling) return std::unexpected("the smallest chip is above the largest wager");
    rules.chip = *amount;
    return {};
  }
  if (option == HouseOption::order) {
    auto order = parse_order(game, value);
    if (!order) return std::unexpected(order.error());
    if (order->empty()) return std::unexpected("the reconciliation order is empty");
    rules.order = std::move(*order);
    return {};
  }
  const Names& choice = fact_of(option).choice;
  const auto found = std::ranges::find(choice.names, value);
  if (found == choice.names.end()) {
    return std::unexpected(
        fmt::format("'{}' is not a valid value for {}: use {}", value, option_id(option), option_values(option)));
  }
  choice.set(rules, static_cast<int>(found - choice.names.begin()));
  return {};
}

std::string option_value(const Game& game, const HouseRules& rules, HouseOption option) {
  if (option == HouseOption::chip) return to_text(rules.chip).substr(1);
  if (option == HouseOption::order) {
    std::string text;
    for (int wager : rules.order) text += (text.empty() ? "" : "+") + std::string(game.wager(wager).id);
    return text;
  }
  const Names& choice = fact_of(option).choice;
  return std::string(choice.names[static_cast<size_t>(choice.get(rules))]);
}

}  // namespace cardroom::games
