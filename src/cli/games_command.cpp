// cardroom games [GAME]: lists the games, or describes one.
#include <fmt/format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <memory>

#include "cli/command.h"
#include "cli/show_round.h"
#include "cli/table_options.h"
#include "forms/json_text.h"
#include "forms/text_table.h"
#include "games/registry.h"

namespace cardroom::cli {

using namespace forms;

namespace {

using games::Game;
using games::WagerKind;

std::string_view kind_words(WagerKind kind) {
  switch (kind) {
    case WagerKind::regular: return "before the deal";
    case WagerKind::companion: return "before the deal, equal to its base wager";
    case WagerKind::raise: return "at the decision";
    case WagerKind::award: return "not bet: paid on its base wager";
    case WagerKind::bonus: return "optional, before the deal";
    case WagerKind::progressive: return "optional, on a jackpot";
  }
  return "";
}

games::Table default_table(const Game& game) {
  return make_table(game, {});
}

void print_all() {
  TextTable table({{"game"}, {"name"}, {"players", Align::right}, {"description"}});
  for (const Game* game : games::all_games()) {
    table.add({std::string(game->facts.id), std::string(game->facts.name),
               std::to_string(default_table(*game).players_max()), std::string(game->facts.summary)});
  }
  fmt::print("{}\nplayers: the most that one deck can serve. 'cardroom games GAME' describes a game in detail.\n",
             table.to_text());
}

void print_one(const Game& game) {
  const auto& facts = game.facts;
  fmt::print("{}\n{}\n\nWagers\n", facts.name, facts.summary);
  TextTable wagers({{"id"}, {"on the layout"}, {"when"}, {"base"}});
  for (const auto& wager : facts.wagers) {
    wagers.add({std::string(wager.id), std::string(wager.name), std::string(kind_words(wager.kind)),
                wager.base == games::no_wager ? "" : std::string(game.wager(wager.base).name)});
  }
  fmt::print("{}\nPaytables (the default for each group of wagers)\n", wagers.to_text(2));
  TextTable groups({{"group"}, {"default"}});
  for (const auto& group : facts.groups) groups.add({std::string(group.id), std::string(group.default_table)});
  fmt::print("{}\nHouse options (--house OPTION=VALUE)\n", groups.to_text(2));
  TextTable options({{"option"}, {"default"}, {"values"}, {"decides"}});
  for (games::HouseOption option : facts.house_options) {
    std::string value = option_value(game, facts.house, option);
    options.add({std::string(option_id(option)), value.empty() ? "the standard order" : value, option_values(option),
                 std::string(option_meaning(option))});
  }
  fmt::print("{}\nHow a round is played\n", options.to_text(2));
  const games::Table table = default_table(game);
  int number = 1;
  for (const games::Step& step : table.script()) {
    const std::string_view holder = step.holder == games::Holder::player   ? "each player"
                                    : step.holder == games::Holder::dealer ? "the dealer"
                                                                           : "the middle of the table";
    const std::string_view plural = step.card_count == 1 ? "" : "s";
    std::string line;
    switch (step.kind) {
      case games::Step::Kind::announce: line = fmt::format("The dealer announces: \"{}\"", step.text); break;
      case games::Step::Kind::deal:
        line = fmt::format("{} card{} to {}, face {}", step.card_count, plural, holder,
                           step.face == games::Face::up ? "up" : "down");
        break;
      case games::Step::Kind::decide: line = step.text; break;
      case games::Step::Kind::reveal:
        line = step.holder == games::Holder::dealer
                   ? fmt::format("The dealer's {} cards are turned up", step.card_count)
                   : fmt::format("{} card{} in the middle {} turned up", step.card_count, plural,
                                 step.card_count == 1 ? "is" : "are");
        break;
    }
    fmt::print("  {}. {}\n", number++, line);
  }
  fmt::print("  {}. Wagers are settled from the dealer's right", number);
  for (int wager : table.reconcile_order()) {
    fmt::print("{} {}", wager == table.reconcile_order().front() ? ":" : ",", game.wager(wager).name);
  }
  const bool folds =
      std::ranges::any_of(facts.wagers, [](const auto& wager) { return wager.kind == WagerKind::raise; });
  if (folds) {
    fmt::print("\n\nFolded hands are collected {}.",
               facts.folds_collected_at_once ? "at once" : "after all players have decided");
  }
  if (facts.dealer_qualifies) fmt::print("\n\nThe dealer qualifies with {} or better.", facts.dealer_needs);
  fmt::print("\n\nBasic strategy: {}\n", facts.basic_strategy);
}

boost::json::object game_json(const Game& game) {
  const auto& facts = game.facts;
  boost::json::object one;
  one["id"] = facts.id;
  one["name"] = facts.name;
  one["summary"] = facts.summary;
  one["players_max"] = default_table(game).players_max();
  boost::json::array wagers;
  for (const auto& wager : facts.wagers) {
    boost::json::object fields;
    fields["id"] = wager.id;
    fields["name"] = wager.name;
    fields["when"] = kind_words(wager.kind);
    if (wager.base != games::no_wager) fields["base"] = game.wager(wager.base).id;
    wagers.emplace_back(std::move(fields));
  }
  one["wagers"] = std::move(wagers);
  boost::json::array groups;
  for (const auto& group : facts.groups) {
    groups.emplace_back(boost::json::object{{"group", group.id}, {"default", group.default_table}});
  }
  one["paytable_groups"] = std::move(groups);
  boost::json::array options;
  for (games::HouseOption option : facts.house_options) {
    options.emplace_back(boost::json::object{{"option", option_id(option)},
                                             {"default", option_value(game, facts.house, option)},
                                             {"takes", option_values(option)},
                                             {"decides", option_meaning(option)}});
  }
  one["house_options"] = std::move(options);
  one["basic_strategy"] = facts.basic_strategy;
  return one;
}

}  // namespace

void add_games_command(Command app) {
  struct Options {
    std::string game;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  Command command = app.add_subcommand("games", "List games, or describe one in detail");
  command.add_option("GAME", options->game, "Game id, such as four-card-poker");
  command.add_flag("--json", options->json, "Print JSON");
  command.footer("Examples:\n  cardroom games\n  cardroom games crazy-4-poker");
  command.callback([options] {
    if (options->json) {
      if (!options->game.empty()) {
        fmt::print("{}", pretty(game_json(game_or_stop(options->game))));
        return;
      }
      boost::json::array all;
      for (const Game* game : games::all_games()) all.emplace_back(game_json(*game));
      fmt::print("{}", pretty(all));
    } else if (options->game.empty()) {
      print_all();
    } else {
      print_one(game_or_stop(options->game));
    }
  });
}

}  // namespace cardroom::cli
